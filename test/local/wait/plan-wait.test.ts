/** The options of a wait. */

import { configFrom } from '../../../local/input/load-config';
import { planWait, type WaitOptions } from '../../../local/wait/plan-wait';

const OPTIONS: WaitOptions = { config: 'c.yaml', state: 's', runs: '3', for: '10m', every: '5s' };
const CONFIG = configFrom(
  '(test)',
  [
    'services:',
    '  - { id: user-service, baseUrl: "https://user.internal" }',
    '  - { id: payment-service, baseUrl: "https://pay.internal" }',
    '  - { id: invoice-service, baseUrl: "https://invoice.internal" }',
    '  - { id: legacy, baseUrl: "https://legacy.internal", contract: http }',
  ].join('\n'),
  { probing: 'all' },
);
const plan = (options: Partial<WaitOptions> = {}, names: readonly string[] = []) =>
  planWait(CONFIG, names, { ...OPTIONS, ...options });

it('reads them', () => {
  expect(plan({ version: ' 2.5.0 ' }, ['user-service'])).toMatchObject({
    isAll: false,
    version: '2.5.0',
    runs: 3,
    forMs: 600_000,
    everyMs: 5_000,
  });
});

it.each([
  [[], ['user-service', 'payment-service', 'invoice-service', 'legacy']],
  [
    ['invoice-service', 'user-service'],
    ['user-service', 'invoice-service'],
  ],
])('%j selects services in the order of the config', (names, ids) => {
  expect(plan({}, names).services.map(({ id }) => id)).toEqual(ids);
});

const WITHOUT = '--version: answers of these services have no version: legacy (contract: http)';
it.each<[Partial<WaitOptions>, string]>([
  [{ runs: '1.5' }, '--runs 1.5: expected a whole number, at least 1'],
  [{ every: '500ms' }, '--every 500ms: expected a duration from 1s to 1h, such as 5s'],
  [{ for: '2d' }, '--for 2d: expected a duration from 1s to 1d, such as 10m'],
  [{ for: '10s' }, '--for 10s is too short: 3 checks, one every 5s, take 10s'],
  [{ version: '2.5.0' }, `${WITHOUT}. Name the others, or omit --version`],
  [{ version: ' ' }, '--version needs a version, such as --version 2.5.0'],
])('%j is a fault', (options, fault) => {
  expect(() => plan(options)).toThrow(fault);
});
