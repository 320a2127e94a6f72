/** The request that is sent to a service. */

import { version } from '../../../package.json';
import type { Auth, ClientCertificate } from '../config/auth';
import type { ClientIdentity } from '../config/client-certificate';
import type { Service } from '../config/config';
import type { Contract } from '../words/codes';
import type { Method } from '../words/template';
import type { Credentials } from './authorization';
import { basicCredentials } from './basic-credentials';
import type { Observation } from './observation';
import { revealedValue } from './revealed-value';

export interface ProbeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The limit of the whole attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** PEM certificates trusted in addition to the public authorities. */
  readonly ca: string | null;
  /** The body; missing for a GET. */
  readonly post?: string;
  /** The method of a request with a body; POST if this is missing. */
  readonly method?: Method;
  /** The certificate to present if the server requests one; `null` for none. */
  readonly client: ClientIdentity | null;
}

export const USER_AGENT = `statuswatch/${version}`;

/** The part of a request that says how the service is connected to. */
export type Connection = Pick<ProbeRequest, 'url' | 'ca' | 'client'>;

/** Why a client certificate can't be used: what is wrong with which of its values, without the values. */
export class ClientUnusable extends Error {}

/** The part of the request of a service that says how it is connected to. Throws for an unread secret. */
export function connectionFor({ statusUrl, tls }: Service): Connection {
  return { url: statusUrl, ca: tls?.ca ?? null, client: tls?.client ? identityOf(tls.client) : null };
}

function identityOf({ cert, key, passphrase }: ClientCertificate): ClientIdentity {
  return {
    cert: revealedValue(cert, 'tls.client.cert'),
    key: revealedValue(key, 'tls.client.key'),
    passphrase: passphrase === null ? null : revealedValue(passphrase, 'tls.client.passphrase'),
  };
}

/**
 * The media types that an answer may have. Not `*\/*` beside JSON: Rails then takes the request for that of a browser, and sends HTML.
 * Source: rails/rails, mime_negotiation.rb: "We use normal content negotiation unless you include *\/* in your list, in which case we assume
 * you're a browser and send HTML."
 */
const ACCEPT: Readonly<Record<Contract, string>> = {
  own: 'application/json',
  common: 'application/json, application/health+json',
  text: 'text/plain, */*;q=0.5',
  http: '*/*',
};

/** Returns every connection a check of the service opens, also the one to its token server, which does not get the client certificate. */
export function connectionsFor(service: Service): readonly Connection[] {
  const own = connectionFor(service);
  if (service.auth?.kind !== 'oauth2') return [own];
  return [{ url: service.auth.tokenUrl, ca: own.ca, client: null }, own];
}

/** Whether the request of a service needs what its config alone doesn't have. */
export function needsAuthorizer({ auth }: Pick<Service, 'auth'>): boolean {
  return auth?.kind === 'oauth2' || auth?.kind === 'sigv4';
}

/**
 * The request of a service: the probe's own headers, `Origin` where configured, and the service's, which win; then what lets it in. Throws for
 * an unread secret.
 */
export function probeRequestFor(service: Service, credentials: Partial<Credentials> = {}): ProbeRequest {
  const headers = new Map<string, [string, string]>();
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value]);
  set('User-Agent', USER_AGENT);
  set('Accept', ACCEPT[service.contract]);
  set('Cache-Control', 'no-cache');
  if (service.origin !== null) set('Origin', service.origin);
  for (const [name, header] of Object.entries(service.headers)) {
    set(name, revealedValue(header, `headers.${name}`));
  }
  const authorization = ownAuthorization(service.auth);
  if (authorization !== null) set('Authorization', authorization);
  for (const [name, value] of Object.entries(credentials.headers ?? {})) set(name, value);
  return {
    headers: Object.fromEntries(headers.values()),
    timeoutMs: service.timeoutMs,
    maxBodyBytes: service.maxBodyBytes,
    ...connectionFor(service),
    ...(credentials.url !== undefined && { url: credentials.url }),
  };
}

/** Returns the header `Authorization` if it follows from the config alone; otherwise `null`. Throws for an unread secret. */
export function ownAuthorization(auth: Auth | null): string | null {
  switch (auth?.kind) {
    case 'basic':
      return basicCredentials(
        revealedValue(auth.user, 'auth.basic.user'),
        revealedValue(auth.password, 'auth.basic.password'),
      );
    case 'bearer':
      return `Bearer ${revealedValue(auth.token, 'auth.bearer')}`;
    default:
      return null;
  }
}

/** The keys in the config of a service that make its request have an `Origin`: `origin`, `headers.Origin`. */
export function originKeys({ origin, headers }: Service): readonly string[] {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() === 'origin');
  return [...(origin === null ? [] : ['origin']), ...names.map((name) => `headers.${name}`)];
}

/** Loads what the first of such requests would otherwise load within its own time; of those that follow it loads nothing. Never rejects. */
export type WarmProbe = (requests: readonly Connection[]) => Promise<void>;

/**
 * Sends a request and resolves to what it saw within `timeoutMs`. Resolves for every sick target, and rejects if the checker
 * itself could not ask, for lack of files, ports or memory, or with `ClientUnusable`. If `signal` is aborted, it ends early, as if its time had run
 * out.
 */
export type Probe = (request: ProbeRequest, signal?: AbortSignal) => Promise<Observation>;
