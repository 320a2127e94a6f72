/** Finds texts in the config that may be credentials. */

/** Headers that never carry a credential. */
const HARMLESS = /^(accept(-.*)?|cache-control|content-type|host|pragma|user-agent|x-forwarded-.*)$/i;
const SPEAKS_OF_SECRETS = /auth|cookie|credential|jwt|key|pass|pwd|secret|session|signature|token/i;
/** A shorter text appears in harmless answers too. */
const SHORTEST_LITERAL = 8;
/** `${NAME}` or `${NAME:-default}`; with another `$` before it, the text itself. */
export const VARIABLE = /\$(\$?)\{([^}]*)\}/g;

/**
 * Whether a text is made of words alone: up to 16 letters, up to four digits, or up to three of both, with blanks and
 * `. , : ; / + = _ * ( ) " ' -` between them. So are names, hosts, versions and dates; tokens are not.
 */
export function isPlain(text: string): boolean {
  return text
    .replace(VARIABLE, '$2')
    .split(/[\s.,:;/+=_*()"'-]+/)
    .every((word) => /^(?:\p{L}{0,16}|\d{1,4}|[\p{L}\d]{1,3})$/u.test(word));
}

/**
 * The parts of a header's literal value that count as secrets: all of it if the header's name suggests a secret, otherwise the
 * parts that aren't plain; always from eight characters on, and nothing of `Accept`, `User-Agent` and their like.
 */
export function literalSecrets(name: string, value: string): string[] {
  if (HARMLESS.test(name)) return [];
  const isWhole = SPEAKS_OF_SECRETS.test(name) && !/[;,]/.test(value);
  const parts = isWhole ? [value.trim()] : value.split(/[\s;,]+/).filter((part) => !isPlain(part));
  return parts.filter(({ length }) => length >= SHORTEST_LITERAL);
}

/** The texts around the variables of a header's value that count as secrets. */
export function secretsAround(name: string, text: string): string[] {
  return literalParts(text).flatMap((part) => (isShown(name, part) ? [] : literalSecrets(name, part)));
}

function literalParts(text: string): string[] {
  const variables = Array.from(text.matchAll(VARIABLE)).filter(([, escaped]) => !escaped);
  const ends = variables.map(({ index, 0: whole }) => index + whole.length);
  return [0, ...ends].map((start, place) => text.slice(start, variables[place]?.index));
}

/** A header's value with variables as it may be shown: the variables without their defaults, and the texts around them that are no secrets. */
export function shownHeader(name: string, text: string): string {
  const names = Array.from(text.matchAll(VARIABLE), ([whole, escaped]) => (escaped ? [] : [whole])).flat();
  const variables = names.map((name) => name.replace(/:-[^}]+/s, ':-***'));
  return literalParts(text)
    .map((part, place) => `${isShown(name, part) ? part : '***'}${variables[place] ?? ''}`)
    .join('');
}

function isShown(name: string, part: string): boolean {
  // A scheme, such as `Bearer `, or the name of what follows, such as `session=`.
  if (/^\s*[a-z-]{1,16}[ =]$/i.test(part)) return true;
  return isPlain(part) && literalSecrets(name, part).length === 0;
}
