/** A server that sends other things than a body without end: how much of it the probe reads. */

import type { Socket } from 'node:net';
import { ask, judged, MAX_BODY_BYTES } from '../../../support/http/asking';
import { makeCertificates } from '../../../support/http/certificates';
import { allClosed, startAnswering, startHttps, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const MEGABYTE = 1024 * 1024;
/** What the system takes for a reader who reads nothing, on both sides of a connection of loopback. */
const SYSTEM_BYTES = 24 * MEGABYTE;

/** Writes `more` as long as the other side takes it, and counts the bytes that the system has taken. */
function flood(socket: Socket, first: string, more: string): { readonly sentBytes: number } {
  const count = { sentBytes: 0 };
  let open = true;
  socket.once('close', () => {
    open = false;
  });
  const next = () => {
    if (!open) return;
    socket.write(more, (error) => {
      if (error) return;
      count.sentBytes += more.length;
      // In a later turn: the probe shares the process and would not read otherwise.
      setImmediate(next);
    });
  };
  socket.write(first);
  next();
  return count;
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const FLOODS: readonly (readonly [of: string, first: string, more: string])[] = [
  ['line breaks before the head', '', '\r\n'.repeat(32_768)],
  ['blanks in a header', 'HTTP/1.1 200 OK\r\nX-A:', ' '.repeat(65_536)],
  ['chunk extensions', CHUNKED, `1;${'a'.repeat(10_000)}\r\n \r\n`.repeat(6)],
  ['zeros in the size of a chunk', CHUNKED, '0'.repeat(65_536)],
];

describe('a server that floods', () => {
  it.each(FLOODS)('with %s is disconnected', async (_of, first, more) => {
    const counts: { readonly sentBytes: number }[] = [];
    const server = await using(startAnswering((socket) => counts.push(flood(socket, first, more))));
    const outcome = await ask(server.url());
    expect(judged(outcome)).toBe('unreachable malformed_response');
    expect(outcome.verdict.message).toContain('without end');
    await allClosed(server);
    expect(counts.map(({ sentBytes }) => sentBytes < SYSTEM_BYTES)).toEqual([true]);
  });

  it('over TLS is disconnected', async () => {
    const { ca, valid } = await makeCertificates();
    const counts: { readonly sentBytes: number }[] = [];
    const server = await using(
      startHttps({ key: valid.key, cert: valid.cert }, ({ socket }) => {
        counts.push(flood(socket, '', '\r\n'.repeat(32_768)));
      }),
    );
    expect(judged(await ask(server.url(), { ca }))).toBe('unreachable malformed_response');
    await allClosed(server);
    expect(counts.map(({ sentBytes }) => sentBytes < SYSTEM_BYTES)).toEqual([true]);
  });
});

describe('what honest servers put around a body', () => {
  it('is accepted: ten interim answers, a long head, chunks of one byte and long trailers', async () => {
    const long = `X-A: ${'b'.repeat(15_000)}\r\n`;
    const interim = `HTTP/1.1 103 Hints\r\n${long}\r\n`.repeat(10);
    const head = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${long}\r\n`;
    const body = `${'1\r\n \r\n'.repeat(MAX_BODY_BYTES)}0\r\n${long}\r\n`;
    const server = await using(startAnswering((socket) => socket.end(interim + head + body)));
    expect(judged(await ask(server.url(), { timeoutMs: 10_000 }))).toBe('invalid not_json');
  });
});
