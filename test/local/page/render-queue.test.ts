/** The render queue: what is rendered for readers, and when. Checks never wait for it. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRenderQueue, type Steps } from '../../../local/page/render-queue';

const STAYS = new AbortController().signal;

/** A render queue beside a run that a test begins and ends. */
function startQueue() {
  let running: Promise<void> | null = null;
  const begin = () => {
    let end = () => {};
    running = new Promise((resolve) => {
      end = () => {
        running = null;
        resolve();
      };
    });
    return end;
  };
  return { begin, queue: createRenderQueue({ running: () => running }) };
}

/** Work that is one step. */
function oneStep<T>(make: () => T): Steps<T> {
  return { next: () => ({ done: true, value: make() }) };
}

/** Keeps the event loop busy. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('renders one view in a pass of the event loop, in the order of the requests', async () => {
  const { queue } = startQueue();
  const seen: (string | number)[] = [];
  const drawn = Promise.all(
    ['one', 'two', 'three'].map((name) =>
      queue.render(name, () => oneStep(() => seen.push(name)), STAYS).then(() => nextTurn()),
    ),
  );
  let isOver = false;
  const turns = async () => {
    for (let turn = 0; !isOver; turn++) {
      seen.push(turn);
      await nextTurn();
    }
  };
  const turning = turns();
  await drawn;
  isOver = true;
  await turning;
  expect(seen.filter((entry) => typeof entry === 'string')).toEqual(['one', 'two', 'three']);
  const neighbours = seen.filter((entry, index) => typeof entry === 'string' && typeof seen[index + 1] === 'string');
  expect(neighbours).toEqual([]);
});

it('leaves half of the time to everything else', async () => {
  const { queue } = startQueue();
  const begunAt = performance.now();
  await Promise.all([1, 2, 3].map((index) => queue.render(`view ${index}`, () => oneStep(() => toil(60)), STAYS)));
  expect(performance.now() - begunAt).toBeGreaterThan(60 * 5 - 5);
});

describe('a view of many steps', () => {
  /** Steps, each of which takes longer than a slice. */
  function* longSteps(seen: string[]): Generator<string, string> {
    for (const step of ['one', 'two', 'three']) {
      toil(20);
      seen.push(step);
      yield step;
    }
    return seen.filter((entry) => entry !== 'other').join(' ');
  }

  it('leaves the event loop to others between its slices', async () => {
    const { queue } = startQueue();
    const seen: string[] = [];
    let isOver = false;
    const others = async () => {
      for (; !isOver; await nextTurn()) seen.push('other');
    };
    const beside = others();
    expect(await queue.render('view', () => longSteps(seen), STAYS)).toBe('one two three');
    isOver = true;
    await beside;
    const neighbours = seen.filter((entry, index) => entry !== 'other' && (seen[index + 1] ?? 'other') !== 'other');
    expect(neighbours).toEqual([]);
    expect(seen.filter((entry) => entry !== 'other')).toEqual(['one', 'two', 'three']);
  });

  it('leaves them time for timers and connections too while a run is under way', async () => {
    const { begin, queue } = startQueue();
    const seen: string[] = [];
    begin();
    const timer = setInterval(() => seen.push('other'), 1);
    await queue.render('view', () => longSteps(seen), STAYS);
    clearInterval(timer);
    const neighbours = seen.filter((entry, index) => entry !== 'other' && (seen[index + 1] ?? 'other') !== 'other');
    expect(neighbours).toEqual([]);
  });

  it('takes short ones together, and is of one moment for all who asked before it began', async () => {
    const { queue } = startQueue();
    const [taken, turns]: [number[], number[]] = [[], []];
    function* shortSteps() {
      for (let step = 0; step < 50; step++) yield String(taken.push(turns.length));
      return taken.length;
    }
    let isOver = false;
    const count = async () => {
      for (; !isOver; await nextTurn()) turns.push(turns.length);
    };
    const counting = count();
    const drawn = [1, 2, 3].map(() => queue.render('view', shortSteps, STAYS));
    expect(await Promise.all(drawn)).toEqual([50, 50, 50]);
    isOver = true;
    await counting;
    expect(new Set(taken).size).toBeLessThan(50);
  });

  it('that fails in the middle is rejected, and the queue goes on', async () => {
    const { queue } = startQueue();
    function* failing(): Generator<string, string> {
      toil(20);
      yield 'one';
      throw new Error('no ink');
    }
    const failed = queue.render('bad', failing, STAYS);
    const well = queue.render('good', () => oneStep(() => 'drawn'), STAYS);
    await expect(failed).rejects.toThrow('no ink');
    expect(await well).toBe('drawn');
  });
});

it('leaves four fifths of the time to everything else while a run is under way', async () => {
  const { begin, queue } = startQueue();
  begin();
  const begunAt = performance.now();
  await Promise.all([1, 2, 3].map((index) => queue.render(`view ${index}`, () => oneStep(() => toil(40)), STAYS)));
  expect(performance.now() - begunAt).toBeGreaterThan(40 * (1 + 4 + 1 + 4 + 1) - 5);
});

it('still renders in a run that goes on and on, soon after a view that took long', async () => {
  const { begin, queue } = startQueue();
  begin();
  const drawn = ['one', 'two'].map((name) => queue.render(name, () => oneStep(() => toil(300)), STAYS));
  await drawn[0];
  const begunAt = performance.now();
  await drawn[1];
  // Four times as long would be 1,200 ms.
  expect(performance.now() - begunAt).toBeLessThan(1_000);
});

it('shares a view among all who wait for it, and renders anew for later requests', async () => {
  const { queue } = startQueue();
  let made = 0;
  const draw = () => queue.render('view', () => oneStep(() => ++made), STAYS);
  expect(await Promise.all([draw(), draw(), draw()])).toEqual([1, 1, 1]);
  expect(await draw()).toBe(2);
});

it('skips a view if all who waited for it have gone', async () => {
  const { queue } = startQueue();
  let made = 0;
  const make = () => oneStep(() => ++made);
  const leaving = new AbortController();
  const forsaken = ['one', 'two'].map((name) => queue.render(name, make, leaving.signal));
  const shared = [leaving.signal, STAYS].map((gone) => queue.render('shared', make, gone));
  leaving.abort();
  const next = queue.render('next', make, STAYS);
  expect(await Promise.all([...forsaken, ...shared, next])).toEqual([null, null, null, 1, 2]);
});

describe('the pieces of a rendering', () => {
  function* spelled(word: string, end: () => void): Generator<string, string> {
    for (const letter of word) yield letter;
    end();
    return word;
  }
  /** Asks for the same three times; the last reader leaves at once. */
  async function askThrice(draw: () => Generator<string, string>) {
    const { queue } = startQueue();
    const leaving = new AbortController();
    const got: string[][] = [[], [], []];
    const asked = [STAYS, STAYS, leaving.signal].map((gone, index) =>
      queue.render('view', draw, gone, (piece) => got[index]?.push(piece)),
    );
    leaving.abort();
    const ends = (await Promise.allSettled(asked)).map((end) =>
      end.status === 'fulfilled' ? end.value : end.reason.message,
    );
    return { got: got.map((pieces) => pieces.join('')), ends };
  }

  it('come to all who asked for it before, but not to those who have gone', async () => {
    const { got, ends } = await askThrice(() => spelled('view', () => undefined));
    expect(got).toEqual(['view', 'view', '']);
    expect(ends).toEqual(['view', 'view', null]);
  });

  it('end for all of them if one fails, and are not made again', async () => {
    let drawn = 0;
    const { got, ends } = await askThrice(() =>
      spelled('vi', () => {
        drawn++;
        throw new Error('no ink');
      }),
    );
    expect(got).toEqual(['vi', 'vi', '']);
    expect(ends).toEqual(['no ink', 'no ink', null]);
    expect(drawn).toBe(1);
  });
});

it('rejects if a view fails, for all who wait for it, and goes on with the next', async () => {
  const { queue } = startQueue();
  const fail = () =>
    oneStep(() => {
      throw new Error('no ink');
    });
  const failing = [queue.render('bad', fail, STAYS), queue.render('bad', fail, STAYS)];
  const well = queue.render('good', () => oneStep(() => 'drawn'), STAYS);
  for (const drawing of failing) await expect(drawing).rejects.toThrow('no ink');
  expect(await well).toBe('drawn');
});
