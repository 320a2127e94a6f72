/** The story of a service as `explain` tells it: of one incident or of now, and how the service is now. */

import { type Health, healthOf } from '../../lambda/core/condition/health';
import type { AlertPolicy, Objective } from '../../lambda/core/config/config';
import { rangeOf } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import { NOTHING_READ, readBuckets } from '../../lambda/core/history/past';
import type { Incident } from '../../lambda/core/incident/incident';
import { type Standing, standingsOf } from '../../lambda/core/objective/standing';
import { inForce } from '../../lambda/core/silence/in-force';
import type { Silence } from '../../lambda/core/silence/silence';
import { failingSinceOf, incidentSinceOf } from '../../lambda/core/state/overview';
import { type ServiceState, staleAfterMs } from '../../lambda/core/state/service-state';
import { messageOf } from '../../lambda/core/words/run-failure';
import { incidentsOf, lastIncident, spanOfTimeline, type Timeline, timelineOf } from '../../lambda/view/story/timeline';
import type { Outlet } from '../../lambda/view/story/timeline-words';
import { recoveryWords } from '../../lambda/view/words/recovery-words';

export interface Story extends Timeline {
  readonly service: string;
  /** Whether the config has it; of another the last that is kept is told. */
  readonly isConfigured: boolean;
  readonly state: ServiceState;
  /** `null` if the story is of now. */
  readonly incident: Incident | null;
  /** `unknown` if its last check is stale. */
  readonly health: Health | 'unknown';
  readonly outlet: Outlet;
  readonly intervalMs: number;
  readonly now: number;
  /** How far the recovery of its outage has come, in words; `null` if none recovers. */
  readonly recovery: string | null;
  /** How it stands beside its objective, each aim of it; none without one. */
  readonly standings: readonly Standing[];
  /** Those that hold now for one of its incidents, or for all that it may have; the one that ends last first. */
  readonly silences: readonly Silence[];
  /** Why sums of the past or silences are missing. */
  readonly problems: readonly string[];
}

export interface StoryOptions
  extends Pick<Story, 'service' | 'isConfigured' | 'state' | 'outlet' | 'intervalMs' | 'now'> {
  /** The id of an incident; `null` for the last one, or for now if there is none. */
  readonly wanted: string | null;
  readonly history: Pick<HistoryStore, 'read'>;
  readonly objective: Objective | null;
  /** `null` if it has left the config. */
  readonly policy: Pick<AlertPolicy, 'successThreshold'> | null;
  /** All that people asked for or the config plans; those that do not hold now are left out. */
  readonly readSilences: () => Promise<readonly Silence[]>;
}

/** `null` if no incident with the wanted id is kept. */
export async function storyOf(options: StoryOptions): Promise<Story | null> {
  const { wanted, history, objective, policy, readSilences, ...of } = options;
  const { service, state, intervalMs, now } = of;
  const incident = wanted === null ? lastIncident(state) : incidentsOf(state).find(({ id }) => id === wanted);
  if (incident === undefined) return null;
  const { from, to } = spanOfTimeline({ state, incident, now });
  const range = rangeOf(from, to, now);
  const read = (store: typeof history) => readBuckets(new Map([[service, state.history]]), range, store, now);
  const problems: string[] = [];
  const bucketsOf = await read(history).catch((error) => {
    problems.push(`the history can't be read: ${messageOf(error)}`);
    return read(NOTHING_READ);
  });
  const silences = await readSilences().catch((error): readonly Silence[] => {
    problems.push(messageOf(error));
    return [];
  });
  const timeline = timelineOf({ state, incident, intervalMs, now, buckets: bucketsOf(service) });
  const silenceable = { id: service, failingSince: failingSinceOf(state), incidentSince: incidentSinceOf(state) };
  return {
    ...{ ...of, ...timeline, incident, health: healthNow(state, intervalMs, now), problems },
    recovery: policy && recoveryWords(state, { policy, intervalMs, now }),
    standings: standingsOf(objective, state.history.tally, now),
    silences: of.isConfigured ? inForce(silences, [silenceable], now) : [],
  };
}

function healthNow({ latest, conditions }: ServiceState, intervalMs: number, now: number): Story['health'] {
  if (latest === null || now - latest.at > staleAfterMs(intervalMs)) return 'unknown';
  return healthOf(latest.kind, conditions);
}
