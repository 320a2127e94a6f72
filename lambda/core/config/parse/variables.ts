/** `${NAME}` and `${NAME:-default}` in a text of a config, replaced by values of the environment. */

import { VARIABLE } from '../../words/literal-secret';

export interface Substitution {
  /** The text in the file, such as `Bearer ${TOKEN}`. */
  readonly text: string;
  /** The values that were put in. */
  readonly values: readonly string[];
  /** Whether the text is the path of the file that has the value: that may be shown. */
  readonly isFile?: true;
}

export interface Substituted {
  readonly value: string;
  /** `null` if there is no variable in the text. */
  readonly substitution: Substitution | null;
  /** The names of variables that are not set and have no default, or that are invalid. */
  readonly missing: readonly string[];
}

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const DEFAULT = ':-';

/** Escapes a text so that no variable in it is replaced. */
export function escapeVariables(text: string): string {
  return text.replace(VARIABLE, (whole) => `$${whole}`);
}

/**
 * Replaces the variables of a text; `$${NAME}` stands for `${NAME}` itself. As in a shell, the default counts if the variable is not set
 * or empty. Source: POSIX, "Shell Command Language", 2.6.2 Parameter Expansion, `${parameter:-word}`.
 */
export function substitute(text: string, environment: Readonly<Record<string, string | undefined>>): Substituted {
  const values: string[] = [];
  const missing: string[] = [];
  const value = text.replace(VARIABLE, (whole, escaped: string, inner: string) => {
    if (escaped) return whole.slice(1);
    const [name = '', ...rest] = inner.split(DEFAULT);
    const fallback = rest.length === 0 ? undefined : rest.join(DEFAULT);
    const isName = VARIABLE_NAME.test(name);
    const set = isName && Object.hasOwn(environment, name) ? environment[name] : undefined;
    const found = fallback === undefined ? set : set || fallback;
    if (!isName || found === undefined) {
      missing.push(name);
      return '';
    }
    values.push(found);
    return found;
  });
  const isWritten = values.length > 0 || missing.length > 0;
  return { value, substitution: isWritten ? { text, values } : null, missing };
}
