/** The authorizations of services: each kind is loaded once a service needs it, so that others cost no start of a process. */

import type { Authorizer } from '../probe/authorization';
import type { TokenPorts } from './ask-token';

export interface AuthorizerPorts extends TokenPorts {
  /** Loads what signs requests. */
  readonly loadSigner: () => Promise<Pick<Authorizer, 'authorize'>>;
}

export function createAuthorizer(ports: AuthorizerPorts): Authorizer {
  let oauth2: Promise<Authorizer> | undefined;
  let loaded: Authorizer | undefined;
  let signer: ReturnType<AuthorizerPorts['loadSigner']> | undefined;
  return {
    authorize: async (service, signal) => {
      switch (service.auth?.kind) {
        case 'oauth2': {
          oauth2 ??= import('./oauth2').then(({ createOAuth2 }) => createOAuth2(ports));
          loaded = await oauth2;
          return loaded.authorize(service, signal);
        }
        case 'sigv4': {
          signer ??= ports.loadSigner();
          return (await signer).authorize(service, signal);
        }
        default:
          return { kind: 'credentials', headers: {}, secrets: [] };
      }
    },
    dropToken: (service) => loaded?.dropToken(service) ?? false,
  };
}
