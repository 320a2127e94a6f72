/** Reads the YAML of one file into a tree: aliases and merges are followed, variables replaced. */

import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLParseError,
} from 'yaml';
import { isPlain } from '../words/literal-secret';
import { maskWords } from '../words/shown-value';
import { type ConfigTree, type TreeEntry, type TreeMap, treeList, treeMap } from './config-tree';
import { type ConfigFault, type ConfigPath, formatPath, type Place } from './fault';
import { substitute, VARIABLE_NAME } from './variables';

export interface YamlFile {
  readonly file: string;
  readonly text: string;
  /** The values for `${NAME}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the variables of a text have to be set; all if this is missing. */
  readonly needs?: (path: ConfigPath) => boolean;
}

/** Aliases may add so many values. A file of some lines could otherwise fill the memory. */
const MOST_ADDED = 1_000_000;

/** Reads YAML 1.2 with merge keys. `tree` is `null` if it can't be made. Never throws: what can't be read is a fault. */
export function readYaml({ file, text, environment, needs = () => true }: YamlFile): {
  readonly tree: ConfigTree | null;
  readonly faults: readonly ConfigFault[];
  /** The faults of variables that are not set: only those count whose values are not replaced by others. */
  readonly unset: readonly ConfigFault[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const syntax = tellingErrors(document.errors).map((error) => ({
    ...placeAt(error.pos[0]),
    key: error.code === 'DUPLICATE_KEY' ? wordAt(text, error.pos[0]) : '',
    holds: null,
    expected: describeSyntax(error),
  }));
  const builder = createBuilder(placeAt, { environment, needs });
  const tree = builder.build(document.contents, []);
  const { faults, unset } = builder;
  if (syntax.length > 0) return { tree: null, faults: syntax, unset };
  return { tree: faults.length > 0 ? null : tree, faults, unset };
}

function createBuilder(
  placeAt: (offset: number) => Place,
  { environment, needs }: Required<Pick<YamlFile, 'environment' | 'needs'>>,
) {
  /** Without these there is no tree. */
  const faults: ConfigFault[] = [];
  const unset: ConfigFault[] = [];
  /** What each anchor names at the moment; `null` while that is built. The library's own search reads the whole file for each alias. */
  const anchors = new Map<string, ConfigTree | null>();
  let added = 0;

  const placeOf = (node: unknown): Place => placeAt((node as Scalar | null | undefined)?.range?.[0] ?? 0);
  const scalar = (place: Place, value: unknown, written = ''): ConfigTree => ({
    ...{ kind: 'scalar', place, size: 1, value, written },
    ...{ substitution: null, unset: null },
  });
  const refuse = (place: Place, expected: string): ConfigTree => {
    faults.push({ ...place, key: '', holds: null, expected });
    return scalar(place, null);
  };
  const add = (size: number, place: Place): boolean => {
    const wasTooMuch = added > MOST_ADDED;
    added += size;
    if (added <= MOST_ADDED) return true;
    if (!wasTooMuch) refuse(place, TOO_MUCH);
    return false;
  };

  const build = (node: unknown, path: ConfigPath): ConfigTree => {
    if (isAlias(node)) {
      const place = placeOf(node);
      const tree = anchors.get(node.source);
      if (tree === undefined) return refuse(place, NO_ANCHOR);
      if (tree === null) return refuse(place, TOO_MUCH);
      return add(tree.size, place) ? { ...tree, place } : scalar(place, null);
    }
    const anchor = isNode(node) && 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, null);
    const tree = buildNew(node, path);
    if (anchor !== undefined) anchors.set(anchor, tree);
    return tree;
  };
  const buildNew = (node: unknown, path: ConfigPath): ConfigTree => {
    const place = placeOf(node);
    if (isSeq(node))
      return treeList(
        place,
        (node.items as unknown[]).map((item, index) => build(item, [...path, index])),
      );
    if (isMap(node)) return buildMap(node.items, place, path);
    if (isPair(node)) return buildMap([node], place, path);
    if (!isScalar(node)) return scalar(place, null);
    return typeof node.value === 'string'
      ? buildText(node.value, place, path)
      : scalar(place, node.value, String(node.source ?? node.value));
  };
  const buildText = (text: string, place: Place, path: ConfigPath): ConfigTree => {
    const { value, substitution, missing } = substitute(text, environment);
    const [name] = missing;
    if (name !== undefined && missing.every((one) => VARIABLE_NAME.test(one)) && !needs(path)) {
      const reference = { secret: name };
      return { kind: 'scalar', place, size: 1, value: reference, written: '', substitution, unset: null };
    }
    const found = missing.map((name) => ({ ...place, key: formatPath(path), ...missingVariable(name) }));
    unset.push(...found);
    return { kind: 'scalar', place, size: 1, value, written: '', substitution, unset: found[0] ?? null };
  };
  const buildMap = (pairs: readonly Pair[], place: Place, path: ConfigPath): TreeMap => {
    const own = new Map<string, TreeEntry>();
    const merged = new Map<string, TreeEntry>();
    for (const { key, value } of pairs) {
      if (isScalar(key) && typeof key.value === 'symbol') {
        const sources = mergedMaps(build(value, path), placeOf(key));
        for (const [name, entry] of sources.flatMap(({ entries }) => [...entries])) {
          if (!merged.has(name)) merged.set(name, entry);
        }
      } else {
        const name = keyText(key);
        const keyPlace = placeOf(key);
        own.set(name, { keyPlace, value: value ? build(value, [...path, name]) : scalar(keyPlace, null) });
      }
    }
    return treeMap(place, new Map([...merged, ...own]));
  };
  /** Variables in it stay as they are. */
  const keyText = (key: unknown): string => {
    if (isScalar(key)) {
      if (key.anchor !== undefined) anchors.set(key.anchor, scalar(placeOf(key), key.value));
      return String(key.value ?? '');
    }
    const tree = isAlias(key) ? build(key, []) : null;
    return tree?.kind === 'scalar' ? String(tree.value ?? '') : 'a key that is no text';
  };
  /** An earlier one goes before a later one. Source: "Merge Key Language-Independent Type for YAML Version 1.1". */
  const mergedMaps = (source: ConfigTree, place: Place): readonly TreeMap[] => {
    const maps = source.kind === 'list' ? source.items : [source];
    const right = maps.filter((one) => one.kind === 'map');
    if (right.length < maps.length && faults.length === 0) refuse(place, NO_MAP);
    return right;
  };
  return { build, faults, unset };
}

/** The alias's name isn't shown: it may be a value that begins with an asterisk and lacks its quotes. */
const NO_ANCHOR = 'an alias (*…) has no anchor; expected its anchor (&…) before it, or the value in quotes';
/** There are many aliases of aliases, or one within what it names. */
const TOO_MUCH = 'the aliases (*name) expand to too much text; expected fewer aliases, or the values themselves';
const NO_MAP = 'a merge (<<) takes the keys of another map; expected an alias (*name) of a map, or a list of such';

function missingVariable(name: string): Pick<ConfigFault, 'expected'> & { readonly holds: string } {
  const isName = VARIABLE_NAME.test(name);
  return {
    holds: `\${${isName || isPlain(name) ? name : '***'}}`,
    expected: isName
      ? `expected the environment variable ${name} to be set`
      : 'expected ${NAME} with the name of an environment variable',
  };
}

function wordAt(text: string, offset: number): string {
  return /^[^\s:]*/.exec(text.slice(offset, offset + 80))?.[0] ?? '';
}

/** After the first syntax error the parser has lost its place: its later errors help nobody. */
function tellingErrors(errors: readonly YAMLParseError[]): YAMLParseError[] {
  const isOfContent = ({ code }: YAMLParseError) => code === 'DUPLICATE_KEY' || code === 'MULTIPLE_DOCS';
  const [first] = errors.filter((error) => !isOfContent(error)).sort((left, right) => left.pos[0] - right.pos[0]);
  const isTelling = (error: YAMLParseError) => isOfContent(error) && (!first || error.pos[0] < first.pos[0]);
  return [...errors.filter(isTelling), ...(first ? [first] : [])];
}

/** The library's message about invalid YAML, without its piece of the text, or a clearer message if there is one. */
function describeSyntax({ code, message }: YAMLParseError): string {
  if (code === 'DUPLICATE_KEY') return 'appears a second time here; expected each key once';
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; expected one config per file, without "---"';
  return `is not valid YAML: ${maskWords(message.replace(/\s+/g, ' ').replace(/(\w): .*$/, '$1'))}`;
}
