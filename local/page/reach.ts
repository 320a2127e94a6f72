/** The machines that can reach the page, and its names. */

import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

export interface Reach {
  /** Whether other machines can reach the page, directly or through a proxy on this machine. */
  readonly isOpen: boolean;
  /** The host names that the page accepts, in lower case, in addition to addresses. */
  readonly names: readonly string[];
}

/** Returns whether a host is this machine, as seen from itself; an IPv6 address may be in brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** Returns the reach of a page that is served at `host`; `allowed` are further names. */
export function reachOf(host: string, allowed: readonly string[], machine = hostname()): Reach {
  const short = machine.replace(/\..*/, '');
  const ofMachine = isLoopback(host) ? [] : [machine, short, `${short}.local`, host];
  const names = ['localhost', ...ofMachine, ...allowed].map((name) => name.toLowerCase());
  return {
    isOpen: !isLoopback(host) || allowed.length > 0,
    names: [...new Set(names)].filter((name) => isIP(name) === 0),
  };
}

/**
 * Returns whether a `Host` header names the page. Another name for this machine belongs to another page, whose scripts could read
 * this one; an address belongs to nobody else.
 */
export function isOwnHost({ names }: Reach, header: string): boolean {
  const host = header.replace(/:\d*$/, '').toLowerCase();
  return names.includes(host) || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Returns an address in the form that a URL needs. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the host of the page on this machine and, if it is served at all addresses of the machine, those for others. */
export function addressesAt(host: string): { readonly own: string; readonly others: readonly string[] } {
  if (!ALL_ADDRESSES.includes(host)) return { own: inUrl(host), others: [] };
  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // A link-local address needs the name of an interface, which no URL takes.
    .filter(({ internal, family, scopeid }) => !internal && (family === 'IPv4' || (host === '::' && !scopeid)));
  return { own: 'localhost', others: external.map(({ address }) => inUrl(address)) };
}
