/** The two topics: who may publish to them, and who is subscribed to which, with what filter. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY_YAML, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

describe.each(['Alerts', 'CheckerAlarmTopic'])('the topic %s', (prefix) => {
  it('lets alarms of this account publish, and nobody without TLS', () => {
    const template = templateOf(DEPLOY_YAML);
    const topic = { Ref: onlyResource(template, 'AWS::SNS::Topic', prefix).id };
    expect(onlyResource(template, 'AWS::SNS::TopicPolicy', prefix).Properties).toMatchObject({
      Topics: [topic],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Resource: topic,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: topic,
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    });
  });

  it('has the deployment as the name of its sender', () => {
    const template = templateOf(fleet(1, 'name: payments-eu'));
    expect(onlyResource(template, 'AWS::SNS::Topic', prefix).Properties.DisplayName).toBe('payments-eu');
  });
});

it('there are no other topics', () => {
  expect(Object.keys(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic'))).toHaveLength(2);
});

// Amazon SNS developer guide, "Message delivery for FIFO topics": "SNS FIFO topics can't deliver messages to customer managed endpoints,
// such as email addresses, mobile apps, phone numbers for text messaging (SMS), or HTTP(S) endpoints. These endpoint types aren't
// guaranteed to preserve strict message ordering." So a program can't rely on the order, as docs/reference/alerts.md says.
it('they promise no order, since those that do take no addresses', () => {
  for (const { Properties } of Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic')))
    expect(Properties).not.toHaveProperty('FifoTopic');
  const docs = readFileSync(join(__dirname, '../../../docs/reference/alerts.md'), 'utf8');
  expect(docs).toMatch(/<a id="order"><\/a>\n\*\*SNS does not guarantee order\.\*\*/);
});

// Amazon SNS developer guide, "Key matching": '"exists": false only matches if at least one attribute is present.' So no filter lets the
// message of an alarm through, which has none; test/e2e/who-gets-what.test.ts sees it on an emulated SNS.
const EMAIL = 'oncall@a.test';

/** The filter policies of an address, by the topic that it is subscribed to; `null` where it has none. */
function policiesOf(filters: string): Record<string, unknown> {
  const text = fleet(2, `alerts: { subscriptions: [{ email: ${EMAIL}${filters} }] }`);
  return Object.fromEntries(
    Object.values(resourcesOf(templateOf(text), 'AWS::SNS::Subscription')).map(({ Properties }) => {
      expect(Properties).toMatchObject({ Protocol: 'email', Endpoint: EMAIL });
      return [Properties.TopicArn.Ref.replace(/[0-9A-F]{8}$/, ''), Properties.FilterPolicy ?? null];
    }),
  );
}

it.each([
  ['no filter', '', { Alerts: null }],
  ['services', ', services: [s0, s1]', { Alerts: { service: ['s0', 's1'] }, CheckerAlarmTopic: null }],
  ['events', ', events: [opened, resolved]', { Alerts: { event: ['opened', 'resolved'] }, CheckerAlarmTopic: null }],
  [
    'a severity, twice',
    ', severities: [critical, critical]',
    { Alerts: { severity: ['critical'] }, CheckerAlarmTopic: null },
  ],
  [
    'all three',
    ', services: [s1], events: [opened], severities: [info]',
    { Alerts: { service: ['s1'], event: ['opened'], severity: ['info'] }, CheckerAlarmTopic: null },
  ],
  ['a filter, and no alarms', ', services: [s1], checker: false', { Alerts: { service: ['s1'] } }],
  ['all alerts, and no alarms', ', checker: false', { Alerts: { event: [{ exists: true }] } }],
  ['what is the default', ', checker: true', { Alerts: null }],
])('with %s', (_, filters, policies) => {
  expect(policiesOf(filters)).toEqual(policies);
});

it('an address that is subscribed keeps the subscription that it has confirmed', () => {
  expect(Object.keys(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::SNS::Subscription'))).toEqual(
    expect.arrayContaining(['AlertsoncallstatuswatchinternalB1842837', 'Alertspaymentsstatuswatchinternal576F21E2']),
  );
});

// Amazon SNS developer guide, "Amazon SNS dead-letter queues": "Amazon SNS discards the message—unless a dead-letter queue is attached
// to the subscription." "A dead-letter queue is attached to an Amazon SNS subscription (rather than a topic)".
it("messages that can't be delivered to an address go to a queue", () => {
  const template = templateOf(DEPLOY_YAML);
  const subscriptions = Object.values(resourcesOf(template, 'AWS::SNS::Subscription'));
  expect(subscriptions).toHaveLength(3);
  const queue = { 'Fn::GetAtt': [onlyResource(template, 'AWS::SQS::Queue', 'Undelivered').id, 'Arn'] };
  for (const { Properties } of subscriptions) expect(Properties.RedrivePolicy).toEqual({ deadLetterTargetArn: queue });
});
