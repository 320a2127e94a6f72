/** What the public page uses, and so costs. */

import { statusPageUsage } from '../../../../lambda/status-page/core/status-page-usage';
import { deployable, fleet } from '../../../support/aws/synthesis';

it('counts each request to CloudFront, and the files that are written', () => {
  const page = 'statusPage: { title: Shop, services: [{ id: s0, name: Shop }] }';
  const [usage] = statusPageUsage(deployable(fleet(1, page)).config);
  expect(usage).toMatchObject({
    name: 'public page',
    quantities: { cloudfrontRequest: 10_000, s3Put: 21_900 + (730 / 24 + 200) * 8 },
  });
});

it('is nothing without a page', () => {
  expect(statusPageUsage(deployable(fleet(1)).config)).toEqual([]);
});
