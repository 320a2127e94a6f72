/** The details on an incident's page: its story, the checks around it, and its part of the budget. */

import { type Incident, incidentSeconds } from '../../incident/incident';
import { aimsOf } from '../../incident/objectives/standing';
import type { ServiceState } from '../../state/service-state';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { historyView, MOST_BARS } from '../facts/history-view';
import type { IncidentRecord } from '../facts/incident-records';
import { spanOf } from '../facts/service-view';
import { incidentsOf, timelineOf } from '../facts/timeline';
import { bucketsWithKept } from '../facts/timeline-checks';
import { type HistoryDocument, historyDocument } from '../history-document';
import { type IncidentDetails, incidentDetails, timelineOptions } from '../incident-details';
import { type IncidentDocument, incidentDocument } from '../incident-document';
import { type ServiceNow, serviceNow } from '../service-document';
import { type TimelineDocument, timelineDocument } from '../timeline-document';
import { type CausesDocument, causesOf } from './incident-causes';
import { incidentsTogether, type TogetherDocument } from './incident-together';

export interface IncidentPageDetails {
  readonly incident: IncidentDetails;
  /** Its possible causes; `null` without a clue. */
  readonly causes: CausesDocument | null;
  /** The status of its service; `null` if it has left the config, and for the deployment itself. */
  readonly of: ServiceNow | null;
  readonly timeline: TimelineDocument;
  /** The checks around it; `null` if none is recorded. */
  readonly history: HistoryDocument | null;
  /** The number of checks while it lasted; `null` if not all are recorded, and if it is not an outage. */
  readonly checks: number | null;
  /** `null` without an availability objective, and if it is not an outage. */
  readonly budget: BudgetUse | null;
  /** The previous outage, or the previous incident about the same problem; `null` if none is stored. */
  readonly before: Pick<IncidentDocument, 'id' | 'openedAt' | 'durationSeconds'> | null;
  /** The outages of other services that began at the same time. */
  readonly together: TogetherDocument;
}

/** The part of a whole window's budget that an outage used, if all of its time counts. */
export interface BudgetUse {
  readonly usedSeconds: number;
  readonly ofSeconds: number;
}

export function incidentPageDetails(known: DeploymentFacts, record: IncidentRecord): IncidentPageDetails {
  const { id, state, incident, known: service } = record;
  const timeline = timelineOf(timelineOptions(known, record));
  return {
    incident: incidentDetails(known, record),
    causes: causesOf(record),
    of: service && serviceNow(known, service),
    timeline: timelineDocument(timeline, { service: id, incident, isDeployed: known.isDeployed }),
    history: historyAround(known, record),
    checks: checksDuring(record),
    budget: budgetUse(known, record),
    before: beforeIt(known, id, state, incident),
    together: incidentsTogether(known, record),
  };
}

/** The time shown before and after an incident. */
const AROUND_MS = 15 * 60_000;

/** Returns the checks around an incident: single ones if all since it opened are stored, otherwise totals. */
function historyAround(known: DeploymentFacts, { id, state, incident, known: service }: IncidentRecord) {
  const { history } = state;
  const from = incident.openedAt - AROUND_MS;
  const to = incident.over === null ? known.now : Math.min(known.now, incident.over.at + AROUND_MS);
  const isWithin = ({ at }: { readonly at: number }) => at >= from && at <= to;
  const span = areChecksKept(state, incident) ? ({ kind: 'checks' } as const) : spanOf({ from, to }, known.now);
  const past = {
    service: { id, objective: null },
    state: {
      ...state,
      changes: state.changes.filter(isWithin),
      history: { ...history, checks: history.checks.filter(isWithin) },
    },
    buckets: bucketsWithKept(service?.buckets ?? [], history),
  };
  const around = historyDocument(historyView(known, past, span, MOST_BARS), span);
  return around.whole.checks === 0 ? null : around;
}

/** Returns whether all checks since the incident opened are still stored. */
function areChecksKept({ history }: ServiceState, { openedAt }: Incident): boolean {
  const [first] = history.checks;
  return first !== undefined && first.at <= openedAt;
}

function checksDuring({ state, incident }: IncidentRecord): number | null {
  if (incident.kind !== 'outage' || !areChecksKept(state, incident)) return null;
  const end = incident.over?.at ?? Number.POSITIVE_INFINITY;
  return state.history.checks.filter(({ at }) => at >= incident.openedAt && at < end).length;
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
