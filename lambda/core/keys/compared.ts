/** Checks of several keys at once. They are declared beside the keys, and run whatever faults single keys have. */

import type * as z from 'zod';
import type { Duration } from './values';

/** A value without its faulty parts: each of them is `undefined`. */
export type Sound<Value> =
  Value extends Duration<number | null>
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly (Sound<Item> | undefined)[]
      : Value extends object
        ? { readonly [Key in keyof Value]?: Sound<Value[Key]> | undefined }
        : Value;

/** Reports a fault of the value at a path below the one that is checked, or of its key. */
export type ReportFault = (path: readonly PropertyKey[], expected: string, about?: 'value' | 'key') => void;

/** The keys of a map as the file has them. An unknown key may be a missing one, misspelt. */
interface GivenKeys {
  readonly given: readonly string[];
  readonly unknown: readonly string[];
}

type Check<Schema extends z.ZodType> = (sound: Sound<z.output<Schema>>, report: ReportFault, keys: GivenKeys) => void;

/** Adds a check of several keys. zod itself skips a check as soon as a key is wrong; this one runs, on what is right. */
export function compared<Schema extends z.ZodType>(schema: Schema, check: Check<Schema>): Schema {
  return schema.superRefine(
    (value, { issues, addIssue }) => {
      const sound = soundPart<z.output<Schema>>(value, issues);
      if (typeof sound !== 'object' || sound === null) return;
      const unknown = issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' && !issue.path?.length ? issue.keys : [],
      );
      // A key that is missing may have a default, which is `null` for most.
      const given = Object.entries(value as object).flatMap(([key, held]) => (held == null ? [] : [key]));
      const report: ReportFault = (path, message, about = 'value') =>
        addIssue({ code: 'custom', path: [...path], message, params: { about } });
      check(sound, report, { given: [...given, ...unknown], unknown });
    },
    { when: () => true },
  );
}

/** The issues of a parse, before or after zod has finished them. */
type Issues = readonly {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly params?: unknown;
}[];

/** Returns a value without the parts that have issues. An issue of several keys leaves each of them in place. */
export function soundPart<Value>(value: unknown, issues: Issues): Sound<Value> {
  const broken = issues.filter(({ code, params }) => code !== 'unrecognized_keys' && !isOfSeveral(params));
  return broken.reduce<unknown>((sound, { path = [] }) => without(sound, path), value) as Sound<Value>;
}

export function isOfSeveral(params: unknown): params is { readonly about: 'value' | 'key' } {
  return typeof params === 'object' && params !== null && 'about' in params;
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return undefined;
  const left = rest.length === 0 ? undefined : without((value as Record<PropertyKey, unknown>)[key], rest);
  return Array.isArray(value) ? value.with(Number(key), left) : { ...value, [key]: left };
}

/** Each entry that equals an earlier one, with the index of that. Entries that are `undefined` are left out. */
export function repeated(entries: readonly unknown[]): readonly { readonly index: number; readonly first: number }[] {
  const firsts = new Map<unknown, number>();
  return entries.flatMap((entry, index) => {
    const first = firsts.get(entry) ?? index;
    firsts.set(entry, first);
    return entry === undefined || first === index ? [] : [{ index, first }];
  });
}
