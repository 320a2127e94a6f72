/** Tests of the settings that keep a name server that hangs from holding up other names. */

import { lookupEnvironment } from '../../../../lambda/core/invoke/lookup-environment';
import { deployable, fleet } from '../../../support/aws/synthesis';

const environmentOf = (services: number, keys: string, shards = 1) =>
  lookupEnvironment(deployable(fleet(services, keys)).config, shards);

it.each([
  ['two for each name, and eight for receivers and AWS', 6, '', 1, '20'],
  ['256 at most', 200, '', 1, '256'],
  ['for the services of its part', 60, '', 3, '48'],
  ['for names whose lookups outlive their attempts', 40, 'concurrency: 20', 1, '88'],
])('the thread pool has enough threads: %s', (_, services, keys, shards, threads) => {
  expect(environmentOf(services, keys, shards).UV_THREADPOOL_SIZE).toBe(threads);
});

// The second that the C library waits for an answer doubles with each try: 1, 3, 7, 15 s in all.
it.each([
  ['10ms', 1],
  ['1s', 1],
  ['1001ms', 2],
  ['3s', 2],
  ['5s', 3],
  ['7s', 3],
])('with a timeout of %s the C library tries %i times', (timeout, attempts) => {
  expect(environmentOf(6, `timeout: ${timeout}`).RES_OPTIONS).toBe(`timeout:1 attempts:${attempts}`);
});
