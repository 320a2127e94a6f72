/** What a person sees on a terminal after all that was written to it: as much of one as log-update needs. */

import { PassThrough } from 'node:stream';

export interface Screen {
  readonly stream: NodeJS.WriteStream;
  /** The lines, without blanks at their ends. */
  lines(): string[];
}

const ESCAPE = String.fromCharCode(27);
const TOKEN = new RegExp(`${ESCAPE}\\[([?\\d;]*)([A-Za-z])|\\n|\\r|[^${ESCAPE}\\n\\r]+`, 'gu');

export function createScreen(columns: number, rows = 50): Screen {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns, rows }) as unknown as NodeJS.WriteStream;
  let written = '';
  stream.on('data', (chunk) => {
    written += String(chunk);
  });
  return { stream, lines: () => show(written) };
}

function show(written: string): string[] {
  const lines: string[] = [''];
  const at = { row: 0, column: 0 };
  const current = () => lines[at.row] ?? '';
  for (const [token, parameter = '', command] of written.matchAll(TOKEN)) {
    const count = Number(parameter) || 1;
    if (token === '\n') Object.assign(at, { row: at.row + 1, column: 0 });
    else if (token === '\r' || command === 'G') at.column = 0;
    else if (command === 'A') at.row = Math.max(0, at.row - count);
    else if (command === 'B') at.row += count;
    else if (command === 'K') lines[at.row] = parameter === '2' ? '' : current().slice(0, at.column);
    else if (command === undefined) {
      lines[at.row] =
        current().slice(0, at.column).padEnd(at.column) + token + current().slice(at.column + token.length);
      at.column += token.length;
    }
    while (lines.length <= at.row) lines.push('');
  }
  return lines.map((line) => line.trimEnd());
}
