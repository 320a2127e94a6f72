/** The cause that a report gives for being unhealthy: words for people, on which no decision depends. */

import { type CleanText, cleanText } from '../words/clean-text';
import { isJsonObject, jsonObjectOf } from '../words/json';
import { CONTRACT_FIELDS } from './report';

/** The fields that mostly hold a cause. If a report has none of them, all that the contract doesn't know is shown. */
const CAUSES =
  /^(?:errors?|reasons?|causes?|messages?|details?|checks|components|dependencies|failures|problems|output|notes)$/i;
/** What a part that is well says of itself. */
const WELL = /^(?:ok|okay|up|pass|passed|passing|healthy|well|good|green|alive|connected|available|ready|running)$/i;

const PARTS_SHOWN = 8;
const PART_LENGTH = 100;
const NAME_LENGTH = 40;
const LENGTH = 300;
const DEPTH = 4;

/**
 * The cause that an unhealthy report gives, on one clean line of at most 300 characters: `checks db: timeout after
 * 5000ms`. Its `error` comes first; parts that say they are well are left out. Empty if it gives none. Every text of the
 * report goes through `clean`, which hides secrets.
 */
export function unhealthyCause(report: unknown, clean: CleanText = cleanText): string {
  const fields = Object.entries(jsonObjectOf(report)).filter(([name]) => !CONTRACT_FIELDS.has(name));
  const telling = fields.filter(([name]) => CAUSES.test(name));
  const errorFirst = (telling.length > 0 ? telling : fields).sort(([left], [right]) => rank(left) - rank(right));
  const parts: string[] = [];
  for (const [name, value] of errorFirst) {
    for (const part of partsOf(name, value, { depth: DEPTH, clean })) {
      parts.push(part);
      if (parts.length === PARTS_SHOWN) return cleanText(parts.join('; '), LENGTH);
    }
  }
  return cleanText(parts.join('; '), LENGTH);
}

function rank(name: string): number {
  return name === 'error' ? 0 : 1;
}

interface Reading {
  readonly depth: number;
  readonly clean: CleanText;
}

/** Each text, number or `false` below a field, behind the names that lead to it; what lies too deep is left out. */
function* partsOf(name: string, value: unknown, { depth, clean }: Reading): Generator<string> {
  const below = { depth: depth - 1, clean };
  if (value === null || value === '' || isWell(value) || depth === 0) return;
  if (Array.isArray(value)) {
    for (const element of value) yield* partsOf(name, element, below);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) yield* partsOf(`${name} ${key}`, value[key], below);
  } else {
    const text = clean(String(value), PART_LENGTH);
    yield name === 'error' ? text : `${clean(name, NAME_LENGTH)}: ${text}`;
  }
}

function isWell(value: unknown): boolean {
  if (typeof value === 'string') return WELL.test(value);
  return isJsonObject(value) ? isWell(value.status) || isWell(value.state) || isWell(value.health) : value === true;
}
