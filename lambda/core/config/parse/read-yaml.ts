/** Reads the YAML of a file into a tree: aliases and merges are followed, variables replaced. */

import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLParseError,
} from 'yaml';
import { isPlain } from '../../words/literal-secret';
import { maskWords } from '../../words/shown-value';
import {
  type ConfigTree,
  type TreeEntry,
  type TreeMap,
  type TreeScalar,
  treeList,
  treeMap,
  treeScalar,
} from './config-tree';
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

interface YamlContent {
  /** The part of the file without faults. */
  readonly tree: ConfigTree;
  /** Why the file can't be read. Variables that are not set are faults of their values. */
  readonly faults: readonly ConfigFault[];
}

/** Reads YAML 1.2 with merge keys. Never throws: what can't be read is a fault. */
export function readYaml({ file, text, environment, needs = () => true }: YamlFile): YamlContent {
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
  const reading: Reading = { environment, needs, placeAt, faults: [], anchors: new Map(), added: 0 };
  const tree = build(document.contents, [], reading);
  return { tree, faults: syntax.length > 0 ? syntax : reading.faults };
}

/** The state while the nodes of a file are read. */
interface Reading extends Required<Pick<YamlFile, 'environment' | 'needs'>> {
  readonly placeAt: (offset: number) => Place;
  readonly faults: ConfigFault[];
  /** The value that each anchor names at the moment; `null` while that is built. The library's own search reads the whole file for each alias. */
  readonly anchors: Map<string, ConfigTree | null>;
  /** How many values aliases have added. */
  added: number;
}

function build(node: unknown, path: ConfigPath, reading: Reading): ConfigTree {
  if (isAlias(node)) return buildAlias(node, reading);
  const anchor = isNode(node) && 'anchor' in node ? node.anchor : undefined;
  if (anchor === undefined) return buildNew(node, path, reading);
  reading.anchors.set(anchor, null);
  const tree = buildNew(node, path, reading);
  reading.anchors.set(anchor, tree);
  return tree;
}

function buildAlias(alias: Alias, reading: Reading): ConfigTree {
  const place = placeOf(alias, reading);
  const tree = reading.anchors.get(alias.source);
  if (tree === undefined) return refuse(place, NO_ANCHOR, reading);
  if (tree === null) return refuse(place, TOO_MUCH, reading);
  const wasTooMuch = reading.added > MOST_ADDED;
  reading.added += tree.size;
  if (reading.added <= MOST_ADDED) return { ...tree, place };
  return wasTooMuch ? treeScalar(place, null) : refuse(place, TOO_MUCH, reading);
}

function buildNew(node: unknown, path: ConfigPath, reading: Reading): ConfigTree {
  const place = placeOf(node, reading);
  if (isSeq(node)) {
    const items = node.items.map((item, index) => build(item, [...path, index], reading));
    return treeList(place, items);
  }
  if (isMap(node)) return buildMap(node.items, place, path, reading);
  if (isPair(node)) return buildMap([node], place, path, reading);
  if (!isScalar(node)) return treeScalar(place, null);
  return typeof node.value === 'string'
    ? buildText(node.value, place, path, reading)
    : treeScalar(place, node.value, { written: String(node.source ?? node.value) });
}

function buildText(text: string, place: Place, path: ConfigPath, { environment, needs }: Reading): TreeScalar {
  const { value, substitution, missing } = substitute(text, environment);
  const [name] = missing;
  if (name !== undefined && missing.every((each) => VARIABLE_NAME.test(each)) && !needs(path)) {
    return treeScalar(place, { secret: name }, { substitution });
  }
  const unset = missing.map((each) => ({ ...place, key: formatPath(path), ...missingVariable(each) }));
  return treeScalar(place, value, { substitution, unset });
}

function buildMap(pairs: readonly Pair[], place: Place, path: ConfigPath, reading: Reading): TreeMap {
  const own = new Map<string, TreeEntry>();
  const merged = new Map<string, TreeEntry>();
  for (const { key, value } of pairs) {
    const keyPlace = placeOf(key, reading);
    if (isScalar(key) && typeof key.value === 'symbol') {
      const sources = mergedMaps(build(value, path, reading), keyPlace, reading);
      for (const [name, entry] of sources.flatMap(({ entries }) => [...entries])) {
        if (!merged.has(name)) merged.set(name, entry);
      }
    } else {
      const name = keyText(key, reading);
      own.set(name, { keyPlace, value: value ? build(value, [...path, name], reading) : treeScalar(keyPlace, null) });
    }
  }
  return treeMap(place, new Map([...merged, ...own]));
}

/** Variables in it stay as they are. */
function keyText(key: unknown, reading: Reading): string {
  if (isScalar(key)) {
    if (key.anchor !== undefined) reading.anchors.set(key.anchor, treeScalar(placeOf(key, reading), key.value));
    return String(key.value ?? '');
  }
  const tree = isAlias(key) ? buildAlias(key, reading) : null;
  return tree?.kind === 'scalar' ? String(tree.value ?? '') : NOT_A_TEXT;
}

/** The name of a key that is a map or a list. */
export const NOT_A_TEXT = 'a key that is not a text';

/** An earlier map goes before a later map. Source: "Merge Key Language-Independent Type for YAML Version 1.1". */
function mergedMaps(source: ConfigTree, place: Place, reading: Reading): readonly TreeMap[] {
  const values = source.kind === 'list' ? source.items : [source];
  const maps = values.filter((value) => value.kind === 'map');
  if (maps.length < values.length && reading.faults.length === 0) refuse(place, NO_MAP, reading);
  return maps;
}

function placeOf(node: unknown, { placeAt }: Reading): Place {
  return placeAt((isNode(node) && node.range?.[0]) || 0);
}

function refuse(place: Place, expected: string, { faults }: Reading): TreeScalar {
  faults.push({ ...place, key: '', holds: null, expected });
  return treeScalar(place, null);
}

/** The alias's name isn't shown: it may be a value that begins with an asterisk and lacks its quotes. */
const NO_ANCHOR = 'an alias (*…) has no anchor; expected its anchor (&…) before it, or the value in quotes';
/** There are many aliases of aliases, or an alias within its own anchor. */
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

/** The library's message about invalid YAML, without its piece of the text, or a clearer message if there is any. */
function describeSyntax({ code, message }: YAMLParseError): string {
  if (code === 'DUPLICATE_KEY') return 'appears a second time here; expected each key once';
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; expected one config per file, without "---"';
  return `is not valid YAML: ${maskWords(message.replace(/\s+/g, ' ').replace(/(\w): .*$/, '$1'))}`;
}
