/** The result of a run. */

import type { Notification } from '../message/notification';
import type { CheckResult, FailedCheck } from '../probe/check-result';
import type { Silence } from '../silences/silence';
import type { Snapshots } from '../state/snapshot';
import type { RunFailure } from '../words/run-failure';

/** The result of one pass over all services. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The results for the log, in the config's order, without the services that the checker itself could not check. */
  readonly results: readonly CheckResult[];
  /** The services that could not be checked: all of them if the run is inconclusive. Services without a secret come last. */
  readonly unchecked: readonly FailedCheck[];
  /** The state of each service, and of the deployment itself if anything is known of it: the next run of the same process starts from them. */
  readonly states: Snapshots;
  /** The notifications that were sent. */
  readonly sent: readonly Notification[];
  /** All silences that are known to hold now or soon. */
  readonly silences: readonly Silence[];
  /** The silences that people created: the next run of the same process falls back on them; `null` if they could not be read. */
  readonly requestedSilences: readonly Silence[] | null;
  /** Warnings about the run as a whole, for people. */
  readonly warnings: readonly string[];
  /** A run with failures has done all else, and counts as failed. */
  readonly failures: readonly RunFailure[];
}
