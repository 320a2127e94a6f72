/** The host and port of the page, from the options of the command line. */

import { readPort } from '../input/port';
import { UserError } from '../input/user-error';

export interface PageOptions {
  readonly port: string;
  readonly host: string;
  /** False with `--no-page`. */
  readonly page: boolean;
  readonly once?: boolean;
  readonly token?: string;
}

export interface PagePlace {
  /** A name or an address of this machine. */
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** What has to be given to do anything through the page; missing for nothing. */
  readonly token?: string;
}

/** Whoever knows it can silence services. */
const SHORTEST_TOKEN = 16;

/** `null` if no page is wanted, or for a single run, which is over before anybody could look. Throws a `UserError`. */
export function readPagePlace({ port, host, page, once, token }: PageOptions): PagePlace | null {
  const place: PagePlace = {
    host: host.trim().replace(/^\[(.*)\]$/, '$1'),
    port: readPort(port),
    ...(token !== undefined && { token }),
  };
  if (!/^[\w.:%-]+$/.test(place.host)) {
    throw new UserError(
      `--host holds "${host}"; expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`,
    );
  }
  if (token !== undefined && token.length < SHORTEST_TOKEN) {
    throw new UserError(`--token is too short: expected at least ${SHORTEST_TOKEN} characters that nobody can guess`);
  }
  return page && !once ? place : null;
}
