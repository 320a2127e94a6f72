/** The commands that fix an address: how a shell reads them, and that their filter is the deployed one. */

import { execFileSync } from 'node:child_process';
import { expectedSubscriptions } from '../../../lambda/core/deliver/subscriptions/expected';
import { addressCommand } from '../../../local/doctor/address-findings';

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:shop-Alerts1B2C3D4E';
const ALL = { services: null, events: null, severities: null, checker: true };

/** The words that a shell hands over. */
function wordsOf(command: string): readonly string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

function commandOf(more: object, topic = 'alerts'): string {
  const expected = expectedSubscriptions([{ ...ALL, email: 'oncall@a.test', ...more }]);
  const [lost] = expected.filter((each) => each.topic === topic);
  return lost === undefined ? '' : addressCommand({ ...lost, state: 'pending' }, TOPIC).join();
}

const START = [
  'aws',
  'sns',
  'subscribe',
  '--region',
  'eu-central-1',
  '--topic-arn',
  TOPIC,
  '--protocol',
  'email',
  '--notification-endpoint',
];

// Amazon SNS API reference, "Unsubscribe": "If the subscription requires authentication for deletion, only the owner of the
// subscription or the topic's owner can unsubscribe, and an AWS signature is required."
it('unsubscribes an address that the config does not name', () => {
  const arn = `${TOPIC}:1b2c3d4e-0000-4000-8000-000000000000`;
  const command = addressCommand({ state: 'unexpected', topic: 'alerts', email: '$(id)@a.test', arn }, TOPIC);
  expect(wordsOf(command.join())).toEqual([
    'aws',
    'sns',
    'unsubscribe',
    '--region',
    'eu-central-1',
    '--subscription-arn',
    arn,
  ]);
});

// AWS CloudFormation user guide, "Using drift-aware change sets": "Drift-aware change sets compare templates with the actual state of
// your stack resources and bring drifted resources in line with their template definitions." A subscription made by hand stays
// beside them.
it('has no command for a removed address, which the stack subscribes again', () => {
  const [gone] = expectedSubscriptions([{ ...ALL, email: 'oncall@a.test' }]);
  expect(gone && addressCommand({ ...gone, state: 'gone' }, TOPIC)).toEqual([]);
});

it('has no filter if the address has none', () => {
  expect(wordsOf(commandOf({}))).toEqual([...START, 'oncall@a.test', '--return-subscription-arn']);
  expect(wordsOf(commandOf({ services: ['s1'] }, 'checkerAlarms'))).not.toContain('--attributes');
});

it.each([
  [
    { services: ['s1'], events: ['opened', 'resolved'] },
    { service: ['s1'], event: ['opened', 'resolved'] },
  ],
  [{ checker: false }, { event: [{ exists: true }] }],
])('has the filter of %j', (more, policy) => {
  const words = wordsOf(commandOf(more));
  const attributes = JSON.parse(words[words.indexOf('--attributes') + 1] ?? '');
  expect({ ...attributes, FilterPolicy: JSON.parse(attributes.FilterPolicy) }).toEqual({
    FilterPolicy: policy,
    FilterPolicyScope: 'MessageAttributes',
  });
});

it.each(["o'brien@a.test", '$(id)@a.test', 'a`id`@a.test', 'a&b@a.test', '*@a.test', 'a"b\\c@a.test'])(
  'hands over %s as it is',
  (email) => {
    expect(wordsOf(commandOf({ email }))).toContain(email);
  },
);
