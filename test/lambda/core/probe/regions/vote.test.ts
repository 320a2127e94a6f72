/** The votes of two and three regions, with and without the vote of the checker's own region: each combination has its row. */

import { isDecided, isPartlyUnreachable } from '../../../../../lambda/core/probe/regions/vote';
import type { RegionVote } from '../../../../../lambda/core/words/regions/region-views';

const VOTES: Readonly<Record<string, RegionVote>> = { h: 'healthy', r: 'reached', u: 'unreachable', '-': null };
const ALL = Object.keys(VOTES);

/** The votes of the other regions that make a service partly unreachable, in any order. */
const PARTLY: Readonly<Record<string, readonly string[]>> = {
  'two regions, and home has a vote': ['hh', 'hr'],
  'two regions, and home has none': ['h-', 'hh', 'hr'],
  'three regions, and home has a vote': ['hh-', 'hhh', 'hhr', 'hr-', 'hrr'],
  'three regions, and home has none': ['h--', 'hh-', 'hhh', 'hhr', 'hhu', 'hr-', 'hrr', 'hru'],
};

const combinations = (count: number): string[] =>
  count === 0 ? [''] : combinations(count - 1).flatMap((rest) => ALL.map((vote) => rest + vote));
const order = (votes: string) =>
  [...votes].sort((left, right) => 'hru-'.indexOf(left) - 'hru-'.indexOf(right)).join('');
const votesOf = (votes: string) => [...votes].map((vote) => VOTES[vote] ?? null);

describe.each(Object.entries(PARTLY))('%s', (title, partly) => {
  const regions = title.startsWith('two') ? 2 : 3;
  const home: RegionVote = title.endsWith('a vote') ? 'unreachable' : null;

  it.each(combinations(regions))('%s', (votes) => {
    expect(isPartlyUnreachable([home, ...votesOf(votes)])).toBe(partly.includes(order(votes)));
  });

  it.each(combinations(regions - 1))(
    '%s and a missing vote are decided only if no vote would change the result',
    (votes) => {
      const known = [home, ...votesOf(votes)];
      const results = new Set(ALL.map((vote) => isPartlyUnreachable([...known, ...votesOf(vote)])));
      expect(isDecided(known, 1)).toBe(results.size === 1);
    },
  );
});
