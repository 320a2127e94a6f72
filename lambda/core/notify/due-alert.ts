/** One alert that is due: what people should be notified of now, made of the facts and of what they know. */

import { type Episode, episodeOf } from '../incident/episode';
import type { Finding, Incident, IncidentState } from '../incident/incident';
import type { LastHealthy } from '../incident/last-healthy';
import { countFailed } from '../incident/recent-runs';
import type { EventKind } from '../words/codes';

/** An incident as people know it: it begins with the first one that it continues, and counts the failing runs of all. */
export type ContinuedIncident = Pick<Incident, 'id' | 'openedAt' | 'failedRuns' | 'severity' | 'environment'>;

/** What people were notified of before this alert. */
export type PreviousFinding = Pick<Incident, 'verdict' | 'reason' | 'message'>;

/** One thing about one incident that people should be notified of now. */
export interface DueAlert {
  readonly event: EventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The incident as people know it; if it is over, as it was at its end. */
  readonly incident: ContinuedIncident & Pick<Incident, 'kind'>;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
  /** The finding; healthy if an outage is over. */
  readonly finding: Finding;
  /** What people were notified of before; `null` for the first alert. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
  /** How often the service failed lately; `null` if the incident is no outage, or the first of its episode and no relapse to people. */
  readonly episode: FlappingEpisode | null;
}

export interface FlappingEpisode extends Episode {
  /** Whether this alert says that the service fails again. */
  readonly relapsed: boolean;
  /** How many of the latest runs are known, and how many of them failed. */
  readonly runs: number;
  readonly failedRuns: number;
}

type AlertedFacts = Pick<IncidentState, 'past' | 'lastHealthy' | 'recentRuns'>;

/**
 * The part that all alerts of an open incident have; `known` is what people were notified of last. `relapsed` says whether
 * the alert says that the service fails again.
 */
export function aboutOpen(
  incident: Incident,
  known: PreviousFinding & Pick<DueAlert, 'thread'> & { readonly continues: ContinuedIncident | null },
  facts: AlertedFacts & { readonly finding: Finding; readonly now: number },
  relapsed = false,
): Omit<DueAlert, 'event'> {
  const { verdict, reason, message, continues, thread } = known;
  return {
    at: facts.now,
    incident: { ...asKnown(incident, continues), kind: incident.kind },
    thread,
    finding: facts.finding,
    previous: { verdict, reason, message },
    lastHealthy: facts.lastHealthy,
    episode: incident.kind === 'outage' ? flapping(episodeOf(incident, facts.past), facts, relapsed) : null,
  };
}

/** An open incident as people know it. */
export function asKnown(incident: Incident, continues: ContinuedIncident | null): ContinuedIncident {
  const { id, openedAt, severity, environment } = continues ?? incident;
  return { id, openedAt, failedRuns: (continues?.failedRuns ?? 0) + incident.failedRuns, severity, environment };
}

/** The episode as alerts show it; `null` if there is nothing to show. */
export function flapping(episode: Episode, { recentRuns }: AlertedFacts, relapsed: boolean): FlappingEpisode | null {
  if (episode.times === 1 && !relapsed) return null;
  return { ...episode, relapsed, runs: recentRuns.length, failedRuns: countFailed({ recentRuns }) };
}
