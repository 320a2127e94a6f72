/** The page of a deployment in a config: what is made of it, and what is refused. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

function parse(page: string) {
  const text = `${page}\nservices: [{ id: a, baseUrl: "https://a.internal" }]`;
  return parseConfig({ file: 'c.yaml', text, environment: { TOKEN: 'x' }, readCa: () => '', probing: 'none' });
}

it.each([
  ['', null],
  [
    'page: { token: { secret: shop/page } }',
    { token: { secret: 'shop/page', key: null }, controls: false, concurrency: null, metricsToken: null },
  ],
  [
    'page: { token: { secret: shop, key: page }, controls: true, concurrency: 5, metricsToken: { secret: metrics } }',
    {
      token: { secret: 'shop', key: 'page' },
      controls: true,
      concurrency: 5,
      metricsToken: { secret: 'metrics', key: null },
    },
  ],
])('"%s" is read', (text, expected) => {
  const result = parse(text);
  expect(result.ok && result.deployment.page).toEqual(expected);
});

it.each([
  ['page: true', 'expected a map with the key token'],
  ['page: {}', 'expected { secret: NAME-OR-ARN }'],
  ['page: { token: f3a9c1e07b5d42688d10c7e4ab93f652 }', 'a token that stands in the file could be read by anybody'],
  ['page: { token: { secret: "" } }', 'expected { secret: NAME-OR-ARN }'],
  ['page: { token: { secret: a, kye: b } }', 'expected secret, key'],
  ['page: { token: { secret: a }, control: true }', 'did you mean "controls"?'],
  ['page: { token: { secret: a }, controls: yes please }', 'expected true or false'],
  [
    'page: { token: { secret: a, key: b }, metricsToken: { secret: a, key: b } }',
    'expected a secret other than the one of token: anyone who has it could log in',
  ],
  [
    'page: { token: { secret: a, key: b }, metricsToken: { key: b, secret: a } }',
    'expected a secret other than the one of token: anyone who has it could log in',
  ],
  ['page: { token: { secret: a }, concurrency: 0 }', 'expected a whole number from 1 to 1000'],
])('"%s" is refused, with what would be right', (text, expected) => {
  const result = parse(text);
  expect(result.ok ? [] : result.faults.map(formatFault)).toEqual([expect.stringContaining(expected)]);
});
