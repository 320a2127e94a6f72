/** The forms of the ids of services and receivers, and a number made of an id. */

/** The longest id that a config may hold, in characters. */
export const ID_LIMIT = 63;

/** Lower-case letters, digits, dots, dashes and underscores: safe in a metric, a path and a subject line. */
export const SERVICE_ID = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${ID_LIMIT - 1}}$`);

/** Returns whether the id of a service contains a text that was typed, in letters of any case. */
export function isNamed(id: string, typed: string): boolean {
  return id.includes(typed.trim().toLowerCase());
}

/** The id of the deployment itself, whose state is stored beside those of services. No service can have it. */
export const DEPLOYMENT = '@deployment';

/** The id of the state of a drill, which is stored beside those of services. No service can have it. */
export const DRILL = '@drill';

/**
 * A whole number from 0 to 2^32 - 1, the same in every process and version: it spreads over time what would be done for all
 * services at the same moment. FNV-1a with 32 bits, over the text's UTF-16 code units.
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The longest id that a config may hold, in characters. */
export const RECEIVER_ID_LIMIT = 40;

/** Letters, digits and dashes: it is also the name of a file. */
export const RECEIVER_ID = new RegExp(`^[A-Za-z0-9-]{1,${RECEIVER_ID_LIMIT}}$`);
