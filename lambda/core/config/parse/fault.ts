/** A fault of a config, and its message. */

import { cleanText } from '../../words/clean-text';
import { maskWords } from '../../words/shown-value';
import { AUTH_KINDS } from '../auth';

/** A place in a file: the line and the column, from 1, of a key or of its value. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ConfigFault extends Place {
  /** The path of the key, such as `services[1].timeout`; empty for the whole file. */
  readonly key: string;
  /** The value that the key holds, such as `"3 sec"`; never a secret. `null` if the key's name says it all. */
  readonly holds: string | null;
  /** The expected value; or the fault, if that says more. */
  readonly expected: string;
}

/**
 * A fault as a line of printable text, whatever the file holds: `statuswatch.yaml:14:16  services[1].timeout is
 * "3 sec"; expected a duration such as …`. Parts of the key that may be a secret are left out.
 */
export function formatFault(fault: ConfigFault): string {
  const line = (text: string) => cleanText(text, Number.POSITIVE_INFINITY);
  const key = line(maskWords(fault.key, AUTH_KINDS));
  const expected = line(fault.expected);
  const place = `${fault.file}:${fault.line}:${fault.column}`;
  if (fault.holds === null) return `${place}  ${key === '' ? '' : `${key} `}${expected}`;
  return `${place}  ${key === '' ? '' : `${key} `}is ${line(fault.holds)}; ${expected}`;
}

export type ConfigPath = readonly PropertyKey[];

/** `['services', 1, 'timeout']` → `services[1].timeout`. */
export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? cleanText(String(part)) : `${text}.${cleanText(String(part))}`;
  }, '');
}

/** Returns the path of a key of a receiver. */
export function receiverPath(index: number, ...keys: ConfigPath): ConfigPath {
  return ['alerts', 'receivers', index, ...keys];
}
