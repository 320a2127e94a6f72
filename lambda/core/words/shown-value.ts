/** The part of a value that a fault or a message may show: enough to find the value, never a credential. */

import { cut } from './clean-text';
import { isPlain } from './literal-secret';

const LONGEST_SHOWN = 120;

/** The kind of a value, for cases in which the value itself should not be shown or says nothing. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`;
}

/** An address may carry a password before its `@` and a token behind its `?` or `#`: neither is ever shown. `@weekly` has none. */
export function hideCredentials(text: string): string {
  const isAddress = text.includes('@') || /^[a-z][a-z0-9+.-]*:|[/\\]{2}/i.test(text);
  if (!isAddress) return text;
  return text
    .replace(/^(?!@[^@]*$)([a-z][a-z0-9+.-]*:(?=[/\\]))?([/\\]*).*@/is, '$1$2***@')
    .replace(/([?#]).*$/s, '$1***');
}

/** An address that a service points to, without the parts after `?` or `#`, and before an `@` of the host. */
export function withoutQuery(address: string): string {
  return address.replace(/([?#]).*$/s, '$1***').replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/]*@/i, '$1***@');
}

/** A text from the file with `***` for each word that may be a secret, unless it is one of `known`. */
export function maskWords(text: string, known: readonly string[] = []): string {
  return text.replace(/[^\s.,[\]{}"'`&*$]+/g, (word) =>
    known.includes(word) || isPlain(word.replace(/([a-z])([A-Z])/g, '$1 $2')) ? word : '***',
  );
}

export function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${cut(text, LONGEST_SHOWN - 1)}…` : text;
}

/** How many names a message lists, unless it has less room. */
const NAMES_SHOWN = 20;

/** Names in a row; of many the first, and how many more there are: `a, b and 3 more`. */
export function nameSome(names: readonly string[], most = NAMES_SHOWN, separator = ', '): string {
  const others = names.length - most;
  return `${names.slice(0, most).join(separator)}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Returns `a`, `a and b`, `a, b and c`; of more than `most` names the rest is a number: `a, b and 5 more`. */
export function listed(names: readonly string[], most: number = names.length): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Returns the name to show for `by`, which is `somebody` if nobody gave a name. */
export function actorName(by: string | null): string {
  return by ?? 'somebody';
}
