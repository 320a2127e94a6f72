/** Compares the estimate with sums done by hand, and with the cost that the project promises. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../../lambda/core/config/config';
import { type CostEstimate, countMetrics, estimateCost, priceItems } from '../../../../lambda/core/cost/cost';
import type { PriceName } from '../../../../lambda/core/cost/prices';
import { shardCount } from '../../../../lambda/core/invoke/invocation';
import { understood } from '../../../support/core/parsed';

const SHIPPED = readFileSync(join(__dirname, '../../../../statuswatch.yaml'), 'utf8');

const parsed = (text: string) => understood(text, { probing: 'none', deploying: true });

function estimateOf(text: string): CostEstimate {
  const { config, deployment } = parsed(text);
  return estimateCost(config, deployment);
}

const many = (count: number, more = '') =>
  `${more}\nservices:\n${Array.from({ length: count }, (_, i) => `  - { id: s${i}, baseUrl: "https://s${i}.internal" }`).join('\n')}`;

const itemOf = (estimate: CostEstimate, name: string) => estimate.items.find((item) => item.name === name);
const listed = (text: string, name: string) => itemOf(estimateOf(text), name)?.listed;

/** Returns the cost of an item for the units of one of its prices. */
function costOf(estimate: CostEstimate, name: string, price: PriceName): number | undefined {
  const quantity = itemOf(estimate, name)?.quantities[price] ?? 0;
  return priceItems([{ name, detail: '', quantities: { [price]: quantity } }])[0]?.listed;
}

const PAGE = 'page: { token: { secret: shop/page } }';
const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d, subnet-0c1d2e3f] }';
const SECRET = 'headers: { X-Key: { secret: keys, key: a } }';
/** A state is one read unit. */
const READ = 0.125e-6;
const WRITE = 0.625e-6;
const GB_SECOND = 0.0000133334;

it.each([
  ['standard', 15.5],
  ['summary', 6],
])('the shipped config costs with %s metrics at most $%d a month at list prices', (level, limit) => {
  const estimate = estimateOf(`metrics: ${level}\n${SHIPPED}`);
  expect(estimate.listed).toBeGreaterThan(limit / 2);
  expect(estimate.listed).toBeLessThanOrEqual(limit);
  expect(estimate.afterFreeTier).toBeLessThan(estimate.listed);
});

it.each<[string, string, string, PriceName, number]>([
  // Five metrics of each service, and three of the deployment.
  ['metrics', SHIPPED, 'metrics', 'metric', (6 * 5 + 3) * 0.3],
  ['the requests that send metrics', SHIPPED, 'metrics', 'cloudwatchRequest', 0.438],
  ['three metrics of the deployment with summary metrics', many(7, 'metrics: summary'), 'metrics', 'metric', 3 * 0.3],
  ['the time of runs', SHIPPED, 'runs', 'lambdaDuration', 43_800 * 0.5 * GB_SECOND],
  ['the memory in the config', many(25, 'memory: 2048'), 'runs', 'lambdaDuration', 43_800 * 0.5 * 2 * GB_SECOND],
  ['fewer runs with a longer interval', many(25, 'interval: 5m'), 'runs', 'schedulerInvocation', (43_800 / 5) * 1e-6],
  ['shards', many(25, 'servicesPerInvocation: 10'), 'runs', 'schedulerInvocation', 43_800 * 3e-6],
  ['a secret', many(25, SECRET), 'secrets', 'secret', 0.4],
  ['the secret of a pulse', many(25, 'pulse: { url: { secret: keys } }'), 'secrets', 'secret', 0.4],
  ['the secret of the page', many(6, PAGE), 'secrets', 'secret', 0.4],
  [
    'two keys of a secret once',
    many(25, 'headers: { X: { secret: keys, key: a }, Y: { secret: keys, key: b } }'),
    'secrets',
    'secret',
    0.4,
  ],
  ['the logs', SHIPPED, 'runs', 'logs', 43_800 * 900e-9 * 0.5],
  // Amazon DynamoDB developer guide, "Capacity Unit Consumption for Reads", BatchGetItem: "DynamoDB processes each item in
  // the batch as an individual GetItem request, so DynamoDB first rounds up the size of each item to the next 4 KB boundary
  // and then calculates the total size. The result is not necessarily the same as the total size of all the items."
  [
    'states by the kilobyte that is written every five minutes, and history each hour',
    SHIPPED,
    'table',
    'dynamodbWrite',
    6 * (8_760 * 4 + 730 * 4) * WRITE,
  ],
  [
    'states by four kilobytes that are read in each run, and history each hour',
    many(400),
    'table',
    'dynamodbRead',
    400 * (43_800 + 730 * 2) * READ,
  ],
])('counts %s', (_, text, item, price, expected) => {
  expect(costOf(estimateOf(text), item, price)).toBeCloseTo(expected, 10);
});

const LOADS = (730 / 3) * 60;
const LOAD = 0.2e-6 + 0.3 * GB_SECOND + 6 * READ;

it.each<[string, string, string, number | undefined]>([
  ['alarms of six services and of the checker', SHIPPED, 'alarms', 15 * 0.1],
  ['the alarms of the page', many(6, PAGE), 'alarms', 18 * 0.1],
  ['no alarms of services with summary metrics', many(7, 'metrics: summary'), 'alarms', 9 * 0.1],
  ['no alarms of more than 300 services', many(301), 'alarms', (8 + 2) * 0.1 + 0.5],
  ['the dashboard', SHIPPED, 'dashboard', 3],
  ['no dashboard if it is off', many(7, 'dashboard: false'), 'dashboard', undefined],
  ['what is read by a page that is open eight hours a day', many(6, PAGE), 'page', LOADS * LOAD],
  ['no page without one', many(6), 'page', undefined],
  // AWS PrivateLink pricing: "You will be billed for each hour that your VPC endpoint remains provisioned in each Availability Zone".
  ['VPC endpoints for CloudWatch and SNS in each zone', many(2, NETWORK), 'VPC endpoints', 2 * 2 * 730 * 0.01],
  ['a VPC endpoint for secrets', many(2, `${NETWORK}\n${SECRET}`), 'VPC endpoints', 3 * 2 * 730 * 0.01],
  ['no VPC endpoints without a network', many(2), 'VPC endpoints', undefined],
])('the price includes %s', (_, text, item, expected) => {
  if (expected === undefined) expect(listed(text, item)).toBeUndefined();
  else expect(listed(text, item)).toBeCloseTo(expected, 9);
});

describe('the free tier', () => {
  // AWS Lambda pricing: "The AWS Lambda free tier includes one million free requests per month and 400,000 GB-seconds of compute time per month".
  it('is used up by the items in their order', () => {
    const row = (name: string, lambdaDuration: number) => ({ name, detail: '', quantities: { lambdaDuration } });
    const items = priceItems([row('runs', 300_000), row('widget', 150_000), row('page', 10_000)]);
    const closeTo = (amounts: number[]) => amounts.map((amount) => expect.closeTo(amount));
    expect(items.map((item) => item.listed / GB_SECOND)).toEqual(closeTo([300_000, 150_000, 10_000]));
    expect(items.map((item) => item.afterFreeTier / GB_SECOND)).toEqual(closeTo([0, 50_000, 10_000]));
  });
});

describe('a large fleet', () => {
  // Amazon CloudWatch pricing, custom metrics of us-east-1: $0.30 for the first 10,000, $0.10 for the next 240,000.
  it.each([
    [1_000, 5_008, 5_008 * 0.3],
    [10_000, 50_053, 3_000 + 40_053 * 0.1],
  ])('of %i services pays for each of its %i metrics by its tier', (count, metrics, price) => {
    const { config: small, deployment } = parsed(many(1));
    const config = { ...small, services: Array.from({ length: count }, () => small.services[0] as Service) };
    const estimate = estimateCost(config, deployment);
    expect(countMetrics(config, shardCount(config, deployment))).toBe(metrics);
    expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(price, 6);
    const item = itemOf(estimate, 'metrics');
    // Ten metrics are free, and a million requests.
    const free = 3 + Math.min(10, costOf(estimate, 'metrics', 'cloudwatchRequest') ?? 0);
    expect((item?.listed ?? 0) - (item?.afterFreeTier ?? 0)).toBeCloseTo(free, 6);
  });

  // Amazon CloudWatch pricing: $0.10 an alarm of one metric, $0.50 a composite alarm. Free tier: "10 Alarm metrics (only applicable
  // to Standard resolution alarms that list metrics directly and don't use a Metrics Insights query)".
  it.each([
    [1, 0.9, 0.9, 0],
    [5, 2.4, 1.3 + 0.5, 0.3 + 0.5],
    [25, 8.4, 3.3 + 0.5, 2.3 + 0.5],
    [50, 15.9, 5.8 + 0.5, 4.8 + 0.5],
  ])(
    'of %i shards has a heartbeat and an alarm for each, and one for several',
    (shards, metrics, alarms, afterFree) => {
      const estimate = estimateOf(many(2 * shards, 'metrics: summary\nservicesPerInvocation: 2\nconcurrency: 2'));
      expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(metrics, 10);
      expect(itemOf(estimate, 'alarms')?.listed).toBeCloseTo(alarms, 10);
      expect(itemOf(estimate, 'alarms')?.afterFreeTier).toBeCloseTo(afterFree, 10);
    },
  );

  // A state is four units: 1,001 services write more than 4,000 a second if all fail at once.
  it('pays once for a table that can take the minute in which all services fail', () => {
    expect(estimateOf(many(1_000, 'metrics: summary')).once).toEqual([]);
    const { once } = estimateOf(many(1_001, 'metrics: summary'));
    expect(once.map((item) => item.listed)).toEqual([expect.closeTo(28_000 * 0.00013 + 36_000 * 0.00065, 10)]);
  });
});

it.each([
  ['own', 5],
  ['common', 4],
  ['text', 2],
  ['http', 2],
])('counts only metrics that reports of the contract %s have', (contract, metrics) => {
  const { config } = parsed(`services: [{ id: a, baseUrl: "http://a.internal", contract: ${contract} }]`);
  expect(countMetrics(config, 1)).toBe(metrics + 3);
});
