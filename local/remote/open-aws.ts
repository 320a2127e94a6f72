/** The access to AWS from a laptop: the credentials and the region of its user, and the limits of a call. */

import { LambdaClient } from '@aws-sdk/client-lambda';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import { UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from './credential-fault';

/** The limits of one attempt, in milliseconds. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 15_000;

/** The settings of every client. */
export interface AwsAccess {
  readonly region: string;
  readonly credentials: AwsCredentialIdentityProvider;
  readonly maxAttempts: number;
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: true;
  };
}

/**
 * Finds credentials by the SDK's default chain (environment, shared files, SSO), and the region: `region`, or that of the
 * environment or the profile. Throws a `UserError` if there is no region.
 */
export async function openAws(region: string | undefined): Promise<AwsAccess> {
  const limits = {
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  } as const;
  const named = region || process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  const { config } = new LambdaClient({ ...limits, ...(named && { region: named }) });
  try {
    const found = await config.region();
    await config.credentials();
    return { region: found, credentials: config.credentials, ...limits };
  } catch (error) {
    if (isCredentialFault(error)) throw new UserError(credentialFault(error));
    throw new UserError('no AWS region is set: name one with --region, or set AWS_REGION');
  }
}
