/** The template of a request: JSON whose texts have placeholders such as `{{ subject }}`. It has no loops, conditions or code. */

import type { EventKind, Severity } from './codes';

/** The fields that an address takes: codes, and ids that the checker makes. */
export const ADDRESS_FIELDS = ['id', 'key', 'event', 'status', 'kind', 'severity', 'reason'] as const;

export const TEMPLATE_FIELDS = [
  'id',
  'key',
  'event',
  'status',
  'kind',
  'service',
  'severity',
  'environment',
  'reason',
  'since',
  'subject',
  'text',
  'runbook',
  'dashboard',
  'json',
] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

export const METHODS = ['POST', 'PUT', 'PATCH'] as const;
export type Method = (typeof METHODS)[number];

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The value of each field; empty if an alert has none. */
export type FieldValues = Readonly<Record<TemplateField, JsonValue>>;

type Word = string | number;

export interface RequestTemplate {
  readonly method: Method;
  readonly body: JsonValue;
  /** The method and the body that replace the common ones for an event. Its address is a setting (`settingAt`). */
  readonly on: Readonly<Partial<Record<EventKind, { readonly method?: Method; readonly body?: JsonValue }>>>;
  /** The headers that have placeholders. */
  readonly headers: Readonly<Record<string, string>>;
  readonly words: {
    readonly event?: Readonly<Record<EventKind, Word>>;
    readonly severity?: Readonly<Record<Severity, Word>>;
  };
  readonly limits: TextLimits;
  /** Whether alerts that belong together are one request. */
  readonly group: boolean;
  /** The names of the settings that are not templates, since their values come from outside the file. */
  readonly fixed: readonly string[];
}

/** The most characters of a text. */
export interface TextLimits {
  readonly subject?: number;
  readonly text?: number;
}

/** Returns the name of the setting for the value at a path below `webhook`. */
export function settingAt(path: readonly PropertyKey[]): string {
  return path.length === 1 ? String(path[0]) : JSON.stringify(path);
}

const PLACEHOLDER = /\{\{(.*?)\}\}/gs;

/** Returns the names in the placeholders of a text. */
export function placeholdersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}

/** Returns the text around the placeholders. */
export function textAround(text: string): string {
  return text.replace(PLACEHOLDER, '');
}

/** Fills placeholders in one pass: what looks like one in a value stays as it is. */
function fillText(text: string, values: FieldValues, asText: (value: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => asText(String(values[name.trim() as TemplateField])));
}

/**
 * Fills the texts in a tree. A text that is a single placeholder becomes the value itself, and is left out if that is empty. `fixed` has the texts that
 * are not templates, by their `settingAt`.
 */
export function fillTree(
  tree: JsonValue,
  path: readonly PropertyKey[],
  values: FieldValues,
  fixed: Readonly<Record<string, string>>,
): JsonValue | undefined {
  const name = settingAt(path);
  if (Object.hasOwn(fixed, name)) return fixed[name];
  if (typeof tree === 'string') return fillValue(tree, values);
  if (typeof tree !== 'object' || tree === null) return tree;
  const filled = Object.entries(tree).flatMap(([key, value]: [string, JsonValue]) => {
    const held = fillTree(value, [...path, Array.isArray(tree) ? Number(key) : key], values, fixed);
    return held === undefined ? [] : [[key, held] as const];
  });
  return Array.isArray(tree) ? filled.map(([, held]) => held) : Object.fromEntries(filled);
}

function fillValue(text: string, values: FieldValues): JsonValue | undefined {
  const [name, ...others] = placeholdersIn(text);
  if (name === undefined || others.length > 0 || textAround(text).trim() !== '')
    return fillText(text, values, (value) => value);
  const value = values[name as TemplateField];
  return value === '' ? undefined : value;
}

/**
 * Fills an address. A value can't leave its place: it is encoded, and dots alone, which would name a folder above, become a dash. Source: URL
 * Standard, 4.3: "A double-dot URL path segment is ".." or an ASCII case-insensitive match for ".%2e", "%2e.", or "%2e%2e"."
 */
export function fillAddress(text: string, values: FieldValues): string {
  return fillText(text, values, (value) => (/^\.*$/.test(value) ? '-' : encodeURIComponent(value)));
}

const HEADER_LENGTH = 1_000;

/** Fills a header: a line of visible ASCII. */
export function fillHeader(text: string, values: FieldValues): string {
  return fillText(text, values, (value) => value)
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, HEADER_LENGTH)
    .trim();
}
