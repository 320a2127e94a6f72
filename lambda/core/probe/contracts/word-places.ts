/** Finds where the JSON of a service says how it is, if the config looks for that elsewhere. */

import { isJsonObject } from '../../words/json';
import { statusOf } from './vocabulary';

export interface WordPlace {
  /** The dotted path, for the key `at`. */
  readonly at: string;
  readonly word: string;
}

/** The names of fields that mostly hold the health of a service, and how deep they are looked for. */
export const HEALTH_FIELD = /^(?:status|state|health)$/i;
const DEPTH = 3;
/** A name with a dot can't be told from the dots of a path. */
const NAME = /^[\w-]{1,40}$/;
const FIELDS_LOOKED_AT = 200;

/** The known words in fields that mostly hold the health of a service: `status` at the root first, then whatever lies least deep. */
export function wordPlaces(json: unknown): readonly WordPlace[] {
  const found: WordPlace[] = [];
  let level: readonly (readonly [path: readonly string[], value: object])[] = isJsonObject(json) ? [[[], json]] : [];
  let looked = 0;
  for (let depth = 1; depth <= DEPTH; depth++) {
    const below: (readonly [readonly string[], object])[] = [];
    for (const [path, object] of level) {
      for (const [name, value] of Object.entries(object)) {
        if (looked++ >= FIELDS_LOOKED_AT) return found;
        if (!NAME.test(name)) continue;
        if (isJsonObject(value)) below.push([[...path, name], value]);
        if (typeof value !== 'string' || !HEALTH_FIELD.test(name) || statusOf(value, null) === null) continue;
        found.push({ at: [...path, name].join('.'), word: value });
      }
    }
    level = below;
  }
  return found.sort((left, right) => Number(left.at !== 'status') - Number(right.at !== 'status'));
}

/** The place where the health of the whole service is likely; `null` if there is none, or if several are as likely. */
export function likelyPlace(json: unknown): WordPlace | null {
  const [first, ...others] = wordPlaces(json);
  const depthOf = ({ at }: WordPlace) => at.split('.').length;
  if (first === undefined) return null;
  return first.at !== 'status' && others.some((other) => depthOf(other) === depthOf(first)) ? null : first;
}
