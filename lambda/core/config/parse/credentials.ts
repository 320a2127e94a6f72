/** Values that may be secrets, and the credentials of services and Alertmanagers: how they are built, and the faults of several of them. */

import { jsonObjectOf } from '../../words/json';
import { secretsAround, shownHeader } from '../../words/literal-secret';
import { AUTH_KINDS, type Auth, type ClientCertificate } from '../auth';
import type { TlsSettings } from '../config';
import type { SoundConfig } from '../schema/config-schema';
import type { AuthKeys, TlsKeys } from '../schema/credential-keys';
import type { SecretValue } from '../secret-value';
import { revealed, secretVariable } from '../secrets';
import { addressOfAws, SIGNED_RECEIVERS, SIGNED_SERVICES, SIGNED_WEBHOOKS } from '../signed-services';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, formatPath, receiverPath } from './fault';

export interface ValueContext {
  readonly document: ConfigDocument;
  /** Values of secrets by the variable that holds them. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The value of a setting in the file. */
export type Written = string | { readonly secret: string; readonly key: string | null } | undefined;

/** The values of the map at `path`, by name; those that are missing are left out. A secret that wasn't read stays a reference. */
export function secretValues(
  values: Readonly<Record<string, Written>> = {},
  path: ConfigPath,
  { document, secrets }: ValueContext,
): Readonly<Record<string, SecretValue>> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, SecretValue][] => {
    if (value === undefined) return [];
    const substitution = document.substitution([...path, name]);
    if (substitution === null)
      return [[name, typeof value === 'string' ? { kind: 'literal', value } : secretValue(value, secrets)]];
    const { text, values: inserted, isFile } = substitution;
    const hidden = isFile ? inserted : [...inserted, ...secretsAround(name, text)];
    // A variable that is not needed may not be set.
    const inserting = typeof value === 'string' ? value : '';
    return [
      [name, { kind: 'hidden', value: inserting, text: isFile ? text : shownHeader(name, text), secrets: hidden }],
    ];
  });
  return Object.fromEntries(entries);
}

function secretValue(reference: Exclude<Written, string | undefined>, secrets: ValueContext['secrets']): SecretValue {
  const value = secrets.get(secretVariable(reference));
  return value === undefined ? { kind: 'secret', ...reference } : revealed(reference, value);
}

/** The settings of the top level, or of a service. */
interface CredentialKeys {
  readonly auth?: AuthKeys;
  readonly tls?: TlsKeys;
}

interface CredentialContext extends ValueContext {
  /** PEM texts by their path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the credentials of a service. Its own replace those at the top level; `none` removes them. */
export function buildAuth(
  common: CredentialKeys,
  own: CredentialKeys,
  ownPath: ConfigPath,
  context: ValueContext,
): Auth | null {
  const keys = own.auth ?? common.auth;
  if (keys === undefined || keys === 'none') return null;
  return authIn(keys, own.auth === undefined ? [] : ownPath, context);
}

/** `path` is that of the map that has the key `auth`. */
export function authIn(keys: Exclude<AuthKeys, 'none'>, path: ConfigPath, context: ValueContext): Auth | null {
  const { basic, bearer, oauth2, sigv4 } = keys;
  if (basic !== undefined) {
    return { kind: 'basic', ...valuesIn(basic, [...path, 'auth', 'basic'], context) };
  }
  if (bearer !== undefined) {
    const { bearer: token } = valuesIn({ bearer }, [...path, 'auth'], context);
    return { kind: 'bearer', token };
  }
  if (oauth2 !== undefined) {
    const { tokenUrl, scope = null, audience = null, clientId, clientSecret } = oauth2;
    const client = valuesIn({ clientId, clientSecret }, [...path, 'auth', 'oauth2'], context);
    return { kind: 'oauth2', tokenUrl, scope, audience, ...client };
  }
  return sigv4 === undefined ? null : { kind: 'sigv4', ...sigv4, resource: sigv4.resource ?? null };
}

/** Each key of a service's own replaces that of all. */
export function buildTls(
  common: CredentialKeys,
  own: CredentialKeys,
  ownPath: ConfigPath,
  context: CredentialContext,
): TlsSettings | null {
  const caFile = own.tls?.caFile ?? common.tls?.caFile ?? null;
  const client = buildClient(common, own, ownPath, context);
  if (caFile === null && client === null) return null;
  return { caFile, ca: caFile === null ? null : (context.texts.get(caFile) ?? ''), client };
}

function buildClient(
  common: CredentialKeys,
  own: CredentialKeys,
  ownPath: ConfigPath,
  context: ValueContext,
): ClientCertificate | null {
  const keys = own.tls?.client ?? common.tls?.client;
  if (keys === undefined) return null;
  const path = [...(own.tls?.client === undefined ? [] : ownPath), 'tls', 'client'];
  const { cert, key, passphrase } = keys;
  return {
    passphrase: null,
    ...valuesIn({ cert, key }, path, context),
    ...secretValues({ passphrase }, path, context),
  };
}

/** As `secretValues`, for values that are never missing. */
function valuesIn<Name extends string>(
  values: Readonly<Record<Name, NonNullable<Written>>>,
  path: ConfigPath,
  context: ValueContext,
): Readonly<Record<Name, SecretValue>> {
  return secretValues(values, path, context) as Readonly<Record<Name, SecretValue>>;
}

/** A map in the file that has the credentials of requests: of a service, or of an Alertmanager. */
export interface Requests {
  readonly path: ConfigPath;
  /** The map that has its `auth`: of a service perhaps the top level. */
  readonly authPath: ConfigPath;
  readonly auth: Exclude<SoundConfig['auth'], 'none'>;
  readonly addresses: readonly string[];
  readonly isReceiver: boolean;
  /** The services of AWS that a deployment can sign them for. */
  readonly signable: typeof SIGNED_SERVICES;
}

/** Returns the requests of all services and receivers with credentials, as far as they are right. */
export function requestsOf(sound: SoundConfig, document: ConfigDocument): readonly Requests[] {
  const settings = (auth: SoundConfig['auth']) => (auth === 'none' ? undefined : auth);
  const ofServices = (sound.services ?? []).map((service, index): Requests => {
    const path = ['services', index];
    const isOwn = document.get([...path, 'auth']) !== undefined;
    const addresses = service?.baseUrl === undefined ? [] : [service.baseUrl];
    const auth = settings(isOwn ? service?.auth : sound.auth);
    return { path, authPath: isOwn ? path : [], auth, addresses, isReceiver: false, signable: SIGNED_SERVICES };
  });
  const ofReceivers = (sound.alerts?.receivers ?? []).flatMap((receiver = {}, index): Requests[] => {
    const { alertmanager, webhook } = receiver;
    const at = (kind: 'alertmanager' | 'webhook') => ({
      path: receiverPath(index, kind),
      authPath: receiverPath(index, kind),
    });
    const isText = (url: unknown) => typeof url === 'string';
    const ofAlertmanager = alertmanager && {
      ...at('alertmanager'),
      auth: alertmanager.auth,
      addresses: (alertmanager.urls ?? []).filter(isText),
      isReceiver: true,
      signable: SIGNED_RECEIVERS,
    };
    const ofWebhook = webhook && {
      ...at('webhook'),
      auth: webhook.auth,
      addresses: [webhook, ...Object.values(webhook.on ?? {})].map((request) => request?.url).filter(isText),
      isReceiver: true,
      signable: SIGNED_WEBHOOKS,
    };
    return [ofAlertmanager, ofWebhook].filter((each) => each !== undefined);
  });
  return [...ofServices, ...ofReceivers];
}

/** The kind of credentials in `auth`; `null` if there are none. */
export function authKind(auth: object | undefined): Auth['kind'] | null {
  return AUTH_KINDS.find((kind) => auth !== undefined && Object.hasOwn(auth, kind)) ?? null;
}

/** The faults of credentials that show only if several maps are compared. */
export function credentialFaults(sound: SoundConfig, document: ConfigDocument): ConfigFault[] {
  const requests = requestsOf(sound, document);
  const faults = requests.flatMap((each) => [
    ...doubledAuthorization(each, document),
    ...otherSignatures(each, document),
  ]);
  // A fault that all services share is listed once.
  return [...noneForAll(document), ...new Map(faults.map((fault) => [fault.key, fault])).values()];
}

/** Finds `none` at the top level, where it removes nothing unless a config is extended. */
function noneForAll(document: ConfigDocument): ConfigFault[] {
  if (document.get(['auth']) !== 'none' || document.files.length > 1) return [];
  const fault = `is none, which is for a single service; expected a map with one of ${AUTH_KINDS.join(', ')}, or no such key`;
  return [document.keyFault(['auth'], fault)];
}

/** A request has a single header `Authorization`: of two one would be dropped, unnoticed. */
function doubledAuthorization({ path, authPath, auth, isReceiver }: Requests, document: ConfigDocument): ConfigFault[] {
  const kind = authKind(auth);
  const header = [path, ...(isReceiver ? [] : [[]])].flatMap((at) => authorizationIn(at, document))[0];
  if (kind === null || header === undefined) return [];
  const other = formatPath([...authPath, 'auth', kind]);
  return [document.keyFault(header, `is not allowed: ${other} already sets the Authorization header`)];
}

function authorizationIn(path: ConfigPath, document: ConfigDocument): readonly ConfigPath[] {
  const headers = document.get([...path, 'headers']);
  const name = Object.keys(jsonObjectOf(headers)).find((key) => key.toLowerCase() === 'authorization');
  return name === undefined ? [] : [[...path, 'headers', name]];
}

/** A signature for another service or region is refused, with few words. */
function otherSignatures({ authPath, auth, addresses }: Requests, document: ConfigDocument): ConfigFault[] {
  return addresses.flatMap((address) => {
    const right = addressOfAws(address);
    if (right === null) return [];
    return (['service', 'region'] as const)
      .filter((key) => auth?.sigv4?.[key] !== undefined && auth.sigv4[key] !== right[key])
      .map((key) =>
        document.fault([...authPath, 'auth', 'sigv4', key], `expected ${right[key]}, as in the address of the service`),
      );
  });
}
