/** The story of a service as `explain` tells it: of one incident or of now, and how the service is now. */

import { type Health, healthOf } from '../../lambda/core/condition/health';
import { rangeOf } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import { NOTHING_READ, readBuckets } from '../../lambda/core/history/past';
import type { Incident, PastIncident } from '../../lambda/core/incident/incident';
import { type ServiceState, staleAfterMs } from '../../lambda/core/state/service-state';
import { messageOf } from '../../lambda/core/words/run-failure';
import { incidentsOf, lastIncident, spanOfTimeline, type Timeline, timelineOf } from '../../lambda/view/timeline';
import type { Outlet } from '../../lambda/view/timeline-words';

export interface Story extends Timeline {
  readonly service: string;
  /** Whether the config has it; of another the last that is kept is told. */
  readonly isConfigured: boolean;
  readonly state: ServiceState;
  /** `null` if the story is of now. */
  readonly incident: Incident | PastIncident | null;
  /** `unknown` if its last check is stale. */
  readonly health: Health | 'unknown';
  readonly outlet: Outlet;
  readonly intervalMs: number;
  readonly now: number;
  /** Why sums of the past are missing; `null` if the history could be read. */
  readonly problem: string | null;
}

export interface StoryOptions
  extends Pick<Story, 'service' | 'isConfigured' | 'state' | 'outlet' | 'intervalMs' | 'now'> {
  /** The id of an incident; `null` for the last one, or for now if there is none. */
  readonly wanted: string | null;
  readonly history: Pick<HistoryStore, 'read'>;
}

/** `null` if no incident with the wanted id is kept. */
export async function storyOf({ wanted, history, ...of }: StoryOptions): Promise<Story | null> {
  const { service, state, intervalMs, now } = of;
  const incident = wanted === null ? lastIncident(state) : incidentsOf(state).find(({ id }) => id === wanted);
  if (incident === undefined) return null;
  const { from, to } = spanOfTimeline({ state, incident, now });
  const range = rangeOf(from, to, now);
  const read = (store: typeof history) => readBuckets(new Map([[service, state.history]]), range, store, now);
  const { bucketsOf, problem } = await read(history).then(
    (found) => ({ bucketsOf: found, problem: null }),
    async (error) => ({ bucketsOf: await read(NOTHING_READ), problem: messageOf(error) }),
  );
  const timeline = timelineOf({ state, incident, intervalMs, now, buckets: bucketsOf(service) });
  return { ...of, ...timeline, incident, health: healthNow(state, intervalMs, now), problem };
}

function healthNow({ latest, conditions }: ServiceState, intervalMs: number, now: number): Story['health'] {
  if (latest === null || now - latest.at > staleAfterMs(intervalMs)) return 'unknown';
  return healthOf(latest.kind, conditions);
}
