/** The YAML of a config as a tree. It knows the places of its values, and hides values from the environment. */

import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError,
} from 'yaml';
import { cleanText } from '../words/clean-text';
import { isPlain, shownHeader } from '../words/literal-secret';
import { describeKind, hideCredentials, maskWords, shorten } from '../words/shown-value';
import type { ConfigFault } from './fault';
import { replaceVariables, type Substitution, VARIABLE_NAME } from './variables';

export type ConfigPath = readonly PropertyKey[];

export interface ConfigDocument {
  /** The content as plain values, `${NAME}` replaced. */
  readonly value: unknown;
  /** Faults of the file that show before its keys are read. */
  readonly faults: readonly ConfigFault[];
  /** A fault of the value at `path`, with its place and what it holds. */
  fault(path: ConfigPath, expected: string): ConfigFault;
  /** A fault of the key at `path` itself. */
  keyFault(path: ConfigPath, expected: string): ConfigFault;
  /** If `${NAME}` was replaced in the text at `path`: how the text came about; otherwise `null`. */
  substitution(path: ConfigPath): Substitution | null;
}

/**
 * Reads YAML 1.2 and replaces `${NAME}` in its texts by values of `environment` (`$${NAME}` stands for itself).
 * Never throws: what can't be read is a fault.
 */
export function readConfigDocument(
  text: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const originals = new Map<Node, Substitution>();
  const missing = replaceVariables(document, environment, originals);

  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const at = (path: ConfigPath, node: Node | null) => ({
    ...place(node?.range?.[0] ?? 0),
    key: formatPath(path),
  });

  const fault = (path: ConfigPath, expected: string): ConfigFault => {
    const { node, held } = locate(document, path);
    if (held === null && path.length > 0)
      return { ...at(path, node), holds: null, expected: `is missing; ${expected}` };
    return { ...at(path, node), holds: describeNode(held, path, originals), expected };
  };
  const keyFault = (path: ConfigPath, expected: string): ConfigFault => ({
    ...at(path, keyNode(document, path)),
    holds: null,
    expected,
  });

  const syntax: ConfigFault[] = tellingErrors(document.errors).map((error) => ({
    ...place(error.pos[0]),
    key: error.code === 'DUPLICATE_KEY' ? wordAt(text, error.pos[0]) : '',
    holds: null,
    expected: describeSyntax(error),
  }));
  const variables: ConfigFault[] = missing.map(({ path, node, name }) => ({
    ...at(path, node),
    holds: `\${${VARIABLE_NAME.test(name) || isPlain(name) ? name : '***'}}`,
    expected: VARIABLE_NAME.test(name)
      ? `expected the environment variable ${name} to be set`
      : 'expected ${NAME} with the name of an environment variable',
  }));
  const faults = [...syntax, ...variables];

  return {
    value: syntax.length === 0 ? plainValue(document, faults, place) : undefined,
    faults,
    fault,
    keyFault,
    substitution: (path) => {
      const { held } = locate(document, path);
      const found = held ? originals.get(held) : undefined;
      return found && found.values.length > 0 ? found : null;
    },
  };
}

function plainValue(
  document: Document,
  faults: ConfigFault[],
  place: (offset: number) => Pick<ConfigFault, 'file' | 'line' | 'column'>,
): unknown {
  const before = faults.length;
  let first = 0;
  visit(document, {
    Alias(_key, node) {
      first ||= node.range?.[0] ?? 0;
      if (node.resolve(document)) return;
      // The alias's name isn't shown: it may be a value that begins with an asterisk and lacks its quotes.
      const expected = 'an alias (*…) has no anchor; expected its anchor (&…) before it, or the value in quotes';
      faults.push({ ...place(node.range?.[0] ?? 0), key: '', holds: null, expected });
    },
  });
  if (faults.length > before) return undefined;
  try {
    return document.toJS();
  } catch {
    // There are so many aliases, or one within itself, that they would fill the memory.
    const expected = 'the aliases (*name) expand to too much text; expected fewer aliases, or the values themselves';
    faults.push({ ...place(first), key: '', holds: null, expected });
    return undefined;
  }
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

interface Location {
  /** The node to point at: the one at the path, or the deepest one above it that exists. */
  readonly node: Node | null;
  /** The node at the path, aliases followed; `null` if there is none. */
  readonly held: Node | null;
}

function locate(document: Document, path: ConfigPath): Location {
  let node: Node | null = document.contents;
  let held = follow(document, node);
  for (const part of path) {
    const child = childOf(held, part);
    if (!child) return { node, held: null };
    node = child;
    held = follow(document, child);
  }
  return { node, held };
}

function childOf(parent: Node | null, part: PropertyKey): Node | null {
  if (isSeq(parent)) return (parent.items[Number(part)] as Node | undefined) ?? null;
  return (pairOf(parent, part)?.value as Node | null | undefined) ?? null;
}

function pairOf(parent: Node | null, part: PropertyKey | undefined) {
  if (!isMap(parent)) return undefined;
  return parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
}

function follow(document: Document, node: Node | null): Node | null {
  return isAlias(node) ? (node.resolve(document) ?? null) : node;
}

function keyNode(document: Document, path: ConfigPath): Node | null {
  const parent = locate(document, path.slice(0, -1));
  return (pairOf(parent.held, path.at(-1))?.key as Node | undefined) ?? parent.node;
}

function describeNode(node: Node | null, path: ConfigPath, originals: ReadonlyMap<Node, Substitution>): string {
  if (isSeq(node) && node.items.length === 0) return 'an empty list';
  if (!isScalar(node)) return describeKind(isMap(node) ? {} : isSeq(node) ? [] : null);
  const original = originals.get(node)?.text;
  const hidden = hiddenName(path);
  if (original !== undefined && hidden !== null) return JSON.stringify(shorten(shownHeader(hidden, original)));
  const value = original ?? node.value;
  // It may be a secret, unless it only names the secret's source.
  if (typeof value !== 'string') return hidden === null ? describeScalar(node) : describeKind(value);
  if (hidden !== null) return 'a text that is not shown here';
  return JSON.stringify(shorten(hideCredentials(value)));
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

function describeScalar(node: Scalar): string {
  return node.value === null ? 'nothing' : String(node.source ?? node.value);
}

/** `['services', 1, 'timeout']` → `services[1].timeout`. */
export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? cleanText(String(part)) : `${text}.${cleanText(String(part))}`;
  }, '');
}
