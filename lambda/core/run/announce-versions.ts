/** After all that is due: sends a receiver the new versions of services, and marks those that it has taken. */

import { isUnfit } from '../deliver/notification-sink';
import type { ChangeSink, Receiver } from '../deliver/receiver';
import type { NewVersion } from '../incident/service-change';
import { type VersionChange, versionChangeOf } from '../message/version-change';
import { dueVersions, markVersionSent } from '../notify/new-versions';
import type { Clock } from '../words/clock';
import { inBatches } from '../words/in-batches';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import { type CheckedService, withState } from './checked-service';
import type { RunContext } from './run-context';

/** The longest that a receiver may take for all new versions of a run, in milliseconds. */
export const ANNOUNCING_MS = 4_000;
/** An adapter that has not ended by itself so long after its limit is not waited for, in milliseconds. */
const GRACE_MS = 1_000;

interface DueChange {
  readonly service: string;
  readonly version: NewVersion;
  readonly change: VersionChange;
}

export interface Announced {
  /** By id: the services, with what the receiver knows now. */
  readonly services: ReadonlyMap<string, CheckedService>;
  readonly failures: readonly RunFailure[];
}

/** Never rejects. What the receiver does not take is due again in the next run. */
export async function announceVersions(
  services: ReadonlyMap<string, CheckedService>,
  receiver: Receiver,
  run: RunContext,
): Promise<Announced> {
  const { id, changes: sink } = receiver;
  if (sink === undefined) return { services, failures: [] };
  const until = run.clock.elapsed() + ANNOUNCING_MS;
  const known = new Map(services);
  const failures: RunFailure[] = [];
  for (const batch of inBatches(dueChanges(services, id, run), sink.most)) {
    const fault = await sendChanges([batch[0].change, ...batch.slice(1).map(({ change }) => change)], sink, until, run);
    if (fault !== null) {
      const message = `changes of version can't be sent to ${id}: ${errorMessage(fault)}`;
      failures.push({ output: 'alerts', service: null, message });
    }
    // What is refused for its content would always be: it counts as sent.
    if (fault !== null && !isUnfit(fault)) break;
    for (const { service, version } of batch) {
      const before = known.get(service);
      if (before !== undefined)
        known.set(service, withState(before, markVersionSent(before.snapshot.state, id, version, run.clock.now())));
    }
  }
  return { services: known, failures };
}

/** Oldest first. */
function dueChanges(
  services: ReadonlyMap<string, CheckedService>,
  receiver: string,
  { config, outputs }: RunContext,
): readonly DueChange[] {
  const { dashboard, logs } = outputs.links;
  return [...services.values()]
    .flatMap(({ id, snapshot: { state } }): readonly DueChange[] => {
      const { about } = state;
      if (about === null) return [];
      const context = { deployment: config.name, service: about, links: { dashboard, logs } };
      return dueVersions(state, receiver).map((version) => ({
        service: id,
        version,
        change: versionChangeOf(version, context),
      }));
    })
    .sort((left, right) => left.version.at - right.version.at);
}

/** Why they were not taken; `null` if they were. */
async function sendChanges(
  changes: readonly [VersionChange, ...VersionChange[]],
  { send }: ChangeSink,
  until: number,
  { clock }: { readonly clock: Clock },
): Promise<unknown> {
  const leftMs = until - clock.elapsed();
  if (leftMs <= 0) return new Error('sending is slow, so the rest waits for the next run');
  const sending = send(changes, leftMs).then(
    () => ({ fault: null }),
    (fault: unknown) => ({ fault }),
  );
  const [answer] = await resultsBy([sending], until + GRACE_MS, clock);
  return answer == null ? new Error(`no answer within ${ANNOUNCING_MS} ms`) : answer.fault;
}
