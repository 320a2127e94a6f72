/** Looks at the network of this machine: whether it has a way out, and a resolver that answers. */

import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { OwnNetwork } from '../../core/probe/conclude';
import { isAnswer } from './resolver-answer';

/** Addresses for documentation, which only a default route leads to. Sources: RFC 5737, section 3; RFC 3849, section 2. */
const ANYWHERE = [
  { type: 'udp4', address: '192.0.2.1' },
  { type: 'udp6', address: '2001:db8::1' },
] as const;

/** The codes of an address without a route. Sources: connect(2), ip(7); POSIX, connect. */
const NO_ROUTE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EAFNOSUPPORT']);

const LIMIT = { timeout: 1_000, tries: 2 };
/** The limit of the whole look, also with several resolvers, in milliseconds. */
const LIMIT_MS = 3_000;

/** Never rejects. A part that can't be checked counts as working: only a certain fault explains a failure. */
export async function ownNetwork(resolver = new Resolver(LIMIT)): Promise<OwnNetwork> {
  const [ways, resolves] = await Promise.all([Promise.all(ANYWHERE.map(hasRoute)), answers(resolver)]);
  return { hasRoute: ways.includes(true), resolves };
}

/** Source: udp(7), connect(2): on a datagram socket, connect() only sets the destination, for which the system looks up the route. */
async function hasRoute({ type, address }: (typeof ANYWHERE)[number]): Promise<boolean> {
  const socket = createSocket(type);
  try {
    const connected = once(socket, 'connect');
    socket.connect(53, address);
    await connected;
    return true;
  } catch (error) {
    return !NO_ROUTE.has((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    socket.close();
  }
}

/** Asks for the root of all names, which each resolver knows. An error that a resolver returns is an answer too. */
async function answers(resolver: Resolver): Promise<boolean> {
  const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    await resolver.resolveNs('.');
    return true;
  } catch (error) {
    return isAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}
