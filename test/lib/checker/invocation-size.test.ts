/** How services are spread over invocations, and what one of them needs. */

import { checkerMemoryMb, shardCount } from '../../../lambda/core/invoke/invocation';
import { timeoutSeconds } from '../../../lib/checker/checker-function';
import { deployable, fleet } from '../../support/aws/synthesis';

function sizesOf(text: string) {
  const { config, deployment } = deployable(text);
  const shards = shardCount(config, deployment);
  return { shards, timeout: timeoutSeconds(config, shards) };
}

describe('memory, and the CPU that comes with it', () => {
  it.each([
    ['six services', fleet(6), 1_024],
    ['as many as the least size takes', fleet(204, 'servicesPerInvocation: 1000'), 1_024],
    ['one more', fleet(205, 'servicesPerInvocation: 1000'), 2_048],
    ['a config that has its own, less', fleet(200, 'memory: 300'), 300],
    ['a config that has its own, more', fleet(1, 'memory: 10240'), 10_240],
    ['as many as one invocation gets', fleet(200), 1_024],
    ['a fleet in three invocations', fleet(600), 1_024],
    ['a crowd in one invocation', fleet(900, 'servicesPerInvocation: 1000\ninterval: 5m'), 2_048],
  ])('%s', (_, text, memoryMb) => {
    const { config, deployment } = deployable(text);
    expect(checkerMemoryMb(config, deployment)).toBe(memoryMb);
  });
});

describe('services are spread', () => {
  it.each([
    [1, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ])('%i over %i invocations', (services, shards) => {
    expect(sizesOf(fleet(services)).shards).toBe(shards);
  });

  it('as the config says', () => {
    expect(sizesOf(fleet(11, 'servicesPerInvocation: 5')).shards).toBe(3);
  });
});

describe('an invocation may take', () => {
  it.each([
    ['the worst case of its services and 25 s', '', 12 + 25],
    ['that of the slowest', 'timeout: 5s\nretry: { attempts: 2, backoff: 2s }', 12 + 25],
    ['nearly the interval', 'timeout: 16s\nretry: { attempts: 2, backoff: 1s }', 33 + 25],
    ['whole seconds', 'timeout: 10ms\nretry: { attempts: 1, backoff: 0s }', 26],
  ])('%s', (_, keys, seconds) => {
    expect(sizesOf(fleet(6, keys)).timeout).toBe(seconds);
  });

  it('as many worst cases as there are waves', () => {
    expect(sizesOf(fleet(50, 'interval: 5m\nconcurrency: 20')).timeout).toBe(3 * 12 + 25);
    expect(sizesOf(fleet(40, 'interval: 5m\nconcurrency: 20')).timeout).toBe(2 * 12 + 25);
  });

  it('a turn more if others notify too: 250 ms for each of them', () => {
    expect(sizesOf(fleet(400)).timeout).toBe(12 + 25 + 1);
    expect(sizesOf(fleet(48, 'servicesPerInvocation: 1')).timeout).toBe(12 + 25 + 12);
  });
});
