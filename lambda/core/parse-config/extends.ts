/** `extends: base.yaml`: a config goes on from another one. */

import { hideCredentials } from '../words/shown-value';
import { type ConfigTree, type TreeEntry, type TreeMap, treeList, treeMap } from './config-tree';
import type { ConfigFault, Place } from './fault';
import { readYaml, type YamlFile } from './read-yaml';

/** A config that another one extends. */
export interface BaseConfig {
  /** Its name in faults: each file has one. */
  readonly file: string;
  readonly text: string;
  /** The way to its folder from that of the first config: empty if it is the same, otherwise it ends in `/`. */
  readonly folder: string;
}

export interface ExtendingSource extends YamlFile {
  /**
   * Reads the config at a path that stands in `file`, from the folder of that. A fault shows the message of its error, which must not repeat
   * the path. Missing if there is nowhere to read from.
   */
  readonly readBase?: (path: string, file: string) => BaseConfig;
}

interface ExtendedConfig {
  /** `null` if one of the files can't be read. */
  readonly tree: ConfigTree | null;
  readonly faults: readonly ConfigFault[];
  /** As `readYaml` gives them, of all files. */
  readonly unset: readonly ConfigFault[];
  readonly files: readonly string[];
}

/** Keys at the top that begin so are for anchors alone, and mean nothing by themselves. */
const FOR_ANCHORS = 'x-';
const KEY = 'extends';

/** Reads a config on top of the one that it extends, and so on: what it sets goes before what that sets. */
export function readExtended(source: ExtendingSource): ExtendedConfig {
  return readOnTop(source, { file: source.file, text: source.text, folder: '' }, []);
}

/** A file by one name, whether it was given as `a.yaml` or as `./a.yaml`. */
function nameOf(file: string): string {
  return file.replace(/^(?:\.\/+)+/, '');
}

/** `above` are the files that lead to this one. */
function readOnTop(
  source: ExtendingSource,
  { file, text, folder }: BaseConfig,
  above: readonly string[],
): ExtendedConfig {
  const { tree, faults, unset } = readYaml({ ...source, file, text });
  const files = [file];
  if (tree?.kind !== 'map')
    return { tree, files, unset, faults: [...faults, ...(tree && above.length > 0 ? [noMap(tree)] : [])] };
  const own = inFolder(withoutAnchors(tree), folder);
  const named = tree.entries.get(KEY);
  if (named === undefined) return { tree: own, faults, unset, files };

  const refused = (holds: string | null, expected: string): ExtendedConfig => {
    return { tree: null, files, unset, faults: [...faults, { ...named.value.place, key: KEY, holds, expected }] };
  };
  const path = named.value.kind === 'scalar' ? named.value : null;
  if (path?.unset) return { tree: null, files, unset, faults };
  if (typeof path?.value !== 'string' || path.value === '') return refused(null, `expected ${PATH}`);
  const holds = JSON.stringify(hideCredentials(path.substitution?.text ?? path.value));
  let base: BaseConfig;
  try {
    base = read(source, path.value, file);
  } catch (error) {
    return refused(holds, `expected ${PATH}; ${(error as Error).message}`);
  }
  const chain = [...above, nameOf(file)];
  if (chain.includes(nameOf(base.file))) {
    const circle = [...chain, nameOf(base.file)].join(' extends ');
    return refused(holds, `expected a config that does not extend this one: ${circle}`);
  }
  const below = readOnTop(source, base, chain);
  return {
    tree: below.tree?.kind === 'map' ? onTop(own, below.tree) : null,
    faults: [...faults, ...below.faults],
    unset: [...unset, ...below.unset],
    files: [...files, ...below.files],
  };
}

const PATH = 'the path of another config, such as base.yaml, from the folder of this one';

function read({ readBase }: ExtendingSource, path: string, file: string): BaseConfig {
  if (readBase === undefined) throw new Error('there are no other files here');
  return readBase(path, file);
}

function noMap({ place }: { readonly place: Place }): ConfigFault {
  return {
    ...place,
    key: '',
    holds: null,
    expected: 'another config extends this one; expected a map with the keys of a config',
  };
}

function withoutAnchors(tree: TreeMap): TreeMap {
  const kept = [...tree.entries].filter(([key]) => key !== KEY && !key.startsWith(FOR_ANCHORS));
  return treeMap(tree.place, new Map(kept));
}

/** Maps are put together key by key, services by their ids; any other value replaces the whole of what is below. */
function onTop(own: TreeMap, base: TreeMap): TreeMap {
  return mergeMaps(own, base, (key, upper, lower) =>
    key === 'services' && upper.kind === 'list' && lower.kind === 'list'
      ? treeList(upper.place, mergeServices(upper.items, lower.items))
      : merge(upper, lower),
  );
}

type MergeEntry = (key: string, upper: ConfigTree, lower: ConfigTree) => ConfigTree;

function mergeMaps(own: TreeMap, base: TreeMap, mergeEntry: MergeEntry): TreeMap {
  const entries = new Map<string, TreeEntry>(base.entries);
  for (const [key, entry] of own.entries) {
    const below = base.entries.get(key);
    entries.set(key, below === undefined ? entry : { ...entry, value: mergeEntry(key, entry.value, below.value) });
  }
  return treeMap(own.place, entries);
}

function merge(own: ConfigTree, base: ConfigTree): ConfigTree {
  // Of a reference to a secret, the key belongs to the secret.
  if (own.kind !== 'map' || base.kind !== 'map' || own.entries.has('secret')) return own;
  return mergeMaps(own, base, (_key, upper, lower) => merge(upper, lower));
}

/** Those of the base keep their places; the others follow. */
function mergeServices(own: readonly ConfigTree[], base: readonly ConfigTree[]): readonly ConfigTree[] {
  const rest = [...own];
  const merged = base.map((lower) => {
    const index = rest.findIndex((upper) => idOf(upper) !== null && idOf(upper) === idOf(lower));
    const [upper] = index < 0 ? [] : rest.splice(index, 1);
    return upper === undefined ? lower : merge(upper, lower);
  });
  return [...merged, ...rest];
}

function idOf(service: ConfigTree): string | null {
  const id = service.kind === 'map' ? service.entries.get('id')?.value : undefined;
  return id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : null;
}

/** The one path in a config, `tls.caFile`, is from the folder of the file that it stands in. */
function inFolder(tree: TreeMap, folder: string): TreeMap {
  if (folder === '') return tree;
  const change = (map: TreeMap, key: string, changed: (value: ConfigTree) => ConfigTree): TreeMap => {
    const entry = map.entries.get(key);
    if (entry === undefined) return map;
    return treeMap(map.place, new Map([...map.entries, [key, { ...entry, value: changed(entry.value) }]]));
  };
  const ofTls = (value: ConfigTree) => (value.kind === 'map' ? change(value, 'caFile', moved) : value);
  const moved = (value: ConfigTree): ConfigTree => {
    if (value.kind !== 'scalar' || typeof value.value !== 'string' || isAbsolute(value.value)) return value;
    return { ...value, value: folder + value.value };
  };
  const ofService = (value: ConfigTree) => (value.kind === 'map' ? change(value, 'tls', ofTls) : value);
  return change(change(tree, 'tls', ofTls), 'services', (value) =>
    value.kind === 'list' ? treeList(value.place, value.items.map(ofService)) : value,
  );
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(path);
}
