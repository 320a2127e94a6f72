/** Compares the estimate with sums done by hand, and with the cost that the project promises. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../../lambda/core/config/config';
import { parseConfig } from '../../../../lambda/core/config/parse/parse-config';
import { type CostEstimate, estimateCost, priceItems } from '../../../../lambda/core/cost/cost';
import type { PriceName } from '../../../../lambda/core/cost/prices';
import { countMetrics } from '../../../../lambda/core/cost/stack-counts';
import { shardCount } from '../../../../lambda/core/invoke/invocation';

const SHIPPED = readFileSync(join(__dirname, '../../../../statuswatch.yaml'), 'utf8');

function parsed(text: string) {
  const result = parseConfig({
    file: 'statuswatch.yaml',
    text,
    environment: {},
    readCa: () => '',
    probing: 'none',
    deploying: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result;
}

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
const PULSE = 'pulse: { url: { secret: keys } }';
const slackWith = (buttons: boolean) =>
  `alerts: { slack: { workspaceId: T0123ABCD, channelId: C0123ABCD, buttons: ${buttons} } }`;
/** A state, an overview and the silences are a read unit each. */
const READ = 0.125e-6;
const WRITE = 0.625e-6;
const GB_SECOND = 0.0000133334;

it.each([
  ['standard', 15.55],
  ['summary', 6],
])('the shipped config costs with %s metrics at most $%d a month at list prices', (level, limit) => {
  const estimate = estimateOf(`metrics: ${level}\n${SHIPPED}`);
  expect(estimate.listed).toBeGreaterThan(limit / 2);
  expect(estimate.listed).toBeLessThanOrEqual(limit);
  expect(estimate.afterFreeTier).toBeLessThan(estimate.listed);
});

it.each<[string, string, string, PriceName, number]>([
  // Five metrics of each service, its certificate's days for an hour a day, three of the deployment.
  ['metrics', SHIPPED, 'metrics', 'metric', (6 * 5 + 6 / 24 + 3) * 0.3],
  ['the requests that send metrics', SHIPPED, 'metrics', 'cloudwatchRequest', 0.438],
  ['three metrics of the deployment with summary metrics', many(7, 'metrics: summary'), 'metrics', 'metric', 3 * 0.3],
  ['the time of runs', SHIPPED, 'runs', 'lambdaDuration', 43_800 * 0.5 * GB_SECOND],
  ['the memory in the config', many(25, 'memory: 2048'), 'runs', 'lambdaDuration', 43_800 * 0.5 * 2 * GB_SECOND],
  ['fewer runs with a longer interval', many(25, 'interval: 5m'), 'runs', 'schedulerInvocation', (43_800 / 5) * 1e-6],
  ['shards', many(25, 'servicesPerInvocation: 10'), 'runs', 'schedulerInvocation', 43_800 * 3e-6],
  ['a secret', many(25, SECRET), 'secrets', 'secret', 0.4],
  ['the secret of a pulse', many(25, PULSE), 'secrets', 'secret', 0.4],
  ['the secret of the page', many(6, PAGE), 'secrets', 'secret', 0.4],
  [
    'two keys of a secret once',
    many(25, 'headers: { X: { secret: keys, key: a }, Y: { secret: keys, key: b } }'),
    'secrets',
    'secret',
    0.4,
  ],
  ['the time of a pulse', many(25, PULSE), 'pulse', 'lambdaDuration', 43_800 * 0.3 * GB_SECOND],
  [
    'e-mails',
    many(25, 'alerts: { subscriptions: [{ email: a@b.c }, { email: d@e.f }] }'),
    'alerts',
    'snsEmail',
    200 * 2e-5,
  ],
  // Amazon SNS pricing: "HTTP/HTTPS $0.60 per million notifications", of which 100,000 are free.
  ['deliveries to Slack', many(6, slackWith(false)), 'alerts', 'snsHttps', 100 * 0.6e-6],
  ['no deliveries to Slack without it', SHIPPED, 'alerts', 'snsHttps', 0],
  ['the services that Slack buttons need', many(6, slackWith(true)), 'alerts', 'dynamodbWrite', 100 * WRITE],
  ['no such services without buttons', many(6, slackWith(false)), 'alerts', 'dynamodbWrite', 0],
  // Amazon DynamoDB developer guide, "Capacity Unit Consumption for Reads", BatchGetItem: "DynamoDB processes each item in
  // the batch as an individual GetItem request, so DynamoDB first rounds up the size of each item to the next 4 KB boundary
  // and then calculates the total size. The result is not necessarily the same as the total size of all the items."
  ['states by the kilobyte that is written', SHIPPED, 'states', 'dynamodbWrite', 6 * 8_760 * 4 * WRITE],
  ['states by four kilobytes that are read', many(400), 'states', 'dynamodbRead', 43_800 * 400 * READ],
  // Amazon DynamoDB developer guide, "DynamoDB read and write operations", Query: "All items returned are treated as a single read
  // operation, where DynamoDB computes the total size of all items and then rounds up to the next 4 KB boundary." "If you perform a
  // read operation on an item that does not exist, DynamoDB will still consume read throughput".
  [
    'silences that are read in each invocation, also if there are none',
    SHIPPED,
    'silences',
    'dynamodbRead',
    43_800 * READ,
  ],
  ['silences for each shard', many(1_000), 'silences', 'dynamodbRead', 43_800 * 5 * READ],
  ['overviews of each shard', many(1_000), 'overview', 'dynamodbWrite', 43_800 * 5 * 3 * WRITE],
  // Amazon CloudFront FAQs: "If you are using other Amazon Web Services as the origins of your files, you will be charged separately for use
  // of those services, including for storage, compute hours, GET requests [...]". AWS whitepaper "How AWS Pricing Works", CloudFront: "There is
  // no charge for data transferred from AWS services such as Amazon S3 or ELB."
])('counts %s', (_, text, item, price, expected) => {
  expect(costOf(estimateOf(text), item, price)).toBeCloseTo(expected, 10);
});

const DRAW = 0.2e-6 + 0.5 * 0.5 * GB_SECOND;
const LOADS = (730 / 3) * 60;
const LOAD = 0.2e-6 + 0.3 * GB_SECOND + (2 + 6) * READ + ((7_000 + 6 * 150) / 2 ** 30) * 0.09;
/** Four items of each service once an hour; a run is once a minute. */
const MONTHS = (LOADS / 60) * 6 * 4 * READ;

it.each<[string, string, string, number | undefined]>([
  ['alarms of six services and of the checker', SHIPPED, 'alarms', 15 * 0.1],
  ['the alarms of the page', many(6, PAGE), 'alarms', 18 * 0.1],
  ['no alarms of services with summary metrics', many(7, 'metrics: summary'), 'alarms', 9 * 0.1],
  ['no alarms of more than 300 services', many(301), 'alarms', (8 + 2) * 0.1 + 0.5],
  ['the dashboard', SHIPPED, 'dashboard', 3],
  ['no dashboard if it is off', many(7, 'dashboard: false'), 'dashboard', undefined],
  ['no widget without a dashboard', many(7, 'dashboard: false'), 'widget', undefined],
  ['no overview without a dashboard and a page', many(1_000, 'dashboard: false'), 'overview', undefined],
  // Half a second with half a gigabyte; an overview, the silences and six states.
  ['what the widget runs and reads', SHIPPED, 'widget', 1_000 * (DRAW + 8 * READ)],
  // Five overviews of 200 services, of 15 bytes each, are 15,000 bytes.
  ['50 states for the widget of many services', many(1_000), 'widget', 1_000 * (DRAW + (4 + 1 + 50) * READ)],
  ['the same widget with summary metrics', many(6, 'metrics: summary'), 'widget', 1_000 * (DRAW + 8 * READ)],
  ['what is read by a page that is open eight hours a day', many(6, PAGE), 'page', LOADS * LOAD + MONTHS],
  ['no page without one', many(6), 'page', undefined],
  // AWS PrivateLink pricing: "You will be billed for each hour that your VPC endpoint remains provisioned in each Availability Zone".
  ['VPC endpoints for CloudWatch and SNS in each zone', many(2, NETWORK), 'VPC endpoints', 2 * 2 * 730 * 0.01],
  ['a VPC endpoint for secrets', many(2, `${NETWORK}\n${SECRET}`), 'VPC endpoints', 3 * 2 * 730 * 0.01],
  ['no VPC endpoints without a network', many(2), 'VPC endpoints', undefined],
  // Amazon EC2 pricing, data transfer OUT from Amazon EC2 to the internet: "First 10 TB / Month $0.09 per GB"; "AWS customers receive 100GB of
  // data transfer out to the internet free each month". AWS Lambda pricing: "Data transferred "in" to and "out" of your AWS Lambda
  // functions, from outside the region the function executed, will be charged at the Amazon EC2 data transfer rates".
  ['checks over the internet', SHIPPED, 'data out', ((6 * 43_800 * 1_200) / 2 ** 30) * 0.09],
  [
    'checks without TLS',
    'services: [{ id: a, baseUrl: "http://shop.example.org" }]',
    'data out',
    ((43_800 * 600) / 2 ** 30) * 0.09,
  ],
  [
    'no data to a private address',
    `${NETWORK}\nservices: [{ id: a, baseUrl: "https://10.1.2.3" }]`,
    'data out',
    undefined,
  ],
])('the price includes %s', (_, text, item, expected) => {
  if (expected === undefined) expect(listed(text, item)).toBeUndefined();
  else expect(listed(text, item)).toBeCloseTo(expected, 9);
});

// Amazon DynamoDB developer guide, "DynamoDB read and write operations", PutItem: "If an item with the same primary key exists in
// the table, the operation replaces the item. For calculating provisioned throughput consumption, the item size that matters is the
// larger of the two."
it('prices the history by the size of whole items, though an hour is a small part of them', () => {
  const estimate = estimateOf(SHIPPED);
  // The item of five minutes grows to 4.25 kB in 24 writes: it takes one unit in 5 of them, and two in 6 more.
  const fine = (5 * 1 + 6 * 2 + 6 * 3 + 6 * 4 + 1 * 5) / 24;
  const hours = 1;
  const days = (13 * 1 + 14 * 2 + 3 * 3) / 30 / 24;
  expect(costOf(estimate, 'history', 'dynamodbWrite')).toBeCloseTo(6 * 730 * (fine + hours + days) * WRITE, 10);
  const reads = 23 / 24 + 2 * (1 / 24) + 1 + 1 / 24;
  expect(costOf(estimate, 'history', 'dynamodbRead')).toBeCloseTo(6 * 730 * reads * READ, 10);
  const bytes = 12_750 + 380_000 + (2_200 * 400) / 30;
  expect(costOf(estimate, 'history', 'dynamodbStored')).toBeCloseTo(6 * bytes * 1e-9 * 0.45, 10);
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

  // Amazon CloudWatch pricing, free tier: "3 Custom Dashboards referencing up to 50 metrics each per month."
  it.each([
    ['includes a dashboard of 48 metrics', many(6), 0],
    ['does not include a dashboard of 54 metrics', many(7), 3],
    ['includes a dashboard with only totals', many(700, 'metrics: summary'), 0],
    ['includes a dashboard that compares no services', many(501), 0],
  ])('%s', (_, text, after) => {
    expect(itemOf(estimateOf(text), 'dashboard')).toMatchObject({ listed: 3, afterFreeTier: after });
  });

  // The same: "5 GB Data (ingestion, archive storage, and data scanned by Logs Insights queries)".
  it('is shared by the logs that are written and stored', () => {
    const { config, deployment } = parsed(many(250));
    const estimate = estimateCost(config, { ...deployment, servicesPerInvocation: 1 });
    const gigabytes = 43_800 * 250 * 900e-9;
    expect(costOf(estimate, 'logs', 'logs')).toBeCloseTo(gigabytes * 0.5, 10);
    expect(costOf(estimate, 'logs', 'logsStored')).toBeCloseTo(gigabytes * 0.03, 10);
    expect(itemOf(estimate, 'logs')?.afterFreeTier).toBeCloseTo((gigabytes - 5) * 0.5 + gigabytes * 0.03, 10);
    expect(itemOf(estimateOf(SHIPPED), 'logs')?.afterFreeTier).toBe(0);
  });

  it('has 100 GB of data out', () => {
    const gigabytes = (2_500 * 43_800 * 1_200) / 2 ** 30;
    expect(itemOf(estimateOf(many(2_500, 'metrics: summary')), 'data out')).toMatchObject({
      listed: expect.closeTo(gigabytes * 0.09, 8),
      afterFreeTier: expect.closeTo((gigabytes - 100) * 0.09, 8),
    });
  });
});

describe('a large fleet', () => {
  // Amazon CloudWatch pricing, custom metrics of us-east-1: $0.30 for the first 10,000, $0.10 for the next 240,000,
  // $0.05 for the next 750,000, $0.02 for those over 1,000,000.
  it.each([
    [1_000, 5_050, 5_049.67 * 0.3],
    [10_000, 50_470, 3_000 + 40_469.67 * 0.1],
    [60_000, 302_803, 3_000 + 24_000 + 52_803 * 0.05],
  ])('of %i services pays for each of its %i metrics by its tier', (count, metrics, price) => {
    const { config: small, deployment } = parsed(many(1));
    const config = { ...small, services: Array.from({ length: count }, () => small.services[0] as Service) };
    const estimate = estimateCost(config, deployment);
    expect(Math.ceil(countMetrics(config, shardCount(config, deployment)))).toBe(metrics);
    expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(price, 0);
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
