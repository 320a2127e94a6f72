/** The content of a config, with the configs that it extends. It knows the places of its values, and hides values from the environment. */

import { isPlain, shownHeader } from '../words/literal-secret';
import { describeKind, hideCredentials, shorten } from '../words/shown-value';
import { type ConfigTree, childOf, plainValue, scalarsIn, type TreeScalar } from './config-tree';
import { type ExtendingSource, readExtended } from './extends';
import { type ConfigFault, type ConfigPath, formatPath } from './fault';
import type { Substitution } from './variables';

export interface ConfigDocument {
  /** The content as plain values, variables replaced; `undefined` if it can't be read. */
  readonly value: unknown;
  /** Faults of the files that show before their keys are read. */
  readonly faults: readonly ConfigFault[];
  /** The files that it was read from, in this order. */
  readonly files: readonly string[];
  /** A fault of the value at `path`, with its place and what it holds. `isInPlaceOfMap`: a map or a list belongs there. */
  fault(path: ConfigPath, expected: string, isInPlaceOfMap?: boolean): ConfigFault;
  /** A fault of the key at `path` itself. */
  keyFault(path: ConfigPath, expected: string): ConfigFault;
  /** If the text at `path` has variables: how it came about; otherwise `null`. */
  substitution(path: ConfigPath): Substitution | null;
}

/** Reads a config and those that it extends. Never throws: what can't be read is a fault. */
export function readConfigDocument(source: ExtendingSource): ConfigDocument {
  const { tree, faults, unset, files } = readExtended(source);
  const start = { file: source.file, line: 1, column: 1 };
  const root = tree ?? undefined;

  return {
    value: tree === null ? undefined : plainValue(tree),
    faults: [...faults, ...(tree === null || unset.length === 0 ? unset : unsetIn(tree, unset))],
    files,
    fault: (path, expected, isInPlaceOfMap = false) => {
      const { held, place } = locate(root, path);
      const key = formatPath(path);
      if (held === undefined) return { ...(place ?? start), key, holds: null, expected: `is missing; ${expected}` };
      // What else is wrong with it follows from that.
      if (held.kind === 'scalar' && held.unset !== null) return held.unset;
      return { ...held.place, key, holds: describe(held, path, isInPlaceOfMap), expected };
    },
    keyFault: (path, expected) => {
      const { held, place } = locate(root, path.slice(0, -1));
      const entry = held?.kind === 'map' ? held.entries.get(String(path.at(-1))) : undefined;
      return { ...(entry?.keyPlace ?? place ?? start), key: formatPath(path), holds: null, expected };
    },
    substitution: (path) => {
      const { held } = locate(root, path);
      return held?.kind === 'scalar' ? held.substitution : null;
    },
  };
}

/** Those of them that are about a value of the content. */
function unsetIn(tree: ConfigTree, unset: readonly ConfigFault[]): readonly ConfigFault[] {
  const placeOf = ({ file, line, column }: ConfigFault) => [file, line, column].join();
  const places = new Set(scalarsIn(tree).flatMap((scalar) => (scalar.unset === null ? [] : [placeOf(scalar.unset)])));
  return unset.filter((fault) => places.has(placeOf(fault)));
}

/** The value at a path, and its place; without a value, the place of the deepest one above it. */
function locate(root: ConfigTree | undefined, path: ConfigPath) {
  let held = root;
  let place = root?.place;
  for (const part of path) {
    held = childOf(held, part);
    if (held === undefined) break;
    place = held.place;
  }
  return { held, place };
}

function describe(tree: ConfigTree, path: ConfigPath, isInPlaceOfMap: boolean): string {
  if (tree.kind === 'list') return tree.items.length === 0 ? 'an empty list' : describeKind([]);
  if (tree.kind === 'map') return describeKind({});
  const hidden = hiddenName(path);
  const written = tree.substitution?.text;
  if (written !== undefined && hidden !== null) return JSON.stringify(shorten(shownHeader(hidden, written)));
  const value = written ?? tree.value;
  // It may be a secret, unless it only names the secret's source.
  if (typeof value !== 'string') return hidden === null ? describeScalar(tree) : describeKind(value);
  if (hidden !== null || (isInPlaceOfMap && !isWord(value)) || isHookIn(path, value)) return NOT_SHOWN;
  return JSON.stringify(shorten(hideCredentials(value)));
}

const NOT_SHOWN = 'a text that is not shown here';

/** Whether a text in place of a map is a word such as `none`: any other may be all that the map is about, such as an address with a token. */
function isWord(text: string): boolean {
  return isPlain(text) && !/[:/@]/.test(text);
}

/** Whether a text may be the address of a receiver, wherever in `alerts` it stands. Its path is often the secret. */
function isHookIn([top]: ConfigPath, text: string): boolean {
  return top === 'alerts' && text.includes('://');
}

/** The keys of a receiver whose values are no secrets; of its kind it is the region. */
const SHOWN_OF_RECEIVER: readonly unknown[] = ['id', 'services', 'groups', 'events', 'kinds', 'severities', 'after'];

/** The name of the header, or of the setting of a receiver, that a value belongs to; `null` for all others, which may be shown. */
function hiddenName(path: ConfigPath): string | null {
  if (path.includes('headers')) return String(path[path.indexOf('headers') + 1]);
  const [top, list, , key, setting] = path;
  if (top !== 'alerts' || list !== 'receivers' || SHOWN_OF_RECEIVER.includes(key) || setting === 'region') return null;
  return String(setting ?? key);
}

function describeScalar({ value, written }: TreeScalar): string {
  return value === null ? 'nothing' : written;
}
