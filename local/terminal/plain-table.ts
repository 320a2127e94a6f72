/** Tables and paragraphs for a terminal: only blanks between the columns, and never wider than the terminal. */

import Table, { type HorizontalAlignment } from 'cli-table3';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const BORDER_PARTS = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
];
const NO_BORDERS = Object.fromEntries(BORDER_PARTS.map((part) => [part, '']));

/** The rows as lines, indented by two, without blanks at their ends. */
export function layOutRows(rows: readonly (readonly string[])[], colAligns: HorizontalAlignment[] = []): string[] {
  const table = new Table({
    chars: NO_BORDERS,
    colAligns,
    style: { 'padding-left': 0, 'padding-right': 3, compact: true, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => `  ${line.trimEnd()}`);
}

/** `first` stands before the first line, `others` before the lines that follow. */
export function wrapAt(text: string, width: number, first: string, others: string): string {
  if (!Number.isFinite(width)) return first + text;
  const lines = wrapAnsi(text, Math.max(1, width - others.length), { hard: true }).split('\n');
  return first + lines.join(`\n${others}`);
}

/** The beginning of a line that is too wide. */
export function cutAt(line: string, width: number): string {
  if (!Number.isFinite(width)) return line;
  return wrapAnsi(line, width, { hard: true, trim: false, wordWrap: false }).split('\n')[0] ?? '';
}

/** The line; if it is too wide, its beginning and an ellipsis. */
export function shorten(line: string, width: number): string {
  return stringWidth(line) > width ? `${cutAt(line, Math.max(1, width - 1))}…` : line;
}

export function areWithin(lines: readonly string[], width: number): boolean {
  return lines.every((line) => stringWidth(line) <= width);
}

/**
 * The lines of the first items, as many as fit into `rows`. If not all fit, one row is left for a line that counts
 * the others.
 */
export function fitting<Item>(
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
  rows: number,
): (readonly string[])[] {
  const shown: (readonly string[])[] = [];
  let used = 0;
  for (const item of items) {
    if (used > rows) break;
    const lines = linesOf(item);
    used += lines.length;
    shown.push(lines);
  }
  const room = used > rows ? rows - 1 : rows;
  while (used > room && shown.length > 0) used -= shown.pop()?.length ?? 0;
  return shown;
}
