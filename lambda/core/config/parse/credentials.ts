/** The credentials of a service, put together from the settings of the top level and of the service: `auth` and `tls`; and their faults, also of `auth` of an Alertmanager. */

import { isJsonObject, type JsonObject, jsonObjectOf } from '../../words/json';
import { reachOf } from '../addresses';
import { AUTH_KINDS, type Auth, type ClientCertificate } from '../auth';
import type { TlsSettings } from '../config';
import type { AuthKeys, TlsKeys } from '../schema/credential-keys';
import type { SecretValue } from '../secret-value';
import { WORKSPACE_OF_AWS } from '../signed-services';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, formatPath } from './fault';
import { rawAlertmanagers, rawEntries, rawSecrets, rawUrls } from './raw-services';
import { secretValues, type ValueContext } from './secret-values';

/** The settings of the top level, or of a service. */
interface CredentialKeys {
  readonly auth?: AuthKeys;
  readonly tls?: TlsKeys;
}

interface CredentialContext extends ValueContext {
  /** PEM texts by their path. */
  readonly authorities: ReadonlyMap<string, string>;
}

/** A service's own credentials replace those of all; `none` removes them. */
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
    const { user, password } = valuesIn(basic, [...path, 'auth', 'basic'], context);
    return { kind: 'basic', user, password };
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
  return { caFile, ca: caFile === null ? null : (context.authorities.get(caFile) ?? ''), client };
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
  const { cert, key } = valuesIn({ cert: keys.cert, key: keys.key }, path, context);
  const { passphrase } = secretValues({ passphrase: keys.passphrase }, path, context);
  return { cert, key, passphrase: passphrase ?? null };
}

type Written = NonNullable<Parameters<typeof secretValues>[0]>[string];

/** As `secretValues`; of values that are all there, each is in the result. */
function valuesIn<Name extends string>(
  values: Readonly<Record<Name, NonNullable<Written>>>,
  path: ConfigPath,
  context: ValueContext,
): Readonly<Record<Name, SecretValue>> {
  return secretValues(values, path, context) as Readonly<Record<Name, SecretValue>>;
}

/** The faults of `auth` and `tls` that show only if several keys are compared, or by how a value got into the file. */
export function credentialFaults(document: ConfigDocument): ConfigFault[] {
  return [
    ...noneForAll(document),
    ...wrongKinds(document),
    ...doubledAuthorization(document),
    ...plainTokenAddresses(document),
    ...otherSignatures(document),
    ...emptyTls(document),
    ...literalSecrets(document),
  ];
}

/** At the top level `none` removes nothing, unless a config is extended. */
function noneForAll(document: ConfigDocument): ConfigFault[] {
  const [[, top] = [[], {}]] = rawEntries(document);
  if (top.auth !== 'none' || document.files.length > 1) return [];
  const fault = `is none, which is for a single service; expected a map with one of ${AUTH_KINDS.join(', ')}, or no such key`;
  return [document.keyFault(['auth'], fault)];
}

/** `auth` has exactly one kind. If it has an unknown key, that may be its kind, misspelt. */
function wrongKinds(document: ConfigDocument): ConfigFault[] {
  return [...rawEntries(document), ...rawAlertmanagers(document)].flatMap(([path, { auth }]) => {
    if (!isJsonObject(auth)) return [];
    const keys = Object.keys(auth);
    const [first, ...others] = AUTH_KINDS.filter((kind) => keys.includes(kind));
    if (first === undefined && keys.length === 0) {
      return [document.fault([...path, 'auth'], `expected one of ${AUTH_KINDS.join(', ')} in it`)];
    }
    return others.map((kind) =>
      document.keyFault(
        [...path, 'auth', kind],
        `is not allowed: auth can have only one kind; this one already has ${first}`,
      ),
    );
  });
}

/** The kind of credentials that `auth` has in the file; `null` if it has none. */
export function rawAuthKind(auth: unknown): Auth['kind'] | null {
  return isJsonObject(auth) ? (AUTH_KINDS.find((kind) => Object.hasOwn(auth, kind)) ?? null) : null;
}

/** A request has a single header `Authorization`: of two one would be dropped, unnoticed. */
function doubledAuthorization(document: ConfigDocument): ConfigFault[] {
  const [[, top] = [[], {}], ...services] = rawEntries(document);
  const found = services.flatMap(([path, service]) => {
    const kind = rawAuthKind(service.auth ?? top.auth);
    const header = authorizationIn(service, path) ?? authorizationIn(top, []);
    const place = formatPath([...(service.auth === undefined ? [] : path), 'auth']);
    return kind === null || header === null
      ? []
      : [[formatPath(header), { header, other: `${place}.${kind}` }] as const];
  });
  const ofAlertmanagers = rawAlertmanagers(document).flatMap(([path, entry]) => {
    const kind = rawAuthKind(entry.auth);
    const header = authorizationIn(entry, path);
    return kind === null || header === null ? [] : [{ header, other: `${formatPath([...path, 'auth'])}.${kind}` }];
  });
  // What all services have in common is at fault once.
  const ofServices = [...new Map(found.toReversed()).values()].toReversed();
  return [...ofServices, ...ofAlertmanagers].map(({ header, other }) =>
    document.keyFault(header, `is not allowed: ${other} already sets the Authorization header`),
  );
}

function authorizationIn({ headers }: JsonObject, path: ConfigPath): ConfigPath | null {
  const name = isJsonObject(headers)
    ? Object.keys(headers).find((key) => key.toLowerCase() === 'authorization')
    : undefined;
  return name === undefined ? null : [...path, 'headers', name];
}

/**
 * Source: RFC 6749, 3.2: "Since requests to the token endpoint result in the transmission of clear-text credentials (in the HTTP request and
 * response), the authorization server MUST require the use of TLS". On this machine nobody is in between.
 */
function plainTokenAddresses(document: ConfigDocument): ConfigFault[] {
  return rawTokenUrls(document).flatMap(([path, address]) => {
    if (typeof address !== 'string' || !URL.canParse(address) || new URL(address).protocol !== 'http:') return [];
    if (reachOf(address) === 'self') return [];
    return [document.fault(path, 'expected an https:// address: http:// is only for this machine, such as localhost')];
  });
}

/** The addresses of token servers, with their places. */
export function rawTokenUrls(document: ConfigDocument): readonly (readonly [path: ConfigPath, address: unknown])[] {
  return [...rawEntries(document), ...rawAlertmanagers(document)].map(([path, { auth }]) => {
    const { tokenUrl } = jsonObjectOf(jsonObjectOf(auth).oauth2);
    return [[...path, 'auth', 'oauth2', 'tokenUrl'], tokenUrl] as const;
  });
}

/** The names that services of AWS have in the addresses of their hosts, each with its name in signatures. */
const IN_ADDRESSES: Readonly<Record<string, string>> = {
  'execute-api': 'execute-api',
  'lambda-url': 'lambda',
  'vpc-lattice-svcs': 'vpc-lattice-svcs',
};
const ADDRESS_OF_AWS =
  /\.(execute-api|lambda-url|vpc-lattice-svcs)\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|on\.aws)$/;

/** What the address of a service of AWS says of signatures for it; nothing if it is of no such service. */
function signedAs(address: unknown): Readonly<Record<string, unknown>> {
  if (typeof address !== 'string' || !URL.canParse(address)) return {};
  const { hostname } = new URL(address);
  const [, name = '', region] = ADDRESS_OF_AWS.exec(hostname) ?? [];
  if (region !== undefined) return { service: IN_ADDRESSES[name], region };
  const [, workspaceRegion] = WORKSPACE_OF_AWS.exec(hostname) ?? [];
  return workspaceRegion === undefined ? {} : { service: 'aps', region: workspaceRegion };
}

/** A signature for another service or region is refused, with few words. */
function otherSignatures(document: ConfigDocument): ConfigFault[] {
  const [[, top] = [[], {}], ...services] = rawEntries(document);
  const requests = [
    ...services.map(([own, { auth, baseUrl }]) => ({
      path: [...(auth === undefined ? [] : own), 'auth', 'sigv4'],
      auth: auth ?? top.auth,
      address: baseUrl,
    })),
    ...rawAlertmanagers(document).flatMap(([path, entry]) =>
      rawUrls(entry).map((address) => ({ path: [...path, 'auth', 'sigv4'], auth: entry.auth, address })),
    ),
  ];
  const faults = requests.flatMap(({ path, auth, address }) => {
    const signed = jsonObjectOf(jsonObjectOf(auth).sigv4);
    const right = signedAs(address);
    return Object.keys(right)
      .filter((key) => typeof signed[key] === 'string' && signed[key] !== right[key])
      .map((key) => document.fault([...path, key], `expected ${right[key]}, as in the address of the service`));
  });
  return [...new Map(faults.map((fault) => [fault.key, fault])).values()];
}

function emptyTls(document: ConfigDocument): ConfigFault[] {
  return rawEntries(document).flatMap(([path, { tls }]) => {
    if (!isJsonObject(tls) || Object.keys(tls).length > 0) return [];
    return [document.fault([...path, 'tls'], 'expected the keys caFile, client or both in it')];
  });
}

/** Whoever may read the file, or the bundle of a deployment, could use it. */
function literalSecrets(document: ConfigDocument): ConfigFault[] {
  return rawSecrets(document).flatMap(({ path, value }) => {
    if (typeof value !== 'string' || document.substitution(path) !== null) return [];
    const expected =
      'expected { secret: NAME-OR-ARN, key: KEY }, or "${NAME}": a secret must not be written in the file';
    return [document.fault(path, expected)];
  });
}
