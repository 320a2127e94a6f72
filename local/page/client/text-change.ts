/** The change from one text to another: the server makes it, and the page's script applies it. */

/**
 * By turns: how many characters of the old text are passed over, less than 0 to go back; how many are taken; and the text that comes
 * after them.
 */
export type TextChange = readonly (number | string)[];

export function applyChange(before: string, change: TextChange): string {
  const parts: string[] = [];
  let at = 0;
  for (let index = 0; index < change.length; index += 3) {
    const start = at + Number(change[index]);
    at = start + Number(change[index + 1]);
    parts.push(before.slice(start, at), String(change[index + 2]));
  }
  return parts.join('');
}

/** HTML is cut where a list item or a link begins: what one held is looked for where the same one was. */
const CUTS = /<(?:li|a) /g;
/** An element is known by its id, or by its whole tag. */
const TAG = /^<[^>]*?(?: id="([^"]*)"[^>]*)?>/;

/** The change of one HTML text into another, in steps, each of which takes little time whatever the texts hold. */
export function* changeOf(before: string, after: string): Generator<void, TextChange> {
  const items = new Map<string, Item>();
  for (const item of itemsOf(before)) {
    items.set(item.name, item);
    yield;
  }
  const change: (number | string)[] = [0, 0, ''];
  let at = 0;
  const take = (start: number, count: number) => {
    const last = change.length - 1;
    if (start === at && change[last] === '') change[last - 1] = Number(change[last - 1]) + count;
    else change.push(start - at, count, '');
    at = start + count;
  };
  for (const { name, text } of itemsOf(after)) {
    const old = items.get(name) ?? NO_ITEM;
    for (const { start, count, added } of text === old.text ? [all(text)] : alikeIn(old.text, text)) {
      change[change.length - 1] += added;
      if (count > 0) take(old.from + start, count);
    }
    yield;
  }
  return change;
}

interface Item {
  readonly name: string;
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly from: number;
}

const NO_ITEM: Item = { name: '', text: '', from: 0 };

function* itemsOf(html: string): Generator<Item> {
  const counts = new Map<string, number>();
  let from = 0;
  for (const to of endsIn(html)) {
    const text = html.slice(from, to);
    const [tag = '', id = tag] = TAG.exec(text) ?? [];
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    yield { name: `${count} ${id}`, text, from };
    from = to;
  }
}

/** Where its items end. A split at what lies ahead would try each character of the text, and all at once. */
function* endsIn(html: string): Generator<number> {
  for (const { index } of html.matchAll(CUTS)) if (index > 0) yield index;
  yield html.length;
}

/** Text that is new, and how many characters from where in the old text follow it. */
interface Alike {
  readonly start: number;
  readonly count: number;
  readonly added: string;
}

function all({ length }: string): Alike {
  return { start: 0, count: length, added: '' };
}

/** What is alike for fewer characters than this is sent anew: naming its place would take as much. */
const LEAST_ALIKE = 10;
/** Nothing is looked for in a longer text, nor more often in vain: then the rest is sent anew. */
const [MOST_LENGTH, MOST_MISSES] = [16_384, 1_000];

function* alikeIn(old: string, text: string): Generator<Alike> {
  let [at, index, done, misses] = [0, 0, 0, old.length > MOST_LENGTH ? MOST_MISSES : 0];
  while (index + LEAST_ALIKE <= text.length && misses < MOST_MISSES) {
    const wanted = text.slice(index, index + LEAST_ALIKE);
    const ahead = old.indexOf(wanted, at);
    const start = ahead < 0 ? old.indexOf(wanted) : ahead;
    if (start < 0) {
      index++;
      misses++;
      continue;
    }
    let count = LEAST_ALIKE;
    while (index + count < text.length && old.charCodeAt(start + count) === text.charCodeAt(index + count)) count++;
    yield { start, count, added: text.slice(done, index) };
    index += count;
    [at, done] = [start + count, index];
  }
  yield { start: 0, count: 0, added: text.slice(done) };
}
