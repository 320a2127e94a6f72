/** The variables of the checker's function about the public page. */

import { PAGE_VARIABLES, readPageEnvironment } from '../../../../lambda/status-page/core/page-environment';

const PLACE = {
  bucket: 'bucket',
  region: 'eu-west-1',
  urlSuffix: 'amazonaws.com',
  owner: '123456789012',
  url: 'https://d.cloudfront.net/',
};
const VARIABLES = Object.fromEntries(
  (Object.keys(PLACE) as (keyof typeof PLACE)[]).map((key) => [PAGE_VARIABLES[key], PLACE[key]]),
);

it('are read by the names that the stack sets', () => {
  expect(readPageEnvironment(VARIABLES)).toEqual(PLACE);
});

it('are no page without a bucket', () => {
  expect(readPageEnvironment({ ...VARIABLES, [PAGE_VARIABLES.bucket]: '' })).toBeNull();
});
