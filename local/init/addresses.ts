/** The addresses of services as a person gives them: the addresses to ask, and the faults of the others. */

import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import { hideCredentials, shorten } from '../../lambda/core/words/shown-value';
import { placeWithQuery } from './places';

export interface Addresses {
  /** Base URLs, or addresses with a query, each once, in the order in which they were given. */
  readonly bases: readonly string[];
  /** The base URLs that were given more than once. */
  readonly repeated: readonly string[];
  /** A line for each text that is no address of a service. It shows no credentials. */
  readonly faults: readonly string[];
}

/** `texts` are addresses, with or without `/status`. The config decides which are right. */
export function readAddresses(texts: readonly string[]): Addresses {
  const all = texts.map(baseOf);
  const bases = [...new Set(all)];
  const result = parseConfig({
    file: '',
    text: JSON.stringify({
      services: bases.map((base, index) => ({ id: `s${index}`, ...keysOf(base) })),
    }),
    environment: {},
    readCa: () => '',
    probing: 'all',
  });
  const faults = result.ok || bases.length === 0 ? [] : result.faults;
  return {
    bases,
    repeated: bases.filter((base) => all.indexOf(base) !== all.lastIndexOf(base)),
    faults: faults.map(({ key, holds, expected }) => {
      const base = bases[Number(/^services\[(\d+)\]/.exec(key)?.[1])] ?? '';
      const shown = key.endsWith('.path') ? JSON.stringify(shorten(hideCredentials(base))) : holds;
      return `${shown}: ${expected}${hintFor(base)}`;
    }),
  };
}

/** The keys of a service at an address: with a query the whole path, otherwise the base URL alone. */
export function keysOf(address: string): { readonly baseUrl: string; readonly path?: string } {
  const exact = placeWithQuery(address);
  if (exact === null) return { baseUrl: escapeVariables(address) };
  return { baseUrl: escapeVariables(exact.baseUrl), path: escapeVariables(exact.path) };
}

/** The addresses in a text, separated by blanks or line breaks. Lines that begin with `#` are ignored. */
export function addressesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => !line.trimStart().startsWith('#'));
  return lines.flatMap((line) => line.split(/\s+/)).filter((word) => word !== '');
}

/** An IP address or `localhost` with a port, as servers print their address. They rarely have TLS there. */
const LOCAL_WITH_PORT = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\]):\d+(?:[/?#]\S*)?$/i;

/**
 * The address without `/status`, which is added later, in the form of the URL standard: a host in small letters, no default port. An IP
 * address or `localhost` with a port gets `http://` if it has no scheme. With a query its path stays as it is.
 */
function baseOf(text: string): string {
  const address = LOCAL_WITH_PORT.test(text) ? `http://${text}` : text;
  const url = parsedUrl(address);
  if (url === null) return address;
  if (url.search !== '') return url.href;
  // That takes away a lone `?`.
  url.search = '';
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/status$/, '');
  return url.href.replace(/\/+$/, '');
}

/** A host, and perhaps a port and a path, as people write it; the text before the first colon would be a scheme. */
const WITHOUT_SCHEME = /^(?:localhost|\d+(?:\.\d+){3}|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?(?:\/\S*)?$/i;

function hintFor(base: string): string {
  if (WITHOUT_SCHEME.test(base)) {
    const scheme = /^(?:localhost|[\d.]+)(?:[:/]|$)/i.test(base) ? 'http' : 'https';
    return `; did you mean ${scheme}://${base}?`;
  }
  const { username = '', password = '' } = parsedUrl(base) ?? {};
  return username !== '' || password !== '' ? ', as basic: { user: NAME, password: { secret: NAME-OR-ARN } }' : '';
}

/** `null` for a text that is no URL. Once it is compiled, `URL.canParse` of Node 20 refuses addresses such as https://münchen.de. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
