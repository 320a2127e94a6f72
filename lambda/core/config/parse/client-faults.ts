/** The faults of client certificates, as far as their values are known when the config is read. */

import { isJsonObject } from '../../words/json';
import type { ClientIdentity, KnownIdentity } from '../client-certificate';
import { secretVariable } from '../secrets';
import type { ConfigDocument } from './document';
import type { ConfigFault, ConfigPath } from './fault';
import type { ConfigSource } from './outside';

/**
 * The faults that a look at the values shows: on a laptop all of them are known, for a deployment only a certificate in the file. Values with
 * a fault in `known` are left out. Where no service is checked they may be missing, or out of date.
 */
export function clientFaults(
  document: ConfigDocument,
  services: readonly unknown[],
  { checkClient, probing, deploying }: ConfigSource,
  secrets: ReadonlyMap<string, string>,
  known: readonly ConfigFault[],
): readonly ConfigFault[] {
  if (checkClient === undefined || (probing === 'none' && !deploying)) return [];
  const refused = new Set(known.map(({ key }) => key));
  const entries: readonly ConfigPath[] = [[], ...services.map((_, index) => ['services', index])];
  return entries.flatMap((entry) => {
    const path = [...entry, 'tls', 'client'];
    const client = document.get(path);
    if (!isJsonObject(client)) return [];
    const textAt = (name: keyof ClientIdentity) => {
      if (refused.has(document.keyFault([...path, name], '').key)) return undefined;
      return knownText(client[name], secrets);
    };
    const values: KnownIdentity = {
      cert: textAt('cert'),
      key: textAt('key'),
      passphrase: client.passphrase === undefined ? null : textAt('passphrase'),
    };
    return checkClient(values).map(({ name, expected }) => document.fault([...path, name], expected));
  });
}

/** `undefined` if it is not known: a secret that was not read, or a variable that is not set. */
function knownText(value: unknown, secrets: ReadonlyMap<string, string>): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isJsonObject(value) || typeof value.secret !== 'string') return undefined;
  return secrets.get(secretVariable({ secret: value.secret, key: typeof value.key === 'string' ? value.key : null }));
}
