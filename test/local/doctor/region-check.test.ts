/** The doctor's check of the regions that confirm outages. */

import type { FunctionFact } from '../../../local/doctor/facts';
import { regionCheck } from '../../../local/doctor/region-check';
import { configOf } from '../../support/core/runs';

const config = configOf({ pay: 'https://pay.company.com' }, ['name: shop', 'confirmFrom: [us-east-1, sa-east-1]']);
const checker = { region: 'eu-central-1' } as FunctionFact;
const asking = {
  ask: async <Value>(_action: string, call: () => Promise<Value>) => ({ kind: 'known' as const, value: await call() }),
  now: 0,
  readPage: () => Promise.reject(new Error('not read')),
};

it('invokes each region, and finds stacks of regions that have left', async () => {
  const check = regionCheck({
    answers: async (region, name) => region === 'us-east-1' && name === 'shop-confirm-eu-central-1',
    exists: async (region) => {
      if (region.startsWith('me-')) throw new Error('the region is not enabled');
      return region === 'ap-southeast-1';
    },
  });
  expect((await check(config, checker, asking)).map(({ mark, text }) => [mark, text])).toEqual([
    ['ok', 'us-east-1 can confirm outages'],
    ['failed', 'sa-east-1 has no function shop-confirm-eu-central-1'],
    ['failed', 'ap-southeast-1 is no longer in confirmFrom, and still has its stack'],
  ]);
});

it('finds nothing without confirmFrom', async () => {
  const asked = () => Promise.reject(new Error('asked'));
  const check = regionCheck({ answers: asked, exists: asked });
  expect(await check({ ...config, confirmFrom: null }, checker, asking)).toEqual([]);
});
