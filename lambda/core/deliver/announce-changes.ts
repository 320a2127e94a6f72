/** After all that is due: the changes of version that a run has found, for receivers that want them. It marks nothing. */

import type { Service } from '../config/config';
import { type VersionChange, versionChangeOf } from '../message/version-change';
import type { ServiceState } from '../state/service-state';
import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { ANNOUNCING_MS } from './announcement';
import type { Receiver } from './receiver';

export interface AnnouncingRun {
  readonly deployment: string;
  readonly services: readonly Service[];
  readonly links: VersionChange['links'];
  /** The state of a service as it was read, and after all that was sent. */
  readonly before: (service: string) => ServiceState | undefined;
  readonly after: (service: string) => ServiceState | undefined;
}

/** The longest that a receiver may take, in milliseconds. */
const LIMIT_MS = ANNOUNCING_MS + 1_000;

/** Never rejects. */
export async function announceChanges(
  receivers: readonly Receiver[],
  run: AnnouncingRun,
  clock: Pick<Clock, 'sleep'>,
): Promise<readonly RunFailure[]> {
  const wanting = receivers.filter(({ announce }) => announce !== undefined);
  if (wanting.length === 0) return [];
  const changes = run.services.flatMap((service) => foundChange(service, run) ?? []);
  const failures = await Promise.all(wanting.map((receiver) => announceTo(receiver, changes, clock)));
  return failures.flat();
}

async function announceTo(
  { id, announce }: Receiver,
  changes: readonly VersionChange[],
  clock: Pick<Clock, 'sleep'>,
): Promise<readonly RunFailure[]> {
  const done = new AbortController();
  const overrun = clock.sleep(LIMIT_MS, done.signal).then(() => {
    throw new Error(`no answer within ${LIMIT_MS} ms`);
  });
  try {
    await Promise.race([announce?.(changes), overrun]);
    return [];
  } catch (error) {
    const message = `changes of version can't be sent to ${id}: ${errorMessage(error)}`;
    return [{ output: 'alerts', service: null, message }];
  } finally {
    overrun.catch(() => undefined);
    done.abort();
  }
}

/** What its state has now and had not when it was read. If another run was faster, nothing is new here: that run announces it. */
function foundChange(service: Service, { deployment, links, before, after }: AnnouncingRun): VersionChange | null {
  const was = before(service.id);
  const now = after(service.id);
  const change = now?.changes.at(-1);
  if (now === undefined || change === undefined || !was?.lastHealthy) return null;
  if (change.at === was.changes.at(-1)?.at) return null;
  // Versions that take turns are one condition, not a change with each check.
  if (now.conditions.some(({ code }) => code === 'mixed_versions')) return null;
  return versionChangeOf(change, { deployment, service, lastSeenAt: was.lastHealthy.at, links });
}
