/** What a source file takes from outside itself: its imports, and the globals that it mentions. */

import { parseSync, type TsParserConfig } from '@swc/core';

export interface Import {
  /** As written; `(computed)` where it is no plain text. */
  readonly specifier: string;
  /** Whether nothing is left of it when the types are taken away. */
  readonly typeOnly: boolean;
  /** The names that it takes of the module; `null` if they are not listed. */
  readonly names: readonly string[] | null;
}

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const SYNTAX: TsParserConfig & { readonly target: 'es2023' } = { syntax: 'typescript', target: 'es2023' };

/** `import`, `export … from`, `import()`, `require()`, `import x = require()` and `import('…').Type`. */
export function importsOf(code: string): Import[] {
  return nodesOf(code).flatMap(readImport);
}

function readImport(node: SyntaxNode): Import[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source ? [{ specifier: textOf(node.source), typeOnly: isErased(node), names: namesOf(node) }] : [];
    case 'CallExpression':
      return isLoader(node.callee) ? [{ specifier: textOf(firstArgument(node)), typeOnly: false, names: null }] : [];
    case 'TsExternalModuleReference':
      return [{ specifier: textOf(node.expression), typeOnly: false, names: null }];
    case 'TsImportType':
      return [{ specifier: textOf(node.argument), typeOnly: true, names: null }];
    default:
      return [];
  }
}

function isErased({ typeOnly, specifiers }: SyntaxNode): boolean {
  if (typeOnly === true) return true;
  const names = Array.isArray(specifiers) ? specifiers : [];
  return names.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly === true);
}

/** Of `import { a, b as c }` and `export { a, b as c } from`: `a` and `b`. */
function namesOf({ specifiers }: SyntaxNode): readonly string[] | null {
  const all = Array.isArray(specifiers) ? specifiers : [];
  const names = all.flatMap(({ type, imported, local, orig }) =>
    type === 'ImportSpecifier' || type === 'ExportSpecifier' ? [String((imported ?? local ?? orig).value)] : [],
  );
  return names.length > 0 && names.length === all.length ? names : null;
}

function isLoader(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  const { type, object } = callee;
  if (type === 'MemberExpression') return isNamed(object, 'require');
  return type === 'Import' || isNamed(callee, 'require');
}

function firstArgument({ arguments: args }: SyntaxNode): unknown {
  return Array.isArray(args) ? args[0]?.expression : undefined;
}

function textOf(node: unknown): string {
  return isNode(node) && node.type === 'StringLiteral' ? String(node.value) : '(computed)';
}

const GLOBALS = new Set([
  'process',
  'performance',
  'fetch',
  'crypto',
  'console',
  'globalThis',
  'global',
  'Bun',
  'Deno',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  '__dirname',
  '__filename',
  'eval',
]);
/** Of these only some members look outside. */
const PURE_MEMBERS: Readonly<Record<string, (member: string) => boolean>> = {
  Date: (member) => member === 'parse' || member === 'UTC',
  Math: (member) => member !== 'random',
};

/** The clock, chance, the environment and the network, where code mentions them other than as the name of a key. */
export function impureMentionsOf(code: string): string[] {
  return nodesOf(code).flatMap((node) => {
    if (node.type === 'Identifier') return impureName(node);
    if (node.type === 'MetaProperty') return ['import.meta'];
    return [];
  });
}

function impureName({ value, parent, field }: SyntaxNode): string[] {
  const name = String(value);
  const above = isNode(parent) ? parent : null;
  if (field === 'property' || field === 'key') return [];
  if (GLOBALS.has(name)) return [name];
  const isPure = PURE_MEMBERS[name];
  if (!isPure || above?.type.startsWith('Ts')) return [];
  if (above?.type === 'NewExpression' && Array.isArray(above.arguments) && above.arguments.length > 0) return [];
  const property = above?.type === 'MemberExpression' && isNode(above.property) ? above.property : null;
  if (property?.type !== 'Identifier') return [above?.type === 'NewExpression' ? `new ${name}()` : name];
  return isPure(String(property.value)) ? [] : [`${name}.${property.value}`];
}

const known = new Map<string, SyntaxNode[]>();

/** Every node of the code's syntax tree, with its parent and the parent's field that it stands in; read once. */
function nodesOf(code: string): readonly SyntaxNode[] {
  const nodes = known.get(code) ?? readNodes(code);
  known.set(code, nodes);
  return nodes;
}

function readNodes(code: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (value: unknown, parent: SyntaxNode | null, field: string) => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent, field);
    else if (typeof value === 'object' && value !== null) {
      const node = isNode(value) ? { ...value, parent, field } : null;
      if (node) found.push(node);
      for (const [name, child] of Object.entries(value)) visit(child, node ?? parent, name);
    }
  };
  visit(parse(code), null, '');
  return found;
}

/** JSX or plain TypeScript: each has texts that the other can't read. */
function parse(code: string) {
  try {
    return parseSync(code, SYNTAX);
  } catch {
    return parseSync(code, { ...SYNTAX, tsx: true });
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.value === name;
}
