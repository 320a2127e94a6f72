/** What a person sees on a terminal after all that was written to it: as much of one as a table needs. */

import { PassThrough } from 'node:stream';

export interface Screen {
  readonly stream: NodeJS.WriteStream;
  /** The lines, without blanks at their ends, those that have scrolled away included. */
  lines(): string[];
  /** Each write, in its order. */
  readonly writes: readonly string[];
  /** Gives it another size, and emits that. */
  resize(columns: number, rows: number): void;
}

const ESCAPE = String.fromCharCode(27);
const TOKEN = new RegExp(`${ESCAPE}\\[([?\\d;]*)([A-Za-z])|\\n|\\r|[^${ESCAPE}\\n\\r]+`, 'gu');

export function createScreen(columns: number, rows = 50): Screen {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns, rows }) as unknown as NodeJS.WriteStream;
  const writes: string[] = [];
  stream.on('data', (chunk) => writes.push(String(chunk)));
  const resize = (newColumns: number, newRows: number) => {
    Object.assign(stream, { columns: newColumns, rows: newRows });
    stream.emit('resize');
  };
  return { stream, lines: () => show(writes.join(''), rows), writes, resize };
}

/** What tmux does if all of the screen is erased: the text that was there stays in its history. */
function scrollAllAway(lines: string[], at: { row: number }): void {
  while (lines.at(-1) === '') lines.pop();
  at.row = lines.length;
}

function show(written: string, rows: number): string[] {
  const lines: string[] = [''];
  const at = { row: 0, column: 0 };
  const current = () => lines[at.row] ?? '';
  for (const [token, parameter = '', command] of written.matchAll(TOKEN)) {
    const count = Number(parameter) || 1;
    if (token === '\n') Object.assign(at, { row: at.row + 1, column: 0 });
    else if (token === '\r' || command === 'G') at.column = 0;
    // What has scrolled away is out of reach.
    else if (command === 'A') at.row = Math.max(0, lines.length - rows, at.row - count);
    else if (command === 'B') at.row += count;
    else if (command === 'K') lines[at.row] = parameter === '2' ? '' : current().slice(0, at.column);
    else if (command === 'J' && at.row === Math.max(0, lines.length - rows) && at.column === 0)
      scrollAllAway(lines, at);
    else if (command === 'J') lines.splice(at.row, Infinity, current().slice(0, at.column));
    else if (command === undefined) {
      lines[at.row] =
        current().slice(0, at.column).padEnd(at.column) + token + current().slice(at.column + token.length);
      at.column += token.length;
    }
    while (lines.length <= at.row) lines.push('');
  }
  return lines.map((line) => line.trimEnd());
}
