/** Whether the secrets that a config names exist. */

import {
  DescribeSecretCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import type { Apis } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/**
 * Source: AWS Secrets Manager, "DescribeSecret": "The response doesn't include the encrypted secret value", and `DeletedDate`: "The date the
 * secret is scheduled for deletion. If it is not scheduled for deletion, this field is omitted."
 */
export function secretDescriber(access: AwsAccess): Pick<Apis, 'hasSecret'> {
  const client = nameCalls(new SecretsManagerClient(access));
  return {
    hasSecret: async (SecretId) => {
      try {
        const { DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId }));
        return DeletedDate === undefined;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return false;
        throw error;
      }
    },
  };
}
