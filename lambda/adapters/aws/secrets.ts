/** Reads secrets from AWS Secrets Manager and caches them for some minutes. */

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type ReadSecret, SECRET_KEPT_MS } from '../../core/config/secrets';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

/**
 * Reads the current versions of secrets. The client is made when the first secret is read. If a secret
 * has expired in the cache and can't be read, the last text still counts: an old password is better than none.
 * With `uncached`, or if nothing was read before, it rejects instead.
 */
export function createSecretReader(environment: Environment): ReadSecret {
  const kept = new Map<string, { readonly text: string; readonly readAt: number }>();
  let readCurrent: ReadSecret | undefined;
  return async (secret, uncached = false) => {
    const known = kept.get(secret);
    if (known && !uncached && performance.now() - known.readAt < SECRET_KEPT_MS) return known.text;
    try {
      readCurrent ??= secretsManager(environment);
      const text = await readCurrent(secret);
      kept.set(secret, { text, readAt: performance.now() });
      return text;
    } catch (error) {
      if (!known || uncached) throw error;
      // While Secrets Manager is unreachable, not every run tries again: that would take time from each run.
      kept.set(secret, { ...known, readAt: performance.now() });
      return known.text;
    }
  };
}

/** Reads the current version of a secret each time. */
function secretsManager(environment: Environment): ReadSecret {
  const client = nameCalls(new SecretsManagerClient(awsClientConfig(environment)));
  const bounded = boundedCalls('secretsmanager:GetSecretValue');
  return async (secret) => {
    const { SecretString } = await bounded((abortSignal) =>
      client.send(new GetSecretValueCommand({ SecretId: secret }), { abortSignal }),
    );
    if (SecretString === undefined) throw new Error('it holds no text');
    return SecretString;
  };
}
