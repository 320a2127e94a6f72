/** Removes addresses from a text that is pasted where others can read it. */

import { FILE_NAME, folded } from '../../message/neutralize';
import { CUT_FACTOR, cleanText, DEFAULT_LENGTH } from '../../words/clean-text';

/** The placeholder for an address. */
export const ADDRESS = '(address)';

const PORT = '(?::\\d{1,5})?';
const MAIL = /[^\s@"'<>()[\],;:]{1,200}@[^\s@"'<>()[\],;]{1,253}/gu;
const URL_WITH_SCHEME = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi;
const IPV4 = new RegExp(`(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?:/\\d{1,2})?${PORT}(?![\\w])`, 'g');
/** Eight groups, or fewer with `::`; a time of day has three and no `::`. */
const IPV6 =
  /\[?(?<![\w:])(?=[\da-f:]*::|(?:[\da-f]{1,4}:){7})[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:(?:\d{1,3}\.){3}\d{1,3})?(?:%\w+)?\]?(?::\d{1,5})?(?![\w:])/gi;
const LABEL = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_-]{0,61}[\\p{L}\\p{N}_])?';
/** Words with dots, the last of which has two letters or more: a host. A path may follow. */
const HOST = new RegExp(
  `(?<![\\p{L}\\p{N}_.-])((?:${LABEL}\\.)+(?:xn--[a-z0-9-]+|\\p{L}{2,63}))(?![\\p{N}_-])${PORT}(?:/\\S*)?`,
  'giu',
);
const LOCAL_HOST = new RegExp(`\\blocalhost\\b${PORT}`, 'gi');
/** A word with a port of a service. */
const HOST_WITH_PORT = /(?<![\w.-])[a-z][\w-]*:(?:\d{4,5}|22|25|53|80|443|465|587|853)(?![\w:.])/gi;
/** A word that an error names as a host. */
const NAMED_HOST = /\b(ENOTFOUND|EAI_AGAIN|lookup) [\w-]+|\b(host(?: ?name)?) ["'][\w.-]+["']/g;
/** A dot of a host (UTS #46); between other signs it ends a sentence. */
const IDEOGRAPHIC_DOT = /(?<=[\w-])\u3002(?=[\w-])/g;
const LENGTH = DEFAULT_LENGTH * CUT_FACTOR;
/** The name of a class, as in `java.net.SocketException`: no host ends in such a word. */
const CLASS = /\.[A-Z][a-z]+[A-Z]\w*$/;

/**
 * Replaces each URL, host, IP address and e-mail address by `(address)`. Names of files, versions and classes stay, and so do the names in
 * `known`, such as the id of a service. A host without a dot is found by its port, or by the words of an error before it. Look-alike
 * characters count as the plain ones.
 */
export function withoutAddresses(text: string, known: readonly string[] = []): string {
  const keep = (name: string, bare: string) =>
    known.includes(bare) || FILE_NAME.test(bare) || CLASS.test(bare) ? name : ADDRESS;
  return cleanText(folded(text.slice(0, LENGTH)), LENGTH)
    .replace(IDEOGRAPHIC_DOT, '.')
    .replace(URL_WITH_SCHEME, ADDRESS)
    .replace(MAIL, ADDRESS)
    .replace(IPV6, ADDRESS)
    .replace(IPV4, ADDRESS)
    .replace(NAMED_HOST, (_, error?: string, host?: string) => `${error ?? host} ${ADDRESS}`)
    .replace(HOST, keep)
    .replace(LOCAL_HOST, ADDRESS)
    .replace(HOST_WITH_PORT, ADDRESS);
}
