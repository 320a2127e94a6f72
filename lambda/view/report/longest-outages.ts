/** The longest outages of a report, of all services. */

import type {
  ReportDocument,
  ReportedIncidentDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { shortDay } from '../../core/documents/words/days';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { timeOfDay } from '../../core/words/duration';
import { lengthText } from './tiles';

const LISTED = 5;

export interface LongOutage {
  readonly service: string;
  readonly incident: ReportedIncidentDocument;
  readonly began: string;
  readonly lasted: string;
}

/** The longest first. */
export function longestOutages({ services, madeAt }: ReportDocument): readonly LongOutage[] {
  return services
    .flatMap((service) => outagesOf(service, Date.parse(madeAt)))
    .sort((left, right) => right.incident.durationSeconds - left.incident.durationSeconds)
    .slice(0, LISTED);
}

function outagesOf({ service, incidents }: ServiceReportDocument, now: number): readonly LongOutage[] {
  return incidents
    .filter(({ kind }) => kind === 'outage')
    .map((incident) => ({
      service,
      incident,
      began: `${shortDay(Date.parse(incident.openedAt), now)}, ${timeOfDay(Date.parse(incident.openedAt))}`,
      lasted: `${lengthText(incident.durationSeconds)}${incident.resolvedAt === null ? ' so far' : ''}`,
    }));
}

/** `Answered 503: the database is away, version 2.4.1 → 2.5.0 at 09:27, 3 min before`. */
export function outageReason({ reason, message, clue }: ReportedIncidentDocument): string {
  return `${capitalized(findingInLine({ reason, message }))}${clue === null ? '' : `, ${clue}`}`;
}
