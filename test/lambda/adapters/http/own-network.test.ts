/** What is found out about the network of this machine. Without any network: test/bin/inconclusive.test.ts. */

import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { ownNetwork } from '../../../../lambda/adapters/http/own-network';

/** A resolver that is asked on the loopback, and answers with a response code (RFC 1035, 4.1.1), or not at all. */
async function withServer<Value>(rcode: number | null, of: (resolver: Resolver) => Promise<Value>): Promise<Value> {
  const server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    if (rcode === null) return;
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8180 | rcode, 2);
    server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const resolver = new Resolver({ timeout: rcode === null ? 50 : 20_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    return await of(resolver);
  } finally {
    server.close();
  }
}

// Its answer has no records: it has answered all the same.
it.each([0, 2, 3, 5])('a resolver that answers with the code %i answers', async (rcode) => {
  expect(await withServer(rcode, ownNetwork)).toMatchObject({ resolves: true });
});

it('a resolver that is silent does not', async () => {
  expect(await withServer(null, ownNetwork)).toMatchObject({ resolves: false });
});
