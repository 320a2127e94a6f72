/** The page of a deployment in a config. */

import { understood } from '../../../../support/core/parsed';

const DEFAULTS = { controls: false, concurrency: null, metricsToken: null };

it.each([
  ['', null],
  ['page: { token: { secret: shop/page } }', { ...DEFAULTS, token: { secret: 'shop/page', key: null } }],
  [
    'page: { token: { secret: shop, key: page }, controls: true, concurrency: 5, metricsToken: { secret: metrics } }',
    {
      token: { secret: 'shop', key: 'page' },
      controls: true,
      concurrency: 5,
      metricsToken: { secret: 'metrics', key: null },
    },
  ],
])('%j is read', (text, page) => {
  expect(understood(text).deployment.page).toEqual(page);
});
