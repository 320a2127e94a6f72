/** Which addresses of a config get nothing, from what SNS lists. */

import { expectedSubscriptions } from '../../../../lambda/core/subscriptions/expected';
import { lostAddresses } from '../../../../lambda/core/subscriptions/lost-addresses';

const ALL = { services: null, events: null, severities: null, checker: true };
const EXPECTED = expectedSubscriptions([
  { ...ALL, email: 'all@a.test' },
  { ...ALL, email: 'some@a.test', services: ['s1'] },
]);

const ARN = 'arn:aws:sns:eu-central-1:123456789012:alerts:1b2c3d4e';
const listed = (endpoint: string, arn: string, protocol = 'email') => ({ protocol, endpoint, arn });
const [all, some] = [listed('all@a.test', ARN), listed('some@a.test', ARN)];

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
    [all],
    ['some@a.test alerts pending', 'some@a.test checkerAlarms gone'],
  ],
])('%s', (_, alerts, checkerAlarms, lost) => {
  const found = lostAddresses(EXPECTED, { alerts, checkerAlarms });
  expect(found.map(({ email, topic, loss }) => `${email} ${topic} ${loss}`)).toEqual(lost);
});
