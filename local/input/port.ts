/** Reads a port that a person gives. */

import { UserError } from './user-error';

export const LAST_PORT = 65_535;

/** Reads the text of `--port`; 0 stands for any free port. Throws a `UserError` with the expected form. */
export function readPort(text: string, last = LAST_PORT): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= last) return port;
  throw new UserError(`--port is "${text}"; expected a number from 0 to ${last}`);
}
