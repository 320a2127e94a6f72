/** The permissions that a role needs on the key that encrypts the resources it reads, writes or sends to. */

import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { allow } from './function-role';

/** To read a table. Source: AWS CDK, Table.grantReadData with a customer-managed key. */
const READING = ['kms:Decrypt', 'kms:DescribeKey'];

const ACTIONS = {
  reads: READING,
  /** To write a table too. Source: AWS CDK, Table.grantWriteData with a customer-managed key. */
  writes: [...READING, 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
  /**
   * To publish to a topic, or send to a queue. Source: Amazon SNS developer guide, "Managing Amazon SNS encryption keys and
   * costs", and Amazon SQS developer guide, "Key management": permissions of a producer.
   */
  sends: ['kms:Decrypt', 'kms:GenerateDataKey'],
} as const;

/** No permissions if there is no key. */
export function keyStatements(key: IKey | null, use: keyof typeof ACTIONS): PolicyStatement[] {
  return key === null ? [] : [allow('Key', [...ACTIONS[use]], [key.keyArn])];
}
