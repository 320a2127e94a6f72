/** What the function answers of its config holds no value that could be a secret. */

import type { HeaderValue } from '../../../../lambda/core/config/config';
import { shownConfig } from '../../../../lambda/core/config/shown-config';
import { configOf } from '../../../support/core/runs';

const SECRET = 'hunter2-is-the-token';
const HEADERS: Readonly<Record<string, HeaderValue>> = {
  'X-Literal': { kind: 'literal', value: SECRET },
  'X-Hidden': { kind: 'hidden', value: SECRET, text: `\${TOKEN}`, secrets: [SECRET] },
  'X-Secret': { kind: 'secret', secret: 'prod/token', key: null },
};

it('names the headers and the references, and shows no value', () => {
  const config = configOf({ a: 'https://a.internal' });
  const services = config.services.map((service) => ({
    ...service,
    headers: HEADERS,
    asked: { url: `https://a.internal/${SECRET}`, secrets: [SECRET] },
  }));
  const shown = shownConfig({ ...config, services });
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  expect(shown.services[0]).toMatchObject({
    id: 'a',
    headers: {
      'X-Literal': { kind: 'literal', value: '(hidden)' },
      'X-Hidden': { text: `\${TOKEN}` },
      'X-Secret': { kind: 'secret', secret: 'prod/token', key: null },
    },
  });
});
