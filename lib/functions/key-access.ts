/** The permissions that a role needs on the key that encrypts the resources it reads, writes or sends to. */

import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** To read a table. Source: AWS CDK, Table.grantReadData with a customer-managed key. */
const READING = ['kms:Decrypt', 'kms:DescribeKey'];

/** The actions of each use, and the services that use the key for the role; secrets may be encrypted with it too. */
const USES = {
  reads: { actions: READING, services: ['dynamodb', 'secretsmanager'] },
  /** To write a table too, and to publish. Source: AWS CDK, Table.grantWriteData with a customer-managed key. */
  writes: {
    actions: [...READING, 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    services: ['dynamodb', 'secretsmanager', 'sns', 'sqs'],
  },
  /**
   * To publish to a topic, or send to a queue. Source: Amazon SNS developer guide, "Managing Amazon SNS encryption keys and
   * costs", and Amazon SQS developer guide, "Key management": permissions of a producer.
   */
  sends: { actions: ['kms:Decrypt', 'kms:GenerateDataKey'], services: ['sqs'] },
} as const;

/**
 * Returns no statement if there is no key. In China the names of services end in `.amazonaws.com.cn`.
 * Source: AWS KMS developer guide, "AWS KMS condition keys", `kms:ViaService`: "limits use of a KMS key to requests from specified AWS
 * services".
 */
export function keyStatements(key: IKey | null, use: keyof typeof USES): PolicyStatement[] {
  if (key === null) return [];
  const { actions, services } = USES[use];
  const names = services.map((service) => `${service}.${Aws.REGION}.amazonaws.com*`);
  return [
    new PolicyStatement({
      sid: 'Key',
      actions: [...actions],
      resources: [key.keyArn],
      conditions: { StringLike: { 'kms:ViaService': names } },
    }),
  ];
}
