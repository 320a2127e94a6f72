/** The phase after all alerts are sent and saved: sends receivers the new versions of services, and saves which they accepted. */

import { isUnfit } from '../deliver/notification-sink';
import type { ChangeSink, Receiver } from '../deliver/receiver';
import type { NewVersion } from '../history/service-change';
import { type VersionChange, versionChangeOf } from '../message/version-change';
import { dueVersions, markVersionSent } from '../notify/new-versions';
import type { Snapshot, Snapshots } from '../state/snapshot';
import type { Clock } from '../words/clock';
import { grouped, inBatches } from '../words/in-batches';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import { type CheckedService, checkedService, withState } from './checked-service';
import { isLate, type Known, type Moment, type Using, type Watched } from './run-context';
import { saveServices } from './save-services';

/** The time limit of a receiver for all new versions of a run, in milliseconds. */
export const ANNOUNCING_MS = 4_000;
/** How long a run waits for an adapter after its limit, in milliseconds. */
const GRACE_MS = 1_000;

export interface Announced {
  readonly snapshots: Snapshots;
  readonly failures: readonly RunFailure[];
}

/** Never rejects. A version that a receiver does not accept, or that there is no time for, is due again in the next run. */
export async function announceVersions(
  snapshots: Snapshots,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'store' | 'receivers' | 'links'>,
): Promise<Announced> {
  if (run.signal?.aborted || isLate(run)) return { snapshots, failures: [] };
  const results = await Promise.all(run.outputs.receivers.map((receiver) => announceTo(receiver, snapshots, run)));
  const accepted = grouped(
    results.flatMap((result) => result.accepted),
    ({ service }) => service,
  );
  const changed = [...accepted].map(([, changes]) => withAccepted(changes, run));
  const saved = await saveServices(changed, run);
  const known = [...saved.services, ...saved.lost].map(({ id, snapshot }) => [id, snapshot] as const);
  return {
    snapshots: known.length === 0 ? snapshots : new Map([...snapshots, ...known]),
    failures: [...results.flatMap(({ failures }) => failures), ...saved.failures],
  };
}

/** The service with the versions that receivers know now. */
function withAccepted(changes: readonly [DueChange, ...DueChange[]], { startedAt, clock }: Moment): CheckedService {
  const [{ service: id, snapshot: before }] = changes;
  const state = changes.reduce(
    (known, { receiver, version }) => markVersionSent(known, receiver, version, clock.now()),
    before.state,
  );
  return withState(checkedService({ id, now: startedAt, remindEveryMs: null, before, next: null }), state);
}

interface DueChange {
  readonly receiver: string;
  readonly service: string;
  readonly snapshot: Snapshot;
  readonly version: NewVersion;
  readonly change: VersionChange;
}

interface Sent {
  /** Includes versions that would always be refused: they count as sent. */
  readonly accepted: readonly DueChange[];
  readonly failures: readonly RunFailure[];
}

const NOTHING_SENT: Sent = { accepted: [], failures: [] };

async function announceTo(
  { id, changes: sink }: Receiver,
  snapshots: Snapshots,
  run: Watched & Moment & Using<'links'>,
): Promise<Sent> {
  if (sink === undefined) return NOTHING_SENT;
  const until = run.clock.elapsed() + ANNOUNCING_MS;
  const accepted: DueChange[] = [];
  const failures: RunFailure[] = [];
  const waiting = inBatches(dueChanges(id, sink, snapshots, run), sink.most);
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const fault = await faultOf(batch, sink, until, run.clock);
    const isRefused = fault !== null && isUnfit(fault);
    if (isRefused && batch.length > 1) {
      // One of them is refused for its content. Sent alone, each shows which.
      waiting.unshift(...inBatches(batch, 1));
      continue;
    }
    if (fault !== null) {
      const message = `changes of version can't be sent to ${id}: ${errorMessage(fault)}`;
      failures.push({ output: 'alerts', service: batch.length === 1 ? batch[0].service : null, message });
      if (!isRefused) break;
    }
    accepted.push(...batch);
  }
  return { accepted, failures };
}

/** Oldest first. */
function dueChanges(
  receiver: string,
  { wants }: ChangeSink,
  snapshots: Snapshots,
  { config, outputs }: Watched & Using<'links'>,
): readonly DueChange[] {
  const { dashboard, logs } = outputs.links;
  const due: DueChange[] = [];
  for (const [service, snapshot] of snapshots) {
    const { state } = snapshot;
    const { about } = state;
    if (about === null || !wants({ service, severity: about.severity })) continue;
    const context = { deployment: config.name, service: about, links: { dashboard, logs } };
    for (const version of dueVersions(state, receiver))
      due.push({ receiver, service, snapshot, version, change: versionChangeOf(version, context) });
  }
  return due.sort((left, right) => left.version.at - right.version.at);
}

/** Why they were not accepted; `null` if they were. */
async function faultOf(
  [first, ...others]: readonly [DueChange, ...DueChange[]],
  { send }: ChangeSink,
  until: number,
  clock: Clock,
): Promise<unknown> {
  const leftMs = until - clock.elapsed();
  if (leftMs <= 0) return new Error('sending is slow, so the rest waits for the next run');
  const sending = send([first.change, ...others.map(({ change }) => change)], leftMs).then(
    () => ({ fault: null }),
    (fault: unknown) => ({ fault }),
  );
  const [answer] = await resultsBy([sending], until + GRACE_MS, clock);
  return answer == null ? new Error(`no answer within ${ANNOUNCING_MS} ms`) : answer.fault;
}
