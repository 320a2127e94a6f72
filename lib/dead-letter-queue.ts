/** A queue for messages that could not be delivered. They are only evidence: nothing is repeated from here. An alarm watches the queue. */

import { type Duration, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface DeadLetterQueueProps {
  /** The source of its dead letters, in words. */
  readonly of: string;
  readonly retentionPeriod: Duration;
  /** `null` if there is none. */
  readonly key: IKey | null;
}

export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { of, retentionPeriod, key }: DeadLetterQueueProps) {
    super(scope, id, {
      enforceSSL: true,
      ...(key
        ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
        : { encryption: QueueEncryption.SQS_MANAGED }),
      retentionPeriod,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-SQS3',
      reason: `This is the dead-letter queue of ${of}`,
    });
  }
}
