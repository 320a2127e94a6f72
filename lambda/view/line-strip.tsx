/** A strip of checks within a line: bars that are alike are drawn as one dashed line, so that of a healthy service little is sent. */

import { raw } from 'hono/html';
import type { Bar, HistoryView } from './history-view';
import { partsOf, stripText, trim } from './strip';

const HEIGHT = 12;
const WIDTH = 300;
/** The part of a bar's place that it fills. */
const FILLED = 0.7;

export function LineStrip({ history, now }: { readonly history: HistoryView; readonly now: number }) {
  return (
    <svg
      class="strip"
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-label={stripText(history, now)}
    >
      {raw(linesOf(history.bars).join(''))}
    </svg>
  );
}

interface Row {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  count: number;
}

function linesOf(bars: readonly Bar[]): string[] {
  const step = WIDTH / bars.length;
  const dashes = `${trim(step * FILLED)} ${trim(step * (1 - FILLED))}`;
  return rowsOf(bars).map(({ kind, from, to, first, count }) => {
    const start = (first + (1 - FILLED) / 2) * step;
    const end = start + (count - 1 + FILLED) * step;
    const dashed = count === 1 ? '' : ` stroke-dasharray="${dashes}"`;
    return `<path class="bar ${kind}" stroke-width="${trim(to - from)}"${dashed} d="M${trim(start)} ${trim((from + to) / 2)}H${trim(end)}"/>`;
  });
}

/** Parts of bars that follow each other and look the same, together. */
function rowsOf(bars: readonly Bar[]): readonly Row[] {
  const rows: Row[] = [];
  const open = new Map<string, Row>();
  for (const [index, bar] of bars.entries()) {
    const parts = bar.checks === 0 ? [{ kind: 'none', from: HEIGHT - 1, to: HEIGHT }] : partsOf(bar, HEIGHT);
    for (const part of parts) {
      const name = `${part.kind} ${part.from} ${part.to}`;
      const row = open.get(name);
      if (row && row.first + row.count === index) row.count++;
      else {
        const begun = { ...part, first: index, count: 1 };
        rows.push(begun);
        open.set(name, begun);
      }
    }
  }
  return rows;
}
