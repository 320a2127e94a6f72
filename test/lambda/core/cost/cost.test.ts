/** Holds the estimate against sums done by hand, and against what the project promises to cost. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../../lambda/core/config/config';
import { parseConfig } from '../../../../lambda/core/config/parse/parse-config';
import { estimateCost, priceItems } from '../../../../lambda/core/cost/cost';
import type { PriceName } from '../../../../lambda/core/cost/prices';
import { countMetrics } from '../../../../lambda/core/cost/stack-counts';
import { shardCount } from '../../../../lambda/core/invoke/invocation';

const SHIPPED = readFileSync(join(__dirname, '../../../../statuswatch.yaml'), 'utf8');

function estimateOf(text: string) {
  const result = parseConfig({
    file: 'statuswatch.yaml',
    text,
    environment: {},
    readCa: () => '',
    probing: 'none',
    deploying: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return { ...result, estimate: estimateCost(result.config, result.deployment) };
}

const many = (count: number, more = '') =>
  `${more}\nservices:\n${Array.from({ length: count }, (_, i) => `  - { id: s${i}, baseUrl: "https://s${i}.internal" }`).join('\n')}`;

type Estimate = ReturnType<typeof estimateOf>['estimate'];

const itemOf = (estimate: Estimate, name: string) => estimate.items.find((item) => item.name === name);
const listed = (estimate: Estimate, name: string) => itemOf(estimate, name)?.listed;

/** What an item costs for the units of one of its prices. */
function costOf(estimate: Estimate, name: string, price: PriceName): number | undefined {
  const quantity = itemOf(estimate, name)?.quantities[price] ?? 0;
  return priceItems([{ name, detail: '', quantities: { [price]: quantity } }])[0]?.listed;
}

describe('the shipped config', () => {
  it.each([
    ['standard', 15.5],
    ['summary', 6],
  ])('costs with %s metrics at most $%d a month at list prices', (level, limit) => {
    const { estimate } = estimateOf(`metrics: ${level}\n${SHIPPED}`);
    expect(estimate.listed).toBeGreaterThan(limit / 2);
    expect(estimate.listed).toBeLessThanOrEqual(limit);
    expect(estimate.afterFreeTier).toBeLessThan(estimate.listed);
  });

  it('costs what its metrics, alarms and dashboard cost, and little else', () => {
    const { estimate, config } = estimateOf(SHIPPED);
    // Five of each service, its certificate's days for an hour a day, three of the deployment.
    expect(countMetrics(config, 1)).toBeCloseTo(6 * 5 + 6 / 24 + 3, 10);
    expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(33.25 * 0.3, 10);
    expect(listed(estimate, 'alarms')).toBeCloseTo(15 * 0.1, 10);
    expect(listed(estimate, 'dashboard')).toBe(3);
    expect(costOf(estimate, 'metrics', 'cloudwatchRequest')).toBeCloseTo(0.438, 10);
    expect(costOf(estimate, 'runs', 'lambdaDuration')).toBeCloseTo(43_800 * 0.5 * 0.0000133334, 10);
  });

  it('costs what the widget reads and runs for', () => {
    const { estimate } = estimateOf(SHIPPED);
    // One overview, the silences, six states, and half a second with half a gigabyte.
    const draw = 2 * 0.125e-6 + 6 * 0.125e-6 + 0.2e-6 + 0.5 * 0.5 * 0.0000133334;
    expect(listed(estimate, 'widget')).toBeCloseTo(1_000 * draw, 10);
  });

  it('costs for the page what somebody reads who has it open eight hours a day, its alarms and its secret', () => {
    const [before, after] = ['', 'page: { token: { secret: shop/page } }'].map(
      (more) => estimateOf(many(6, more)).estimate,
    );
    if (!before || !after) throw new Error('an estimate is missing');
    const loads = (730 / 3) * 60;
    const dataOut = ((7_000 + 6 * 150) / 2 ** 30) * 0.09;
    // One overview, the silences and six states.
    const load = 0.2e-6 + 0.3 * 0.0000133334 + (2 + 6) * 0.125e-6 + dataOut;
    expect(listed(before, 'page')).toBeUndefined();
    // Four items of each service once an hour, a run being once a minute.
    const months = (loads / 60) * 6 * 4 * 0.125e-6;
    expect(listed(after, 'page')).toBeCloseTo(loads * load + months, 6);
    expect((listed(after, 'alarms') ?? 0) - (listed(before, 'alarms') ?? 0)).toBeCloseTo(0.3, 10);
    expect(costOf(after, 'secrets', 'secret')).toBeCloseTo(0.4, 10);
  });

  it('reads for the widget of many services one overview a shard, and the states of 50 services', () => {
    const { config, deployment } = estimateOf(many(1_000));
    // Five overviews of 200 services, of 15 bytes each, are 15,000 bytes; and the silences.
    const draw = (4 + 1) * 0.125e-6 + 50 * 0.125e-6 + 0.2e-6 + 0.5 * 0.5 * 0.0000133334;
    expect(listed(estimateCost(config, deployment), 'widget')).toBeCloseTo(1_000 * draw, 10);
    expect(costOf(estimateCost(config, deployment), 'overview', 'dynamodbWrite')).toBeCloseTo(
      43_800 * 5 * 3 * 0.625e-6,
      10,
    );
    expect(listed(estimateCost(config, { ...deployment, dashboard: false }), 'overview')).toBeUndefined();
  });

  // Amazon DynamoDB developer guide, "Capacity Unit Consumption for Reads", BatchGetItem: "DynamoDB processes each item in
  // the batch as an individual GetItem request, so DynamoDB first rounds up the size of each item to the next 4 KB boundary
  // and then calculates the total size. The result is not necessarily the same as the total size of all the items."
  it('pays for states by the kilobyte that is written, and by four that are read', () => {
    const { estimate } = estimateOf(SHIPPED);
    expect(costOf(estimate, 'states', 'dynamodbWrite')).toBeCloseTo(6 * 8_760 * 3 * 0.625e-6, 10);
    expect(costOf(estimate, 'states', 'dynamodbRead')).toBeCloseTo(43_800 * 6 * 0.125e-6, 10);
    const { config, deployment } = estimateOf(many(400));
    expect(costOf(estimateCost(config, deployment), 'states', 'dynamodbRead')).toBeCloseTo(43_800 * 400 * 0.125e-6, 10);
  });

  // Amazon DynamoDB developer guide, "DynamoDB read and write operations", PutItem: "If an item with the same primary key exists in
  // the table, the operation replaces the item. For calculating provisioned throughput consumption, the item size that matters is the
  // larger of the two."
  it('pays for the history by the size of whole items, though an hour is a small part of them', () => {
    const { estimate } = estimateOf(SHIPPED);
    // The item of five minutes grows to 4.25 kB in 24 writes: it is up to one unit in 5 of them, and up to two in 6 more.
    const fine = (5 * 1 + 6 * 2 + 6 * 3 + 6 * 4 + 1 * 5) / 24;
    const hours = 1;
    const days = (13 * 1 + 14 * 2 + 3 * 3) / 30 / 24;
    expect(costOf(estimate, 'history', 'dynamodbWrite')).toBeCloseTo(6 * 730 * (fine + hours + days) * 0.625e-6, 10);
    expect(costOf(estimate, 'history', 'dynamodbRead')).toBeCloseTo(
      6 * 730 * (23 / 24 + 2 * (1 / 24) + 1 + 1 / 24) * 0.125e-6,
      10,
    );
    expect(costOf(estimate, 'history', 'dynamodbStored')).toBeCloseTo(
      6 * (12_750 + 380_000 + (2_200 * 400) / 30) * 1e-9 * 0.45,
      10,
    );
  });

  // Amazon DynamoDB developer guide, "DynamoDB read and write operations", Query: "All items returned are treated as a single read
  // operation, where DynamoDB computes the total size of all items and then rounds up to the next 4 KB boundary." "If you perform a
  // read operation on an item that does not exist, DynamoDB will still consume read throughput".
  it('pays for asking for silences in each invocation, also if there is none', () => {
    expect(costOf(estimateOf(SHIPPED).estimate, 'silences', 'dynamodbRead')).toBeCloseTo(43_800 * 0.125e-6, 10);
    const { config, deployment } = estimateOf(many(1_000));
    expect(costOf(estimateCost(config, deployment), 'silences', 'dynamodbRead')).toBeCloseTo(43_800 * 5 * 0.125e-6, 10);
  });

  it('pays for what the buttons of a card need to know, if there are any', () => {
    const { config, deployment } = estimateOf(SHIPPED);
    const withSlack = (buttons: boolean) =>
      estimateCost(config, { ...deployment, slack: { workspaceId: 'T0123ABCD', channelId: 'C0123ABCD', buttons } });
    expect(costOf(withSlack(true), 'alerts', 'dynamodbWrite')).toBeCloseTo(100 * 0.625e-6, 10);
    expect(costOf(withSlack(false), 'alerts', 'dynamodbWrite')).toBe(0);
  });
});

// Amazon CloudFront FAQs: "If you are using other Amazon Web Services as the origins of your files, you will be charged separately for use
// of those services, including for storage, compute hours, GET requests [...]". AWS whitepaper "How AWS Pricing Works", CloudFront: "There is
// no charge for data transferred from AWS services such as Amazon S3 or ELB."
it('costs for the public page what CloudFront asks of S3, each request that it gets at most once', () => {
  const { estimate } = estimateOf(many(1, 'statusPage: { title: Shop, services: [{ id: s0, name: Shop }] }'));
  expect(costOf(estimate, 'public page', 'cloudfrontRequest')).toBeCloseTo(10_000 * 1e-6, 10);
  expect(costOf(estimate, 'public page', 's3Get')).toBeCloseTo(10_000 * 0.4e-6, 10);
});

// AWS Lambda pricing: "The AWS Lambda free tier includes one million free requests per month and 400,000 GB-seconds of compute time per month".
it('takes of the free tier what the items before have left of it', () => {
  const row = (name: string, lambdaDuration: number) => ({ name, detail: '', quantities: { lambdaDuration } });
  const items = priceItems([row('runs', 300_000), row('widget', 150_000), row('page', 10_000)]);
  expect(items.map(({ listed }) => listed / 0.0000133334)).toEqual(
    [300_000, 150_000, 10_000].map((paid) => expect.closeTo(paid)),
  );
  expect(items.map(({ afterFreeTier }) => afterFreeTier / 0.0000133334)).toEqual(
    [0, 50_000, 10_000].map((paid) => expect.closeTo(paid)),
  );
});

it.each([
  ['a longer interval', 'interval: 5m', 'runs', 'schedulerInvocation', (43_800 / 5) * 1e-6],
  ['the memory of the config', 'memory: 2048', 'runs', 'lambdaDuration', 43_800 * 0.5 * 2 * 0.0000133334],
  ['shards', 'servicesPerInvocation: 10', 'runs', 'schedulerInvocation', 43_800 * 3e-6],
  ['a secret', 'headers: { X-Key: { secret: keys, key: a } }', 'secrets', 'secret', 0.4],
  ['the secret of a pulse', 'pulse: { url: { secret: keys } }', 'secrets', 'secret', 0.4],
  ['a pulse', 'pulse: { url: { secret: keys } }', 'pulse', 'lambdaDuration', 43_800 * 0.3 * 0.0000133334],
  [
    'two keys of one secret',
    'headers: { X: { secret: keys, key: a }, Y: { secret: keys, key: b } }',
    'secrets',
    'secret',
    0.4,
  ],
  ['two e-mails', 'alerts: { subscriptions: [{ email: a@b.c }, { email: d@e.f }] }', 'alerts', 'snsEmail', 200 * 2e-5],
] as const)('counts %s', (_name, more, item, price, expected) => {
  expect(costOf(estimateOf(many(25, more)).estimate, item, price)).toBeCloseTo(expected, 10);
});

describe('a large fleet', () => {
  // Amazon CloudWatch pricing, custom metrics of us-east-1: $0.30 for the first 10,000, $0.10 for the next 240,000,
  // $0.05 for the next 750,000, $0.02 for those over 1,000,000.
  it.each([
    [1_000, 5_050, 5_049.67 * 0.3],
    [10_000, 50_470, 3_000 + 40_469.67 * 0.1],
    [60_000, 302_803, 3_000 + 24_000 + 52_803 * 0.05],
  ])('of %i services pays for each of its %i metrics by its tier', (count, metrics, price) => {
    const { config: small, deployment } = estimateOf(many(1));
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
    ['one part', 1, 0.9, 0.9, 0],
    ['5 parts', 5, 2.4, 1.3 + 0.5, 0.3 + 0.5],
    ['25 parts', 25, 8.4, 3.3 + 0.5, 2.3 + 0.5],
    ['50 parts', 50, 15.9, 5.8 + 0.5, 4.8 + 0.5],
  ])(
    'of %s has a heartbeat and an alarm for each, and one for all of them',
    (_, shards, metrics, alarms, afterFree) => {
      const { estimate } = estimateOf(many(2 * shards, 'metrics: summary\nservicesPerInvocation: 2\nconcurrency: 2'));
      expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(metrics, 10);
      expect(listed(estimate, 'alarms')).toBeCloseTo(alarms, 10);
      expect(estimate.items.find(({ name }) => name === 'alarms')?.afterFreeTier).toBeCloseTo(afterFree, 10);
    },
  );

  // Three units a state: 1,334 services write more than 4,000 a second if all fail at once.
  it('pays once for a table that takes the minute in which all fail', () => {
    expect(estimateOf(many(1_333, 'metrics: summary')).estimate.once).toEqual([]);
    const { once } = estimateOf(many(1_334, 'metrics: summary')).estimate;
    expect(once.map((item) => item.listed)).toEqual([expect.closeTo(28_000 * 0.00013 + 36_000 * 0.00065, 10)]);
  });

  // Amazon CloudWatch pricing, free tier: "3 Custom Dashboards referencing up to 50 metrics each per month."
  it.each([
    ['of 48 metrics is free', many(6), 0],
    ['of 54 metrics is not', many(7), 3],
    ['of the totals alone is', many(700, 'metrics: summary'), 0],
    ['that compares no services is', many(501, ''), 0],
  ])('a dashboard %s', (_, text, after) => {
    const dashboard = estimateOf(text).estimate.items.find(({ name }) => name === 'dashboard');
    expect([dashboard?.listed, dashboard?.afterFreeTier]).toEqual([3, after]);
  });

  // The same: "5 GB Data (ingestion, archive storage, and data scanned by Logs Insights queries)".
  it('stores the logs of a month, which share the free gigabytes with those written', () => {
    const { config, deployment } = estimateOf(many(250));
    const estimate = estimateCost(config, { ...deployment, servicesPerInvocation: 1 });
    const gigabytes = 43_800 * 250 * 900e-9;
    expect(costOf(estimate, 'logs', 'logs')).toBeCloseTo(gigabytes * 0.5, 10);
    expect(costOf(estimate, 'logs', 'logsStored')).toBeCloseTo(gigabytes * 0.03, 10);
    expect(itemOf(estimate, 'logs')?.afterFreeTier).toBeCloseTo((gigabytes - 5) * 0.5 + gigabytes * 0.03, 10);
    const small = itemOf(estimateOf(SHIPPED).estimate, 'logs');
    expect([small?.listed, small?.afterFreeTier]).toEqual([expect.closeTo(43_800 * 900e-9 * (0.5 + 0.03), 10), 0]);
  });
});

// AWS PrivateLink pricing: "You will be billed for each hour that your VPC endpoint remains provisioned in each Availability Zone".
describe('a VPC', () => {
  const network = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d, subnet-0c1d2e3f] }';
  const endpoints = (keys: string) =>
    estimateOf(many(2, keys)).estimate.items.find(({ name }) => name === 'VPC endpoints');

  it('needs endpoints for CloudWatch and SNS in each zone', () => {
    expect(endpoints(network)?.listed).toBeCloseTo(2 * 2 * 730 * 0.01, 10);
  });

  it('needs one more for secrets', () => {
    const keys = `${network}\nheaders: { X-Key: { secret: keys, key: a } }`;
    expect(endpoints(keys)?.listed).toBeCloseTo(3 * 2 * 730 * 0.01, 10);
  });

  it('that is not there costs nothing', () => {
    expect(endpoints('')).toBeUndefined();
  });
});

// Amazon EC2 pricing, data transfer OUT from Amazon EC2 to the internet: "First 10 TB / Month $0.09 per GB"; "AWS customers receive 100GB of
// data transfer out to the internet free each month". AWS Lambda pricing: "Data transferred "in" to and "out" of your AWS Lambda
// functions, from outside the region the function executed, will be charged at the Amazon EC2 data transfer rates".
describe('data out', () => {
  it('is what the checks send to the internet', () => {
    expect(listed(estimateOf(SHIPPED).estimate, 'data out')).toBeCloseTo(((6 * 43_800 * 1_200) / 2 ** 30) * 0.09, 10);
    const plain = 'services: [{ id: a, baseUrl: "http://shop.example.org" }]';
    expect(listed(estimateOf(plain).estimate, 'data out')).toBeCloseTo(((43_800 * 600) / 2 ** 30) * 0.09, 10);
    const item = estimateOf(many(2_500, 'metrics: summary')).estimate.items.find(({ name }) => name === 'data out');
    const gigabytes = (2_500 * 43_800 * 1_200) / 2 ** 30;
    expect([item?.listed, item?.afterFreeTier]).toEqual([
      expect.closeTo(gigabytes * 0.09, 8),
      expect.closeTo((gigabytes - 100) * 0.09, 8),
    ]);
  });

  it('is none to a private address', () => {
    const own =
      'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d] }\nservices: [{ id: a, baseUrl: "https://10.1.2.3" }]';
    expect(listed(estimateOf(own).estimate, 'data out')).toBeUndefined();
  });
});

// Amazon SNS pricing: "HTTP/HTTPS $0.60 per million notifications", of which 100,000 are free.
it('pays for what SNS delivers to Slack, with or without buttons', () => {
  const { config, deployment } = estimateOf(SHIPPED);
  const slack = { workspaceId: 'T0123ABCD', channelId: 'C0123ABCD', buttons: false };
  expect(costOf(estimateCost(config, { ...deployment, slack }), 'alerts', 'snsHttps')).toBeCloseTo(100 * 0.6e-6, 12);
  expect(costOf(estimateOf(SHIPPED).estimate, 'alerts', 'snsHttps')).toBe(0);
});

describe('what is left out costs nothing:', () => {
  const names = (text: string) => estimateOf(text).estimate.items.map(({ name }) => name);

  it('metrics of single services, and what is made of them', () => {
    const { estimate, config } = estimateOf(many(7, 'metrics: summary'));
    expect(countMetrics(config, 1)).toBe(3);
    expect(costOf(estimate, 'metrics', 'metric')).toBeCloseTo(3 * 0.3, 10);
    expect(listed(estimate, 'alarms')).toBeCloseTo(9 * 0.1, 10);
    // The widget reads no metrics, so it costs the same.
    expect(listed(estimate, 'widget')).toBe(listed(estimateOf(many(7)).estimate, 'widget'));
  });

  it('alarms of more than 300 services', () => {
    expect(listed(estimateOf(many(301)).estimate, 'alarms')).toBeCloseTo((8 + 2) * 0.1 + 0.5, 10);
    expect(listed(estimateOf(many(7)).estimate, 'alarms')).toBeCloseTo(16 * 0.1, 10);
  });

  it('the dashboard, and its widget', () => {
    expect(names(many(7))).toEqual(expect.arrayContaining(['dashboard', 'widget']));
    const left = names(many(7, 'dashboard: false'));
    expect(left).not.toContain('dashboard');
    expect(left).not.toContain('widget');
  });
});

it.each([
  ['own', 5],
  ['common', 4],
  ['text', 2],
  ['http', 2],
])('counts no metric of a figure that no report of the contract %s has', (contract, metrics) => {
  const { config } = estimateOf(`services: [{ id: a, baseUrl: "http://a.internal", contract: ${contract} }]`);
  expect(countMetrics(config, 1)).toBe(metrics + 3);
});
