/** The input of a config, and its values that come from outside the file, or must not: secrets, addresses and files. */

import { type NotedValue, notedValues, noteOf, schemaAt } from '../../keys/notes';
import { isHttp } from '../../keys/values';
import { isJsonObject } from '../../words/json';
import { isPlain } from '../../words/literal-secret';
import { reachOf } from '../addresses';
import { configSchema } from '../schema/config-schema';
import { imageUrl } from '../schema/page-image';
import { secretVariable } from '../secrets';
import type { ConfigDocument } from './document';
import type { ExtendingSource } from './extends';
import type { ConfigFault, ConfigPath } from './fault';

/** The purpose for which a config is read. */
export interface Purpose {
  /** The services that are about to be probed: only for these is a placeholder address a fault. */
  readonly probing: 'all' | 'none' | readonly string[];
  /** Whether receivers are to be notified from this machine: only then their secrets are read. */
  readonly notifying?: boolean;
  /** Whether it is to be deployed: if so, secrets stay references, and what can't be deployed is a fault. */
  readonly deploying?: boolean;
}

/** The input that a config is parsed from. `file` is its name in faults. */
export interface ConfigSource extends Omit<ExtendingSource, 'needs'>, Purpose {
  /** Reads the PEM file of `tls.caFile`. A fault shows the message of its error, which must not repeat the path. */
  readonly readCa: (path: string) => string;
  /** Reads the file of a picture for the public page; without it no picture is read. */
  readonly readImage?: (path: string) => Uint8Array;
}

/**
 * Whether the variables at a path must be set. Commands that don't use services or receivers don't need their variables: incidents are often
 * acknowledged from another shell than that of the watch.
 */
export function needsVariables(path: ConfigPath, { probing, notifying, deploying }: Purpose): boolean {
  if (deploying || noteOf(schemaAt(configSchema, path))?.secret === undefined) return true;
  return isOfReceiver(path) ? (notifying ?? false) : probing !== 'none';
}

function isOfReceiver([top]: ConfigPath): boolean {
  return top === 'alerts' || top === 'pulse';
}

/** The values from outside the file. */
export interface Outside {
  /** Values of secrets by the variable that holds them. */
  readonly secrets: ReadonlyMap<string, string>;
  /** PEM texts, and `data:` URLs of pictures, by the path of their file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly ConfigFault[];
}

/** Reads the secrets and files that a config names, and finds the faults of its secrets and addresses. */
export function readOutside(document: ConfigDocument, source: ConfigSource): Outside {
  const values = notedValues(configSchema, document.value);
  const secrets = new Map<string, string>();
  const texts = new Map<string, string>();
  const faults = values.flatMap((noted): readonly ConfigFault[] => {
    const expected = [
      ...secretInAddress(noted, document),
      ...literalSecret(noted, document),
      ...(isOfReceiver(noted.path) ? [] : undeployable(noted, document, source)),
      ...readSecret(noted, source, secrets),
      ...readFile(noted, source, texts),
    ];
    return expected.map((each) => document.fault(noted.path, each));
  });
  return { secrets, texts, faults };
}

/** Refuses values from the environment that look like a token in an address, since addresses are shown. */
function* secretInAddress({ path, value, note }: NotedValue, document: ConfigDocument) {
  const address = note.address === 'path' ? `http://host${value}` : value;
  if (note.address === undefined || document.substitution(path) === null || !hasToken(address)) return;
  const { pathname, search } = new URL(address);
  if (isPlain(`${pathname}${search}`.replace(/[?&]/g, '/'))) return;
  yield 'expected no secret in an address, which is shown: send it in "headers" or "auth"; if it is not a secret, write it in the file';
}

/** A part of an address that is this long counts as a token. */
const TOKEN_LENGTH = 20;

/** Returns whether an address has a token in it, as in Discord, Teams and Zapier. */
export function hasToken(address: unknown): address is string {
  if (!isHttpAddress(address)) return false;
  const { search, username, pathname } = new URL(address);
  return search !== '' || username !== '' || pathname.split('/').some(({ length }) => length >= TOKEN_LENGTH);
}

export function isHttpAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && isHttp(new URL(value));
}

/** Refuses secrets in the file: anyone who can read the file or the bundle could use them. */
function* literalSecret({ path, value, note }: NotedValue, document: ConfigDocument) {
  if (typeof value !== 'string' || document.substitution(path) !== null) return;
  if (note.secret === 'unwritten') {
    yield 'expected { secret: NAME-OR-ARN, key: KEY }, or "${NAME}": a secret must not be written in the file';
  } else if (path.at(-2) === 'client' && path.at(-1) === 'cert' && value.includes('PRIVATE KEY-----')) {
    yield 'expected only certificates: a private key must not be in the file';
  }
}

/** Refuses example addresses, and values that can't be deployed. */
function* undeployable({ path, value, note }: NotedValue, document: ConfigDocument, { probing, deploying }: Purpose) {
  const substitution = document.substitution(path);
  if (deploying && note.secret !== undefined && substitution !== null) {
    const what = substitution.isFile ? 'a file' : 'a value from the environment';
    yield `expected { secret: NAME-OR-ARN, key: KEY }: ${what} would be readable in the bundle`;
  }
  const isProbed = probing === 'all' || probing.includes(String(document.get([...path.slice(0, -1), 'id'])));
  if (probing === 'none' || note.address !== 'whole' || !isHttpAddress(value)) return;
  if (path.at(-1) === 'baseUrl' && isProbed && /(^|\.)example\.com\.?$/.test(new URL(value).hostname)) {
    yield "expected your service's own address in place of the example";
  }
  if (deploying && reachOf(value) === 'self') {
    yield 'expected an address that the Lambda can reach: this one leads back to the Lambda itself';
  }
}

/** Reads the value of a secret on a laptop, from an environment variable. */
function* readSecret(
  { path, value, note }: NotedValue,
  { deploying, notifying, probing, environment }: ConfigSource,
  secrets: Map<string, string>,
) {
  const isNeeded = isOfReceiver(path) ? notifying : probing !== 'none';
  if (deploying || !isNeeded || note.secret === undefined) return;
  if (!isJsonObject(value) || typeof value.secret !== 'string') return;
  const variable = secretVariable({ secret: value.secret, key: typeof value.key === 'string' ? value.key : null });
  const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  if (found) secrets.set(variable, found);
  else yield `expected the environment variable ${variable} to be set: on this machine it replaces the secret`;
}

const FILES = {
  authority: 'expected the path of a PEM file, from the folder of this config',
  image: 'expected the path of a picture, from the folder of this config',
};

function* readFile({ value, note }: NotedValue, { readCa, readImage }: ConfigSource, texts: Map<string, string>) {
  if (note.file === undefined || typeof value !== 'string' || value === '' || texts.has(value)) return;
  try {
    if (note.file === 'authority') texts.set(value, readCa(value));
    else if (readImage !== undefined) texts.set(value, imageUrl(readImage(value)));
  } catch (error) {
    yield `${FILES[note.file]}; ${(error as Error).message}`;
  }
}
