/** No two things share a key of the table, whatever the deployments and services are called. */

import {
  deploymentPartition,
  notificationKey,
  overviewKey,
  rosterKey,
  silenceKey,
  stateKey,
} from '../../../../lambda/core/state/table-keys';
import { SERVICE_ID } from '../../../../lambda/core/words/ids';
import { configOf } from '../../../support/core/runs';

it('keeps apart what separates them: no name and no id holds it', () => {
  const [, separator] = deploymentPartition('shop').split('shop');
  expect(SERVICE_ID.test(`a${separator}b`)).toBe(false);
  expect(SERVICE_ID.test('')).toBe(false);
  expect(() => configOf({ [`a${separator}b`]: 'https://a.internal' })).toThrow(/services\[0\]\.id/);
  expect(() => configOf({ a: 'https://a.internal' }, [`name: a${separator}b`])).toThrow(/expected a name/);
});

it('keeps apart all that lies in the table', () => {
  const keys = [
    stateKey('shop', 'a'),
    stateKey('shop-2', 'a'),
    stateKey('sho', 'p'),
    rosterKey('shop', 0),
    overviewKey('shop', 0),
    silenceKey('shop', 'a'),
    notificationKey('shop', 'a'),
  ];
  expect(new Set(keys.map(({ partition, sort }) => `${partition} ${sort}`)).size).toBe(keys.length);
});
