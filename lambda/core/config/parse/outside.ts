/** The sources that a config is parsed from, and its values from outside its file besides `${NAME}`: authorities, pictures and secrets. */

import { isJsonObject, jsonObjectOf } from '../../words/json';
import { isPlain } from '../../words/literal-secret';
import type { CheckClient } from '../client-certificate';
import { imageUrl } from '../schema/page-image';
import { secretVariable } from '../secrets';
import { rawTokenUrls } from './credentials';
import type { ConfigDocument } from './document';
import type { ExtendingSource } from './extends';
import type { ConfigFault, ConfigPath } from './fault';
import { IMAGE_KEYS } from './files';
import { rawEntries, rawServices, rawValues } from './raw-services';
import { hasToken, isSecretSetting, rawReceiverSettings } from './receivers';
import { isServiceValue } from './service-places';

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
  /** Finds the faults of client certificates; without it nobody looks for them before services are asked. */
  readonly checkClient?: CheckClient;
}

/**
 * Whether the variables at a place have to be set. Where none is used, those of services and of receivers may be missing as their secrets may:
 * whoever looks at incidents or acknowledges has another shell than the watch.
 */
export function needsVariables(path: ConfigPath, { probing, notifying, deploying }: Purpose): boolean {
  if (deploying) return true;
  if (isSecretSetting(path)) return notifying ?? false;
  return probing !== 'none' || !isServiceValue(path);
}

/** Addresses are shown. What comes from the environment and looks like a token may be a secret that nobody wants there. */
export function secretsInAddresses(document: ConfigDocument): ConfigFault[] {
  const places: [ConfigPath, string][] = [
    [['path'], `http://host${jsonObjectOf(document.value).path}`],
    ...rawServices(document).flatMap(({ baseUrl, path }, index): [ConfigPath, string][] => [
      [['services', index, 'baseUrl'], String(baseUrl)],
      [['services', index, 'path'], `http://host${path}`],
    ]),
    ...rawTokenUrls(document).map(([path, address]): [ConfigPath, string] => [path, String(address)]),
  ];
  return places.flatMap(([path, address]) => {
    if (document.substitution(path) === null || !hasToken(address)) return [];
    const { pathname, search } = new URL(address);
    if (isPlain(`${pathname}${search}`.replace(/[?&]/g, '/'))) return [];
    const expected =
      'expected no secret in an address, which is shown: send it in "headers" or "auth", or write what is none into the file';
    return [document.fault(path, expected)];
  });
}

/** The PEM text of every `tls.caFile` in the file, by its path. */
export function readAuthorities(
  document: ConfigDocument,
  source: ConfigSource,
  faults: ConfigFault[],
): Map<string, string> {
  const authorities = new Map<string, string>();
  for (const [entryPath, { tls }] of rawEntries(document)) {
    const path = [...entryPath, 'tls', 'caFile'];
    const file = jsonObjectOf(tls).caFile;
    if (typeof file !== 'string' || authorities.has(file)) continue;
    try {
      authorities.set(file, source.readCa(file));
    } catch (error) {
      const why = (error as Error).message;
      faults.push(document.fault(path, `expected the path of a PEM file, from the folder of this config; ${why}`));
    }
  }
  return authorities;
}

/** The `data:` URL of each picture of the public page, by its path. */
export function readImages(
  document: ConfigDocument,
  { readImage }: ConfigSource,
  faults: ConfigFault[],
): Map<string, string> {
  const images = new Map<string, string>();
  const page = jsonObjectOf(jsonObjectOf(document.value).statusPage);
  for (const key of IMAGE_KEYS) {
    const file = page[key];
    if (typeof file !== 'string' || file === '' || readImage === undefined) continue;
    try {
      images.set(file, imageUrl(readImage(file)));
    } catch (error) {
      const why = (error as Error).message;
      const expected = `expected the path of a picture, from the folder of this config; ${why}`;
      faults.push(document.fault(['statusPage', key], expected));
    }
  }
  return images;
}

/** On a laptop a secret's value comes from an environment variable: by its name. */
export function readSecrets(
  document: ConfigDocument,
  source: ConfigSource,
  faults: ConfigFault[],
): Map<string, string> {
  const secrets = new Map<string, string>();
  if (source.deploying) return secrets;
  const asked = source.probing === 'none' ? [] : rawValues(document);
  for (const { path, value: reference } of [...asked, ...(source.notifying ? rawReceiverSettings(document) : [])]) {
    if (!isJsonObject(reference) || typeof reference.secret !== 'string') continue;
    const key = typeof reference.key === 'string' ? reference.key : null;
    const variable = secretVariable({ secret: reference.secret, key });
    const value = Object.hasOwn(source.environment, variable) ? source.environment[variable] : undefined;
    if (value) secrets.set(variable, value);
    else
      faults.push(
        document.fault(
          path,
          `expected the environment variable ${variable} to be set: on this machine it replaces the secret`,
        ),
      );
  }
  return secrets;
}
