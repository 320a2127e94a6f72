/** The files that a config names: `tls.caFile`, the files of `tls.client`, and the pictures of the public page. */

import { describeKind, hideCredentials } from '../../words/shown-value';
import {
  type ConfigTree,
  changeEntry,
  plainValue,
  type TreeEntry,
  type TreeMap,
  treeList,
  treeMap,
  treeScalar,
} from './config-tree';
import { type ConfigPath, formatPath } from './fault';

export interface PemSource {
  /** Reads a file of `tls.client`. A fault shows the message of its error, which must not repeat the path. */
  readonly readPem?: (path: string) => string;
  /** Whether the variables of a text have to be set, and its file is read; all if this is missing. */
  readonly needs?: (path: ConfigPath) => boolean;
}

/** The keys of `statusPage` that hold the path of a file. */
export const IMAGE_KEYS = ['logo', 'favicon'] as const;

/** The parts of a client certificate that may be in a file of their own: `certFile`, `keyFile`. */
const PEM_KEYS = ['cert', 'key'] as const;

/** Makes each path relative to the folder of the first config, and reads `certFile` and `keyFile` as `cert` and `key`. */
export function withFiles(tree: ConfigTree, folder: string, source: PemSource): ConfigTree {
  const ofFile = (file: ConfigTree): ConfigTree =>
    file.kind === 'scalar' && typeof file.value === 'string' ? { ...file, value: inFolder(folder, file.value) } : file;
  const ofClient = (client: ConfigTree, path: ConfigPath) =>
    client.kind === 'map' ? withPems(client, [...path, 'tls', 'client'], folder, source) : client;
  const ofTls = (tls: ConfigTree, path: ConfigPath) =>
    changeEntry(changeEntry(tls, 'caFile', ofFile), 'client', (client) => ofClient(client, path));
  const ofService = (service: ConfigTree, path: ConfigPath) => changeEntry(service, 'tls', (tls) => ofTls(tls, path));
  const ofServices = (list: ConfigTree) => {
    if (list.kind !== 'list') return list;
    return treeList(
      list.place,
      list.items.map((service, index) => ofService(service, ['services', index])),
    );
  };
  const ofPage = (page: ConfigTree) => IMAGE_KEYS.reduce((changed, key) => changeEntry(changed, key, ofFile), page);
  return changeEntry(changeEntry(ofService(tree, []), 'services', ofServices), 'statusPage', ofPage);
}

function inFolder(folder: string, path: string): string {
  return /^(?:[/\\]|[A-Za-z]:)/.test(path) ? path : folder + path;
}

function withPems(client: TreeMap, path: ConfigPath, folder: string, source: PemSource): TreeMap {
  const entries = new Map(client.entries);
  for (const name of PEM_KEYS) {
    const key = `${name}File`;
    const entry = client.entries.get(key);
    if (entry === undefined) continue;
    entries.delete(key);
    const other = client.entries.has(name) ? name : null;
    entries.set(name, { ...entry, key, value: pemText(entry, [...path, name], { folder, source, other }) });
  }
  return treeMap(client.place, entries);
}

interface PemReading {
  readonly folder: string;
  readonly source: PemSource;
  /** A key that gives the same text; `null` if there is none. */
  readonly other: string | null;
}

const EXPECTED = 'expected the path of a PEM file, from the folder of this config';

/** The text of a PEM file in place of its path. Only a private key is a secret. */
function pemText(
  { keyPlace, value: file }: TreeEntry,
  path: ConfigPath,
  { folder, source: { readPem, needs = () => true }, other }: PemReading,
): ConfigTree {
  const { place } = file;
  const key = formatPath([...path.slice(0, -1), `${String(path.at(-1))}File`]);
  const given = file.kind === 'scalar' ? (file.substitution?.text ?? file.value) : plainValue(file);
  const written = typeof given === 'string' ? JSON.stringify(hideCredentials(given)) : describeKind(given);
  const refused = (expected: string) => treeScalar(place, '', { unset: [{ ...place, key, holds: written, expected }] });
  if (other !== null) {
    const expected = `can't be combined with ${other}; use only one of them`;
    return treeScalar(place, '', { unset: [{ ...keyPlace, key, holds: null, expected }] });
  }
  if (file.kind === 'scalar' && file.unset.length > 0) return file;
  const substitutionBy = (values: readonly string[]) => ({ text: String(given), values, isFile: true as const });
  if (!needs(path)) return treeScalar(place, { secret: 'file' }, { substitution: substitutionBy([]) });
  if (file.kind !== 'scalar' || typeof file.value !== 'string' || file.value === '') return refused(EXPECTED);
  try {
    if (readPem === undefined) throw new Error('there are no other files here');
    const text = readPem(inFolder(folder, file.value));
    const substitution = path.at(-1) === 'key' ? substitutionBy([text]) : null;
    return treeScalar(place, text, { written, substitution });
  } catch (error) {
    return refused(`${EXPECTED}; ${(error as Error).message}`);
  }
}
