/**
 * Fields that are declared once. A table has a row for each field of a record: how two values are joined, the initial value, for how long a
 * value is kept, whether a change is saved at once, and the schema of the stored value. Join, stored form and reader follow from the table.
 */

import * as v from 'valibot';
import type { JsonObject } from '../words/json';
import { sortedText } from './join';

/** `newest`: the value of the record with the larger number counts, so that such fields stay together. */
export type Join<Value> = 'newest' | ((left: Value, right: Value) => Value);

/** Until when a field keeps its value; afterwards it has its initial value. */
export type Kept = 'until over' | 'until settled' | 'always';

export interface Field<Value, Whole> {
  readonly join: Join<Value>;
  readonly initial: Value;
  readonly kept: Kept;
  /** Whether a change of the value is saved at once. A function returns the part of the value whose change is saved at once. */
  readonly savedAtOnce: boolean | ((value: Value, whole: Whole) => unknown);
  /** Returns the value as it is stored; if it is missing, the value is stored as it is. */
  readonly stored?: (value: Value) => unknown;
  /** Reads the stored value. */
  readonly schema: v.GenericSchema<unknown, Value>;
}

export interface Declaration<Whole> {
  /** A missing or misspelt field does not compile. */
  readonly fields: { readonly [Key in keyof Whole]-?: Field<Whole[Key], Whole> };
  /** The number that makes one of two records the newest: the larger wins. */
  readonly numberOf: (whole: Whole) => number;
  /** The shortest kind of field that still keeps its value; if it is missing, all do. */
  readonly phaseOf?: (whole: Whole) => Kept;
  /** A record without any of these can't be read; any other field that does not fit has its initial value. */
  readonly required?: readonly (keyof Whole & string)[];
}

/** The type of the record whose fields a table declares: each has the type that its schema reads. */
export type RecordOf<Fields extends Readonly<Record<string, { readonly schema: v.GenericSchema }>>> = {
  readonly [Key in keyof Fields]: v.InferOutput<Fields[Key]['schema']>;
};

/** A declaration, prepared for use. */
export interface Table<Whole> {
  readonly initial: Whole;
  readonly rows: readonly Row[];
  /** The fields that are joined as `newest`, those first that are kept longest. */
  readonly newest: readonly string[];
  readonly numberOf: (whole: Whole) => number;
  readonly phaseOf: (whole: Whole) => Kept;
  /** The schema of each field; a value that does not fit is read as the initial value. */
  readonly entries: { readonly [Key in keyof Whole]: v.GenericSchema<unknown, Whole[Key]> };
  readonly schema: v.GenericSchema<unknown, Whole>;
}

interface Row {
  readonly key: string;
  readonly field: Field<unknown, unknown>;
  readonly isRequired: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const LENGTHS: Readonly<Record<Kept, number>> = { 'until over': 0, 'until settled': 1, always: 2 };

export function tableOf<Whole extends object>(declaration: Declaration<Whole>): Table<Whole> {
  const { fields, numberOf, phaseOf = () => 'always', required = [] } = declaration;
  const rows = Object.entries(fields as Readonly<Record<string, Field<unknown, unknown>>>).map(([key, field]) => {
    const isRequired = required.some((name) => name === key);
    return { key, field, isRequired };
  });
  const newest = rows
    .filter(({ field }) => field.join === 'newest')
    .sort((left, right) => LENGTHS[right.field.kept] - LENGTHS[left.field.kept])
    .map(({ key }) => key);
  const entries = Object.fromEntries(
    rows.map(({ key, field: { schema, initial }, isRequired }) => [
      key,
      isRequired ? schema : v.fallback(schema, initial),
    ]),
  );
  const table = {
    initial: Object.fromEntries(rows.map(({ key, field }) => [key, field.initial])) as Whole,
    rows,
    newest,
    numberOf,
    phaseOf,
  };
  const schema = v.pipe(
    v.object(entries),
    v.transform((values) => withoutEnded(values as Whole, table)),
  );
  return { ...table, entries: entries as Table<Whole>['entries'], schema: schema as Table<Whole>['schema'] };
}

/** A part of a record, or of its schemas. */
export function pickFields<Whole, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]): Pick<Whole, Key> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>;
}

/** Two records joined into one. */
export function joinFields<Whole extends object>(left: Whole, right: Whole, table: Table<Whole>): Whole {
  if (left === right) return left;
  const newest = newestOf(left, right, table) as Values;
  const joined: Record<string, unknown> = {};
  for (const { key, field } of table.rows) {
    joined[key] = field.join === 'newest' ? newest[key] : field.join((left as Values)[key], (right as Values)[key]);
  }
  return withoutEnded(joined as Whole, table);
}

/** Gives the fields that are not kept any more their initial values. */
export function withoutEnded<Whole extends object>(
  whole: Whole,
  { rows, phaseOf }: Pick<Table<Whole>, 'rows' | 'phaseOf'>,
): Whole {
  const phase = LENGTHS[phaseOf(whole)];
  if (phase === 0) return whole;
  const ended = rows.filter(({ field }) => LENGTHS[field.kept] < phase);
  return { ...whole, ...Object.fromEntries(ended.map(({ key, field }) => [key, field.initial])) };
}

/** The record as plain JSON, which the table's schema reads. Fields that have their initial value are left out: each save pays for its length. */
export function storedFields<Whole extends object>(whole: Whole, { rows }: Table<Whole>): JsonObject {
  const stored: Record<string, unknown> = {};
  for (const { key, field, isRequired } of rows) {
    const value = (whole as Values)[key];
    if (isRequired || !isSame(value, field.initial)) stored[key] = field.stored ? field.stored(value) : value;
  }
  return stored;
}

/** The names of stored fields that did not fit: a field that has its initial value is not stored. */
export function unfitFields<Whole extends object>(
  raw: JsonObject,
  whole: Whole,
  { rows }: Table<Whole>,
): readonly string[] {
  return rows
    .filter(({ key, field, isRequired }) => {
      const isInitial = (whole as Values)[key] === field.initial;
      return !isRequired && Object.hasOwn(raw, key) && isInitial && !isSame(raw[key], field.initial);
    })
    .map(({ key }) => key);
}

/** Whether something has changed that must be saved at once. */
export function hasUrgentChange<Whole extends object>(before: Whole, after: Whole, { rows }: Table<Whole>): boolean {
  if (before === after) return false;
  return rows.some(({ key, field }) => {
    const values = [(before as Values)[key], (after as Values)[key]] as const;
    if (haveSameParts(...values)) return false;
    return !isSame(urgentValue(field, values[0], before), urgentValue(field, values[1], after));
  });
}

/** The part of a record that must be saved at once, for a record that is part of another. */
export function urgentPart<Whole extends object>(whole: Whole, { rows }: Table<Whole>): unknown {
  return rows.map(({ key, field }) => urgentValue(field, (whole as Values)[key], whole));
}

/** The part of a value whose change is saved at once. */
function urgentValue({ savedAtOnce }: Row['field'], value: unknown, whole: unknown): unknown {
  if (typeof savedAtOnce === 'boolean') return savedAtOnce ? value : null;
  return savedAtOnce(value, whole);
}

/**
 * The record with the larger number. Of two with the same number it is always the same, by the text of the fields that are joined so: the fields
 * that are kept longest count first, so that the same record counts before and after some of them have ended.
 */
function newestOf<Whole extends object>(left: Whole, right: Whole, { numberOf, newest }: Table<Whole>): Whole {
  const difference = numberOf(left) - numberOf(right);
  if (difference !== 0) return difference > 0 ? left : right;
  const textOf = (whole: Whole) => sortedText(newest.map((key) => (whole as Values)[key]));
  return textOf(left) >= textOf(right) ? left : right;
}

/** Whether two values are the same, or lists of the very same parts: each run makes new lists of incidents that stay as they are. */
function haveSameParts(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((part, index) => part === right[index]);
}

/** Whether two values are the same JSON. Parts that both share are not looked at: most of a state is as it was a run before. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    const areLists = Array.isArray(left) && Array.isArray(right) && left.length === right.length;
    return areLists && left.every((part, index) => isSame(part, right[index]));
  }
  const some = left as Values;
  const others = right as Values;
  // JSON has no key whose value is not defined.
  const isNew = (key: string) => others[key] !== undefined && !Object.hasOwn(some, key);
  return Object.keys(some).every((key) => isSame(some[key], others[key])) && !Object.keys(others).some(isNew);
}
