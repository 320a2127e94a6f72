/** What `statuswatch verify` calls: its permissions, its price, and for each call the sentence of AWS's documentation that it rests on. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRICES } from '../../lambda/core/cost/prices';
import { drillKey, stateKey } from '../../lambda/core/state/table-keys';
import { limitsOf } from '../../local/verify/drill-proofs';
import { EXAMPLE_ACCOUNT, verifyPolicy } from '../../local/verify/verify-policy';

const ROOT = join(__dirname, '../..');
/** Source: the list prices of Amazon SQS in us-east-1 in November 2026: $0.40 per million requests. */
const SQS_REQUEST_USD = 0.4 / 1e6;
const PAGE = readFileSync(join(ROOT, 'docs/how-to/verify-a-deployment.md'), 'utf8');

/** By the permission of a call: the sentence of the API's reference, as the SDK for that API has it. */
const SENTENCES: Readonly<Record<string, string>> = {
  'lambda:GetFunctionConfiguration': 'Returns the version-specific settings of a Lambda Event Function or version.',
  'lambda:GetFunctionUrlConfig': 'Returns details about a Lambda function URL.',
  'dynamodb:BatchGetItem': 'you can set ConsistentRead to true for any or all tables',
  'dynamodb:Query': 'you can set the ConsistentRead parameter to true and obtain a strongly consistent result',
  'dynamodb:PutItem':
    "You can perform a conditional put operation (add a new item if one with the specified primary key doesn't exist), or replace an existing item if it has certain attribute values.",
  'dynamodb:DeleteItem':
    'You can perform a conditional delete operation that deletes the item if it exists, or if it has an expected attribute value.',
  'sns:Subscribe':
    'If the endpoint type is HTTP/S or email, or if the endpoint and the topic are not in the same Amazon Web Services account, the endpoint owner must run the ConfirmSubscription action to confirm the subscription.',
  'sns:ListSubscriptionsByTopic': 'Returns a list of the subscriptions to a specific topic.',
  'sns:Unsubscribe':
    "If the subscription requires authentication for deletion, only the owner of the subscription or the topic's owner can unsubscribe",
  'sqs:CreateQueue':
    'If you delete a queue, you must wait at least 60 seconds before creating a queue with the same name.',
  'sqs:ReceiveMessage': 'Using the WaitTimeSeconds parameter enables long-poll support.',
  'sqs:ListQueues':
    'If you specify a value for the optional QueueNamePrefix parameter, only queues with a name that begins with the specified value are returned.',
  'sqs:DeleteQueue': 'When you delete a queue, the deletion process takes up to 60 seconds.',
  'cloudwatch:SetAlarmState': 'Metric alarms returns to their actual state quickly, often within seconds.',
  'cloudwatch:DescribeAlarms':
    'You can filter the results by specifying a prefix for the alarm name, the alarm state, or a prefix for any action.',
  'cloudwatch:GetMetricData': 'retrieve CloudWatch metric values',
};

function sdkText(permission: string): string {
  const [service, action] = permission.split(':');
  const file = join(ROOT, `node_modules/@aws-sdk/client-${service}/dist-types/commands/${action}Command.d.ts`);
  return readFileSync(file, 'utf8')
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');
}

const actions = verifyPolicy({
  deployment: 'a',
  partition: 'aws',
  region: 'r',
  account: EXAMPLE_ACCOUNT,
}).Statement.flatMap(({ Action }) => Action);

it.each(Object.entries(SENTENCES))('%s does what its reference says', (permission, sentence) => {
  expect(sdkText(permission)).toContain(sentence);
});

it('has a sentence for each of its calls', () => {
  expect(Object.keys(SENTENCES).sort()).toEqual([...actions].sort());
});

it('lets nobody write the state of a service', () => {
  const place = { deployment: 'shop', partition: 'aws', region: 'r', account: EXAMPLE_ACCOUNT };
  const writing = verifyPolicy(place).Statement.filter(({ Action }) => [Action].flat().includes('dynamodb:PutItem'));
  const [{ Condition }] = writing as unknown as [{ Condition: Record<string, Record<string, readonly string[]>> }];
  const partitions = Condition['ForAllValues:StringEquals']?.['dynamodb:LeadingKeys'];
  expect(partitions).toContain(drillKey('shop').partition);
  expect(partitions).not.toContain(stateKey('shop', 'cart').partition);
  expect(writing).toHaveLength(1);
});

it('names each proof in the docs', () => {
  const named = Array.from(PAGE.matchAll(/^\| `([^`-][^`]*)` \|/gm), ([, name = '']) => name.replace(/ [A-Z]+$/, ''));
  const source = [
    'local/verify/drill-proofs.ts',
    'local/verify/look-proofs.ts',
    'local/verify/ask-people.ts',
    'local/commands/verify.ts',
  ]
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const proofs = Array.from(
    source.matchAll(/(?:proven|notProven|leftOut)\(\s*[`']([a-z ]+?)(?: \$\{id\})?[`']/g),
    ([, name]) => name,
  );
  const others = ['opened', 'resolved', 'topic', 'receiver'];
  expect(named.sort()).toEqual([...new Set([...proofs, ...others])].sort());
});

it('costs less than a cent, with an interval of a minute', () => {
  const { resolvedMs } = limitsOf({ intervalMs: 60_000 }, { failureThreshold: 1, successThreshold: 2 });
  // A look a second, although most wait for some seconds: a call of SQS, and two reads of a state of up to 8 kB.
  const looks = resolvedMs / 1_000;
  const queues = (looks + 10) * SQS_REQUEST_USD;
  const table = looks * 2 * PRICES.dynamodbRead.usd + 20 * PRICES.dynamodbWrite.usd;
  const cloudwatch = 40 * PRICES.cloudwatchRequest.usd;
  const mails = 10 * 4 * PRICES.snsEmail.usd;
  expect(queues + table + cloudwatch + mails).toBeLessThan(0.01);
});
