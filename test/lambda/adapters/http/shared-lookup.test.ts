/** Lookups of a name join the running one. A second one starts if the first has hung for long. */

import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { lookupSharer } from '../../../../lambda/adapters/http/shared-lookup';

const OPTIONS = { all: true };
const LOCAL = [{ address: '127.0.0.1', family: 4 }];

/** A resolver of the system that answers only when the test says so. */
function setUp(resolver?: Resolver) {
  const asked: { host: string; answer: Parameters<LookupFunction>[2] }[] = [];
  const clock = { now: 0 };
  const resolve: LookupFunction = (host, _, answer) => void asked.push({ host, answer });
  const share = lookupSharer(resolve, () => clock.now, resolver);
  const ask = (host: string) => {
    const { lookup, leave } = share();
    const answers: unknown[] = [];
    lookup(host, OPTIONS, (error, addresses) => answers.push(error?.message ?? addresses));
    return { answers, leave };
  };
  return { asked, ask, clock };
}

it('joins the lookup of the same name, and all get its answer', () => {
  const { asked, ask } = setUp();
  const all = [ask('shop.internal'), ask('shop.internal'), ask('shop.internal')];
  ask('cart.internal');
  expect(asked.map(({ host }) => host)).toEqual(['shop.internal', 'cart.internal']);
  asked[0]?.answer(null, LOCAL);
  expect(all.map(({ answers }) => answers)).toEqual([[LOCAL], [LOCAL], [LOCAL]]);
});

it('passes a failure to all, and looks up again after it', () => {
  const { asked, ask } = setUp();
  const all = [ask('shop.internal'), ask('shop.internal')];
  asked[0]?.answer(new Error('EAI_AGAIN'), '');
  expect(all.map(({ answers }) => answers)).toEqual([['EAI_AGAIN'], ['EAI_AGAIN']]);
  ask('shop.internal');
  expect(asked).toHaveLength(2);
});

it('forgets callers that have left, without a second lookup', () => {
  const { asked, ask } = setUp();
  const gone = ask('shop.internal');
  gone.leave();
  const stays = ask('shop.internal');
  asked[0]?.answer(null, LOCAL);
  expect([asked.length, gone.answers, stays.answers]).toEqual([1, [], [LOCAL]]);
});

describe('a lookup that has hung for half a minute', () => {
  const server = createSocket('udp4');
  const questions: Buffer[] = [];
  let isWorking = true;
  let resolver: Resolver;
  beforeAll(async () => {
    server.on('message', (question, { port, address }) => {
      questions.push(question);
      if (!isWorking) return;
      // The question as it was asked, and one address (RFC 1035, 4.1.3).
      const answer = Buffer.from(question.subarray(0, 12 + 'shop.internal'.length + 2 + 4));
      answer.writeUInt16BE(0x8180, 2);
      answer.writeUInt16BE(1, 6);
      answer.writeUInt16BE(0, 10);
      const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
      server.send(Buffer.concat([answer, record]), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    resolver = new Resolver({ timeout: 20_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  });
  afterAll(async () => {
    resolver.cancel();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('is replaced once the name server works again', async () => {
    const { asked, ask, clock } = setUp(resolver);
    const first = ask('shop.internal');
    clock.now = 31_000;
    const later = ask('shop.internal');
    while (later.answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect([asked.length, first.answers, later.answers]).toEqual([1, [], [LOCAL]]);
  });

  it('is waited for while the name server does not answer', async () => {
    isWorking = false;
    const { asked, ask, clock } = setUp(resolver);
    const before = questions.length;
    ask('shop.internal');
    clock.now = 31_000;
    const later = ask('shop.internal');
    while (questions.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
    asked[0]?.answer(null, LOCAL);
    expect(later.answers).toEqual([LOCAL]);
  });
});
