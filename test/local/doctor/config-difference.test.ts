/** The differences of two configs, by the keys of the file. */

import { shownConfig } from '../../../lambda/core/config/shown-config';
import { configDifference } from '../../../local/doctor/config-difference';
import { deployable } from '../../support/aws/synthesis';

const BASE = [
  'headers: { X-Token: hunter2-is-the-token }',
  'alerts: { subscriptions: [{ email: a@a.test }] }',
  'services: [{ id: a, baseUrl: "https://a.internal" }, { id: b, baseUrl: "https://b.internal" }]',
].join('\n');

/** As the function answers it. */
function deployed(text: string) {
  const { config, deployment } = deployable(text);
  return JSON.parse(JSON.stringify({ config: shownConfig(config), deployment }));
}

it.each([
  ['nothing', BASE, []],
  ['a value that is not shown', BASE.replace('hunter2', 'hunter3'), []],
  ['the interval', `interval: 5m\n${BASE}`, ['interval: 5m → 1m']],
  ['a key that is left out', `runbook: https://wiki.internal\n${BASE}`, ['runbook: https://wiki.internal → (nothing)']],
  [
    'an address',
    BASE.replace('a@a.test', 'b@a.test'),
    [
      'alerts.subscriptions.b@a.test: {"email":"b@a.test","checker":true} → (nothing)',
      'alerts.subscriptions.a@a.test: (nothing) → {"email":"a@a.test","checker":true}',
    ],
  ],
  [
    'a header',
    BASE.replace('X-Token', 'X-Key'),
    [
      'services.a.headers.X-Key: (hidden) → (nothing)',
      'services.a.headers.X-Token: (nothing) → (hidden)',
      'services.b.headers.X-Key: (hidden) → (nothing)',
      'services.b.headers.X-Token: (nothing) → (hidden)',
    ],
  ],
])('%s', (_, here, lines) => {
  expect(configDifference(deployable(here), deployed(BASE))).toEqual(lines);
});

it('a service that was added is one line, and cut short', () => {
  const more = BASE.replace('services: [', 'services: [{ id: new, baseUrl: "https://new.internal" }, ');
  const lines = configDifference(deployable(more), deployed(BASE));
  expect(lines).toEqual([expect.stringMatching(/^services\.new: \{"id":"new",.*… → \(nothing\)$/)]);
});

it('of a maintenance window is listed by its name', () => {
  const window = (length: string) => `maintenance: [{ name: nightly, cron: "0 3 * * *", for: ${length} }]\n${BASE}`;
  expect(configDifference(deployable(window('1h')), deployed(window('2h')))).toEqual([
    'maintenance.nightly.for: 1h → 2h',
  ]);
});

it.each([
  ['at its end', `${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`, `…${'a'.repeat(19)}1 → …${'a'.repeat(19)}2`],
  ['because it goes on', 'a'.repeat(70), `${'a'.repeat(70)}b`, `…${'a'.repeat(19)} → …${'a'.repeat(19)}b`],
  ['at its beginning', `1${'a'.repeat(70)}`, `2${'a'.repeat(70)}`, `1${'a'.repeat(50)}… → 2${'a'.repeat(50)}…`],
])('shows where a long value differs: %s', (_, here, there, shown) => {
  const at = (page: string) => `runbook: https://${page}\n${BASE}`;
  const [line = ''] = configDifference(deployable(at(here)), deployed(at(there)));
  expect(line.replaceAll('https://', '')).toBe(`runbook: ${shown}`);
});
