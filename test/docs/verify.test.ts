/** The permissions of `doctor` and `verify`, the price of a drill, and a sentence from AWS's documentation for each call. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRICES } from '../../lambda/core/cost/prices';
import { drillKey, stateKey } from '../../lambda/core/state/table-keys';
import { doctorPolicy, verifyPolicy } from '../../local/doctor/policy';
import { limitsOf } from '../../local/verify/drill-findings';

const ROOT = join(__dirname, '../..');
/** Source: the list prices of Amazon SQS in us-east-1 in November 2026: $0.40 per million requests. */
const SQS_REQUEST_USD = 0.4 / 1e6;
const PAGE = readFileSync(join(ROOT, 'docs/how-to/verify-a-deployment.md'), 'utf8');

/** The sentence in the API's reference, as in the SDK, by the permission of the call. */
const SENTENCES: Readonly<Record<string, string>> = {
  'dynamodb:Query': 'you can set the ConsistentRead parameter to true and obtain a strongly consistent result',
  'dynamodb:PutItem':
    "You can perform a conditional put operation (add a new item if one with the specified primary key doesn't exist), or replace an existing item if it has certain attribute values.",
  'dynamodb:DeleteItem':
    'You can perform a conditional delete operation that deletes the item if it exists, or if it has an expected attribute value.',
  'sns:Subscribe':
    'If the endpoint type is HTTP/S or email, or if the endpoint and the topic are not in the same Amazon Web Services account, the endpoint owner must run the ConfirmSubscription action to confirm the subscription.',
  'sns:Unsubscribe':
    "If the subscription requires authentication for deletion, only the owner of the subscription or the topic's owner can unsubscribe",
  'sqs:CreateQueue':
    'If you delete a queue, you must wait at least 60 seconds before creating a queue with the same name.',
  'sqs:ReceiveMessage': 'Using the WaitTimeSeconds parameter enables long-poll support.',
  'sqs:ListQueues':
    'If you specify a value for the optional QueueNamePrefix parameter, only queues with a name that begins with the specified value are returned.',
  'sqs:DeleteQueue': 'When you delete a queue, the deletion process takes up to 60 seconds.',
  'cloudwatch:SetAlarmState': 'Metric alarms returns to their actual state quickly, often within seconds.',
};

function sdkText(permission: string): string {
  const [service, action] = permission.split(':');
  const file = join(ROOT, `node_modules/@aws-sdk/client-${service}/dist-types/commands/${action}Command.d.ts`);
  return readFileSync(file, 'utf8')
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');
}

const PLACE = {
  config: { name: 'shop', confirmFrom: null },
  deployment: { page: { token: { kind: 'secret', secret: 'shop/page', key: null }, metricsToken: null } as never },
  region: 'eu-central-1',
};
const actionsIn = ({ Statement }: ReturnType<typeof doctorPolicy>) => Statement.flatMap(({ Action }) => Action);

it('the policy of the doctor has the permissions of all its calls, and no others', () => {
  const source = readFileSync(join(ROOT, 'local/doctor/gather-facts.ts'), 'utf8');
  const named = Array.from(source.matchAll(/'([a-z]+:[A-Z]\w+)'/g), ([, action]) => action);
  expect(named.length).toBeGreaterThan(8);
  // The settings of the function are read before all facts.
  const needed = new Set([...named, 'lambda:GetFunctionConfiguration']);
  expect(actionsIn(doctorPolicy(PLACE)).sort()).toEqual([...needed].sort());
});

it.each(Object.entries(SENTENCES))('%s does what its reference says', (permission, sentence) => {
  expect(sdkText(permission)).toContain(sentence);
});

it('has a sentence for each of its calls', () => {
  const ofDoctor = actionsIn(doctorPolicy(PLACE));
  const ofDrill = actionsIn(verifyPolicy(PLACE)).filter((action) => !ofDoctor.includes(action));
  expect(Object.keys(SENTENCES).sort()).toEqual(ofDrill.sort());
});

it('no policy allows writing the state of a service', () => {
  const writing = verifyPolicy(PLACE).Statement.filter(({ Action }) => Action.includes('dynamodb:PutItem'));
  const [{ Condition }] = writing as unknown as [{ Condition: Record<string, Record<string, readonly string[]>> }];
  const partitions = Condition['ForAllValues:StringEquals']?.['dynamodb:LeadingKeys'];
  expect(partitions).toContain(drillKey('shop').partition);
  expect(partitions).not.toContain(stateKey('shop', 'cart').partition);
  expect(writing).toHaveLength(1);
});

const rowsOf = (page: string) =>
  Array.from(page.matchAll(/^\| `([^`-][^`]*)` \|/gm), ([, name = '']) => name.replace(/ [A-Z]+$/, '')).sort();
const namesIn = (...files: readonly string[]) => {
  const source = files.map((file) => readFileSync(join(ROOT, 'local', file), 'utf8')).join('\n');
  return Array.from(source.matchAll(/\b(?:ok|failed|skipped)\(\s*'(\w+)'/g), ([, name = '']) => name);
};

it('names each finding of a drill in the docs', () => {
  const named = namesIn('verify/drill-findings.ts', 'verify/people.ts', 'commands/verify.ts');
  expect(rowsOf(PAGE)).toEqual([...new Set([...named, 'opened', 'resolved', 'topic', 'receiver'])].sort());
});

it('names each finding of the doctor in the docs', () => {
  const files = [
    'findings',
    'address-findings',
    'alarm-findings',
    'concurrency-finding',
    'receiver-findings',
    'region-check',
  ];
  const named = namesIn(...files.map((file) => `doctor/${file}.ts`), 'status-page/page-check.ts');
  // A fault of one address, or of all receivers.
  const others = ['address', 'receivers'];
  const rows = rowsOf(readFileSync(join(ROOT, 'docs/reference/doctor.md'), 'utf8'));
  expect(rows).toEqual([...new Set(named)].filter((name) => !others.includes(name)).sort());
});

it('costs less than a cent, with an interval of a minute', () => {
  const { resolvedMs } = limitsOf({ intervalMs: 60_000 }, { failureThreshold: 1, successThreshold: 2 });
  // One look a second, although most wait for some seconds: a call to SQS, and two reads of a state of up to 8 kB.
  const looks = resolvedMs / 1_000;
  const queues = (looks + 10) * SQS_REQUEST_USD;
  const table = looks * 2 * PRICES.dynamodbRead.usd + 20 * PRICES.dynamodbWrite.usd;
  const cloudwatch = 40 * PRICES.cloudwatchRequest.usd;
  const mails = 10 * 4 * 2e-5;
  expect(queues + table + cloudwatch + mails).toBeLessThan(0.01);
});
