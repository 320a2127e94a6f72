/** The queues for what could not be handed over: encrypted, over TLS alone, and each keeps its messages as long as they are of use. */

import { DEPLOY_YAML, onlyResource, templateOf } from '../support/aws/synthesis';

describe.each([
  ['of the schedules', 'DeadLetters', 86_400],
  // Amazon SNS developer guide, "Amazon SNS dead-letter queues": "To make your applications more resilient, we recommend setting the
  // maximum retention period for dead-letter queues to 14 days."
  ['of the e-mail subscriptions', 'Undelivered', 14 * 86_400],
])('the dead-letter queue %s', (_, prefix, seconds) => {
  const template = templateOf(DEPLOY_YAML);
  const queue = onlyResource(template, 'AWS::SQS::Queue', prefix);

  it('is encrypted, and keeps a message for its time', () => {
    expect(queue.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: seconds });
  });

  it('refuses all that comes without TLS', () => {
    const { PolicyDocument, Queues } = onlyResource(template, 'AWS::SQS::QueuePolicy', prefix).Properties;
    expect(Queues).toEqual([{ Ref: queue.id }]);
    expect(PolicyDocument.Statement[0]).toMatchObject({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'sqs:*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
  });
});

// The schedules send with a role of their own.
it('takes mails of SNS alone, and only of the two topics', () => {
  const template = templateOf(DEPLOY_YAML);
  const statementsOf = (prefix: string): { Effect: string }[] =>
    onlyResource(template, 'AWS::SQS::QueuePolicy', prefix).Properties.PolicyDocument.Statement;
  const topicArns = ['Alerts', 'CheckerAlarmTopic'].map((prefix) => ({
    Ref: onlyResource(template, 'AWS::SNS::Topic', prefix).id,
  }));
  expect(statementsOf('DeadLetters').filter(({ Effect }) => Effect === 'Allow')).toEqual([]);
  expect(statementsOf('Undelivered').filter(({ Effect }) => Effect === 'Allow')).toEqual(
    topicArns.map((arn) => ({
      Effect: 'Allow',
      Principal: { Service: 'sns.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: { 'Fn::GetAtt': [onlyResource(template, 'AWS::SQS::Queue', 'Undelivered').id, 'Arn'] },
      Condition: { ArnEquals: { 'aws:SourceArn': arn } },
    })),
  );
});
