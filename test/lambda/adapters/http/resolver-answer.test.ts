/** How a resolver's answer, or no answer, is read. A resolver on loopback plays both. */

import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolverAnswer } from '../../../../lambda/adapters/http/resolver-answer';

const NAME = 'shop.internal';
/** The response codes of RFC 1035, 4.1.1, and RFC 2136, 2.2. */
const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;

/** The question as it was asked, with a response code and without an answer: header and question of RFC 1035, 4.1. */
function answerTo(question: Buffer, rcode: number): Buffer {
  const answer = Buffer.from(question.subarray(0, 12 + NAME.length + 2 + 4));
  answer.writeUInt16BE(0x8180 | rcode, 2);
  answer.writeUInt16BE(0, 10);
  return answer;
}

/** What is said of a name by a resolver that answers with `rcode`, or is silent. */
async function askResolver(rcode: number | null, close = false): Promise<string | null> {
  const server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    if (rcode !== null) server.send(answerTo(question, rcode), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (close) await new Promise<void>((resolve) => server.close(resolve));
  const resolver = new Resolver({ timeout: rcode === null ? 200 : 20_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    return await resolverAnswer(NAME, resolver);
  } finally {
    if (!close) server.close();
  }
}

it.each([
  ['NOERROR', 'ENODATA'],
  ['FORMERR', 'EFORMERR'],
  ['SERVFAIL', 'ESERVFAIL'],
  ['NXDOMAIN', 'ENOTFOUND'],
  ['NOTIMP', 'ENOTIMP'],
  ['REFUSED', 'EREFUSED'],
] as const)('%s is an answer: %s', async (rcode, code) => {
  expect(await askResolver(RCODES[rcode])).toBe(code);
});

// Node.js, DNS, error codes: "dns.TIMEOUT: Timeout while contacting DNS servers."
it('no answer is read as none', async () => {
  expect(await askResolver(null)).toBeNull();
});

// Node.js, DNS, error codes: "dns.CONNREFUSED: Could not contact DNS servers."
it('a missing resolver gives none', async () => {
  expect(await askResolver(null, true)).toBeNull();
});
