/** Values from the environment in a deployment, and the limits of its invocations. */

import { fleet } from '../../../../support/aws/synthesis';
import { faultsOf, understood } from '../../../../support/core/parsed';

const DEPLOYING = { deploying: true };

it('takes names, addresses and recipients from the environment', () => {
  const text = `name: watch-\${STAGE}
environment: \${STAGE}
deploy: { account: "\${ACCOUNT}", region: "\${REGION:-eu-central-1}" }
alerts: { subscriptions: [{ email: "oncall+\${STAGE}@company.com" }] }
services: [{ id: "user-\${STAGE}", baseUrl: "https://user.\${STAGE}.company.com", origin: "https://\${STAGE}.company.com" }]
`;
  const environment = { STAGE: 'prod', ACCOUNT: '012345678901' };
  expect(understood(text, { ...DEPLOYING, environment })).toMatchObject({
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
  const unset = (at: string) =>
    expect.stringMatching(new RegExp(`^${at}  .* is \\$\\{(STAGE|ACCOUNT)\\}; expected the env`));
  const places = ['1:7', '2:14', '3:20', '4:36', '5:18', '5:44', '5:89'];
  expect(faultsOf(text, DEPLOYING)).toEqual(places.map(unset));
});

it.each([
  ['many services in waves that fit', fleet(40, 'concurrency: 20'), 0],
  ['many services in waves that do not fit', fleet(80, 'concurrency: 20'), 1],
  ['many services in waves that fit, being spread', fleet(80, 'concurrency: 20\nservicesPerInvocation: 40'), 0],
])('counts the attempts of %s', (_name, text, count) => {
  expect(faultsOf(text, DEPLOYING)).toHaveLength(count);
});

it('refuses more invocations than can take turns within an interval', () => {
  const parts = (count: number, keys = '') => fleet(count, `servicesPerInvocation: 1\ntimeout: 7s\n${keys}`);
  expect(faultsOf(parts(40), DEPLOYING)).toEqual([]);
  expect(faultsOf(parts(41), DEPLOYING)).toEqual([
    '1:1  servicesPerInvocation makes a run too long for a deployment: if all services fail, checking takes 24s, but an interval of 1m leaves only 23750ms for it, since 41 invocations take turns in notifying; expected more servicesPerInvocation, less for timeout and retry, or a longer interval',
  ]);
  expect(faultsOf(parts(50, 'interval: 2m'), DEPLOYING)).toEqual([]);
});
