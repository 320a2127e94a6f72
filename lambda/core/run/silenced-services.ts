/** Which services are silenced at the end of a run. */

import type { Check, CheckResult, FailedCheck } from '../probe/check-result';
import { inForce, MAY_HAVE_FAILED, type Silenceable, silenceOfService } from '../silence/in-force';
import type { Silence } from '../silence/silence';
import { briefOf } from '../state/overview';
import type { Snapshots } from '../state/snapshot';

/** The part of a run that says it. */
interface Run {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly results: readonly CheckResult[];
  readonly unasked: readonly FailedCheck[];
  readonly states: Snapshots;
  readonly silences: readonly Silence[];
}

export interface SilencedServices {
  /** Those that hold and silence anything, the one that ends last first. */
  readonly silences: readonly Silence[];
  /** The silence because of which nobody is notified of a service; `null` if people are. */
  readonly silenceOf: (result: CheckResult) => Silence | null;
  /** The end of the run, in milliseconds since 1970. */
  readonly now: number;
}

const WELL = { failingSince: null, incidentSince: null };

export function silencedServices({
  startedAt,
  durationMs,
  results,
  unasked,
  states,
  silences: known,
}: Run): SilencedServices {
  const now = startedAt + durationMs;
  const silenceable = ({ service: { id }, kind }: Check): Silenceable => {
    const state = states.get(id)?.state;
    const brief = state ? briefOf(state) : null;
    const { failingSince, incidentSince } = brief ?? (kind === 'healthy' ? WELL : MAY_HAVE_FAILED);
    return { id, failingSince, incidentSince };
  };
  const silences = known.length === 0 ? known : inForce(known, [...results, ...unasked].map(silenceable), now);
  return { silences, silenceOf: (result) => silenceOfService(silences, silenceable(result), now), now };
}
