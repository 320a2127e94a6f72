/** What is drawn for readers, and when: never so that the checks beside it wait. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDrawings } from '../../../local/page/drawings';

const STAYS = new AbortController().signal;

/** Drawings beside a run that can be begun and ended. */
function startDrawings() {
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
  return { begin, drawings: createDrawings({ running: () => running }) };
}

/** Keeps the event loop busy. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('are made one at a turn of the event loop, in the order in which they were asked for', async () => {
  const { drawings } = startDrawings();
  const seen: (string | number)[] = [];
  const drawn = Promise.all(
    ['one', 'two', 'three'].map((name) => drawings.draw(name, () => seen.push(name), STAYS).then(() => nextTurn())),
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

it('leave half of the time to everything else', async () => {
  const { drawings } = startDrawings();
  const begunAt = performance.now();
  await Promise.all([1, 2, 3].map((index) => drawings.draw(`view ${index}`, () => toil(60), STAYS)));
  expect(performance.now() - begunAt).toBeGreaterThan(60 * 5 - 5);
});

it('wait while a run is under way, until it ends', async () => {
  const { begin, drawings } = startDrawings();
  await drawings.draw('another', () => toil(60), STAYS);
  const end = begin();
  let isDrawn = false;
  const drawn = drawings
    .draw('view', () => true, STAYS)
    .then(() => {
      isDrawn = true;
    });
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect(isDrawn).toBe(false);
  end();
  await drawn;
});

it.each([
  [4, 70, 900],
  [200, 950, 1_900],
])(
  'are made all the same in a run that goes on and on: two that take %d ms, within %d to %d ms',
  async (takes, least, most) => {
    const { begin, drawings } = startDrawings();
    await drawings.draw('another', () => toil(takes), STAYS);
    begin();
    const begunAt = performance.now();
    await Promise.all(['one', 'two'].map((name) => drawings.draw(name, () => undefined, STAYS)));
    const tookMs = performance.now() - begunAt;
    expect(tookMs).toBeGreaterThan(least);
    expect(tookMs).toBeLessThan(most);
  },
);

it('are shared by all who wait for the same, and made anew for who comes later', async () => {
  const { drawings } = startDrawings();
  let made = 0;
  const draw = () => drawings.draw('view', () => ++made, STAYS);
  expect(await Promise.all([draw(), draw(), draw()])).toEqual([1, 1, 1]);
  expect(await draw()).toBe(2);
});

it('are spared where all who wait have gone', async () => {
  const { begin, drawings } = startDrawings();
  await drawings.draw('another', () => toil(60), STAYS);
  const end = begin();
  let made = 0;
  const make = () => ++made;
  const leaving = new AbortController();
  const forsaken = ['one', 'two'].map((name) => drawings.draw(name, make, leaving.signal));
  const shared = [leaving.signal, STAYS].map((gone) => drawings.draw('shared', make, gone));
  leaving.abort();
  const next = drawings.draw('next', make, STAYS);
  end();
  expect(await Promise.all([...forsaken, ...shared, next])).toEqual([null, null, null, 1, 2]);
});

it('that fail tell those who wait for them, and hold up no other', async () => {
  const { drawings } = startDrawings();
  const fail = () => {
    throw new Error('no ink');
  };
  const failing = [drawings.draw('bad', fail, STAYS), drawings.draw('bad', fail, STAYS)];
  const well = drawings.draw('good', () => 'drawn', STAYS);
  for (const drawing of failing) await expect(drawing).rejects.toThrow('no ink');
  expect(await well).toBe('drawn');
});
