/** The marks on a chart: incidents and maintenance as periods, restarts and versions as moments. */

import type { HistoryDocument, HistoryPoint } from '../../core/documents/history-document';
import type { IncidentDocument } from '../../core/documents/incident-document';
import { describeInstant } from '../../core/documents/words/format';
import { cleanText } from '../../core/words/clean-text';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { placeOf, timesOf } from './scales';

export interface ChartMark {
  /** An incident is red if it is an outage, otherwise `degraded`; grey if another one is meant. */
  readonly kind: 'incident' | 'degraded' | 'other' | 'maintenance' | 'restart' | 'version';
  /** Parts of the width, from 0 to 1; equal for a moment. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Its label; `null` for none. */
  readonly name: string | null;
}

export interface MarkedIncident
  extends Pick<IncidentDocument, 'kind' | 'openedAt' | 'resolvedAt' | 'message' | 'durationSeconds'> {
  /** Whether another incident is meant, which is only named. */
  readonly isOther?: boolean;
}

/** The most characters of a version. */
const VERSION_SHOWN = 16;

/** Returns the marks in chronological order. */
export function marksOf(
  { points, changes }: HistoryDocument,
  incidents: readonly MarkedIncident[],
  now: number,
): readonly ChartMark[] {
  const marks = [
    ...maintenanceIn(points),
    ...incidents.flatMap((incident) => incidentIn(points, incident, now)),
    ...changes.flatMap((change) => changeIn(points, change)),
  ];
  return marks.sort((left, right) => left.from - right.from);
}

function incidentIn(points: readonly HistoryPoint[], incident: MarkedIncident, now: number): readonly ChartMark[] {
  const { kind, openedAt, resolvedAt, message, durationSeconds, isOther = false } = incident;
  const lasted = describeDuration(durationSeconds * 1_000);
  const shown = timesOf(points);
  const from = Date.parse(openedAt);
  const to = resolvedAt === null ? now : Date.parse(resolvedAt);
  if (shown === null || to < shown.from || from > shown.to) return [];
  const until = resolvedAt === null ? '' : ` to ${describeInstant(to, now)}`;
  return [
    {
      kind: isOther ? 'other' : kind === 'outage' ? 'incident' : 'degraded',
      from: placeOf(points, from) ?? firstPlace(points),
      to: placeOf(points, to) ?? 1,
      text: `Incident: ${message}, from ${describeInstant(from, now)}${until}`,
      name: isOther ? `${timeOfDay(from)}, ${lasted}` : lasted,
    },
  ];
}

/** Returns the place of the first point, which may not be at the edge if points are single checks. */
function firstPlace(points: readonly HistoryPoint[]): number {
  return (
    Math.max(
      0,
      points.findIndex(({ from }) => from !== null),
    ) / points.length
  );
}

function maintenanceIn(points: readonly HistoryPoint[]): readonly ChartMark[] {
  const marks: (ChartMark & { to: number })[] = [];
  for (const [index, { maintenance }] of points.entries()) {
    if (maintenance.checks === 0) continue;
    const from = index / points.length;
    const to = (index + 1) / points.length;
    const last = marks.at(-1);
    if (last && Math.abs(last.to - from) < 1e-9) last.to = to;
    else marks.push({ kind: 'maintenance', from, to, text: 'Planned maintenance', name: null });
  }
  return marks;
}

function changeIn(
  points: readonly HistoryPoint[],
  { point, at: time, restarted, version }: HistoryDocument['changes'][number],
): readonly ChartMark[] {
  const at = placeOf(points, Date.parse(time)) ?? (point + 0.5) / points.length;
  if (version !== null) {
    const name = [version.from, version.to].map((each) => cleanText(each, VERSION_SHOWN)).join(' → ');
    return [{ kind: 'version', from: at, to: at, text: `Version ${name}`, name }];
  }
  return restarted ? [{ kind: 'restart', from: at, to: at, text: 'Restarted', name: null }] : [];
}
