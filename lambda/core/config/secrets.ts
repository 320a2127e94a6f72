/** Values from AWS Secrets Manager for services, receivers and pulses: which a config names, and how services get theirs. */

import { isJsonObject } from '../words/json';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { Config, Service, ServiceList } from './config';
import type { ReceiverConfig } from './receivers';
import type { SecretName, SecretReference, SecretValue } from './secret-value';
import { sentValues, type ValueForm, valuesOf, withValues } from './service-values';

/** How long a secret is used before it is read again, in milliseconds. */
export const SECRET_KEPT_MS = 5 * 60_000;

/** The time limit for reading secrets again, in milliseconds: all at once, each in a bounded call. */
export const RENEWAL_MS = 5_000;

/** Reads the secrets of a service again. Resolves to the service with them, or to `null` if none has changed. Never rejects. */
export type RenewSecrets = (service: Service) => Promise<Service | null>;

/** Reads the text of a secret by its name or ARN; `uncached` bypasses the cache. */
export type ReadSecret = (secret: string, uncached?: boolean) => Promise<string>;

/** The names and ARNs that a config refers to, for services, receivers and pulses, each once. */
export function secretIds({ services, receivers, pulses }: Config): readonly string[] {
  const ofReceivers = receivers.flatMap(receiverValues);
  return idsIn([...services.flatMap(valuesOf), ...ofReceivers, ...pulses.map(({ url }) => url)]);
}

function receiverValues({ settings, access }: ReceiverConfig): readonly SecretValue[] {
  const sent = access === undefined ? [] : sentValues(access).map(([, value]) => value);
  return [...Object.values(settings), ...sent];
}

function idsIn(values: readonly SecretValue[]): readonly string[] {
  return [...new Set(values.filter(isReference).map(({ secret }) => secret))];
}

/** Returns whether every secret of a service was read: otherwise the service can't be checked. */
export function isCheckable(service: Service): boolean {
  return !valuesOf(service).some(isReference);
}

/** Returns the environment variable that replaces a secret on a laptop. */
export function secretVariable({ secret, key }: SecretName): string {
  const name = secret.replace(/^arn:.*:secret:/, '');
  return ['STATUSWATCH_SECRET', name, ...(key === null ? [] : [key])]
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}

/** Returns a reference as shown. */
export function secretText({ secret, key }: SecretName): string {
  return key === null ? `{ secret: ${secret} }` : `{ secret: ${secret}, key: ${key} }`;
}

/** Returns a secret value, which is never shown. */
export function revealed(reference: SecretName, value: string): SecretValue {
  return { kind: 'hidden', value, text: secretText(reference), secrets: [value] };
}

/**
 * Reads every secret of the services once and puts the values in place. A secret that can't be read stays a reference and is reported
 * as a failure: the services that need it can't be checked, the others are checked as usual.
 */
export async function revealSecrets<Services extends ServiceList>(
  config: Services,
  read: ReadSecret,
): Promise<{ readonly config: Services; readonly failures: readonly RunFailure[] }> {
  const ids = idsIn(config.services.flatMap(valuesOf));
  if (ids.length === 0) return { config, failures: [] };
  const failures: RunFailure[] = [];
  const fail = (message: string) => failures.push({ output: 'secrets', service: null, message });
  const texts = new Map<string, string>();
  await Promise.all(
    ids.map(async (id) => {
      try {
        texts.set(id, await read(id));
      } catch (error) {
        fail(unreadable(id, error));
      }
    }),
  );
  const reveal = (value: SecretValue, form: ValueForm): SecretValue => {
    if (!isReference(value)) return value;
    const text = texts.get(value.secret);
    if (text === undefined) return value;
    try {
      return revealed(value, valueIn(text, value, form));
    } catch (error) {
      fail(errorMessage(error));
      return value;
    }
  };
  return { config: { ...config, services: config.services.map((service) => withValues(service, reveal)) }, failures };
}

/** Reads each secret once, however many values are in it. */
export function readEachOnce(read: ReadSecret, uncached: boolean): (secret: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  return (secret) => {
    const text = texts.get(secret) ?? read(secret, uncached);
    texts.set(secret, text);
    return text;
  };
}

/**
 * Reads the secrets of a service again, each once for all services that use it, so a renewal is for a single run. `config`
 * still has its references. A secret that can't be read has not changed.
 */
export function secretRenewal({ services }: ServiceList, read: ReadSecret): RenewSecrets {
  const configured = new Map(services.map((service) => [service.id, service]));
  const readOnce = readEachOnce(read, true);
  return async (service) => {
    const references = configured.get(service.id);
    if (!references || isCheckable(references)) return null;
    const { config } = await revealSecrets({ services: [references] }, readOnce);
    const [renewed] = config.services;
    return renewed && isCheckable(renewed) && !hasSameValues(renewed, service) ? renewed : null;
  };
}

function hasSameValues(left: Service, right: Service): boolean {
  const read = (service: Service) => valuesOf(service).map((value) => (value.kind === 'secret' ? null : value.value));
  return JSON.stringify(read(left)) === JSON.stringify(read(right));
}

/** Returns the failure of a secret that can't be read. */
export function unreadable(secret: string, error: unknown): string {
  return `the secret ${secret} can't be read: ${errorMessage(error)}`;
}

/** The value of a reference, from the text of its secret. Throws if that has none of this form: a line has to be fit for a header. */
export function valueIn(text: string, { secret, key }: SecretName, form: ValueForm = 'line'): string {
  const value = key === null ? text : textUnder(text, key);
  if (value !== null && hasForm(value, form)) return value;
  throw new Error(`the secret ${secret} has no text that can be sent${key === null ? '' : ` under "${key}"`}`);
}

function textUnder(text: string, key: string): string | null {
  try {
    const json: unknown = JSON.parse(text);
    const value = isJsonObject(json) && Object.hasOwn(json, key) ? json[key] : null;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function hasForm(value: string, form: ValueForm): boolean {
  switch (form) {
    case 'line':
      return value !== '' && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
    case 'text':
      return value !== '' && !/\p{Cc}/u.test(value);
    case 'lines':
      return value.trim() !== '';
  }
}

function isReference(value: SecretValue): value is SecretReference {
  return value.kind === 'secret';
}
