/** The options of a wait: their limits, and all that is wrong with them at once. */

import { configFrom } from '../../../local/input/load-config';
import { mostRequests, readSettings, selectServices, type WaitOptions } from '../../../local/wait/wait-settings';

const OPTIONS: WaitOptions = { config: 'c.yaml', state: 's', group: [], runs: '3', for: '10m', every: '5s' };

it('reads them', () => {
  expect(readSettings({ ...OPTIONS, version: ' 2.5.0 ' })).toEqual({
    settings: { version: '2.5.0', runs: 3, forMs: 600_000, everyMs: 5_000 },
    faults: [],
  });
});

it.each<[Partial<WaitOptions>, number]>([
  [{}, 120],
  [{ for: '1s', runs: '1' }, 1],
  [{ for: '11s' }, 3],
])('%j: says how many requests there are at most', (options, most) => {
  expect(mostRequests(readSettings({ ...OPTIONS, ...options }).settings)).toBe(most);
});

const AS_RUNS = 'expected a whole number of answers in a row, from 1 on';
it.each<[Partial<WaitOptions>, readonly string[]]>([
  [{ runs: '0' }, [`--runs 0: ${AS_RUNS}`]],
  [{ runs: '1.5' }, [`--runs 1.5: ${AS_RUNS}`]],
  [{ runs: '-1' }, [`--runs -1: ${AS_RUNS}`]],
  [{ every: '500ms' }, ['--every 500ms: expected a duration from 1s to 1h, such as 5s or 10m']],
  [{ for: '2d' }, ['--for 2d: expected a duration from 1s to 1d, such as 5s or 10m']],
  [{ version: ' ' }, ['--version needs a version, such as --version 2.5.0']],
  [{ junit: '' }, ['--junit needs the name of a file']],
  [
    { for: '10s' },
    ['--for 10s is too short: 3 answers, one every 5s, need 10s: expected a longer time, or fewer --runs'],
  ],
  [
    { runs: 'x', for: 'soon', every: '0s', silence: '' },
    [
      `--runs x: ${AS_RUNS}`,
      '--for soon: expected a duration from 1s to 1d, such as 5s or 10m',
      '--every 0s: expected a duration from 1s to 1h, such as 5s or 10m',
      '--silence needs a reason, such as --silence "deploying 2.5.0"',
    ],
  ],
])('%j', (options, faults) => {
  expect(readSettings({ ...OPTIONS, ...options }).faults).toEqual(faults);
});

describe('the services', () => {
  const text = [
    'services:',
    '  - { id: user-service, baseUrl: "https://user.internal", group: accounts }',
    '  - { id: payment-service, baseUrl: "https://pay.internal", group: money }',
    '  - { id: invoice-service, baseUrl: "https://invoice.internal", group: money }',
    '  - { id: legacy, baseUrl: "https://legacy.internal", contract: http }',
  ].join('\n');
  const config = configFrom('(test)', text, { probing: 'all' });
  const select = (names: readonly string[], options: Partial<WaitOptions> = {}) => {
    const { selected, faults } = selectServices(config, names, { ...OPTIONS, ...options });
    return faults.length > 0 ? faults : selected.map(({ id }) => id);
  };

  it('are those that are named and those of the groups, or all', () => {
    expect(select([])).toEqual(['user-service', 'payment-service', 'invoice-service', 'legacy']);
    expect(select(['invoice-service', 'user-service'])).toEqual(['user-service', 'invoice-service']);
    expect(select(['user-service'], { group: ['money'] })).toEqual([
      'user-service',
      'payment-service',
      'invoice-service',
    ]);
  });

  it('that are not known are faults, each with what is meant', () => {
    expect(select(['user-servce', 'x'], { group: ['mony'] })).toEqual([
      'there is no service "user-servce": did you mean user-service?',
      'there is no service "x": its services are user-service, payment-service, invoice-service, legacy',
      'there is no group "mony": did you mean money?',
    ]);
  });

  it('can be waited for with a version only if their answers have one', () => {
    const why = '--version: the answers of these services have no version: legacy (contract: http)';
    expect(select([], { version: '2.5.0' })).toEqual([`${why}: name the others, or wait without --version`]);
    expect(select(['legacy'], { version: '2.5.0' })).toEqual([`${why}: leave them out, or wait without --version`]);
    expect(select(['user-service'], { version: '2.5.0' })).toEqual(['user-service']);
  });
});
