/** No two things share a key of the table, whatever the deployments and services are called. */

import {
  addressLookKey,
  deploymentPartition,
  formerKey,
  rosterKey,
  serviceAt,
  stateKey,
} from '../../../../lambda/core/state/table-keys';
import { SERVICE_ID } from '../../../../lambda/core/words/service-id';
import { configOf } from '../../../support/runs';

it('keeps apart what separates them: no name and no id holds it', () => {
  const [, separator] = deploymentPartition('shop').split('shop');
  expect(SERVICE_ID.test(`a${separator}b`)).toBe(false);
  expect(SERVICE_ID.test('')).toBe(false);
  expect(() => configOf({ [`a${separator}b`]: 'https://a.internal' })).toThrow(/services\[0\]\.id/);
  expect(() => configOf({ a: 'https://a.internal' }, [`name: a${separator}b`])).toThrow(/expected a name/);
});

it.each([
  [stateKey('shop', 'a'), 'a'],
  [formerKey('shop', 'a'), 'a'],
  [rosterKey('shop', 0), null],
  [addressLookKey('shop'), null],
  [stateKey('shop-2', 'a'), null],
  [stateKey('sho', 'p'), null],
])('knows whose state lies at %j', (key, service) => {
  expect(serviceAt('shop', key)).toBe(service);
});
