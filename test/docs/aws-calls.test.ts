/** The table of docs/reference/costs.md: each call to AWS, with the permission that a role has for it, and its price. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateCost } from '../../lambda/core/cost/cost';
import { deployable, fleet, onlyResource, PRIVATE_YAML, templateOf } from '../support/aws/synthesis';

/** The item of `statuswatch cost` that a row shows, by what the row is about. */
const ITEMS: Readonly<Record<string, string>> = {
  PutMetricData: 'metrics',
  'BatchGetItem, PutItem of the states': 'states',
  'Query of the silences': 'silences',
  'PutItem, BatchGetItem of the history': 'history',
  'the checks, over the internet': 'data out',
  Publish: 'alerts',
  GetSecretValue: 'secrets',
  'CreateLogStream, PutLogEvents': 'logs',
  'the place in a VPC, by Lambda itself': 'VPC endpoints',
  'PutItem of the overview': 'overview',
  'Query of the overview, BatchGetItem of what is shown': 'widget',
  Invoke: 'runs',
  alarms: 'alarms',
  dashboard: 'dashboard',
};

const ROLES = { checker: 'CheckerRole', widget: 'WidgetRole', schedule: 'ScheduleRole' } as const;

const docs = (name: string) => readFileSync(join(__dirname, `../../docs/reference/${name}.md`), 'utf8');
const [table = ''] = docs('costs').split('\n## ');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(2, -2).split(' | ') as [string, string, string, string, string, string]);

const KEYS = [
  'alerts: { subscriptions: [{ email: oncall@statuswatch.internal }], slack: { workspaceId: T0123ABCD, channelId: C0123ABCD } }',
  'headers: { X-Key: { secret: status-token } }',
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

it.each(Object.entries(ROLES))('names each permission of the %s, and no other', (who, role) => {
  const { Policies } = onlyResource(templateOf(PRIVATE_YAML), 'AWS::IAM::Role', role).Properties;
  const statements: { Effect: string; Action: string | string[] }[] = Policies.flatMap(
    (policy: { PolicyDocument: { Statement: object[] } }) => policy.PolicyDocument.Statement,
  );
  // That for the public page, a config with one alone has.
  const ofPage = who === 'checker' ? ['s3:PutObject'] : [];
  const actions = [...statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action), ...ofPage];
  const named = rows
    .filter(([name]) => name === who)
    .flatMap(([, , permissions]) => Array.from(permissions.matchAll(/`([\w:]+)`/g), ([, action]) => action));
  expect(named.length).toBeGreaterThan(2);
  expect(named.sort()).toEqual([...new Set(actions)].sort());
});

it('has a policy for the doctor with each action that it names, and no other', () => {
  const policy = JSON.parse(/```json\n([\s\S]*?)```/.exec(docs('doctor'))?.[1] ?? '{}') as {
    Statement: { Action: string | string[] }[];
  };
  const source = readFileSync(join(__dirname, '../../local/doctor/gather-facts.ts'), 'utf8');
  const actions = Array.from(source.matchAll(/'([a-z]+:[A-Z]\w+)'/g), ([, action]) => action);
  expect(actions.length).toBeGreaterThan(8);
  expect(policy.Statement.flatMap(({ Action }) => Action).sort()).toEqual([...new Set(actions)].sort());
});

it.each([
  [6, 4],
  [10_000, 5],
] as const)('has the prices of %i services, as statuswatch cost counts them', (count, column) => {
  const { items, listed } = estimateOf(count);
  const expected = rows.map(([who, what]) => {
    if (what === 'total') return dollars(listed);
    if (what.startsWith('total without')) return dollars(estimateOf(count, '').listed);
    const name = who === 'widget' && what.startsWith('CreateLog') ? undefined : ITEMS[what];
    return name === undefined ? '–' : dollars(items.find((item) => item.name === name)?.listed ?? 0);
  });
  expect(rows.map((row) => row[column])).toEqual(expected);
  expect(items.map(({ name }) => name).sort()).toEqual(Object.values(ITEMS).sort());
  for (const what of Object.keys(ITEMS)) expect(rows.map((row) => row[1])).toContain(what);
});

it('has the total that the README names for the config that comes with statuswatch', () => {
  const root = join(__dirname, '../..');
  const shipped = readFileSync(join(root, 'statuswatch.yaml'), 'utf8').replaceAll('.example.com', '.shop.internal');
  const { config, deployment } = deployable(shipped);
  const total = dollars(estimateCost(config, deployment).listed);
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`${total} a month at list prices with six services`);
  expect(rows.find(([, what]) => what.startsWith('total without'))?.[4]).toBe(total);
});
