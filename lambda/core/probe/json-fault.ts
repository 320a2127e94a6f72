/** Where a text that begins like JSON stops being JSON, so that people can find the fault. */

export interface JsonFault {
  /** `cut` if more text could make it right, `broken` if none could. */
  readonly kind: 'cut' | 'broken';
  /** How many characters are right, in UTF-16 units. */
  readonly at: number;
}

const BLANKS = /[\t\n\r ]*/y;
// Characters of a text are all from U+0020 on but the quote and the backslash.
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const CUT_STRING =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*(?:\\(?:u[\da-fA-F]{0,3})?)?$/y;
const PLAIN_VALUE = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE])/y;
const CUT_PLAIN_VALUE = /(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-?(?:(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))?)$/y;

/** The tokens that may come next. */
type Next = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing';

const MAY_CLOSE: ReadonlySet<Next> = new Set(['first value', 'first key', 'comma']);

/** In longer texts no fault is searched for: that would take time from other services. In UTF-16 units. */
const LONGEST = 262_144;

/** The first fault by the grammar of RFC 8259; `null` for whole JSON, and for a text of more than 262,144 characters. */
export function jsonFault(text: string): JsonFault | null {
  if (text.length > LONGEST) return null;
  /** The brackets that close what is open, the innermost last. */
  const closers: string[] = [];
  let next: Next = 'value';
  let at = 0;
  for (;;) {
    if (text.charCodeAt(at) <= 0x20) at = endOf(BLANKS, text, at) ?? at;
    if (at === text.length) return next === 'nothing' ? null : { kind: 'cut', at };
    const sign = text[at] ?? '';
    if (sign === closers.at(-1) && MAY_CLOSE.has(next)) {
      closers.pop();
      next = closers.length === 0 ? 'nothing' : 'comma';
      at++;
    } else if (sign === ':' && next === 'colon') {
      next = 'value';
      at++;
    } else if (sign === ',' && next === 'comma') {
      next = closers.at(-1) === '}' ? 'key' : 'value';
      at++;
    } else if ((sign === '{' || sign === '[') && next.endsWith('value')) {
      closers.push(sign === '{' ? '}' : ']');
      next = sign === '{' ? 'first key' : 'first value';
      at++;
    } else {
      const isKey = next.endsWith('key');
      if (!isKey && !next.endsWith('value')) return { kind: 'broken', at };
      const isText = isKey || sign === '"';
      const end = endOf(isText ? STRING : PLAIN_VALUE, text, at);
      if (end === null) {
        const isCut = endOf(isText ? CUT_STRING : CUT_PLAIN_VALUE, text, at) !== null;
        return isCut ? { kind: 'cut', at: text.length } : { kind: 'broken', at };
      }
      const afterValue = closers.length === 0 ? 'nothing' : 'comma';
      next = isKey ? 'colon' : afterValue;
      at = end;
    }
  }
}

function endOf(token: RegExp, text: string, at: number): number | null {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : null;
}
