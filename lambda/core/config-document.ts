/** The YAML of a config as a tree that knows its places and hides what came from the environment. */

import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
} from 'yaml';
import type { ConfigFault } from './config-fault';

export type ConfigPath = readonly PropertyKey[];

export interface ConfigDocument {
  /** The content as plain values, `${NAME}` replaced. */
  readonly value: unknown;
  /** What is wrong with the file before its keys are even looked at. */
  readonly faults: readonly ConfigFault[];
  /** A fault of the value at `path`, with its place and what it holds. */
  fault(path: ConfigPath, expected: string): ConfigFault;
  /** A fault of the key at `path` itself. */
  keyFault(path: ConfigPath, expected: string): ConfigFault;
  /** How the text at `path` came about, where `${NAME}` was replaced in it; otherwise `null`. */
  substitution(path: ConfigPath): Substitution | null;
}

export interface Substitution {
  /** What stands in the file, such as `Bearer ${TOKEN}`. */
  readonly text: string;
  /** The values that were put in. */
  readonly values: readonly string[];
}

const VARIABLE = /\$(\$?)\{([^}]*)\}/g;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
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
    const { node, exact } = nearestNode(document, path);
    const holds = exact ? describeNode(node, originals) : 'nothing';
    return {
      ...at(path, node),
      holds: isHeaderValue(path) && exact ? 'a text that is not shown here' : holds,
      expected,
    };
  };
  const keyFault = (path: ConfigPath, expected: string): ConfigFault => ({
    ...at(path, keyNode(document, path)),
    holds: null,
    expected,
  });

  const syntax: ConfigFault[] = document.errors.map((error) => ({
    ...place(error.pos[0]),
    key: '',
    holds: null,
    expected: `${error.message.replace(/\s+/g, ' ')}: expected valid YAML`,
  }));
  const variables: ConfigFault[] = missing.map(({ path, node, name }) => ({
    ...at(path, node),
    holds: `\${${name}}`,
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
      const { node, exact } = nearestNode(document, path);
      return exact && node ? (originals.get(node) ?? null) : null;
    },
  };
}

function plainValue(
  document: Document,
  faults: ConfigFault[],
  place: (offset: number) => Pick<ConfigFault, 'file' | 'line' | 'column'>,
): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // Aliases without an anchor, or so many that they would fill the memory.
    faults.push({ ...place(0), key: '', holds: null, expected: `${(error as Error).message}: expected valid YAML` });
    return undefined;
  }
}

interface MissingVariable {
  readonly path: ConfigPath;
  readonly node: Node;
  readonly name: string;
}

function replaceVariables(
  document: Document,
  environment: Readonly<Record<string, string | undefined>>,
  originals: Map<Node, Substitution>,
): MissingVariable[] {
  const missing: MissingVariable[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const text = node.value;
      const values: string[] = [];
      node.value = text.replace(VARIABLE, (whole, escaped: string, name: string) => {
        if (escaped) return whole.slice(1);
        const value = VARIABLE_NAME.test(name) ? environment[name] : undefined;
        if (value === undefined) missing.push({ path: pathOf(node, ancestors), node, name });
        else values.push(value);
        return value ?? '';
      });
      originals.set(node, { text, values });
    },
  });
  return missing;
}

function pathOf(node: Node, ancestors: readonly unknown[]): ConfigPath {
  const path: PropertyKey[] = [];
  const chain = [...ancestors, node];
  for (const [index, parent] of chain.entries()) {
    const child = chain[index + 1];
    if (isMap(parent)) {
      const pair = child as { key?: unknown };
      path.push(String(isScalar(pair.key) ? pair.key.value : pair.key));
    } else if (isCollection(parent)) path.push(parent.items.indexOf(child as never));
  }
  return path;
}

/** The node at `path`, or the deepest one above it that exists. */
function nearestNode(document: Document, path: ConfigPath): { node: Node | null; exact: boolean } {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as Node | undefined;
    if (node) return { node, exact: depth === path.length };
  }
  return { node: document.contents, exact: path.length === 0 };
}

function keyNode(document: Document, path: ConfigPath): Node | null {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(parent)) return nearestNode(document, path).node;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
  return (pair?.key as Node | undefined) ?? (parent as Node);
}

function isHeaderValue(path: ConfigPath): boolean {
  return path.at(-2) === 'headers';
}

function describeNode(node: Node | null, originals: ReadonlyMap<Node, Substitution>): string {
  if (node === null) return 'nothing';
  if (!(node instanceof Scalar)) return isMap(node) ? 'a map' : 'a list';
  const value = originals.get(node)?.text ?? node.value;
  if (value === null) return 'nothing';
  return typeof value === 'string' ? hideCredentials(JSON.stringify(shorten(value))) : String(node.source ?? value);
}

function shorten(value: string): string {
  return value.length > 120 ? `${value.slice(0, 119)}…` : value;
}

/** An address may carry a password or a token: neither is ever shown. */
function hideCredentials(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/, '//***@').replace(/(https?:[^?]*\?)[^"#]*/, '$1***');
}

/** `['services', 1, 'timeout']` → `services[1].timeout`. */
export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
