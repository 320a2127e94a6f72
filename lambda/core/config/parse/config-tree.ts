/** The content of a config as a tree in which each value knows its place. Aliases, merges and variables are resolved in it. */

import type { ConfigFault, Place } from './fault';
import type { Substitution } from './variables';

export type ConfigTree = TreeMap | TreeList | TreeScalar;

interface Node {
  /** The place of the value; for an alias, of the alias. */
  readonly place: Place;
  /** The number of values in it, including itself. */
  readonly size: number;
}

export interface TreeMap extends Node {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

export interface TreeEntry {
  /** The key in the file, if that is another: `certFile` for the text under `cert`. */
  readonly key?: string;
  readonly keyPlace: Place;
  readonly value: ConfigTree;
}

export interface TreeList extends Node {
  readonly kind: 'list';
  readonly items: readonly ConfigTree[];
}

export interface TreeScalar extends Node {
  readonly kind: 'scalar';
  readonly value: unknown;
  /** The value as the file has it, if that differs from a text in quotes. */
  readonly written: string;
  /** `null` if the text has no variable. */
  readonly substitution: Substitution | null;
  /** The faults of its variables that are not set, or of its file that can't be read. */
  readonly unset: readonly ConfigFault[];
}

export function treeMap(place: Place, entries: ReadonlyMap<string, TreeEntry>): TreeMap {
  const size = [...entries.values()].reduce((sum, { value }) => sum + value.size, 1);
  return { kind: 'map', place, size, entries };
}

export function treeList(place: Place, items: readonly ConfigTree[]): TreeList {
  return { kind: 'list', place, size: items.reduce((sum, item) => sum + item.size, 1), items };
}

export function treeScalar(place: Place, value: unknown, more: Partial<TreeScalar> = {}): TreeScalar {
  return { kind: 'scalar', place, size: 1, value, written: '', substitution: null, unset: [], ...more };
}

/** Returns the value at a key or an index of another; `undefined` if there is none. */
export function childOf(tree: ConfigTree | undefined, part: PropertyKey): ConfigTree | undefined {
  if (tree?.kind === 'list') return tree.items[Number(part)];
  return tree?.kind === 'map' ? tree.entries.get(String(part))?.value : undefined;
}

/** Returns the tree with another value at a key, if it has that key. */
export function changeEntry(tree: ConfigTree, key: string, change: (value: ConfigTree) => ConfigTree): ConfigTree {
  const entry = tree.kind === 'map' ? tree.entries.get(key) : undefined;
  if (tree.kind !== 'map' || entry === undefined) return tree;
  return treeMap(tree.place, new Map([...tree.entries, [key, { ...entry, value: change(entry.value) }]]));
}

/** Returns the content without its places. A key with any name becomes an own property. */
export function plainValue(tree: ConfigTree): unknown {
  switch (tree.kind) {
    case 'scalar':
      return tree.value;
    case 'list':
      return tree.items.map(plainValue);
    case 'map':
      return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plainValue(value)]));
  }
}

/** The faults of variables that are not set and of files that can't be read. What several aliases share is looked at once, since aliases of aliases may be many. */
export function unsetIn(tree: ConfigTree, seen = new Set<ConfigTree>()): readonly ConfigFault[] {
  if (seen.has(tree)) return [];
  seen.add(tree);
  switch (tree.kind) {
    case 'scalar':
      return tree.unset;
    case 'list':
      return tree.items.flatMap((item) => unsetIn(item, seen));
    case 'map':
      return [...tree.entries.values()].flatMap(({ value }) => unsetIn(value, seen));
  }
}
