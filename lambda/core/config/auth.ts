/** How the checker proves to a service who it is. */

import type { SecretValue } from './secret-value';

/** The keys of `auth`, each a kind. */
export const AUTH_KINDS = ['basic', 'bearer', 'oauth2', 'sigv4'] as const;

/** The credentials of a service's requests. A value that was not read yet is a reference to its secret. */
export type Auth =
  /** Source: RFC 7617, "The 'Basic' HTTP Authentication Scheme". */
  | { readonly kind: 'basic'; readonly user: SecretValue; readonly password: SecretValue }
  /** Source: RFC 6750, "Bearer Token Usage". */
  | { readonly kind: 'bearer'; readonly token: SecretValue }
  | OAuth2Auth
  | SigV4Auth;

/** An access token of OAuth 2.0 that the checker gets for itself. Source: RFC 6749, 4.4 "Client Credentials Grant". */
export interface OAuth2Auth {
  readonly kind: 'oauth2';
  readonly tokenUrl: string;
  readonly clientId: SecretValue;
  readonly clientSecret: SecretValue;
  /** `null` if the token is requested without one. */
  readonly scope: string | null;
  readonly audience: string | null;
}

/** Requests are signed with the credentials of the Lambda's role, on a laptop with those of the profile. */
export interface SigV4Auth {
  readonly kind: 'sigv4';
  /** The name of the service in signatures, such as `execute-api`. */
  readonly service: string;
  readonly region: string;
  /** The ARN of the resource, for the permissions of a deployment; `null` if it follows from the address. */
  readonly resource: string | null;
}

/** A certificate that the checker shows to a service, and the key that it proves it with; all PEM texts but the passphrase. */
export interface ClientCertificate {
  readonly cert: SecretValue;
  readonly key: SecretValue;
  /** `null` if the key is not encrypted. */
  readonly passphrase: SecretValue | null;
}
