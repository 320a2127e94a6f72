/** The form of a service's id. */

/** The longest id that a config may hold, in characters. */
export const ID_LIMIT = 63;

/** Lower-case letters, digits, dots, dashes and underscores: safe in a metric, a path and a subject line. */
export const SERVICE_ID = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${ID_LIMIT - 1}}$`);
