/** The line with the progress of a long check: only on a terminal, and removed at the end. */

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { type Progress, showProgress } from '../../../local/terminal/progress';
import { answer, reportOf } from '../../support/core/observations';
import { resultOf } from '../../support/core/runs';

/** A terminal of 100 columns that remembers what was written to it. */
function terminal(isTTY = true): { stream: NodeJS.WriteStream; shows(text: string): Promise<void>; read(): string } {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100, rows: 40 });
  let written = '';
  stream.on('data', (chunk) => {
    written += String(chunk);
  });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    shows: async (text) => {
      while (!written.includes(text)) await once(stream, 'data');
    },
    read: () => written,
  };
}

const result = (id: string) => resultOf(id, answer(200, reportOf({ service: id })));
const before = process.env.TERM;
const shown: Progress[] = [];
const show: typeof showProgress = (...args) => {
  const progress = showProgress(...args);
  shown.push(progress);
  return progress;
};

beforeAll(() => {
  process.env.TERM = 'xterm';
});
afterAll(() => {
  for (const progress of shown) progress.end();
  if (before === undefined) delete process.env.TERM;
  else process.env.TERM = before;
});

describe('the progress of a check', () => {
  it.concurrent('counts answers and names the services that it waits for', async () => {
    const { stream, shows } = terminal();
    const progress = show(stream, ['a', 'b', 'c', 'd', 'e']);
    progress.done(result('c'));
    await shows('1 of 5 answered; waiting 1 s for a, b, d and 1 more');
    progress.done(result('a'));
    progress.done(result('b'));
    await shows('3 of 5 answered; waiting 1 s for d, e');
  });

  it.concurrent('removes its line at the end', async () => {
    const { stream, shows, read } = terminal();
    const progress = show(stream, ['a']);
    await shows('0 of 1 answered');
    const length = read().length;
    progress.end();
    expect(read().slice(length)).toContain('\u001b[2K');
    expect(read().slice(length)).not.toContain('answered');
  });

  it.concurrent('writes nothing for a check that ends quickly', () => {
    const { stream, read } = terminal();
    const progress = show(stream, ['a']);
    progress.done(result('a'));
    progress.end();
    expect(read()).not.toContain('answered');
  });

  it.concurrent.each([
    ['where there is no terminal', false, 'xterm'],
    ['on a terminal that can not move its cursor', true, 'dumb'],
  ])('writes nothing %s', async (_, isTTY, term) => {
    process.env.TERM = term;
    const { stream, read } = terminal(isTTY);
    const progress = show(stream, ['a']);
    // By the time that another terminal shows its line, this one would have shown its own.
    process.env.TERM = 'xterm';
    const other = terminal();
    show(other.stream, ['a']);
    await other.shows('0 of 1 answered');
    progress.end();
    expect(read()).toBe('');
  });
});
