/** What services need, by what is needed. */

import { dependentsOf, needsOf } from '../../../../lambda/core/config/needs';

it('names each service that needs another once, in the order of the config', () => {
  const needs = needsOf([
    { id: 'a', needs: ['g', 'b', 'g'] },
    { id: 'b', needs: ['g'] },
    { id: 'c', needs: [] },
    { id: 'g' },
  ]);
  expect([...needs.keys()]).toEqual(['a', 'b']);
  expect([...dependentsOf(needs)]).toEqual([
    ['g', ['a', 'b']],
    ['b', ['a']],
  ]);
});
