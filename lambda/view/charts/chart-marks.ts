/** What happened in the time of a chart: incidents and maintenance as times, restarts and versions as moments. */

import type { Bar, HistoryView } from '../../core/documents/facts/history-view';
import type { Story } from '../../core/documents/facts/stories';
import { describeInstant } from '../../core/documents/words/format';
import { incidentWords } from '../../core/documents/words/incident-words';

export interface ChartMark {
  readonly kind: 'incident' | 'maintenance' | 'restart' | 'version';
  /** Parts of the width, from 0 to 1; equal for a moment. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** `stories` are those of the service. */
export function marksOf({ bars, changes }: HistoryView, stories: readonly Story[], now: number): readonly ChartMark[] {
  return [
    ...maintenanceIn(bars),
    ...stories.flatMap((story) => incidentIn(bars, story, now)),
    ...changes.flatMap(changesIn(bars)),
  ];
}

function incidentIn(bars: readonly Bar[], { incident, resolvedAt }: Story, now: number): readonly ChartMark[] {
  const end = resolvedAt ?? now;
  const touches = (bar: Bar) => bar.from > 0 && bar.from <= end && Math.max(bar.to, bar.from) >= incident.openedAt;
  const [first, last] = [bars.findIndex(touches), bars.findLastIndex(touches)];
  if (first < 0) return [];
  const what = incidentWords(incident) ?? incident.reason;
  const text = `incident: ${what}, from ${describeInstant(incident.openedAt, now)}${resolvedAt === null ? '' : ` to ${describeInstant(end, now)}`}`;
  return [{ kind: 'incident', from: first / bars.length, to: (last + 1) / bars.length, text }];
}

function maintenanceIn(bars: readonly Bar[]): readonly ChartMark[] {
  const marks: { kind: 'maintenance'; from: number; to: number; text: string }[] = [];
  for (const [index, { maintenance }] of bars.entries()) {
    if (maintenance.checks === 0) continue;
    const [from, to] = [index / bars.length, (index + 1) / bars.length];
    const last = marks.at(-1);
    if (last && Math.abs(last.to - from) < 1e-9) last.to = to;
    else marks.push({ kind: 'maintenance', from, to, text: 'planned maintenance' });
  }
  return marks;
}

function changesIn(bars: readonly Bar[]) {
  return ({ bar, change: { restarted, version } }: HistoryView['changes'][number]): readonly ChartMark[] => {
    const at = (bar + 0.5) / bars.length;
    return [
      ...(restarted ? [{ kind: 'restart' as const, from: at, to: at, text: 'restarted' }] : []),
      ...(version ? [{ kind: 'version' as const, from: at, to: at, text: `version ${version.to}` }] : []),
    ];
  };
}
