/** Reads JSON of which nothing is known. */

export type JsonObject = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();

/** A body as text, without a byte-order mark; bytes that are no UTF-8 become U+FFFD. */
export function textOf(body: Uint8Array): string {
  return decoder.decode(body);
}

/** The text of a body as JSON, a byte-order mark tolerated; `undefined` where it is none. Never throws. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value, or an object without fields in place of anything else. */
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
