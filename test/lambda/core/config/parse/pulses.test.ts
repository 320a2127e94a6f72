/** The key `pulse`: one or several, their faults, and that no address of theirs is ever shown. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { ConfigSource } from '../../../../../lambda/core/config/parse/outside';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';
import { secretIds } from '../../../../../lambda/core/config/secrets';
import { shownConfig } from '../../../../../lambda/core/config/shown-config';

const SECRET = 'STATUSWATCH_SECRET_SHOP_PULSE';

function parse(pulse: string, more: Partial<ConfigSource> = {}) {
  const text = `pulse: ${pulse}\nservices: [{ id: a, baseUrl: https://a.internal }]\n`;
  const environment = { TOKEN: 'hunter2', [SECRET]: 'https://hc.internal/hunter2' };
  return parseConfig({ file: 'f', text, environment, readCa: () => '', probing: 'none', ...more });
}

function pulsesOf(pulse: string, more: Partial<ConfigSource> = {}) {
  const result = parse(pulse, more);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.config.pulses;
}

function faultsOf(pulse: string, more: Partial<ConfigSource> = {}) {
  const result = parse(pulse, more);
  return result.ok ? [] : result.faults.map((fault) => formatFault(fault).replace(/^f:/, ''));
}

const reference = { kind: 'secret', secret: 'shop/pulse', key: null };

it.each([
  ['{ url: { secret: shop/pulse } }', [{ id: 'outside', url: reference, failPath: false }]],
  [
    '[{ url: { secret: shop/pulse }, failPath: true }, { id: kuma, url: "https://kuma.internal/${TOKEN}" }]',
    [
      { id: 'outside', url: reference, failPath: true },
      { id: 'kuma', url: { kind: 'hidden', value: 'https://kuma.internal/hunter2' } },
    ],
  ],
])('%s is right', (pulse, pulses) => {
  expect(pulsesOf(pulse)).toMatchObject(pulses);
});

it('its secret is named to whoever grants it, and on a laptop in the environment where pulses are sent', () => {
  const pulse = '{ url: { secret: shop/pulse } }';
  const result = parse(pulse);
  expect(result.ok && secretIds(result.config)).toEqual(['shop/pulse']);
  expect(pulsesOf(pulse, { notifying: true })).toMatchObject([{ url: { value: 'https://hc.internal/hunter2' } }]);
  expect(faultsOf(pulse, { notifying: true, environment: {} })).toEqual([
    `1:15  pulse.url is a map; expected the environment variable ${SECRET} to be set: on this machine it replaces the secret`,
  ]);
});

it.each([
  [
    'https://hc.internal/hunter2',
    '1:8  pulse is a text that is not shown here; expected a map with the key url, or a list of such maps',
  ],
  ['{}', '1:8  pulse.url is missing; expected an address such as https://hc-ping.com/YOUR-UUID'],
  ['{ urll: "https://hc.internal/hunter2" }', '1:10  pulse.urll is not known; did you mean "url"?'],
  ['{ url: hunter2 }', '1:15  pulse.url is a text that is not shown here; expected an address such as'],
  ['{ url: "http://hc.internal/hunter2" }', 'expected an https:// address: http:// is only for this machine'],
  ['{ url: "https://me:hunter2@hc.internal" }', 'without user name and password'],
  ['{ url: { secret: a }, failPath: "yes" }', '1:40  pulse.failPath is "yes"; expected true or false'],
  ['[{ url: { secret: a }, id: "a b" }]', '1:35  pulse[0].id is "a b"; expected an id such as healthchecks'],
  ['[{ url: { secret: a } }, { url: { secret: b } }]', 'pulse[1].id is missing; expected a unique id: pulse[0]'],
  ['[]', 'pulse is empty; expected a map with the key url'],
])('%s is a fault', (pulse, fault) => {
  const faults = faultsOf(pulse);
  expect(faults).toEqual([expect.stringContaining(fault)]);
  expect(faults.join()).not.toContain('hunter2');
});

it.each(['{ url: "https://hc.internal/hunter2" }', '{ url: "https://hc.internal/${TOKEN}" }'])(
  'deployed, %s would be readable in the bundle',
  (pulse) => {
    expect(faultsOf(pulse, { deploying: true })).toEqual([
      expect.stringMatching(/^1:15 {2}pulse\.url is .*; expected \{ secret: NAME-OR-ARN, key: KEY \}: any other/),
    ]);
  },
);

it('is not in the config that the checker answers', () => {
  const result = parse('{ url: "https://hc.internal/${TOKEN}" }');
  if (!result.ok) throw new Error('a fault');
  expect(JSON.stringify(shownConfig(result.config))).not.toContain('hunter2');
});
