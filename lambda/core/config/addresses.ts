/** Where an address of a config leads, as far as can be told without a DNS lookup. */

/** `self` is the machine that sends the request; `private` is a network that the public internet can't reach. */
export type Reach = 'self' | 'private' | 'unknown';

/** The first two numbers of an IPv4 address. */
type Ipv4 = readonly [first: number, second: number];

/**
 * Reads the host of an address that is a URL. Names are `unknown`, except those of the machine itself.
 * Source: RFC 6761 (localhost), RFC 6890 (special-purpose addresses), RFC 4193 and RFC 4291 (those of IPv6).
 */
export function reachOf(address: string): Reach {
  const host = new URL(address).hostname.replace(/\.$/, '');
  if (/(^|\.)localhost$/.test(host) || host === '[::1]' || host === '[::]') return 'self';
  const ipv4 = ipv4Of(host);
  if (ipv4 !== null) return reachOfIpv4(ipv4);
  return /^\[f([cd]|e[89ab])[0-9a-f]{0,2}:/.test(host) ? 'private' : 'unknown';
}

/** Returns the first two numbers of an IPv4 address. Written as IPv6, it has two hexadecimal numbers in a URL instead of four decimal ones. */
function ipv4Of(host: string): Ipv4 | null {
  const [, mapped] = /^\[::ffff:([0-9a-f]+):[0-9a-f]+\]$/.exec(host) ?? [];
  if (mapped !== undefined) return [Number.parseInt(mapped, 16) >> 8, Number.parseInt(mapped, 16) & 255];
  const [, first, second] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host) ?? [];
  return first === undefined ? null : [Number(first), Number(second)];
}

function reachOfIpv4([first, second]: Ipv4): Reach {
  if (first === 127 || first === 0) return 'self';
  const isPrivate =
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127);
  return isPrivate ? 'private' : 'unknown';
}
