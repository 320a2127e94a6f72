/** The regions that confirm an outage, and the deployments that can't have any. */

import { faultsOf, understood } from '../../../../support/core/parsed';

const DEPLOYING = { deploying: true };

const textOf = (
  confirmFrom = '[us-east-1, sa-east-1]',
  { deploy = 'deploy: { region: eu-central-1 }', baseUrl = 'https://user.company.com', own = '', more = '' } = {},
) => `confirmFrom: ${confirmFrom}
${deploy}
services: [{ id: user-service, baseUrl: "${baseUrl}"${own} }]
${more}`;

it('is parsed for the deployment and for each service', () => {
  const { config } = understood(textOf(undefined, { own: ', confirmFrom: none' }), DEPLOYING);
  expect(config.confirmFrom).toEqual(['us-east-1', 'sa-east-1']);
  expect(config.services[0]?.confirmFrom).toBe('none');
  const without = understood('services: [{ id: a, baseUrl: "https://a.company.com" }]').config;
  expect([without.confirmFrom, without.services[0]?.confirmFrom]).toEqual([null, null]);
});

const NUMBER = 'expected two to five regions, such as [us-east-1, ap-southeast-1]';
const REGION = 'expected a region of AWS, such as us-east-1';

it.each([
  ['one region', '[us-east-1]', NUMBER],
  ['six regions', '[us-east-1, us-east-2, us-west-1, us-west-2, sa-east-1, af-south-1]', NUMBER],
  ['an unknown region', '[us-east-1, us-east-9]', REGION],
  ['another partition', '[us-east-1, cn-north-1]', REGION],
  ['a region twice', '[us-east-1, us-east-1]', 'is the same region as confirmFrom[0]'],
])('refuses %s', (_name, regions, expected) => {
  expect(faultsOf(textOf(regions))).toEqual([expect.stringContaining(expected)]);
});

it.each([
  ['its own region', textOf('[us-east-1, eu-central-1]'), 'expected another region than deploy.region'],
  ['no region of its own', textOf(undefined, { deploy: '' }), 'confirmFrom needs deploy.region'],
  ['a region in China', textOf(undefined, { deploy: 'deploy: { region: cn-north-1 }' }), "can't be used in cn-north-1"],
  [
    'a network',
    textOf(undefined, { more: 'network: { subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }' }),
    "confirmFrom can't be used with network",
  ],
  ['a private address', textOf(undefined, { baseUrl: 'https://10.0.0.7' }), 'expected "confirmFrom: none" in this'],
  [
    'a client certificate',
    textOf(undefined, { more: 'tls: { client: { cert: { secret: c }, key: { secret: k } } }' }),
    'has a client certificate, which stays here; expected "confirmFrom: none" in this service',
  ],
])('refuses a deployment with %s', (_name, text, expected) => {
  expect(faultsOf(text, DEPLOYING)).toEqual([expect.stringContaining(expected)]);
});

it.each([
  ['a private address', textOf(undefined, { baseUrl: 'https://10.0.0.7', own: ', confirmFrom: none' })],
  [
    'a client certificate',
    textOf(undefined, {
      own: ', confirmFrom: none',
      more: 'tls: { client: { cert: { secret: c }, key: { secret: k } } }',
    }),
  ],
])('takes %s from a service that says none', (_name, text) => {
  expect(faultsOf(text, DEPLOYING)).toEqual([]);
});
