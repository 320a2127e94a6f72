/** One fault of a config, and its message. */

import { closest, distance } from 'fastest-levenshtein';
import { cleanText } from '../words/clean-text';
import { maskWords } from '../words/shown-value';

export interface ConfigFault {
  readonly file: string;
  /** The line and the column, from 1; they point at the key or its value. */
  readonly line: number;
  readonly column: number;
  /** The path of the key, such as `services[1].timeout`; empty for the whole file. */
  readonly key: string;
  /** What the key holds, such as `"3 sec"`; never a secret. `null` if the key's name says it all. */
  readonly holds: string | null;
  /** What would be right; or what is wrong, if that says more. */
  readonly expected: string;
}

/**
 * A fault as one line of printable text, whatever the file holds: `statuswatch.yaml:14:16  services[1].timeout holds
 * "3 sec"; expected a duration such as …`. Parts of the key that may be a secret are left out.
 */
export function formatFault(fault: ConfigFault): string {
  const line = (text: string) => cleanText(text, Number.POSITIVE_INFINITY);
  const holds = fault.holds === null ? '' : `holds ${line(fault.holds)}`;
  const subject = [line(maskWords(fault.key)), holds].filter(Boolean).join(' ');
  const place = `${fault.file}:${fault.line}:${fault.column}`;
  return `${place}  ${subject}${subject === '' ? '' : fault.holds === null ? ' ' : '; '}${line(fault.expected)}`;
}

/** The known word that was probably meant; `null` if none is similar. */
export function nearMiss(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const lower = closest(
    word.toLowerCase(),
    known.map((each) => each.toLowerCase()),
  );
  const limit = Math.max(1, Math.floor(lower.length / 3));
  if (distance(word.toLowerCase(), lower) > limit) return null;
  return known.find((each) => each.toLowerCase() === lower) ?? null;
}
