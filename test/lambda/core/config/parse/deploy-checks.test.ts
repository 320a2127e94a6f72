/**
 * What only a deployment refuses: a name that is taken, addresses of the machine itself, seconds in the interval, values from
 * the environment, a run longer than Lambda gives.
 */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

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
    'c.yaml:1:7  name is "default"; expected another name: each account already has a schedule group of this name',
  ],
  [
    // AWS Lambda developer guide, "Creating and managing Lambda function URLs": "Function URLs are not supported in the following AWS
    // Regions: … Europe (Spain) (eu-south-2), Europe (Zurich) (eu-central-2), Israel (Tel Aviv) (il-central-1), and Middle East (UAE)
    // (me-central-1)."
    'a page in a region in which it has no address',
    'page: { token: { secret: shop/page } }\ndeploy: { region: eu-central-2 }',
    'c.yaml:1:1  page can\'t be deployed: Lambda has no function URLs in eu-central-2, and the page of a deployment needs one: take "page" out of the config, or deploy to another region',
  ],
  [
    // AWS GovCloud (US) user guide, "AWS Lambda": "AWS Lambda Function URLs is not available."
    'a page in GovCloud',
    'page: { token: { secret: shop/page } }\ndeploy: { region: us-gov-west-1 }',
    'c.yaml:1:1  page can\'t be deployed: Lambda has no function URLs in us-gov-west-1, and the page of a deployment needs one: take "page" out of the config, or deploy to another region',
  ],
  [
    // AWS services in China, "AWS Lambda": "Amazon Lambda Function URLs is not available in the China Regions." Of Amazon Q Developer in chat
    // applications, "Regions and quotas" names no region of China or GovCloud.
    'a Slack channel in China',
    'alerts: { slack: { workspaceId: T07EA123LEP, channelId: C07EZ1ABC23 } }\ndeploy: { region: cn-north-1 }',
    'c.yaml:1:11  alerts.slack can\'t be deployed: Amazon Q Developer in chat applications does not exist in cn-north-1: use a receiver with "slack" in place of "alerts.slack"',
  ],
  [
    'seconds in the interval',
    'interval: 90s',
    'c.yaml:1:11  interval is "90s"; expected whole minutes, such as 1m: a deployed schedule has no seconds',
  ],
  [
    'a header from the environment',
    'headers: { X-Key: "${TOKEN}" }',
    'c.yaml:1:19  headers.X-Key is "${TOKEN}"; expected { secret: NAME-OR-ARN, key: KEY }: a value from the environment would be readable in the bundle',
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
    'http://localhost:8080',
    'https://LOCALHOST',
    'http://localhost.',
    'http://api.localhost',
    'http://127.0.0.1',
    'http://127.8.9.10',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0.0.0.0',
    'http://0',
    'http://[::1]:80',
    'http://[::]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
  ])('%s leads to the machine itself, and is refused where it would be asked by a deployment', (baseUrl) => {
    expect(faultsOf(at(baseUrl))).toEqual([
      `c.yaml:1:30  services[0].baseUrl is "${baseUrl}"; expected an address that the Lambda can reach: this one leads to the machine that asks`,
    ]);
    expect(faultsOf(at(baseUrl), false)).toEqual([]);
    expect(faultsOf(at(baseUrl), true, 'none')).toEqual([]);
  });

  it.each([
    'http://10.0.0.1',
    'http://128.0.0.1',
    'http://127.example.org',
    'http://localhost.example.org',
    'http://1.1.1.1',
    'http://notlocalhost',
    'http://[::2]',
    'http://[fd00::1]',
    'http://[::ffff:10.0.0.1]',
  ])('%s does not', (baseUrl) => {
    expect(faultsOf(at(baseUrl))).toEqual([]);
  });
});

it('takes values of the environment where no secret belongs: in names, addresses and whom to notify', () => {
  const text = `name: watch-\${STAGE}
environment: \${STAGE}
deploy: { account: "\${ACCOUNT}", region: "\${REGION:-eu-central-1}" }
alerts: { subscriptions: [{ email: "oncall+\${STAGE}@company.com" }] }
services: [{ id: "user-\${STAGE}", baseUrl: "https://user.\${STAGE}.company.com", origin: "https://\${STAGE}.company.com" }]
`;
  const environment = { STAGE: 'prod', ACCOUNT: '012345678901' };
  const source = { file: 'c.yaml', text, readCa: () => '', probing: 'all', deploying: true } as const;
  expect(parseConfig({ ...source, environment })).toMatchObject({
    config: {
      name: 'watch-prod',
      services: [{ id: 'user-prod', statusUrl: 'https://user.prod.company.com/status', environment: 'prod' }],
    },
    deployment: {
      account: '012345678901',
      region: 'eu-central-1',
      subscriptions: [{ email: 'oncall+prod@company.com' }],
    },
  });
  const found = parseConfig({ ...source, environment: {} });
  expect(found.ok ? [] : found.faults.map(({ line, column, holds }) => `${line}:${column} ${holds}`)).toEqual([
    '1:7 ${STAGE}',
    '2:14 ${STAGE}',
    '3:20 ${ACCOUNT}',
    '4:36 ${STAGE}',
    '5:18 ${STAGE}',
    '5:44 ${STAGE}',
    '5:89 ${STAGE}',
  ]);
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
  const parts = (count: number, keys = '') => fleet(count, `servicesPerInvocation: 1\ntimeout: 7s\n${keys}`);
  expect(faultsOf(parts(40))).toEqual([]);
  expect(faultsOf(parts(41))).toEqual([
    'c.yaml:1:1  servicesPerInvocation makes a run too long for a deployment: if all services fail, asking takes 24s, but an interval of 1m leaves only 23750ms for it, since 41 invocations take turns in notifying; expected more servicesPerInvocation, less for timeout and retry, or a longer interval',
  ]);
  expect(faultsOf(parts(50, 'interval: 2m'))).toEqual([]);
});
