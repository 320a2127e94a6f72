/** The key `pulse`: one or several. */

import { secretIds } from '../../../../../lambda/core/config/secrets';
import { shownConfig } from '../../../../../lambda/core/config/shown-config';
import { faultsOf, understood } from '../../../../support/core/parsed';

const SECRET = 'STATUSWATCH_SECRET_SHOP_PULSE';
const ONE = 'pulse: { url: { secret: shop/pulse } }';
const reference = { kind: 'secret', secret: 'shop/pulse', key: null };

it.each([
  [ONE, [{ id: 'outside', url: reference, failPath: false }]],
  [
    'pulse: [{ url: { secret: shop/pulse }, failPath: true }, { id: kuma, url: "https://kuma.internal/${PLACE}" }]',
    [
      { id: 'outside', url: reference, failPath: true },
      { id: 'kuma', url: { kind: 'hidden', value: 'https://kuma.internal/healthz' } },
    ],
  ],
])('%s is read', (text, pulses) => {
  expect(understood(text).config.pulses).toMatchObject(pulses);
});

it('has a secret that the role may read, and that comes from the environment of a laptop if pulses are sent', () => {
  expect(secretIds(understood(ONE).config)).toEqual(['shop/pulse']);
  const environment = { [SECRET]: 'https://hc.internal/hunter2' };
  const { pulses } = understood(ONE, { notifying: true, environment }).config;
  expect(pulses).toMatchObject([{ url: { value: 'https://hc.internal/hunter2' } }]);
  expect(faultsOf(ONE, { notifying: true })).toEqual([
    `1:15  pulse.url is a map; expected the environment variable ${SECRET} to be set: on this machine it replaces the secret`,
  ]);
});

it('is not in the config that the checker answers', () => {
  const { config } = understood('pulse: { url: "https://hc.internal/${TOKEN}" }');
  expect(JSON.stringify(shownConfig(config))).not.toContain('hunter2');
});
