/** `extends: base.yaml`: a config adds to another. */

import { hideCredentials } from '../../words/shown-value';
import { type ConfigTree, changeEntry, childOf, type TreeEntry, type TreeMap, treeList, treeMap } from './config-tree';
import type { ConfigFault } from './fault';
import { type PemSource, withFiles } from './files';
import { readYaml, type YamlFile } from './read-yaml';

/** A config that another extends. */
export interface BaseConfig {
  /** Its name in faults: each file has a name. */
  readonly file: string;
  readonly text: string;
  /** The path from the folder of the first config to this one's; empty, or ends in `/`. */
  readonly folder: string;
}

export interface ExtendingSource extends YamlFile, PemSource {
  /**
   * Reads the config at a path in `file`, relative to its folder. A fault shows the message of its error, which must not repeat
   * the path. Missing if there is nowhere to read from.
   */
  readonly readBase?: (path: string, file: string) => BaseConfig;
}

interface ExtendedConfig {
  /** Each value knows the file that it is from. Without faults, all of the config. */
  readonly tree: ConfigTree;
  /** Why any of the files can't be read. */
  readonly faults: readonly ConfigFault[];
  readonly files: readonly string[];
}

/** Top-level keys with this prefix only hold anchors. */
const FOR_ANCHORS = 'x-';
const KEY = 'extends';

/** Reads a config and the configs that it extends. Its own settings win. */
export function readExtended(source: ExtendingSource): ExtendedConfig {
  return readOnTop(source, { file: source.file, text: source.text, folder: '' }, []);
}

/** Returns the same path for `a.yaml` and `./a.yaml`. */
function normalizePath(file: string): string {
  return file.replace(/^(?:\.\/+)+/, '');
}

/** `above` are the files that lead to this file. */
function readOnTop(
  source: ExtendingSource,
  { file, text, folder }: BaseConfig,
  above: readonly string[],
): ExtendedConfig {
  const { readBase = readNothing } = source;
  const { tree, faults } = readYaml({ ...source, file, text });
  const files = [file];
  if (faults.length > 0) return { tree, faults, files };
  if (tree.kind !== 'map') {
    const noMap = { ...tree.place, key: '', holds: null, expected: NO_MAP };
    return { tree, faults: above.length > 0 ? [noMap] : [], files };
  }
  const own = withFiles(withoutAnchors(tree), folder, source);
  const path = tree.entries.get(KEY)?.value;
  if (path === undefined) return { tree: own, faults, files };

  const refused = (holds: string | null, expected: string): ExtendedConfig => {
    return { tree: own, faults: [{ ...path.place, key: KEY, holds, expected }], files };
  };
  if (path.kind !== 'scalar') return refused(null, `expected ${PATH}`);
  if (path.unset.length > 0) return { tree: own, faults: path.unset, files };
  if (typeof path.value !== 'string' || path.value === '') return refused(null, `expected ${PATH}`);
  const holds = JSON.stringify(hideCredentials(path.substitution?.text ?? path.value));
  let base: BaseConfig;
  try {
    base = readBase(path.value, file);
  } catch (error) {
    return refused(holds, `expected ${PATH}; ${(error as Error).message}`);
  }
  const chain = [...above, normalizePath(file)];
  if (chain.includes(normalizePath(base.file))) {
    const circle = [...chain, normalizePath(base.file)].join(' extends ');
    return refused(holds, `expected a config that does not extend this one: ${circle}`);
  }
  const below = readOnTop(source, base, chain);
  return { tree: onTop(own, below.tree), faults: below.faults, files: [...files, ...below.files] };
}

const PATH = 'the path of another config, such as base.yaml, from the folder of this one';
const NO_MAP = 'another config extends this one; expected a map with the keys of a config';
const readNothing = () => {
  throw new Error('there are no other files here');
};

function withoutAnchors(tree: TreeMap): TreeMap {
  const kept = [...tree.entries].filter(([key]) => key !== KEY && !key.startsWith(FOR_ANCHORS));
  return treeMap(tree.place, new Map(kept));
}

/** Merges maps key by key, and services by id. Any other value replaces the value of the base. */
function onTop(own: ConfigTree, base: ConfigTree): ConfigTree {
  if (own.kind !== 'map' || base.kind !== 'map') return own;
  const lower = childOf(base, 'services');
  return changeEntry(mergeMaps(own, base), 'services', (upper) =>
    own.entries.has('services') && upper.kind === 'list' && lower?.kind === 'list'
      ? treeList(upper.place, mergeServices(upper.items, lower.items))
      : upper,
  );
}

function mergeMaps(own: TreeMap, base: TreeMap): TreeMap {
  const entries = new Map<string, TreeEntry>(base.entries);
  for (const [key, entry] of own.entries) {
    const below = base.entries.get(key);
    entries.set(key, below === undefined ? entry : { ...entry, value: merge(entry.value, below.value) });
  }
  return treeMap(own.place, entries);
}

function merge(own: ConfigTree, base: ConfigTree): ConfigTree {
  // In a reference to a secret, the key belongs to the secret.
  if (own.kind !== 'map' || base.kind !== 'map' || own.entries.has('secret')) return own;
  return mergeMaps(own, base);
}

/** Services of the base keep their places; new services follow. */
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
  const id = childOf(service, 'id');
  return id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : null;
}
