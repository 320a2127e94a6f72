/** The topics: who may publish to them, and that both are the same but for who is subscribed. */

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
