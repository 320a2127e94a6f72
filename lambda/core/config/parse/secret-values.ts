/** Values that may be secrets, of services and of receivers: a text, a text with `${NAME}` in it, or a reference to a secret. */

import { secretsAround, shownHeader } from '../../words/literal-secret';
import type { SecretValue } from '../secret-value';
import { revealed, secretVariable } from '../secrets';
import type { ConfigDocument } from './document';
import type { ConfigPath } from './fault';

export interface ValueContext {
  readonly document: ConfigDocument;
  /** Values of secrets by the variable that holds them. */
  readonly secrets: ReadonlyMap<string, string>;
}

type Written = string | { readonly secret: string; readonly key: string | null } | undefined;

/** The values of the map at `path`, by name; those that are missing are left out. A secret that wasn't read stays a reference. */
export function secretValues(
  values: Readonly<Record<string, Written>> = {},
  path: ConfigPath,
  { document, secrets }: ValueContext,
): Readonly<Record<string, SecretValue>> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, SecretValue][] => {
    if (value === undefined) return [];
    const substitution = document.substitution([...path, name]);
    if (substitution === null)
      return [[name, typeof value === 'string' ? { kind: 'literal', value } : secretValue(value, secrets)]];
    const { text, values: inserted, isFile } = substitution;
    const hidden = isFile ? inserted : [...inserted, ...secretsAround(name, text)];
    // A variable that is not needed may not be set.
    const inserting = typeof value === 'string' ? value : '';
    return [
      [name, { kind: 'hidden', value: inserting, text: isFile ? text : shownHeader(name, text), secrets: hidden }],
    ];
  });
  return Object.fromEntries(entries);
}

function secretValue(reference: Exclude<Written, string | undefined>, secrets: ValueContext['secrets']): SecretValue {
  const value = secrets.get(secretVariable(reference));
  return value === undefined ? { kind: 'secret', ...reference } : revealed(reference, value);
}
