/** A due alert: what a receiver should be told now about an incident, from the facts and the alerts that it already got. */

import type { LastHealthy } from '../history/recent-runs';
import type { Episode } from '../incident/episode';
import type { Incident } from '../incident/incident';
import type { AlertEvent } from '../words/codes';

/** The finding in the receiver's last alert before this one. */
export type PreviousFinding = Pick<Incident, 'verdict' | 'reason' | 'message'>;

export interface FlappingEpisode extends Episode {
  /** Whether this alert says that the service fails again. */
  readonly relapsed: boolean;
  /** When it failed again in a still open outage, in milliseconds since 1970; `null` if this alert is not about that. */
  readonly againSince: number | null;
  /** How long it was healthy before it failed again, in whole seconds; `null` if this alert is not about that, or if it is not known. */
  readonly healthySeconds: number | null;
  /** The number of recorded recent runs, and of failed ones. */
  readonly runs: number;
  readonly failedRuns: number;
}

/** The news that a service answers again, before its outage is over. */
export const ANSWERS = 'answers';

export interface DueAlert {
  readonly event: AlertEvent;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly incident: Incident;
  /** The number of this alert among the receiver's alerts for this event, counted from 1. */
  readonly nth: number;
  /** The news of an update: a verdict, `stage-2`, `relapsed` or `ANSWERS`; `null` for other events. */
  readonly news: string | null;
  /** The finding in the receiver's last alert; `null` for the first. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
  /** How often the service failed recently; `null` if the incident is not an outage, or if it failed once. */
  readonly episode: FlappingEpisode | null;
  /** The number of earlier incidents that were too many to send, so the receiver gets only their count; usually 0. */
  readonly omitted: number;
}
