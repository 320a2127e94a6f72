/** An alert that is due: what a receiver should know now of an incident, made of the facts and of what it knows. */

import type { LastHealthy } from '../history/recent-runs';
import type { Episode } from '../incident/episode';
import type { Incident } from '../incident/incident';
import type { AlertEvent } from '../words/codes';

/** The finding that a receiver knew before this alert. */
export type PreviousFinding = Pick<Incident, 'verdict' | 'reason' | 'message'>;

export interface FlappingEpisode extends Episode {
  /** Whether this alert says that the service fails again. */
  readonly relapsed: boolean;
  /** Since when it fails again in an outage that was still open, in milliseconds since 1970; `null` if this alert says nothing of that. */
  readonly againSince: number | null;
  /** How many of the latest runs are known, and how many of them failed. */
  readonly runs: number;
  readonly failedRuns: number;
}

/** The news that a service answers again, before its outage is over. */
export const ANSWERS = 'answers';

export interface DueAlert {
  readonly event: AlertEvent;
  /** The true time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly incident: Incident;
  /** Which alert of this event it is, for its receiver; counted from 1. */
  readonly nth: number;
  /** The news of an update: a verdict, `stage-2`, `relapsed` or `ANSWERS`; `null` for other events. */
  readonly news: string | null;
  /** The finding that the receiver knew before; `null` for the beginning. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
  /** How often the service failed lately; `null` if the incident is no outage, or if it failed once. */
  readonly episode: FlappingEpisode | null;
  /** How many earlier incidents the receiver was only given the count of, since there were too many; mostly 0. */
  readonly omitted: number;
}
