/** The details on an incident's page: its story, the checks around it, and its part of the budget. */

import type { PastCheck } from '../../history/past-check';
import { type Incident, incidentSeconds } from '../../incident/incident';
import { checksOf, countedOnly, failingSpans } from '../../incident/incident-checks';
import { aimsOf } from '../../incident/objectives/standing';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { historyView, MOST_BARS } from '../facts/history-view';
import type { IncidentRecord } from '../facts/incident-records';
import { spanOf } from '../facts/service-view';
import { incidentsOf } from '../facts/stored-incidents';
import { type HistoryDocument, historyDocument } from '../history-document';
import { type IncidentDetails, incidentDetails, timelineOf } from '../incident-details';
import { type IncidentDocument, incidentDocument } from '../incident-document';
import { type ServiceNow, serviceNow } from '../service-document';
import { iso } from '../words/format';
import { bucketsWithKept } from './check-rows';
import { type CausesDocument, causesOf } from './incident-causes';
import { incidentsTogether, type TogetherDocument } from './incident-together';
import type { TimelineDocument } from './timeline';

export interface IncidentPageDetails {
  readonly incident: IncidentDetails;
  /** Its possible causes; `null` without a clue. */
  readonly causes: CausesDocument | null;
  /** The status of its service; `null` if it has left the config, and for the deployment itself. */
  readonly of: ServiceNow | null;
  readonly timeline: TimelineDocument;
  /** The checks around it; `null` if none is recorded. */
  readonly history: HistoryDocument | null;
  /** The number of checks while it lasted; `null` if it is not an outage. */
  readonly checks: number | null;
  /** When its service failed, oldest first: an outage may have several such times. */
  readonly periods: readonly { readonly from: string; readonly to: string }[];
  /** The failed checks of a long outage of which only the number is stored; 0 without any. */
  readonly countedChecks: number;
  /** `null` without an availability objective, and if it is not an outage. */
  readonly budget: BudgetUse | null;
  /** The outages before and after it, or the incidents about the same problem; `null` if none is stored. */
  readonly before: NeighborDocument | null;
  readonly after: NeighborDocument | null;
  /** The outages of other services that began at the same time. */
  readonly together: TogetherDocument;
}

export type NeighborDocument = Pick<IncidentDocument, 'id' | 'openedAt' | 'resolvedAt' | 'message' | 'durationSeconds'>;

/** The part of a whole window's budget that an outage used, if all of its time counts. */
export interface BudgetUse {
  readonly usedSeconds: number;
  readonly ofSeconds: number;
}

export function incidentPageDetails(known: DeploymentFacts, record: IncidentRecord): IncidentPageDetails {
  const { id, state, incident, known: service } = record;
  const kept = incident.kind === 'outage' ? checksOf(incident, state.history.checks) : null;
  const counted = kept && countedOnly(incident, kept);
  return {
    incident: incidentDetails(known, record),
    causes: causesOf(record),
    of: service && serviceNow(known, service),
    timeline: timelineOf(known, record),
    history: historyAround(known, record, kept),
    checks: kept && checksDuring(incident, kept) + (counted?.failed ?? 0),
    periods: periodsOf(known, incident, kept),
    countedChecks: counted?.failed ?? 0,
    budget: budgetUse(known, record),
    ...neighbors(known, id, state, incident),
    together: incidentsTogether(known, record),
  };
}

/** The time shown before and after an incident that is not an outage. */
const AROUND_MS = 15 * 60_000;

/**
 * Returns the checks around an incident: `kept` are those that an outage keeps. Around another incident these are the single checks if all
 * since it opened are stored, otherwise totals.
 */
function historyAround(
  known: DeploymentFacts,
  { id, state, incident: { openedAt, over }, known: service }: IncidentRecord,
  kept: readonly PastCheck[] | null,
) {
  const { history } = state;
  const checks = kept ?? history.checks;
  const from = kept === null ? openedAt - AROUND_MS : (kept[0]?.at ?? openedAt);
  const end = kept === null ? (over?.at ?? known.now) + AROUND_MS : Math.max(openedAt, kept.at(-1)?.at ?? 0);
  const to = Math.min(known.now, end);
  const isWithin = ({ at }: { readonly at: number }) => at >= from && at <= to;
  const areSingle = kept !== null || (checks[0]?.at ?? Number.POSITIVE_INFINITY) <= openedAt;
  const span = areSingle ? ({ kind: 'checks' } as const) : spanOf({ from, to }, known.now);
  const past = {
    service: { id, objective: null },
    state: {
      ...state,
      changes: state.changes.filter(isWithin),
      history: { ...history, checks: checks.filter(isWithin) },
    },
    buckets: bucketsWithKept(service?.buckets ?? [], history),
  };
  const around = historyDocument(historyView(known, past, span, MOST_BARS), span);
  return around.whole.checks === 0 ? null : around;
}

/** Returns how many of the kept checks were made while an outage lasted. */
function checksDuring({ openedAt, over }: Incident, kept: readonly PastCheck[]): number {
  const end = over?.at ?? Number.POSITIVE_INFINITY;
  return kept.filter(({ at }) => at >= openedAt && at < end).length;
}

function periodsOf(
  { now }: DeploymentFacts,
  incident: Incident,
  kept: readonly PastCheck[] | null,
): IncidentPageDetails['periods'] {
  const { openedAt, over } = incident;
  const spans = kept === null ? [{ from: openedAt, to: over?.at ?? now }] : failingSpans(incident, kept, now);
  return spans.map(({ from, to }) => ({ from: iso(from), to: iso(to) }));
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

function neighbors(
  { now }: DeploymentFacts,
  service: string,
  state: IncidentRecord['state'],
  incident: IncidentRecord['incident'],
): Pick<IncidentPageDetails, 'before' | 'after'> {
  const isAlike = ({ kind, reason }: IncidentRecord['incident']) =>
    kind === incident.kind && (kind === 'outage' || reason === incident.reason);
  const all = incidentsOf(state)
    .filter(isAlike)
    .toSorted((left, right) => left.openedAt - right.openedAt);
  const neighbor = (found: IncidentRecord['incident'] | undefined) => {
    if (found === undefined) return null;
    const { id, openedAt, resolvedAt, message, durationSeconds } = incidentDocument(service, state, found, now);
    return { id, openedAt, resolvedAt, message, durationSeconds };
  };
  return {
    before: neighbor(all.findLast(({ openedAt }) => openedAt < incident.openedAt)),
    after: neighbor(all.find(({ openedAt }) => openedAt > incident.openedAt)),
  };
}
