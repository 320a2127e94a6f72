/** A line on a terminal that shows the progress of a long check. */

import type { Check } from '../../lambda/core/probe/check-result';
import { nameSome } from '../../lambda/core/words/shown-value';
import { cutAt } from './plain-table';
import { canRedraw, columnsOf } from './terminal';

const PATIENCE_MS = 700;
const ERASE_LINE = '\r\u001b[2K';

export interface Progress {
  done(check: Pick<Check, 'service'>): void;
  /** Removes the line. */
  end(): void;
}

/** Shows nothing if `stream` can't take a line back, or if the check ends quickly. */
export function showProgress(stream: NodeJS.WriteStream, ids: readonly string[]): Progress {
  if (!canRedraw(stream)) return { done: () => undefined, end: () => undefined };
  const waiting = new Set(ids);
  let shown = '';
  const show = (line: string) => {
    if (line !== shown) stream.write(ERASE_LINE + line);
    shown = line;
  };
  const start = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - start < PATIENCE_MS) return;
    const seconds = Math.round((Date.now() - start) / 1_000);
    const line = `  ${ids.length - waiting.size} of ${ids.length} answered; waiting ${seconds} s for ${nameSome([...waiting], 3)}`;
    // A line that fills the width can't be taken back on every terminal.
    show(cutAt(line, columnsOf(stream) - 1));
  }, 100);
  return {
    done: ({ service }) => waiting.delete(service.id),
    end: () => {
      clearInterval(timer);
      show('');
    },
  };
}
