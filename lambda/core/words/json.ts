/** Reads JSON of unknown content. */

export type JsonObject = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();

/** A body as text, without a byte-order mark; invalid UTF-8 becomes U+FFFD. */
export function bodyText(body: Uint8Array): string {
  return decoder.decode(body);
}

/** Parses the text of a body as JSON, and tolerates a byte-order mark; `undefined` if it is no JSON. Never throws. */
export function parseJson(body: Uint8Array): unknown {
  return parseText(bodyText(body));
}

/** Parses a text as JSON; `undefined` if it is none. Never throws. */
export function parseText(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** A value as JSON; its type, if it is nested too deep for that: what was parsed may still be. Never throws. */
export function shownJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return jsonKind(value);
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an object without fields. */
export function jsonObjectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The type of a JSON value, for people. */
export function jsonKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** Returns the objects of a list; an item that is no object is an empty one. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(jsonObjectOf) : [];
}
