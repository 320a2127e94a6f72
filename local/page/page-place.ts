/** The host and port of the page, from the options of the command line. */

import { readPort } from '../input/port';
import { UserError } from '../input/user-error';

export interface PageOptions {
  readonly port: string;
  readonly host: string;
  /** False with `--no-page`. */
  readonly page: boolean;
  readonly once?: boolean;
}

export interface PagePlace {
  /** A name or an address of this machine. */
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
}

/** `null` if no page is wanted, or for a single run, which is over before anybody could look. Throws a `UserError`. */
export function readPagePlace({ port, host, page, once }: PageOptions): PagePlace | null {
  const place = { host: host.trim().replace(/^\[(.*)\]$/, '$1'), port: readPort(port) };
  if (!/^[\w.:%-]+$/.test(place.host)) {
    throw new UserError(
      `--host holds "${host}"; expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`,
    );
  }
  return page && !once ? place : null;
}
