/** Reads from AWS Secrets Manager. Few configs name secrets, and the client is large, so it is a file of its own beside the Lambda's code. */

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ReadSecret } from '../../core/config/secrets';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/** Reads the current version of a secret, anew each time. */
export function secretsManager(environment: Environment): ReadSecret {
  const client = new SecretsManagerClient(awsClientConfig(environment));
  const bounded = boundedCalls();
  return async (secret) => {
    const { SecretString } = await bounded((abortSignal) =>
      client.send(new GetSecretValueCommand({ SecretId: secret }), { abortSignal }),
    );
    if (SecretString === undefined) throw new Error('it holds no text');
    return SecretString;
  };
}
