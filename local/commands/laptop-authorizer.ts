/** Authorizes the requests of a laptop: by access tokens, and signatures with its user's credentials. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../lambda/core/auth/authorizer';
import type { Authorizer } from '../../lambda/core/probe/authorization';
import { loadSdk } from '../remote/load-sdk';

export function laptopAuthorizer(): Authorizer {
  return createAuthorizer({
    probe: httpProbe,
    clock: systemClock,
    loadSigner: async () => {
      const { profileSigner } = await loadSdk(() => import('../remote/profile-signer'));
      return profileSigner();
    },
  });
}
