/** What only a deployment refuses: seconds in the interval, values from the environment, a run longer than Lambda gives. */

import { formatFault } from '../../../lambda/core/config-fault';
import { parseConfig } from '../../../lambda/core/parse-config';

function faultsOf(text: string, deploying = true): string[] {
  const result = parseConfig({
    file: 'c.yaml',
    text,
    environment: { TOKEN: 'hunter2-hunter2' },
    readCa: () => '',
    probing: 'all',
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
    'seconds in the interval',
    'interval: 90s',
    'c.yaml:1:11  interval holds "90s"; expected whole minutes, such as 1m: a deployed schedule has no seconds',
  ],
  [
    'a header from the environment',
    'headers: { X-Key: "${TOKEN}" }',
    'c.yaml:1:19  headers.X-Key holds "${TOKEN}"; expected { secret: NAME-OR-ARN, key: KEY }: a value from the environment would lie open in the bundle',
  ],
  [
    'attempts that leave no time to tell of them',
    'timeout: 11s',
    'c.yaml:1:1  timeout makes a run too long to be deployed: with every service sick, asking takes 36s, and an interval of 1m leaves 34s for it; expected less for timeout and retry, or a longer interval',
  ],
])('refuses %s, which a laptop takes', (_name, top, fault) => {
  expect(faultsOf(fleet(1, top))).toEqual([fault]);
  expect(faultsOf(fleet(1, top), false)).toEqual([]);
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
