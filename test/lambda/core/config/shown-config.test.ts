/** What the function answers of its config holds no value that could be a secret. */

import type { SecretValue } from '../../../../lambda/core/config/secret-value';
import { shownConfig } from '../../../../lambda/core/config/shown-config';
import { configOf } from '../../../support/core/runs';

const SECRET = 'hunter2-is-the-token';
const HEADERS = {
  'X-Literal': { kind: 'literal' as const, value: SECRET },
  'X-Hidden': { kind: 'hidden' as const, value: SECRET, text: `\${TOKEN}`, secrets: [SECRET] },
  'X-Secret': { kind: 'secret' as const, secret: 'prod/token', key: null },
} satisfies Readonly<Record<string, SecretValue>>;

it('names the headers, the receivers and the references, and shows no value', () => {
  const config = configOf({ a: 'https://a.internal' });
  const services = config.services.map((service) => ({
    ...service,
    headers: HEADERS,
  }));
  const receiver = {
    id: 'team',
    kind: 'slack',
    settings: { url: HEADERS['X-Literal'], a: HEADERS['X-Secret'] },
  } as const;
  const alertmanager = {
    id: 'am',
    kind: 'alertmanager',
    settings: { url: HEADERS['X-Literal'] },
    access: { headers: HEADERS, auth: { kind: 'bearer', token: HEADERS['X-Hidden'] } },
  } as const;
  const webhook = {
    id: 'hook',
    kind: 'webhook',
    settings: { url: HEADERS['X-Literal'] },
    template: {
      method: 'POST',
      body: SECRET,
      on: {},
      headers: { a: SECRET },
      words: {},
      limits: {},
      group: false,
      fixed: [],
    },
  } as const;
  const filters = { services: null, events: null, kinds: null, severities: null, afterMs: 0 };
  const shown = shownConfig({
    ...config,
    services,
    receivers: [
      { ...receiver, ...filters },
      { ...alertmanager, ...filters },
      { ...webhook, ...filters },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  expect(shown.services[0]).toMatchObject({
    id: 'a',
    headers: {
      'X-Literal': { kind: 'literal', value: '(hidden)' },
      'X-Hidden': { text: `\${TOKEN}` },
      'X-Secret': { kind: 'secret', secret: 'prod/token', key: null },
    },
  });
  expect(shown.receivers[1]?.access).toMatchObject({
    headers: { 'X-Literal': { value: '(hidden)' }, 'X-Secret': { secret: 'prod/token' } },
    auth: { kind: 'bearer', token: { text: `\${TOKEN}` } },
  });
  expect(shown.receivers.slice(0, 1)).toMatchObject([
    {
      id: 'team',
      settings: {
        url: { kind: 'literal', value: '(hidden)' },
        a: { kind: 'secret', secret: 'prod/token', key: null },
      },
    },
  ]);
});
