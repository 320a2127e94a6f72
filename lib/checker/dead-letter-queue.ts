/** The queue for invocations that the schedule could not hand over to Lambda. An alarm watches it. */

import { Duration, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export class DeadLetterQueue extends Queue {
  /** Yesterday's check is not worth repeating: a message here is only evidence, and the alarm ends once it expires. */
  constructor(scope: Construct, id: string, key: IKey | null) {
    super(scope, id, {
      enforceSSL: true,
      ...(key
        ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
        : { encryption: QueueEncryption.SQS_MANAGED }),
      retentionPeriod: Duration.days(1),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-SQS3',
      reason: 'This is the dead-letter queue of the schedules',
    });
  }
}
