/** Where in a config the values of services are that may be secrets: of headers, of `auth`, and of `tls.client`. */

import type { ConfigPath } from './fault';

/** A place whose value may be a secret, from the map that has the keys of a service. `*` stands for any key. */
export interface ServicePlace {
  readonly keys: readonly string[];
  /** Whether its value must not stand in the file. */
  readonly isSecret: boolean;
}

export const SERVICE_PLACES: readonly ServicePlace[] = [
  { keys: ['headers', '*'], isSecret: false },
  { keys: ['auth', 'basic', 'user'], isSecret: false },
  { keys: ['auth', 'basic', 'password'], isSecret: true },
  { keys: ['auth', 'bearer'], isSecret: true },
  { keys: ['auth', 'oauth2', 'clientId'], isSecret: false },
  { keys: ['auth', 'oauth2', 'clientSecret'], isSecret: true },
  { keys: ['tls', 'client', 'cert'], isSecret: false },
  { keys: ['tls', 'client', 'key'], isSecret: true },
  { keys: ['tls', 'client', 'passphrase'], isSecret: true },
];

/** Whether the value at a place may be a secret of a service. */
export function isServiceValue(path: ConfigPath): boolean {
  const keys = withinService(path);
  return SERVICE_PLACES.some(
    (place) => keys.length === place.keys.length && place.keys.every((key, at) => isKey(key, keys[at])),
  );
}

function isKey(key: string, given: ConfigPath[number] | undefined): boolean {
  return key === '*' || key === given;
}

/** The keys of `auth` whose values are no secrets. */
const SHOWN_OF_AUTH: readonly unknown[] = ['tokenUrl', 'scope', 'audience', 'service', 'region', 'resource'];

/**
 * The name of the header, or the key, that a value at a place of a service belongs to, if it must not be shown; otherwise `null`. Of `auth`
 * and `tls.client` also what stands in place of a map is not shown: it may be a secret at the wrong place.
 */
export function hiddenServiceValue(path: ConfigPath): string | null {
  const keys = withinService(path);
  const [first, second] = keys;
  if (first === 'headers') return String(second);
  const last = keys.at(-1);
  if (first === 'auth') return SHOWN_OF_AUTH.includes(last) ? null : String(last);
  return first === 'tls' && second === 'client' ? String(last) : null;
}

function withinService(path: ConfigPath): ConfigPath {
  return path[0] === 'services' ? path.slice(2) : path;
}
