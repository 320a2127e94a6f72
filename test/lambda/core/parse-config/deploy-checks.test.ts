/**
 * What only a deployment refuses: a name that is taken, addresses of the machine itself, seconds in the interval, values from
 * the environment, a run longer than Lambda gives.
 */

import { formatFault } from '../../../../lambda/core/parse-config/fault';
import { parseConfig } from '../../../../lambda/core/parse-config/parse-config';

function faultsOf(text: string, deploying = true, probing: 'all' | 'none' = 'all'): string[] {
  const result = parseConfig({
    file: 'c.yaml',
    text,
    environment: { TOKEN: 'hunter2-hunter2' },
    readCa: () => '',
    probing,
    deploying,
  });
  return result.ok ? [] : result.faults.map(formatFault);
}

const fleet = (count: number, top: string) =>
  [
    top,
    'services:',
    ...Array.from({ length: count }, (_, i) => `  - { id: s${i}, baseUrl: "http://s${i}.internal" }`),
  ].join('\n');

it.each([
  [
    // EventBridge Scheduler user guide, "Managing a schedule group": "Your AWS account comes with a `default` scheduler group."
    'the name of the group of schedules that each account has',
    'name: default',
    'c.yaml:1:7  name holds "default"; expected another name: each account already has a schedule group of this name',
  ],
  [
    'seconds in the interval',
    'interval: 90s',
    'c.yaml:1:11  interval holds "90s"; expected whole minutes, such as 1m: a deployed schedule has no seconds',
  ],
  [
    'a header from the environment',
    'headers: { X-Key: "${TOKEN}" }',
    'c.yaml:1:19  headers.X-Key holds "${TOKEN}"; expected { secret: NAME-OR-ARN, key: KEY }: a value from the environment would be readable in the bundle',
  ],
  [
    'attempts that leave no time to notify anybody',
    'timeout: 11s',
    'c.yaml:1:1  timeout makes a run too long for a deployment: if all services fail, asking takes 36s, but an interval of 1m leaves only 34s for it; expected less for timeout and retry, or a longer interval',
  ],
])('refuses %s, which a laptop takes', (_name, top, fault) => {
  expect(faultsOf(fleet(1, top))).toEqual([fault]);
  expect(faultsOf(fleet(1, top), false)).toEqual([]);
});

describe('the address', () => {
  const at = (baseUrl: string) => `services: [{ id: a, baseUrl: "${baseUrl}" }]`;

  it.each([
    ...['http://localhost:8080', 'https://LOCALHOST', 'http://localhost.', 'http://api.localhost', 'http://127.0.0.1'],
    ...['http://127.8.9.10', 'http://127.1', 'http://2130706433', 'http://0x7f000001', 'http://0.0.0.0', 'http://0'],
    ...['http://[::1]:80', 'http://[::]', 'http://[0:0:0:0:0:0:0:1]', 'http://[::ffff:127.0.0.1]'],
  ])('%s leads to the machine itself, and is refused where it would be asked by a deployment', (baseUrl) => {
    expect(faultsOf(at(baseUrl))).toEqual([
      `c.yaml:1:30  services[0].baseUrl holds "${baseUrl}"; expected an address that the Lambda can reach: this one leads to the machine that asks`,
    ]);
    expect(faultsOf(at(baseUrl), false)).toEqual([]);
    expect(faultsOf(at(baseUrl), true, 'none')).toEqual([]);
  });

  it.each([
    ...[
      'http://10.0.0.1',
      'http://128.0.0.1',
      'http://127.example.org',
      'http://localhost.example.org',
      'http://1.1.1.1',
    ],
    ...['http://notlocalhost', 'http://[::2]', 'http://[fd00::1]', 'http://[::ffff:10.0.0.1]'],
  ])('%s does not', (baseUrl) => {
    expect(faultsOf(at(baseUrl))).toEqual([]);
  });
});

it('refuses an address from the environment, which a laptop takes', () => {
  const text = 'services: [{ id: a, baseUrl: "http://a.internal/${TOKEN}" }]';
  expect(faultsOf(text)).toEqual([
    'c.yaml:1:30  services[0].baseUrl holds "http://a.internal/${TOKEN}"; expected the address itself: a value from the environment would be readable in the bundle',
  ]);
  expect(faultsOf(text, false)).toEqual([]);
});

it.each([
  ['that just leave the time', fleet(1, 'timeout: 10s\nretry: { backoff: 1s }'), 0],
  ['of many services in waves that fit', fleet(40, 'concurrency: 20'), 0],
  ['of many services in waves that do not fit', fleet(80, 'concurrency: 20'), 1],
  ['of many services in waves that fit, being spread', fleet(80, 'concurrency: 20\nservicesPerInvocation: 40'), 0],
  ['beyond the 15 minutes of Lambda', fleet(1, 'interval: 1h\ntimeout: 60s\nretry: { attempts: 10, backoff: 2s }'), 1],
])('counts attempts %s', (_name, text, count) => {
  expect(faultsOf(text)).toHaveLength(count);
});

it('refuses more invocations than can take turns in an interval', () => {
  const parts = (count: number) => fleet(count, 'servicesPerInvocation: 1');
  expect(faultsOf(parts(88))).toEqual([]);
  expect(faultsOf(parts(89))).toEqual([
    'c.yaml:1:1  servicesPerInvocation makes a run too long for a deployment: if all services fail, asking takes 12s, but an interval of 1m leaves only 11750ms for it, since 89 invocations take turns in notifying; expected more servicesPerInvocation, less for timeout and retry, or a longer interval',
  ]);
  expect(faultsOf(fleet(140, 'interval: 5m\nservicesPerInvocation: 1'))).toEqual([]);
});
