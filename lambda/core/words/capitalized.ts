/** Texts that begin a line or a cell. */

const PLAIN_WORD = /^[a-z]+(?=[\s,:;]|$)/;

/** `Connection refused`. A text that begins with a name or a figure stays as it is: `p50 is 900 ms`, `team-hook does not accept its alerts`. */
export function capitalized(text: string): string {
  return PLAIN_WORD.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}
