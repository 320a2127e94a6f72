/** How many turns there are at once, and whose ends for another. */

import { createTurns } from '../../../local/page/turns';

function startTurns() {
  const turns = createTurns({ most: 5, mostOfClient: 2 });
  const ended: string[] = [];
  return { ended, begin: (client: string, name: string) => turns.begin(client, () => ended.push(name)) };
}

it('of one client, the oldest ends for one more', () => {
  const { ended, begin } = startTurns();
  for (const name of ['a1', 'a2', 'a3']) begin('a', name);
  begin('b', 'b1');
  begin('a', 'a4');
  expect(ended).toEqual(['a1', 'a2']);
});

it('of many clients, or of one that pretends to be many, the oldest of all ends', () => {
  const { ended, begin } = startTurns();
  for (let index = 0; index < 8; index++) begin(`client-${index}`, `turn-${index}`);
  expect(ended).toEqual(['turn-0', 'turn-1', 'turn-2']);
});

it('that have ended by themselves make room, and end no second time', () => {
  const { ended, begin } = startTurns();
  const leave = begin('a', 'a1');
  begin('a', 'a2');
  leave();
  leave();
  begin('a', 'a3');
  expect(ended).toEqual([]);
  begin('a', 'a4');
  expect(ended).toEqual(['a2']);
});
