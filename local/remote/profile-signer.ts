/** Signs requests on a laptop, with the credentials of its user. */

import { LambdaClient } from '@aws-sdk/client-lambda';
import { createSigner } from '../../lambda/adapters/aws/sign-request';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { OneAuthorizer } from '../../lambda/core/probe/authorization';
import { credentialFault } from './credential-fault';

/** The longest that finding credentials may take, in milliseconds: a process that gives them may hang. */
const FINDING_MS = 5_000;

/** Finds credentials by the SDK's default chain (environment, shared files, SSO), and again after they expire. */
export function profileSigner(): OneAuthorizer {
  // No request is sent to this region.
  const { config } = new LambdaClient({ region: 'us-east-1' });
  return createSigner(async () => {
    const found = new AbortController();
    const overrun = systemClock.sleep(FINDING_MS, found.signal).then(() => {
      throw new Error(`no credentials for AWS were found within ${FINDING_MS / 1_000} s`);
    });
    try {
      return await Promise.race([config.credentials(), overrun]);
    } catch (error) {
      throw new Error(credentialFault(error), { cause: error });
    } finally {
      overrun.catch(() => undefined);
      found.abort();
    }
  }, systemClock);
}
