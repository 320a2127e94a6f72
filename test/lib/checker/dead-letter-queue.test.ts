/** The dead-letter queue: encrypted, over TLS alone, and empty again after a day. */

import { DEPLOY_YAML, onlyResource, templateOf } from '../../support/synthesis';

describe('the dead-letter queue', () => {
  const template = templateOf(DEPLOY_YAML);
  const queue = onlyResource(template, 'AWS::SQS::Queue');

  it('is encrypted and keeps a message for a day', () => {
    expect(queue.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 86_400 });
  });

  it('refuses all that comes without TLS', () => {
    const { PolicyDocument, Queues } = onlyResource(template, 'AWS::SQS::QueuePolicy').Properties;
    expect(Queues).toEqual([{ Ref: queue.id }]);
    expect(PolicyDocument.Statement).toMatchObject([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'sqs:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]);
  });
});
