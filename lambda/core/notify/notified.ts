/** What people know of the incidents of a service, and what a run says of them: the words of notifying. */

import type { AlertPolicy } from '../config/config';
import type { Finding, Incident, IncidentState } from '../incident/incident';
import type { Silence } from '../silence/silence';
import type { VerdictKind } from '../words/codes';
import type { ContinuedIncident, DueAlert } from './due-alert';

/** When people are notified again, and of which end. */
export type NotifyPolicy = Pick<AlertPolicy, 'remindEveryMs' | 'successThreshold'>;

/** What people were notified of about one incident that is open, or whose end is held. */
export interface Notified {
  /** The incident's id. */
  readonly incident: string;
  /** The earlier incident, if this one looks like its continuation to people; otherwise `null`. */
  readonly continues: ContinuedIncident | null;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
  /** The end of the incident, of which people are notified later, since the service may fail again; `null` if it is open. */
  readonly held: HeldEnd | null;
  /** The verdict of the last notification. */
  readonly verdict: VerdictKind;
  /** The reason of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  /** All verdicts of this incident that people were notified of. */
  readonly verdicts: readonly VerdictKind[];
  /** The time of the last notification, in milliseconds since 1970. */
  readonly notifiedAt: number;
  /** How far the matter had come then (`Matter`); missing if it is 0, or an outage. */
  readonly stage?: number;
}

/** The end of an incident that is held. */
export interface HeldEnd extends ContinuedIncident, Pick<Incident, 'kind' | 'httpStatus'> {
  /** The true time of the end, in milliseconds since 1970. */
  readonly resolvedAt: number;
  /** Whether no relapse is expected any more, and only a silence holds it: what fails next is another incident. */
  readonly isFinal: boolean;
}

/** The end of an incident that is owed: people were not notified of it yet. */
export interface OwedEnd extends ContinuedIncident, Pick<Notified, 'thread'>, Pick<Incident, 'kind'> {
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
}

/** The finding of a run, and the state of the incidents after it. */
export interface Facts extends Pick<IncidentState, 'open' | 'past' | 'lastHealthy' | 'recentRuns' | 'healthy'> {
  /** Incidents that this run has ended. */
  readonly ended: readonly Incident[];
  /** `null` if the service is no longer in the config. */
  readonly finding: Finding | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An alert of which nobody is notified while a silence lasts. */
export interface WithheldAlert {
  readonly alert: DueAlert;
  readonly silence: Silence;
}

/** The silence because of which nobody is notified of an incident, as people know it; `null` if people are. */
export type SilenceFor = (incident: ContinuedIncident, isOver: boolean) => Silence | null;

export interface Notice {
  readonly due: readonly DueAlert[];
  /** What would be due too if the service were not silenced; it comes again in each run of the silence. */
  readonly withheld: readonly WithheldAlert[];
  readonly notified: readonly Notified[];
  /** The incidents whose owed ends are taken back, because for people they continue; usually none. */
  readonly takenBack: readonly string[];
}

/** The id of the incident as people know it. */
export function knownIdOf({ incident, continues, held }: Pick<Notified, 'incident' | 'continues' | 'held'>): string {
  return (held ?? continues)?.id ?? incident;
}
