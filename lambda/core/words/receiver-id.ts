/** The form of a receiver's id. */

/** The longest id that a config may hold, in characters. */
export const RECEIVER_ID_LIMIT = 40;

/** Letters, digits and dashes: it is also the name of a file. */
export const RECEIVER_ID = new RegExp(`^[A-Za-z0-9-]{1,${RECEIVER_ID_LIMIT}}$`);
