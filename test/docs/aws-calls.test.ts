/** The permissions in docs/reference/permissions.md are those of the stack; the prices in the docs are those of `statuswatch cost`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUT_EVENTS, SIGNED_RECEIVERS, SIGNED_SERVICES } from '../../lambda/core/config/signed-services';
import { estimateCost } from '../../lambda/core/cost/cost';
import { deployable, fleet, onlyResource, PRIVATE_YAML, templateOf } from '../support/aws/synthesis';

const ROLES = { checker: 'CheckerRole', widget: 'WidgetRole', page: 'PageRole', schedule: 'ScheduleRole' } as const;
const WITH_PAGE = `${PRIVATE_YAML}page: { token: { secret: statuswatch/page }, controls: true }\n`;

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const rowsOf = (file: string) =>
  read(file)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | ') as [string, string, string]);

const KEYS = [
  'alerts: { subscriptions: [{ email: oncall@statuswatch.internal }], slack: { workspaceId: T0123ABCD, channelId: C0123ABCD } }',
  'headers: { X-Key: { secret: status-token } }',
  'pulse: { url: { secret: status-token } }',
  'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d, subnet-0c1d2e3f] }',
].join('\n');

function estimateOf(count: number, keys = KEYS) {
  const { config, deployment } = deployable(fleet(count, keys));
  return estimateCost(config, deployment);
}

function dollars(amount: number): string {
  if (amount < 0.005) return '< $0.01';
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

it.each(Object.entries(ROLES))('the permissions of the %s are complete, and no others are named', (who, role) => {
  const { Policies } = onlyResource(templateOf(WITH_PAGE), 'AWS::IAM::Role', role).Properties;
  const statements: { Effect: string; Action: string | string[] }[] = Policies.flatMap(
    (policy: { PolicyDocument: { Statement: object[] } }) => policy.PolicyDocument.Statement,
  );
  // The permissions for a public page and for signatures depend on the config.
  const signed = [SIGNED_SERVICES, SIGNED_RECEIVERS].flatMap(Object.values).flatMap((service) => service.actions);
  const others = who === 'checker' ? ['s3:PutObject', ...PUT_EVENTS, ...signed] : [];
  const actions = [...statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action), ...others];
  const named = rowsOf('docs/reference/permissions.md')
    .filter(([name]) => name === who)
    .flatMap(([, permissions]) => Array.from(permissions.matchAll(/`([\w:-]+)`/g), ([, action]) => action));
  expect(named.length).toBeGreaterThan(2);
  expect(named.sort()).toEqual([...new Set(actions)].sort());
});

it('docs/reference/costs.md has the price of each item, as in statuswatch cost', () => {
  const prices = new Map(rowsOf('docs/reference/costs.md').map(([item, price]) => [item, price]));
  const { items } = estimateOf(6);
  expect(items.map(({ name }) => prices.get(name))).toEqual(items.map(({ listed }) => dollars(listed)));
  expect(prices.get('total')).toBe(dollars(estimateOf(6, '').listed));
});

it('docs/how-to/many-services.md says what 10,000 services cost', () => {
  const { items, listed } = estimateOf(10_000, '');
  const metrics = items.find(({ name }) => name === 'metrics')?.listed ?? 0;
  const text = read('docs/how-to/many-services.md').replace(/\s+/g, ' ');
  expect(text).toContain(`10,000 services cost ${dollars(listed)} a month`);
  expect(text).toContain(`${dollars(metrics)} is for metrics`);
});

it('README and docs/reference/costs.md have the total for the statuswatch.yaml in the repository', () => {
  const shipped = read('statuswatch.yaml').replaceAll('.example.com', '.shop.internal');
  const { config, deployment } = deployable(shipped);
  const total = dollars(estimateCost(config, deployment).listed);
  expect(read('README.md')).toContain(`${total} a month at list prices with six services`);
  expect(read('docs/reference/costs.md')).toContain(`| total | ${total} |`);
});

/**
 * Amazon CloudWatch pricing: "$0.0012 per canary run". CloudWatch user guide, "Creating multi checks blueprint canary": "You can save costs by bundling up to
 * 10 different types of HTTP/DNS/SSL/TCP checks". Checkly documentation, "Pricing & Billing": "URL monitor | $10 for 25 monitors". Amazon Route 53
 * prices are those of its pricing page. The free plan of Hyperping was found only in a secondary source, and the README says so.
 */
it('README compares with what canaries and hosted monitors cost', () => {
  const prices = new Map(rowsOf('README.md').map(([name = '', ...others]) => [name.split(/[ ,]/)[0], others]));
  const canary = 730 * 60 * 0.0012;
  expect(prices.get('CloudWatch')).toEqual([
    `${dollars(canary)} or ${dollars(6 * canary)}`,
    `$0 or ${dollars(canary)}`,
  ]);
  expect(prices.get('Checkly')).toEqual(['$10.00', '$0 up to 25']);
});

it.each([
  ['statuswatch, all in (`statuswatch cost`)', ''],
  ['statuswatch with `metrics: summary`', 'metrics: summary'],
])('README says what six services cost, and one more: %s', (name, keys) => {
  const sum = (count: number) => estimateOf(count, keys).listed;
  const prices = rowsOf('README.md')
    .find(([first]) => first === name)
    ?.slice(1);
  expect(prices).toEqual([dollars(sum(6)), dollars(sum(7) - sum(6))]);
});
