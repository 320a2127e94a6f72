/** The details on an incident's page: its story, the response times around it, and its part of the budget. */

import { incidentSeconds } from '../../incident/incident';
import { aimsOf } from '../../incident/objectives/standing';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { type IncidentChart, incidentChart } from '../facts/incident-chart';
import type { IncidentRecord } from '../facts/incident-records';
import { incidentsOf, timelineOf } from '../facts/timeline';
import { type ChangeDocument, changeDocuments } from '../history-document';
import { type IncidentDetails, incidentDetails, timelineOptions } from '../incident-details';
import { type IncidentDocument, incidentDocument } from '../incident-document';
import { type ServiceNow, serviceNow } from '../service-document';
import { type TimelineDocument, timelineDocument } from '../timeline-document';
import { iso } from '../words/format';
import { type CausesDocument, causesOf } from './incident-causes';
import { incidentsTogether, type TogetherDocument } from './incident-together';

export interface IncidentPageDetails {
  readonly incident: IncidentDetails;
  /** Its possible causes; `null` without a clue. */
  readonly causes: CausesDocument | null;
  /** The status of its service; `null` if it has left the config, and for the deployment itself. */
  readonly of: ServiceNow | null;
  readonly timeline: TimelineDocument;
  /** `null` if no check in that time is recorded. */
  readonly chart: IncidentChartDocument | null;
  /** The number of checks while it lasted; `null` if not all are recorded, and if it is not an outage. */
  readonly checks: number | null;
  /** `null` without an availability objective, and if it is not an outage. */
  readonly budget: BudgetUse | null;
  /** The previous outage, or the previous incident about the same problem; `null` if none is stored. */
  readonly before: Pick<IncidentDocument, 'id' | 'openedAt' | 'durationSeconds'> | null;
  /** The outages of other services that began at the same time. */
  readonly together: TogetherDocument;
}

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface IncidentChartDocument {
  readonly from: string;
  readonly to: string;
  /** The length of a point; `null` if each is a single check. */
  readonly stepSeconds: number | null;
  /** The points with checks, oldest first. Each has the time of its check, or the middle of its time. */
  readonly points: readonly {
    readonly at: string;
    /** The median response time; `null` if no answer came. */
    readonly ms: number | null;
    readonly checks: number;
    readonly failed: number;
  }[];
  readonly changes: readonly ChangeDocument[];
}

/** The part of a whole window's budget that an outage used, if all of its time counts. */
export interface BudgetUse {
  readonly usedSeconds: number;
  readonly ofSeconds: number;
}

export function incidentPageDetails(known: DeploymentFacts, record: IncidentRecord): IncidentPageDetails {
  const { id, state, incident, known: service } = record;
  const timeline = timelineOf(timelineOptions(known, record));
  const chart = incidentChart(known, record);
  return {
    incident: incidentDetails(known, record),
    causes: causesOf(record),
    of: service && serviceNow(known, service),
    timeline: timelineDocument(timeline, { service: id, incident, isDeployed: known.isDeployed }),
    chart: chart && chartDocument(chart),
    checks: incident.kind === 'outage' && chart?.stepMs === null ? checksDuring(chart, record) : null,
    budget: budgetUse(known, record),
    before: beforeIt(known, id, state, incident),
    together: incidentsTogether(known, record),
  };
}

function chartDocument({ from, to, stepMs, points, changes }: IncidentChart): IncidentChartDocument {
  return {
    from: iso(from),
    to: iso(to),
    stepSeconds: stepMs === null ? null : stepMs / 1_000,
    points: points.map(({ at, ms, checks, failed }) => ({ at: iso(at), ms, checks, failed })),
    changes: changeDocuments(changes),
  };
}

function checksDuring({ points }: IncidentChart, { incident }: IncidentRecord): number {
  const end = incident.over?.at ?? Number.POSITIVE_INFINITY;
  return points.filter(({ at }) => at >= incident.openedAt && at < end).length;
}

function budgetUse({ now }: DeploymentFacts, { incident, known }: IncidentRecord): BudgetUse | null {
  const objective = known?.service.objective ?? null;
  if (incident.kind !== 'outage' || objective === null) return null;
  const aim = aimsOf(objective).find(({ aim }) => aim === 'availability');
  if (aim === undefined) return null;
  return {
    usedSeconds: incidentSeconds(incident, now),
    ofSeconds: Math.round(((1 - aim.target) * aim.windowMs) / 1_000),
  };
}

function beforeIt(
  { now }: DeploymentFacts,
  service: string,
  state: IncidentRecord['state'],
  incident: IncidentRecord['incident'],
): IncidentPageDetails['before'] {
  const isAlike = ({ kind, reason }: IncidentRecord['incident']) =>
    kind === incident.kind && (kind === 'outage' || reason === incident.reason);
  const all = incidentsOf(state).filter((other) => isAlike(other) && other.openedAt < incident.openedAt);
  const before = all.toSorted((left, right) => right.openedAt - left.openedAt)[0];
  if (before === undefined) return null;
  const { id, openedAt, durationSeconds } = incidentDocument(service, state, before, now);
  return { id, openedAt, durationSeconds };
}
