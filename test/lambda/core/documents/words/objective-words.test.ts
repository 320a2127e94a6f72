/** Tests of the words for objectives. */

import type { StandingDocument } from '../../../../../lambda/core/documents/standing-document';
import {
  budgetOf,
  objectiveBrief,
  objectiveWords,
  worstStanding,
} from '../../../../../lambda/core/documents/words/objective-words';
import { NOW } from '../../../../support/core/observations';

const MINUTE_S = 60;
const DAY_S = 86_400;
const daysAgo = (days: number) => new Date(NOW - days * DAY_S * 1_000).toISOString();

const STANDING: StandingDocument = {
  aim: 'availability',
  target: 0.999,
  underMs: null,
  windowSeconds: 30 * DAY_S,
  since: daysAgo(30),
  checks: 43_200,
  bad: 12,
  reached: 1 - 12 / 43_200,
  budgetLeftSeconds: 31.2 * MINUTE_S,
  burnRate: 0.4167,
};

function wordsOf(more: Partial<StandingDocument>): string {
  const { reached, budget, others } = objectiveWords({ ...STANDING, ...more }, NOW);
  return [reached, ...(budget === null ? [] : [budget]), ...others].join(', ');
}

it.each<[string, Partial<StandingDocument>, string]>([
  ['a steady objective', {}, 'availability 99.97 % (aim 99.9 %), 31 min of 43 min left, burns 0.4×'],
  [
    'one that burns, with when it is gone',
    { burnRate: 14.4 },
    'availability 99.97 % (aim 99.9 %), 31 min of 43 min left, burns 14×, gone in 1 d at this rate',
  ],
  [
    'one that is missed',
    { bad: 60, budgetLeftSeconds: -16.8 * MINUTE_S, burnRate: 3 },
    'availability 99.86 % (aim 99.9 %), budget of 43 min overdrawn by 16 min, burns 3×',
  ],
  [
    'one of which less than the window is known',
    { checks: 2_880, bad: 0, since: daysAgo(2), budgetLeftSeconds: 43.2 * MINUTE_S, burnRate: 0 },
    'availability 100 % (aim 99.9 %), 43 min of 43 min left, burns 0×, counted since 2026-02-27 12:00 UTC',
  ],
  [
    'response times',
    { aim: 'responseTime', target: 0.99, underMs: 800, bad: 300, budgetLeftSeconds: 220 * MINUTE_S },
    '99.31 % of answers under 800 ms (aim 99 %), 3 h 40 min of 7 h 12 min left, burns 0.4×',
  ],
  [
    'a threshold of whole seconds',
    { aim: 'responseTime', underMs: 2_000, checks: 0 },
    '– of answers under 2 s (aim 99.9 %), no checks yet',
  ],
  [
    'one without a check in the last hour',
    { burnRate: null },
    'availability 99.97 % (aim 99.9 %), 31 min of 43 min left',
  ],
])('the words for %s', (_, more, expected) => {
  expect(wordsOf(more)).toBe(expected);
});

it.each<[number, string]>([
  [43, 'enough'],
  [11, 'enough'],
  [10, 'low'],
  [0, 'spent'],
  [-1, 'spent'],
])('with %i of 43 minutes left calls the budget %s', (minutes, expected) => {
  expect(budgetOf({ ...STANDING, budgetLeftSeconds: minutes * MINUTE_S })).toBe(expected);
});

it('a table has brief words about the aim with the least budget left', () => {
  const fast = {
    ...STANDING,
    aim: 'responseTime',
    target: 0.99,
    underMs: 800,
    budgetLeftSeconds: -60 * MINUTE_S,
  } as const;
  expect(objectiveBrief(STANDING)).toBe('99.97 %, 31 min left, 0.4×');
  expect(objectiveBrief(fast)).toBe('99.97 %, 1 h over, 0.4×');
  expect(worstStanding([STANDING, fast])).toBe(fast);
  expect(worstStanding([fast, { ...STANDING, budgetLeftSeconds: -50 * MINUTE_S }])).not.toBe(fast);
  expect(worstStanding([])).toBeNull();
});
