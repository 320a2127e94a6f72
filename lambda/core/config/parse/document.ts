/** The content of a config, with the configs that it extends. It knows the places of its values, and hides values from the environment. */

import { isHidden, schemaAt } from '../../keys/notes';
import { isPlain, shownHeader } from '../../words/literal-secret';
import { describeKind, hideCredentials, shorten } from '../../words/shown-value';
import { configSchema } from '../schema/config-schema';
import { type ConfigTree, childOf, plainValue, type TreeScalar, unsetIn } from './config-tree';
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
  /** The content at a path as the file has it; `undefined` if there is nothing. */
  get(path: ConfigPath): unknown;
  /** A fault of the value at `path`, with its place and what it holds. `isInPlaceOfMap`: a map or a list belongs there. */
  fault(path: ConfigPath, expected: string, isInPlaceOfMap?: boolean): ConfigFault;
  /** A fault of the key at `path` itself. */
  keyFault(path: ConfigPath, expected: string): ConfigFault;
  /** If the text at `path` has variables: how it came about; otherwise `null`. */
  substitution(path: ConfigPath): Substitution | null;
}

/** Reads a config and those that it extends. Never throws: what can't be read is a fault. */
export function readConfigDocument(source: ExtendingSource): ConfigDocument {
  const { tree, faults, files } = readExtended(source);

  return {
    value: faults.length > 0 ? undefined : plainValue(tree),
    faults: [...faults, ...unsetIn(tree)],
    files,
    get: (path) => {
      const { held } = locate(tree, path);
      return held && plainValue(held);
    },
    fault: (path, expected, isInPlaceOfMap = false) => {
      const { held, place, key } = locate(tree, path);
      if (held === undefined) return { ...place, key, holds: null, expected: `is missing; ${expected}` };
      // Its other faults follow from that.
      if (held.kind === 'scalar' && held.unset[0] !== undefined) return held.unset[0];
      const holds = describe(held, path, isInPlaceOfMap);
      const bare = BARE_VARIABLE.exec(holds)?.[1];
      const hint = bare === undefined ? '' : `; did you mean \${${bare}}?`;
      return { ...held.place, key, holds, expected: expected + hint };
    },
    keyFault: (path, expected) => {
      const { place, key } = locate(tree, path);
      const above = locate(tree, path.slice(0, -1)).held;
      const entry = above?.kind === 'map' ? above.entries.get(String(path.at(-1))) : undefined;
      return { ...(entry?.keyPlace ?? place), key, holds: null, expected };
    },
    substitution: (path) => {
      const { held } = locate(tree, path);
      return held?.kind === 'scalar' ? held.substitution : null;
    },
  };
}

/** A variable as a shell takes it. Here it needs its braces. */
const BARE_VARIABLE = /\$([A-Za-z_]\w*)/;

/** The value at a path, its place, and its key in the file; without a value, the place of the deepest value above it. */
function locate(root: ConfigTree, path: ConfigPath) {
  let held: ConfigTree | undefined = root;
  let place = root.place;
  const keys = path.map((part) => {
    const key = held?.kind === 'map' ? held.entries.get(String(part))?.key : undefined;
    held = childOf(held, part);
    place = held?.place ?? place;
    return key ?? part;
  });
  return { held, place, key: formatPath(keys) };
}

function describe(tree: ConfigTree, path: ConfigPath, isInPlaceOfMap: boolean): string {
  if (tree.kind === 'list') return tree.items.length === 0 ? 'empty' : describeKind([]);
  if (tree.kind === 'map') return tree.entries.size === 0 ? 'empty' : describeKind({});
  if (tree.written !== '' && typeof tree.value === 'string') return tree.written;
  const hidden = isHidden(schemaAt(configSchema, path)) ? String(path.at(-1)) : null;
  const written = tree.substitution?.text;
  if (written !== undefined && hidden !== null) return JSON.stringify(shorten(shownHeader(hidden, written)));
  const value = written ?? tree.value;
  // It may be a secret, unless it only names the secret's source.
  if (typeof value !== 'string') return hidden === null ? describeScalar(tree) : describeKind(value);
  if (hidden !== null || (isInPlaceOfMap && !isWord(value)) || isHookIn(path, value)) return NOT_SHOWN;
  return JSON.stringify(shorten(hideCredentials(value)));
}

const NOT_SHOWN = 'a text that is not shown here';

/** Returns whether a text in place of a map is a word such as `none`. Any other text may be a secret, such as an address with a token. */
function isWord(text: string): boolean {
  return isPlain(text) && !/[:/@]/.test(text);
}

/** Returns whether a text anywhere in `alerts` may be the address of a receiver. Its path is often the secret. */
function isHookIn([top]: ConfigPath, text: string): boolean {
  return top === 'alerts' && text.includes('://');
}

function describeScalar({ value, written }: TreeScalar): string {
  return value === null ? 'empty' : written;
}
