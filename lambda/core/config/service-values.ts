/** The values of a service, or of an Alertmanager, that may be secrets: of its headers, its credentials, and its client certificate. */

import { literalSecrets } from '../words/literal-secret';
import type { Auth, ClientCertificate } from './auth';
import type { Service } from './config';
import type { SecretValue } from './secret-value';

/**
 * A header holds a line, of the few characters that it may have; a text is a line that is encoded before it is sent; the parts of a client certificate
 * have several lines.
 */
export type ValueForm = 'line' | 'text' | 'lines';

type Change = (value: SecretValue, form: ValueForm) => SecretValue;

/** The parts that have such values. */
type Valued = Pick<Service, 'headers' | 'auth' | 'tls'>;
/** The parts that every request has. */
type SentValued = Pick<Service, 'headers' | 'auth'>;

/** Returns the values that are sent to a service or its token server, with the names of their headers or credentials. */
export function sentValues({ headers, auth }: SentValued): readonly (readonly [name: string, value: SecretValue])[] {
  return [...Object.entries(headers), ...credentialsIn(auth)];
}

/**
 * The values that must never be shown, should a service repeat them: what its headers and credentials took from outside the file, and parts
 * of them that look like a secret.
 */
export function secretsOf(service: SentValued): readonly string[] {
  return sentValues(service).flatMap(([name, value]) => {
    if (value.kind === 'literal') return literalSecrets(name, value.value);
    return value.kind === 'hidden' ? value.secrets : [];
  });
}

/** Returns all such values of a service. */
export function valuesOf(service: Valued): readonly SecretValue[] {
  const { cert, key, passphrase } = service.tls?.client ?? { cert: null, key: null, passphrase: null };
  const ofClient = [cert, key, passphrase].filter((value) => value !== null);
  return [...sentValues(service).map(([, value]) => value), ...ofClient];
}

/** Returns the service with other values. */
export function withValues<Holder extends Valued>(service: Holder, change: Change): Holder {
  const { tls } = service;
  return {
    ...withSentValues(service, change),
    tls: tls && { ...tls, client: tls.client && changeClient(tls.client, change) },
  };
}

/** Returns the holder with other values in what it sends. */
export function withSentValues<Holder extends SentValued>(holder: Holder, change: Change): Holder {
  const { headers, auth } = holder;
  const changed = Object.entries(headers).map(([name, value]) => [name, change(value, 'line')] as const);
  return {
    ...holder,
    headers: Object.fromEntries(changed),
    auth: auth && changeAuth(auth, (value) => change(value, auth.kind === 'bearer' ? 'line' : 'text')),
  };
}

function credentialsIn(auth: Auth | null): readonly (readonly [name: string, value: SecretValue])[] {
  switch (auth?.kind) {
    case 'basic':
      return [
        ['user', auth.user],
        ['password', auth.password],
      ];
    case 'bearer':
      return [['token', auth.token]];
    case 'oauth2':
      return [
        ['clientId', auth.clientId],
        ['clientSecret', auth.clientSecret],
      ];
    case 'sigv4':
    case undefined:
      return [];
  }
}

function changeAuth(auth: Auth, change: (value: SecretValue) => SecretValue): Auth {
  switch (auth.kind) {
    case 'basic':
      return { ...auth, user: change(auth.user), password: change(auth.password) };
    case 'bearer':
      return { ...auth, token: change(auth.token) };
    case 'oauth2':
      return { ...auth, clientId: change(auth.clientId), clientSecret: change(auth.clientSecret) };
    case 'sigv4':
      return auth;
  }
}

function changeClient({ cert, key, passphrase }: ClientCertificate, change: Change): ClientCertificate {
  return {
    cert: change(cert, 'lines'),
    key: change(key, 'lines'),
    passphrase: passphrase && change(passphrase, 'text'),
  };
}
