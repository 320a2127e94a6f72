/** A strip of checks within a line: the bars alone. */

import { raw } from 'hono/html';
import type { ChangeDocument, PastDocument, StripDocument } from '../../core/documents/history-document';
import { barLines, stripText, WIDTH } from './strip';

const HEIGHT = 12;

interface LineStripProps {
  readonly strip: StripDocument;
  /** What the points of the strip come to. */
  readonly past: PastDocument;
  /** The last changes, the oldest first. */
  readonly changes: readonly ChangeDocument[];
  readonly now: number;
}

export function LineStrip({ strip, past, changes, now }: LineStripProps) {
  return (
    <svg
      class="strip"
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-label={stripText(past, changes, now)}
    >
      {raw(barLines(strip, HEIGHT))}
    </svg>
  );
}
