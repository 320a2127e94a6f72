/** The host and port of the page, and who may call it and do what, from the options of the command line. */

import { readPort } from '../input/port';
import { UserError } from '../input/user-error';
import { readToken, type TokenOptions } from './read-token';

export interface PageOptions extends TokenOptions {
  /** Missing for the default port, or the next free one. */
  readonly port?: string;
  readonly host: string;
  /** False with `--no-page`. */
  readonly page: boolean;
  readonly once?: boolean;
  /** Further names by which the page may be called. */
  readonly allowHost?: readonly string[];
}

export interface PagePlace {
  /** A name or an address of this machine. */
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** Whether the page goes to the next free port if the port is taken; a port that was asked for is an error then. */
  readonly takesNextPort?: boolean;
  /** Further names by which the page may be called. */
  readonly allowed?: readonly string[];
  /** What has to be given to do anything through the page; `null` for nothing. */
  readonly token?: string | null;
}

const DEFAULT_PORT = 4_280;

/** `null` if no page is wanted, or for a single run, which is over before anybody could look. Throws a `UserError`. */
export function readPagePlace(options: PageOptions, environment: NodeJS.ProcessEnv = process.env): PagePlace | null {
  const { port, host, page, once, allowHost = [] } = options;
  const place: PagePlace = {
    host: host.trim().replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? DEFAULT_PORT : readPort(port),
    takesNextPort: port === undefined,
    allowed: allowHost,
    token: readToken(options, environment),
  };
  if (!/^[\w.:%-]+$/.test(place.host)) {
    throw new UserError(
      `--host holds "${host}"; expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`,
    );
  }
  const strange = allowHost.find((name) => !/^[\w.-]+$/.test(name));
  if (strange !== undefined) {
    throw new UserError(`--allow-host holds "${strange}"; expected a name without a port, such as status.example.com`);
  }
  return page && !once ? place : null;
}
