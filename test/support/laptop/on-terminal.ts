/** What a command writes on a terminal of some width, with the command in this process. */

import { PassThrough } from 'node:stream';
import type { Terminal } from '../../../local/terminal/terminal';

/** The lines; the command has to end with 0. */
export async function onTerminal(columns: number, act: (terminal: Terminal) => Promise<number>): Promise<string[]> {
  const stream = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns });
  const [out, err] = [stream(), stream()] as unknown as [NodeJS.WriteStream, NodeJS.WriteStream];
  expect(await act({ out, err, color: false, interrupted: new AbortController().signal })).toBe(0);
  return String((out as unknown as PassThrough).read())
    .trimEnd()
    .split('\n');
}
