/** Tables and paragraphs for a terminal: only blanks between the columns, and never wider than the terminal. */

import type StringWidth from 'string-width';
import type WrapAnsi from 'wrap-ansi';

/** Printable ASCII, and the characters that this program draws with: each takes one column. */
const PLAIN = /^[ -~–—…·•→═─│┌└✓✕●○◐▲■▖▌░]*$/;

/** The columns of a terminal that a line takes; colours take none. */
export function columnsIn(line: string): number {
  if (PLAIN.test(line)) return line.length;
  // Loaded only when needed, as below: to learn what an emoji is takes a tenth of a whole start.
  const { default: stringWidth } = require('string-width') as { default: typeof StringWidth };
  return stringWidth(line);
}

/** A number and its unit: `12 min`. */
const QUANTITY = /(\d) (?=(?:ms|s|min|h|d|MB)\b)/g;
/** A blank at which no line ends. */
const NO_BREAK = '\u00a0';

/** The lines of a text, wrapped between words, though not before a unit, or within a word that is too long. */
export function wrapText(text: string, width: number): string[] {
  if (isPlainWithin(text, width) && text === text.trim()) return [text];
  const kept = text.replace(QUANTITY, `$1${NO_BREAK}`);
  return wrapAnsi(kept, width, { hard: true }).map((line) => line.replaceAll(NO_BREAK, ' '));
}

function isPlainWithin(line: string, width: number): boolean {
  return line.length <= width && PLAIN.test(line);
}

function wrapAnsi(...given: Parameters<typeof WrapAnsi>): string[] {
  const { default: wrap } = require('wrap-ansi') as { default: typeof WrapAnsi };
  return wrap(...given).split('\n');
}

/** The blanks before the first column, and between the columns. */
export const INDENT = 2;
export const BETWEEN = 3;

/** The rows as lines, without blanks at their ends. Each column is as wide as its widest cell. */
export function layOutRows(
  rows: readonly (readonly string[])[],
  { toRight = [] }: { readonly toRight?: readonly number[] } = {},
): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => columnsIn(row[index] ?? ''))));
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const blanks = ' '.repeat((widths[index] ?? 0) - columnsIn(cell));
      return toRight.includes(index) ? blanks + cell : cell + blanks;
    });
    return `${' '.repeat(INDENT)}${cells.join(' '.repeat(BETWEEN))}`.trimEnd();
  });
}

/** `first` is before the first line, `others` before the lines that follow. */
export function wrapAt(text: string, width: number, first: string, others: string): string {
  if (!Number.isFinite(width)) return first + text;
  const lines = wrapText(text, Math.max(1, width - others.length));
  return first + lines.join(`\n${others}`);
}

/**
 * Wraps each line of a message between words, with the further lines indented by two. A word that is too long, such as a path, stays
 * whole, so that it can be copied.
 */
export function wrapMessage(message: string, width: number): string {
  if (!Number.isFinite(width)) return message;
  const lines = message.split('\n').flatMap((line) => {
    if (isPlainWithin(line, width)) return [line];
    const [indent = ''] = /^ */.exec(line) ?? [];
    const further = `${indent}  `;
    // The first line is as narrow as the others: they are wrapped as a single text.
    const [first = '', ...others] = wrapAnsi(line.slice(indent.length), Math.max(1, width - further.length));
    return [indent + first, ...others.map((part) => further + part)];
  });
  return lines.join('\n');
}

/** The beginning of a line that is too wide. */
export function cutAt(line: string, width: number): string {
  if (!Number.isFinite(width) || isPlainWithin(line, width)) return line;
  return wrapAnsi(line, width, { hard: true, trim: false, wordWrap: false })[0] ?? '';
}

/** The line; if it is too wide, its beginning and an ellipsis. */
export function shorten(line: string, width: number): string {
  return columnsIn(line) > width ? `${cutAt(line, Math.max(1, width - 1))}…` : line;
}

export function areWithin(lines: readonly string[], width: number): boolean {
  return lines.every((line) => columnsIn(line) <= width);
}

/** The first blocks, as many as fit into `rows`. If not all fit, a row is left for a line that counts the others. */
export function fitting(blocks: readonly (readonly string[])[], rows: number): readonly (readonly string[])[] {
  if (blocks.flat().length <= rows) return blocks;
  let used = 0;
  const first = blocks.findIndex((lines) => {
    used += lines.length;
    return used > rows - 1;
  });
  return blocks.slice(0, first);
}
