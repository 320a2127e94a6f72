/** What a table of fields has to have: held by the type check. */

import * as v from 'valibot';
import { type Field, tableOf } from '../../../../lambda/core/fields/fields';

interface Pair {
  readonly left: number;
  readonly right: number;
}

const ROW: Field<number, Pair> = { join: Math.max, initial: 0, kept: 'always', savedAtOnce: true, schema: v.number() };
const numberOf = () => 0;

export const WHOLE = tableOf<Pair>({ numberOf, fields: { left: ROW, right: ROW } });
// @ts-expect-error: a field without its row
export const MISSING = tableOf<Pair>({ numberOf, fields: { left: ROW } });
// @ts-expect-error: a row of no field
export const MISSPELT = tableOf<Pair>({ numberOf, fields: { left: ROW, right: ROW, rihgt: ROW } });
// @ts-expect-error: a row without its join
export const HALF = tableOf<Pair>({ numberOf, fields: { left: ROW, right: { ...ROW, join: undefined } } });
