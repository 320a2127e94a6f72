/** A strip of checks within a line: the bars alone. */

import { raw } from 'hono/html';
import type { HistoryView } from '../../core/documents/facts/history-view';
import { barLines, stripText, WIDTH } from './strip';

const HEIGHT = 12;

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
      {raw(barLines(history.bars, HEIGHT))}
    </svg>
  );
}
