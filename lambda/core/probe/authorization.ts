/** Authorization of requests to services and receivers: a token or a signature, in addition to configured headers. */

import type { Service } from '../config/config';
import type { Method } from '../words/template';
import type { NetworkFailure } from './observation';

/** The credentials for one request, or the failure of the token server, which counts as a failure of the service. */
export type Authorization = Credentials | { readonly kind: 'failure'; readonly failure: NetworkFailure };

export interface Credentials {
  readonly kind: 'credentials';
  readonly headers: Readonly<Record<string, string>>;
  /** The address as it was signed; missing if nothing was signed. */
  readonly url?: string;
  /** Texts that must never be shown, should the service repeat them. */
  readonly secrets: readonly string[];
  /** How long the request has waited for its token, in milliseconds; missing if it was there already. */
  readonly tokenMs?: number;
}

/** The authorization of a service that needs only its own headers. */
export const NOTHING_NEEDED: Authorization = { kind: 'credentials', headers: {}, secrets: [] };

/** A service or receiver whose requests use `auth`. */
export interface AskedWithAuth extends Pick<Service, 'id' | 'auth' | 'tls' | 'timeoutMs'> {
  /** The address of the request. */
  readonly statusUrl: string;
  /** The body; missing for a GET. */
  readonly post?: string;
  /** The method of a request with a body; POST if this is missing. */
  readonly method?: Method;
  /** Headers that are signed too; missing if there are none. */
  readonly signedHeaders?: Readonly<Record<string, string>>;
}

export interface Authorizer {
  /** Loads what the services need, before their requests are timed: loading takes longer than most answers. Never rejects. */
  load(services: readonly Pick<AskedWithAuth, 'auth'>[]): Promise<void>;
  /**
   * The authorization of the next request of a service with `auth`. Takes no longer than the service's own time limit. Rejects if the
   * checker itself is the reason why there is none.
   */
  authorize(service: AskedWithAuth, signal?: AbortSignal): Promise<Authorization>;
  /**
   * Drops the token that a service was last sent, because the service has refused it. Returns whether another may help: not if the service
   * has refused a new one within the last minutes.
   */
  dropToken(service: Pick<AskedWithAuth, 'id'>): boolean;
  /** Notes that a service accepted its last token: if it refuses it later, a new one is requested at once. */
  noteAccepted(service: Pick<AskedWithAuth, 'id'>): void;
}

/** Authorizes the requests of services with one kind of `auth`. */
export type OneAuthorizer = Pick<Authorizer, 'authorize'> & Partial<Pick<Authorizer, 'dropToken' | 'noteAccepted'>>;
