/** Notes in the schema about values: which are secrets, addresses and files. */

import * as z from 'zod';

export interface Note {
  /** The value may be a secret: it can come from outside the file, and is never shown. `unwritten`: it must not be written in the file. */
  readonly secret?: 'written' | 'unwritten';
  /** The value is an address that is requested, or the path of one. */
  readonly address?: 'whole' | 'path';
  /** The value is the path of a file. */
  readonly file?: 'authority' | 'image';
}

const notes = z.registry<Note>();

/** Adds to what is noted of a schema. Schemas that are made from it have the same note. */
export function noted<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  const copy = schema.clone();
  notes.add(copy, note);
  return copy;
}

type AnySchema = z.core.$ZodType;

/** The schema itself, and those that it wraps or chooses from. */
function layers(schema: AnySchema): readonly AnySchema[] {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  if (isWrapper) return [schema, ...layers(schema.unwrap())];
  if (schema instanceof z.ZodPipe) return [schema, ...layers(schema.in)];
  return schema instanceof z.ZodUnion ? [schema, ...schema.options.flatMap(layers)] : [schema];
}

function childAt(schema: AnySchema, key: PropertyKey): AnySchema | undefined {
  for (const layer of layers(schema)) {
    if (layer instanceof z.ZodArray && typeof key === 'number') return layer.element;
    if (layer instanceof z.ZodRecord) return layer.valueType;
    if (layer instanceof z.ZodObject && Object.hasOwn(layer.shape, key)) return layer.shape[String(key)];
  }
  return undefined;
}

/** Returns the schema of the value at a path below; `undefined` if there is none. */
export function schemaAt(schema: AnySchema, path: readonly PropertyKey[]): AnySchema | undefined {
  return path.reduce<AnySchema | undefined>((above, key) => above && childAt(above, key), schema);
}

/** Returns the keys of a map; none if it is no map. */
export function keysOf(schema: AnySchema | undefined): string[] {
  const found = schema && layers(schema).find((layer) => layer instanceof z.ZodObject);
  return found ? Object.keys(found.shape) : [];
}

export function noteOf(schema: AnySchema | undefined): Note | undefined {
  return schema && layers(schema).flatMap((layer) => notes.get(layer) ?? [])[0];
}

/** Whether a text with this schema, or in its place, may be a secret. */
export function isHidden(schema: AnySchema | undefined): boolean {
  const isSecret = (each: AnySchema) => noteOf(each)?.secret !== undefined;
  const holds = (layer: AnySchema) => {
    if (layer instanceof z.ZodArray) return isSecret(layer.element);
    if (layer instanceof z.ZodRecord) return isSecret(layer.valueType);
    return layer instanceof z.ZodObject && Object.values<AnySchema>(layer.shape).some(isSecret);
  };
  return schema !== undefined && (isSecret(schema) || layers(schema).some(holds));
}

export interface NotedValue {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  readonly note: Note;
}

/** Returns the values in the content of a file that have notes, right or wrong, each with its path. */
export function notedValues(schema: AnySchema, value: unknown, path: readonly PropertyKey[] = []): NotedValue[] {
  const note = noteOf(schema);
  if (note !== undefined) return [{ path, value, note }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const key = Array.isArray(value) ? Number(name) : name;
    const child = childAt(schema, key);
    return child === undefined ? [] : notedValues(child, held, [...path, key]);
  });
}
