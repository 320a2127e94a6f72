/** Which addresses of a config get nothing, and which others get something, from what SNS lists. */

import { addressFaults } from '../../../../../lambda/core/deliver/subscriptions/address-faults';
import { expectedSubscriptions } from '../../../../../lambda/core/deliver/subscriptions/expected';

const ALL = { services: null, events: null, severities: null, checker: true };
const EXPECTED = expectedSubscriptions([
  { ...ALL, email: 'all@a.test' },
  { ...ALL, email: 'some@a.test', services: ['s1'] },
]);

const ARN = 'arn:aws:sns:eu-central-1:123456789012:alerts:1b2c3d4e';
const listed = (endpoint: string, arn: string, protocol = 'email') => ({ protocol, endpoint, arn });
const all = listed('all@a.test', ARN);
const some = listed('some@a.test', ARN);

// Amazon SNS API reference, "ListSubscriptionsByTopic", and the AWS knowledge center, "Why can't I delete my Amazon SNS topic
// subscription?": in place of its ARN a subscription has `PendingConfirmation` or `Deleted` while it is that.
it.each([
  ['all are confirmed', [all, some], [some], []],
  ['an address is written in capitals', [listed('ALL@A.test', ARN), some], [some], []],
  ['one is pending', [listed('all@a.test', 'PendingConfirmation'), some], [some], ['all@a.test alerts pending']],
  ['one was deleted, and is still listed', [listed('all@a.test', 'Deleted'), some], [some], ['all@a.test alerts gone']],
  ['one is not listed', [some], [some], ['all@a.test alerts gone']],
  ['one was deleted and confirmed anew', [listed('all@a.test', 'Deleted'), all, some], [some], []],
  [
    'one was deleted and subscribed anew',
    [listed('all@a.test', 'Deleted'), listed('all@a.test', 'PendingConfirmation'), some],
    [some],
    ['all@a.test alerts pending'],
  ],
  ['only a program has the address', [listed('all@a.test', ARN, 'https'), some], [some], ['all@a.test alerts gone']],
  [
    'one is lost on both topics',
    [all, listed('some@a.test', 'PendingConfirmation')],
    [],
    ['some@a.test alerts pending', 'some@a.test checkerAlarms gone'],
  ],
  [
    'one that left the config is still subscribed',
    [all, some, listed('former@a.test', ARN)],
    [some, listed('former@a.test', ARN)],
    ['former@a.test alerts unexpected', 'former@a.test checkerAlarms unexpected'],
  ],
  ['one gets the alarms twice', [all, some], [all, some], ['all@a.test checkerAlarms unexpected']],
  [
    'one was subscribed as a program',
    [all, some, listed('all@a.test', ARN, 'email-json')],
    [some],
    ['all@a.test alerts unexpected'],
  ],
  ['one that left the config never confirmed', [all, some, listed('former@a.test', 'PendingConfirmation')], [some], []],
  ['one that left the config was deleted', [all, some, listed('former@a.test', 'Deleted')], [some], []],
  ['programs and the chat are subscribed', [all, some, listed('https://a.test', ARN, 'https')], [some], []],
])('%s', (_, alerts, checkerAlarms, faults) => {
  const found = addressFaults(EXPECTED, { alerts, checkerAlarms });
  expect(found.map(({ email, topic, state }) => `${email} ${topic} ${state}`)).toEqual(faults);
});

it('reports so many unexpected ones that the message of it can be sent', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => listed(`a${index}@a.test`, ARN));
  expect(addressFaults(EXPECTED, { alerts: [all, some, ...many], checkerAlarms: [some] })).toHaveLength(100);
});
