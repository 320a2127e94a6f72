/** `${NAME}` in the texts of a config, replaced by values of the environment. */

import { type Document, isCollection, isMap, isScalar, type Node, visit } from 'yaml';

export interface Substitution {
  /** The text in the file, such as `Bearer ${TOKEN}`. */
  readonly text: string;
  /** The values that were put in. */
  readonly values: readonly string[];
}

const VARIABLE = /\$(\$?)\{([^}]*)\}/g;
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** How a text must be written so that no variable in it is replaced. */
export function escapeVariables(text: string): string {
  return text.replace(VARIABLE, (whole) => `$${whole}`);
}

/** A variable that is not set, or whose name is invalid. */
export interface MissingVariable {
  readonly path: readonly PropertyKey[];
  readonly node: Node;
  readonly name: string;
}

/** Replaces the variables in the texts of `document` and notes in `originals` how each text came about. Keys are left. */
export function replaceVariables(
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
        const value = VARIABLE_NAME.test(name) && Object.hasOwn(environment, name) ? environment[name] : undefined;
        if (value === undefined) missing.push({ path: pathOf(node, ancestors), node, name });
        else values.push(value);
        return value ?? '';
      });
      originals.set(node, { text, values });
    },
  });
  return missing;
}

function pathOf(node: Node, ancestors: readonly unknown[]): PropertyKey[] {
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
