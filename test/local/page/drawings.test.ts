/** Tests of when views are drawn and shared: the checks run on the same event loop. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { createDrawings } from '../../../local/page/drawings';
import { knownOf } from '../../support/core/deployment-facts';
import { handSource } from '../../support/view/page';

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({ shop: ['well'] });
});

function startDrawing() {
  const source = handSource(known);
  const draw = createDrawings(source);
  return { source, draw: <T>(name: string, make: () => T) => draw(name, async () => () => source.known(), make) };
}

/** Keeps the event loop busy. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('draws one view in a turn of the event loop, in the order of the requests', async () => {
  const { draw } = startDrawing();
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

it('leaves half of the time to other work', async () => {
  const { draw } = startDrawing();
  const begunAt = performance.now();
  await Promise.all([1, 2, 3].map((index) => draw(`view ${index}`, () => toil(60))));
  expect(performance.now() - begunAt).toBeGreaterThan(60 * 5 - 5);
});

it('shares a view between requests until there is news', async () => {
  const { source, draw } = startDrawing();
  let drawn = 0;
  const ask = () => draw('view', () => ++drawn);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  expect(await draw('another view', () => ++drawn)).toBe(2);
  source.tell(known);
  expect(await Promise.all([ask(), ask()])).toEqual([3, 3]);
});

it('draws a view again after two seconds, since it shows ages', async () => {
  jest.useFakeTimers();
  try {
    const { draw } = startDrawing();
    let drawn = 0;
    const ask = () => draw('view', () => ++drawn);
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(2_000);
    const again = ask();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await again).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

it('keeps the latest fifty views', async () => {
  const { draw } = startDrawing();
  let drawn = 0;
  const ask = (name: string) => draw(name, () => ++drawn);
  for (let view = 1; view <= 51; view++) await ask(`view ${view}`);
  expect(await ask('view 51')).toBe(51);
  expect(await ask('view 1')).toBe(52);
});

it('rejects for all who wait if a view fails, and draws the next', async () => {
  const { draw } = startDrawing();
  const fail = () => {
    throw new Error('no ink');
  };
  const failing = [draw('view', fail), draw('view', fail)];
  const well = draw('good', () => 'drawn');
  for (const drawing of failing) await expect(drawing).rejects.toThrow('no ink');
  expect(await well).toBe('drawn');
  expect(await draw('view', () => 'drawn')).toBe('drawn');
});
