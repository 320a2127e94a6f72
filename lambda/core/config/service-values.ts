/** The values of a service, or of an Alertmanager, that may be secrets: of its headers, its credentials, and its client certificate. */

import { isJsonObject } from '../words/json';
import { literalSecrets } from '../words/literal-secret';
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

type NamedValue = readonly [name: string, value: SecretValue];

/** Returns the values among headers, credentials or the parts of a client certificate: all that are no texts. */
function valuesAmong(part: object | null | undefined): readonly NamedValue[] {
  return Object.entries(part ?? {}).filter(([, value]) => isJsonObject(value));
}

type Changed<Part, Result> = { readonly [Key in keyof Part]: Part[Key] extends SecretValue ? Result : Part[Key] };

/** Returns headers, credentials or the parts of a client certificate with other values. */
export function changeValues<Part extends object, Result>(
  part: Part,
  change: (value: SecretValue, name: string) => Result,
): Changed<Part, Result> {
  const changed = valuesAmong(part).map(([name, value]) => [name, change(value, name)]);
  return { ...part, ...Object.fromEntries(changed) } as Changed<Part, Result>;
}

/** Returns the values that are sent to a service or its token server, with the names of their headers or credentials. */
export function sentValues({ headers, auth }: SentValued): readonly NamedValue[] {
  return [...valuesAmong(headers), ...valuesAmong(auth)];
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
  return [...sentValues(service), ...valuesAmong(service.tls?.client)].map(([, value]) => value);
}

/** Returns the service with other values. */
export function withValues<Holder extends Valued>(service: Holder, change: Change): Holder {
  const { tls } = service;
  const client =
    tls?.client && changeValues(tls.client, (value, name) => change(value, name === 'passphrase' ? 'text' : 'lines'));
  return { ...withSentValues(service, change), tls: tls && { ...tls, client } };
}

/** Returns the holder with other values in what it sends. */
export function withSentValues<Holder extends SentValued>(holder: Holder, change: Change): Holder {
  const { headers, auth } = holder;
  const form = auth?.kind === 'bearer' ? 'line' : 'text';
  return {
    ...holder,
    headers: changeValues(headers, (value) => change(value, 'line')),
    auth: auth && changeValues(auth, (value) => change(value, form)),
  };
}
