/** Makes a text safe for a line of Markdown, wherever it is pasted: an issue, a wiki, a chat, a prompt. */

import { neutralize } from '../../message/neutralize';
import { withoutCommands } from '../../words/without-commands';

const LENGTH = 500;

/**
 * Signs that begin something if text follows at once: an entity (`&lt;`), an issue (`#5`), a merge request (`!5`), a milestone (`%5`), an
 * epic (`&5`), a label or a footnote (`^5`), a macro of a wiki (`{html}`).
 */
const BEGINNING = /[&#!%^{](?=\S)/g;
/** The `:` before the name of an emoji, also of one at the end, where a `:` may follow in the line. The `:` of a time of day stays. */
const EMOJI = /:(?=[a-z+-][\w+-]*(?::|$))/gi;
/** An underscore between letters or digits is part of a word: `http_503`. */
const EMPHASIS = /_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu;
/** GitHub links `GH-5` to an issue. */
const ISSUE = /\bGH-(?=\d)/gi;
/** A dollar sign begins a formula; this sign looks the same. */
const DOLLAR = '\uff04';

/**
 * A clean line without anything that a renderer of Markdown would turn into a link, a mention, HTML or markup. It must not stand at the
 * beginning of a line, nor right after the sign of a list: there even a word such as `1.` is markup.
 */
export function markdownText(text: string, maxLength = LENGTH): string {
  const line = neutralize(text, maxLength)
    .replace(EMPHASIS, ' ')
    .replace(BEGINNING, '$& ')
    .replace(EMOJI, ': ')
    .replace(ISSUE, 'GH ')
    .replace(/={2,}|\+{2,}/g, (signs) => signs.split('').join(' '))
    .replaceAll('$', DOLLAR)
    .replace(/ {2,}/g, ' ')
    .trim();
  return withoutCommands(line);
}
