/** The marks on a chart: incidents and maintenance as periods, restarts and versions as moments. */

import type { HistoryDocument, HistoryPoint } from '../../core/documents/history-document';
import type { IncidentDocument } from '../../core/documents/incident-document';
import { describeInstant, iso } from '../../core/documents/words/format';
import { incidentWords } from '../../core/documents/words/incident-words';

export interface ChartMark {
  readonly kind: 'incident' | 'maintenance' | 'restart' | 'version';
  /** Parts of the width, from 0 to 1; equal for a moment. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** `incidents` are the incidents of the service. */
export function marksOf(
  { points, changes }: HistoryDocument,
  incidents: readonly IncidentDocument[],
  now: number,
): readonly ChartMark[] {
  return [
    ...maintenanceIn(points),
    ...incidents.flatMap((incident) => incidentIn(points, incident, now)),
    ...changes.flatMap(changesIn(points)),
  ];
}

function incidentIn(points: readonly HistoryPoint[], incident: IncidentDocument, now: number): readonly ChartMark[] {
  const { openedAt, resolvedAt } = incident;
  const end = resolvedAt ?? iso(now);
  // ISO instants of the same form sort like texts.
  const touches = ({ from, to }: HistoryPoint) => from !== null && to !== null && from <= end && to >= openedAt;
  const first = points.findIndex(touches);
  const last = points.findLastIndex(touches);
  if (first < 0) return [];
  const what = incidentWords(incident) ?? incident.reason;
  const until = resolvedAt === null ? '' : ` to ${describeInstant(Date.parse(resolvedAt), now)}`;
  const text = `incident: ${what}, from ${describeInstant(Date.parse(openedAt), now)}${until}`;
  return [{ kind: 'incident', from: first / points.length, to: (last + 1) / points.length, text }];
}

function maintenanceIn(points: readonly HistoryPoint[]): readonly ChartMark[] {
  const marks: { kind: 'maintenance'; from: number; to: number; text: string }[] = [];
  for (const [index, { maintenance }] of points.entries()) {
    if (maintenance.checks === 0) continue;
    const from = index / points.length;
    const to = (index + 1) / points.length;
    const last = marks.at(-1);
    if (last && Math.abs(last.to - from) < 1e-9) last.to = to;
    else marks.push({ kind: 'maintenance', from, to, text: 'planned maintenance' });
  }
  return marks;
}

function changesIn(points: readonly HistoryPoint[]) {
  return ({ point, restarted, version }: HistoryDocument['changes'][number]): readonly ChartMark[] => {
    const at = (point + 0.5) / points.length;
    return [
      ...(restarted ? [{ kind: 'restart' as const, from: at, to: at, text: 'restarted' }] : []),
      ...(version ? [{ kind: 'version' as const, from: at, to: at, text: `version ${version.to}` }] : []),
    ];
  };
}
