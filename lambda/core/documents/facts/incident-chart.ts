/** The response times around an incident: individual checks while they are stored, otherwise totals. */

import { failedChecks } from '../../history/bucket';
import type { ServiceChange } from '../../history/service-change';
import type { Incident } from '../../incident/incident';
import type { ServiceState } from '../../state/service-state';
import type { DeploymentFacts } from './deployment-facts';
import { type Bar, historyView, timeOf } from './history-view';
import type { IncidentRecord } from './incident-records';
import { spanOf } from './service-view';
import { bucketsWithKept } from './timeline-checks';

/** Times are in milliseconds since 1970. */
export interface IncidentChart {
  readonly from: number;
  readonly to: number;
  /** The length of a point; `null` if each is a single check. */
  readonly stepMs: number | null;
  /** The points with checks, oldest first. */
  readonly points: readonly ChartPoint[];
  readonly changes: readonly ServiceChange[];
}

export interface ChartPoint {
  /** The time of the check, or the middle of the total's time. */
  readonly at: number;
  /** The median response time in milliseconds; `null` if no answer came. */
  readonly ms: number | null;
  readonly checks: number;
  readonly failed: number;
}

/** The time shown before and after an incident. */
const AROUND_MS = 15 * 60_000;
const MOST_POINTS = 120;

/** Returns the chart; `null` if no check in that time is recorded. */
export function incidentChart(known: DeploymentFacts, record: IncidentRecord): IncidentChart | null {
  const { state, incident } = record;
  const from = incident.openedAt - AROUND_MS;
  const end = incident.over === null ? known.now : Math.min(known.now, incident.over.at + AROUND_MS);
  const to = Math.max(end, from + AROUND_MS);
  const isWithin = ({ at }: { readonly at: number }) => at >= from && at <= to;
  const shown = areChecksKept(state, incident)
    ? { stepMs: null, points: state.history.checks.filter(isWithin).map(pointOfCheck) }
    : summedUp(known, record, from, to);
  if (shown.points.length === 0) return null;
  return { from, to, ...shown, changes: state.changes.filter(isWithin) };
}

/** Returns whether all checks since the incident's beginning are still stored. */
function areChecksKept({ history }: ServiceState, { openedAt }: Incident): boolean {
  const [first] = history.checks;
  return first !== undefined && first.at <= openedAt;
}

function pointOfCheck({ at, ms, kind }: ServiceState['history']['checks'][number]): ChartPoint {
  return { at, ms, checks: 1, failed: kind === 'healthy' ? 0 : 1 };
}

function summedUp(
  known: DeploymentFacts,
  { id, state, known: service }: IncidentRecord,
  from: number,
  to: number,
): Pick<IncidentChart, 'stepMs' | 'points'> {
  const buckets = bucketsWithKept(service?.buckets ?? [], state.history);
  const past = { service: { id, objective: null }, state, buckets };
  const { bars } = historyView(known, past, spanOf({ from, to }, known.now), MOST_POINTS);
  const [first] = bars;
  return {
    stepMs: first === undefined ? null : first.to - first.from,
    points: bars.filter(({ checks }) => checks > 0).map(pointOfBar),
  };
}

function pointOfBar(bar: Bar): ChartPoint {
  return { at: (bar.from + bar.to) / 2, ms: timeOf(bar, 0.5), checks: bar.checks, failed: failedChecks(bar) };
}
