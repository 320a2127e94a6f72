/** The command that subscribes an address again: what a shell makes of it, and that it is what was deployed. */

import { execFileSync } from 'node:child_process';
import { expectedSubscriptions } from '../../../../lambda/core/subscriptions/expected';
import { subscribeCommand } from '../../../../lambda/core/subscriptions/subscribe-command';

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
  return expected.filter((each) => each.topic === topic).map((each) => subscribeCommand(each, TOPIC))[0] ?? '';
}

const START = [
  ...['aws', 'sns', 'subscribe', '--region', 'eu-central-1', '--topic-arn', TOPIC],
  ...['--protocol', 'email', '--notification-endpoint'],
];

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
