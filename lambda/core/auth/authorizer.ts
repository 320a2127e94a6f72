/** The authorizations of services: each kind is loaded when a service first needs it, so that processes without such services start faster. */

import { type AskedWithAuth, type Authorizer, NOTHING_NEEDED, type OneAuthorizer } from '../probe/authorization';
import type { TokenPorts } from './tokens';

export interface AuthorizerPorts extends TokenPorts {
  /** Loads what signs requests. */
  readonly loadSigner: () => Promise<OneAuthorizer>;
}

export function createAuthorizer(ports: AuthorizerPorts): Authorizer {
  let tokens: Promise<OneAuthorizer> | undefined;
  let signer: Promise<OneAuthorizer> | undefined;
  let loadedTokens: OneAuthorizer | undefined;

  const loadTokens = async () => {
    const { createOAuth2 } = await import('./oauth2');
    loadedTokens = createOAuth2(ports);
    return loadedTokens;
  };
  const authorizerOf = async ({ auth }: Pick<AskedWithAuth, 'auth'>): Promise<OneAuthorizer | null> => {
    switch (auth?.kind) {
      case 'oauth2':
        tokens ??= loadTokens();
        return tokens;
      case 'sigv4':
        signer ??= ports.loadSigner();
        return signer;
      case 'basic':
      case 'bearer':
      case undefined:
        return null;
    }
  };

  return {
    load: async (services) => {
      await Promise.allSettled(services.map(authorizerOf));
    },
    authorize: async (service, signal) => {
      const authorizer = await authorizerOf(service);
      return authorizer === null ? NOTHING_NEEDED : authorizer.authorize(service, signal);
    },
    dropToken: (service) => loadedTokens?.dropToken?.(service) ?? false,
    noteAccepted: (service) => loadedTokens?.noteAccepted?.(service),
  };
}
