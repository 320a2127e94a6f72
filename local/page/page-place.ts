/** The host and port of the page, and who may call it and act, from the options of the command line. */

import { readPort } from '../input/port';
import { UserError } from '../input/user-error';
import { readToken, type TokenOptions } from './read-token';

export interface PageOptions extends TokenOptions {
  /** Missing for the default port, or the next free port. */
  readonly port?: string;
  readonly host: string;
  /** False with `--no-page`. */
  readonly page: boolean;
  readonly once?: boolean;
  /** Further names by which the page may be called. */
  readonly allowHost?: readonly string[];
  /** The address by which people reach the page; missing for its own. */
  readonly url?: string;
}

export interface PagePlace {
  /** A name or an address of this machine. */
  readonly host: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  /** Whether the page moves to the next free port if the port is taken; a port from an option is an error then. */
  readonly takesNextPort?: boolean;
  /** Further names by which the page may be called. */
  readonly allowed?: readonly string[];
  /** The token that actions need; `null` for none. */
  readonly token?: string | null;
  /** The address by which people reach the page, such as that of a proxy: alerts link to it. `null` for its own. */
  readonly url?: string | null;
}

const DEFAULT_PORT = 4_280;

/** `null` without a page, or for a single run, which is over before anybody could look. Throws a `UserError`. */
export function readPagePlace(options: PageOptions, environment: NodeJS.ProcessEnv = process.env): PagePlace | null {
  const { port, host, page, once, allowHost = [], url } = options;
  const place: PagePlace = {
    host: host.trim().replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? DEFAULT_PORT : readPort(port),
    takesNextPort: port === undefined,
    allowed: allowHost,
    token: readToken(options, environment),
    url: url === undefined ? null : readUrl(url),
  };
  if (!/^[\w.:%-]+$/.test(place.host)) {
    throw new UserError(
      `--host is "${host}"; expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`,
    );
  }
  const strange = allowHost.find((name) => !/^[\w.-]+$/.test(name));
  if (strange !== undefined) {
    throw new UserError(`--allow-host is "${strange}"; expected a name without a port, such as status.example.com`);
  }
  return page && !once ? place : null;
}

/** Checks the address. Every alert carries it, so it must not contain a password. */
function readUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`--url is "${text}"; expected the address of the page, such as https://status.example.com`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('--url has a user name or a password, which every alert would carry; leave it out');
  }
  return url.href;
}
