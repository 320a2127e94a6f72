/** Where an address of a config leads, as far as that is known without asking a name server. */

/** `self` is the machine that asks; `private` is a network that the public internet can't reach. */
export type Reach = 'self' | 'private' | 'unknown';

type Ipv4 = readonly [number, number, number, number];

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

/** The numbers of an IPv4 address, also if it is written as IPv6: a URL then has two hexadecimal numbers, not four decimal ones. */
function ipv4Of(host: string): Ipv4 | null {
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(host) ?? [];
  if (high !== undefined && low !== undefined) {
    const [first, last] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return [first >> 8, first & 255, last >> 8, last & 255];
  }
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? (host.split('.').map(Number) as unknown as Ipv4) : null;
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
