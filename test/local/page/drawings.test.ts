/** What is drawn for readers, and when: the checks share the event loop. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDrawings } from '../../../local/page/drawings';

/** Keeps the event loop busy. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('draws one view in a turn of the event loop, in the order of the requests', async () => {
  const draw = createDrawings();
  const seen: (string | number)[] = [];
  let isOver = false;
  const turns = async () => {
    for (let turn = 0; !isOver; turn++) {
      seen.push(turn);
      await nextTurn();
    }
  };
  const turning = turns();
  await Promise.all(['first', 'second', 'third'].map((name) => draw(name, () => seen.push(name))));
  isOver = true;
  await turning;
  expect(seen.filter((entry) => typeof entry === 'string')).toEqual(['first', 'second', 'third']);
  const neighbours = seen.filter((entry, index) => typeof entry === 'string' && typeof seen[index + 1] === 'string');
  expect(neighbours).toEqual([]);
});

it('leaves half of the time to everything else', async () => {
  const draw = createDrawings();
  const begunAt = performance.now();
  await Promise.all([1, 2, 3].map((index) => draw(`view ${index}`, () => toil(60))));
  expect(performance.now() - begunAt).toBeGreaterThan(60 * 5 - 5);
});

it('shares a view among all who wait for it, and draws anew for later requests', async () => {
  const draw = createDrawings();
  let drawn = 0;
  const ask = () => draw('view', () => ++drawn);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
});

it('rejects if a view fails, for all who wait for it, and goes on with the next', async () => {
  const draw = createDrawings();
  const fail = () => {
    throw new Error('no ink');
  };
  const failing = [draw('bad', fail), draw('bad', fail)];
  const well = draw('good', () => 'drawn');
  for (const drawing of failing) await expect(drawing).rejects.toThrow('no ink');
  expect(await well).toBe('drawn');
});
