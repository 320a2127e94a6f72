/** What counts as a restart or another version, and what several changes come to. */

import { changeBetween, type ServiceChange, sumUpChanges } from '../../../../lambda/core/history/service-change';
import { NOW } from '../../../support/core/observations';

const MEMORY = { used: 256, total: 512 };
/** A minute ago, an hour after its start. */
const BEFORE = { at: NOW - 60_000, version: '1', uptime: 3_600, memory: MEMORY };

const reportOf = (more: { readonly version?: string | null; readonly uptime?: number | null }) => ({
  version: '1',
  uptime: 3_660,
  memory: MEMORY,
  ...more,
});

it.each([
  ['it goes on', 3_660, false],
  ['it began after the report before', 30, true],
  ['it began within a second after the report before, which may be rounding', 59, false],
  ['it began a little later than that', 58.9, true],
  ['another instance, which began before the report before', 1_800, false],
  ['its uptime is not known', null, false],
])('is a restart only if it is certain: %s', (_, uptime, restarted) => {
  expect(changeBetween(BEFORE, reportOf({ uptime }), NOW)?.restarted ?? false).toBe(restarted);
});

it.each([
  ['the same', '1', null],
  ['another', '2', { from: '1', to: '2' }],
  ['not known', null, null],
  ['a long one, which is cut', 'v'.repeat(90), { from: '1', to: `${'v'.repeat(59)}…` }],
])('is another version only if both are known: %s', (_, version, expected) => {
  expect(changeBetween(BEFORE, reportOf({ version }), NOW)?.version ?? null).toEqual(expected);
});

describe('several changes', () => {
  const moved = (at: number, from: string, to: string): ServiceChange => ({
    at,
    restarted: false,
    version: { from, to },
  });
  const restart: ServiceChange = { at: 3, restarted: true, version: null };

  it.each<[string, readonly ServiceChange[], ReturnType<typeof sumUpChanges>]>([
    ['none', [], null],
    ['all before', [moved(1, 'a', 'b')], null],
    ['one at that time', [moved(2, 'a', 'b')], { restarted: false, version: { from: 'a', to: 'b' } }],
    [
      'from the first to the last',
      [moved(2, 'a', 'b'), moved(3, 'b', 'c')],
      { restarted: false, version: { from: 'a', to: 'c' } },
    ],
    ['back to the first', [moved(2, 'a', 'b'), moved(3, 'b', 'a')], null],
    ['a restart alone', [restart], { restarted: true, version: null }],
    [
      'back to the first, with a restart',
      [moved(2, 'a', 'b'), restart, moved(4, 'b', 'a')],
      { restarted: true, version: null },
    ],
  ])('from a time on: %s', (_, changes, expected) => {
    expect(sumUpChanges(changes, 2)).toEqual(expected);
  });
});
