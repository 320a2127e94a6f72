/** The faults of client certificates, as far as their values are known when the config is read. */

import { isJsonObject, jsonObjectOf } from '../../words/json';
import type { ClientFault, ClientIdentity, KnownIdentity } from '../client-certificate';
import { secretVariable } from '../secrets';
import type { ConfigDocument } from './document';
import type { ConfigFault, ConfigPath } from './fault';
import type { ConfigSource } from './outside';
import { rawEntries, rawServices } from './raw-services';

/**
 * The faults that a look at the values shows: on a laptop all of them are known, for a deployment only a certificate in the file. Values with
 * a fault in `known` are left out. Where no service is asked they may be missing, or out of date.
 */
export function clientFaults(
  document: ConfigDocument,
  { checkClient, probing, deploying }: ConfigSource,
  secrets: ReadonlyMap<string, string>,
  known: readonly ConfigFault[],
): readonly ConfigFault[] {
  const others = [...keysInCertificates(document), ...withoutTls(document)];
  if (checkClient === undefined || (probing === 'none' && !deploying)) return others;
  const refused = new Set([...known, ...others].map(({ key }) => key));
  const found = rawEntries(document).flatMap(([entryPath, { tls }]) => {
    const { client } = jsonObjectOf(tls);
    if (!isJsonObject(client)) return [];
    const path = [...entryPath, 'tls', 'client'];
    const textAt = (name: keyof ClientIdentity) => {
      if (refused.has(document.keyFault([...path, name], '').key)) return undefined;
      return knownText(client[name], secrets);
    };
    const values: KnownIdentity = {
      cert: textAt('cert'),
      key: textAt('key'),
      passphrase: client.passphrase === undefined ? null : textAt('passphrase'),
    };
    return checkClient(values).map((fault) => faultAt(document, path, fault));
  });
  return [...others, ...found];
}

/** `undefined` if it is not known: a secret that was not read, or a variable that is not set. */
function knownText(value: unknown, secrets: ReadonlyMap<string, string>): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isJsonObject(value) || typeof value.secret !== 'string') return undefined;
  return secrets.get(secretVariable({ secret: value.secret, key: typeof value.key === 'string' ? value.key : null }));
}

function faultAt(document: ConfigDocument, path: ConfigPath, { name, expected }: ClientFault): ConfigFault {
  return document.fault([...path, name], expected);
}

/** A certificate may stand in the file, but not with its key. */
function keysInCertificates(document: ConfigDocument): ConfigFault[] {
  return rawEntries(document).flatMap(([entryPath, { tls }]) => {
    const path = [...entryPath, 'tls', 'client', 'cert'];
    const { cert } = jsonObjectOf(jsonObjectOf(tls).client);
    if (typeof cert !== 'string' || !cert.includes('PRIVATE KEY-----') || document.substitution(path) !== null)
      return [];
    return [document.fault(path, 'expected only certificates: a private key must not be in this file')];
  });
}

/** Without TLS nothing is shown. A client certificate of all is for those services that have TLS. */
function withoutTls(document: ConfigDocument): ConfigFault[] {
  return rawServices(document).flatMap(({ tls, baseUrl }, index) => {
    if (jsonObjectOf(tls).client === undefined || typeof baseUrl !== 'string' || !/^http:/i.test(baseUrl)) return [];
    return [document.keyFault(['services', index, 'tls', 'client'], 'needs a baseUrl with https://')];
  });
}
