/** What a server does → what the probe and the classification make of it: the design's table, over real sockets. */

import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ask, judged, MAX_BODY_BYTES, reportText } from '../../../support/http/asking';
import { closedPort, startAnswering, startHttp, startTcp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();

/** A whole answer, with its content-length. */
function answer(status: string, body: string | Uint8Array = '', headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(status, [...headers, `Content-Length: ${bytes.length}`]), bytes]);
}

function head(status: string, headers: readonly string[] = []): Buffer {
  return Buffer.from(`HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`);
}

function headAnd(headers: readonly string[], rest: string): Buffer {
  return Buffer.concat([head('200 OK', headers), Buffer.from(rest)]);
}

const healthy = reportText();
const unhealthy = reportText({ status: 'unhealthy' });
const errorBody = JSON.stringify({ error: 'database', timestamp: '2026-01-01T00:00:00.000Z', service: 'a, b' });
const bomb = Buffer.alloc(10_000_000);
const chunked = 'Transfer-Encoding: chunked';
const encoded = (name: string) => [`Content-Encoding: ${name}`];

const ANSWERS: readonly (readonly [behaviour: string, sent: Buffer | string, verdict: string])[] = [
  // Bytes that are no HTTP, or a body cut short.
  ['bytes that are no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreachable malformed_response'],
  ['an HTML page without a head', '<html>hello</html>', 'unreachable malformed_response'],
  ['no bytes at all', '', 'unreachable connection_reset'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 'unreachable connection_reset'],
  ['a head without an end', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}`, 'unreachable malformed_response'],
  ['one header of 1 MB', head('200 OK', [`X-A: ${'b'.repeat(1_000_000)}`]), 'unreachable malformed_response'],
  ['two lengths', head('200 OK', ['Content-Length: 1', 'Content-Length: 2']), 'unreachable malformed_response'],
  ['a body short of its length', headAnd(['Content-Length: 999'], healthy), 'unreachable truncated_response'],
  ['no body where one is announced', headAnd(['Content-Length: 9'], ''), 'unreachable truncated_response'],
  ['a chunk cut short', headAnd([chunked], `fff\r\n${healthy}`), 'unreachable truncated_response'],
  ['chunks without the last', headAnd([chunked], '2\r\n{}\r\n'), 'unreachable truncated_response'],
  ['a bad chunk', headAnd([chunked], 'zz\r\n{}\r\n0\r\n\r\n'), 'unreachable malformed_response'],
  ['endless chunk extensions', headAnd([chunked], `2;${'a'.repeat(99_000)}`), 'unreachable malformed_response'],
  ['endless trailers', headAnd([chunked], `0\r\n${'X-A: b\r\n'.repeat(10_000)}`), 'unreachable malformed_response'],
  ['1xx without end', 'HTTP/1.1 103 Hints\r\n\r\n'.repeat(100_000), 'unreachable malformed_response'],
  ['gzip that is none', answer('200 OK', healthy, encoded('gzip')), 'unreachable malformed_response'],
  ['br that is none', answer('200 OK', healthy, encoded('br')), 'unreachable malformed_response'],
  [
    'half of a gzip',
    answer('200 OK', gzipSync(healthy).subarray(0, 60), encoded('gzip')),
    'unreachable truncated_response',
  ],
  // A report that says unhealthy, under any status.
  ...['200 OK', '500 Oops', '503 Down', '404 Not Found', '302 Found'].map(
    (status) =>
      [`an unhealthy report under ${status}`, answer(status, unhealthy), 'unhealthy reported_unhealthy'] as const,
  ),
  [
    'another service that is unhealthy',
    answer('200 OK', reportText({ status: 'unhealthy', service: 'x' })),
    'unhealthy reported_unhealthy',
  ],
  // Other statuses.
  ['503 with an error body', answer('503 Down', errorBody), 'unhealthy http_503'],
  ['503 with HTML', answer('503 Down', '<h1>down</h1>'), 'unhealthy http_503'],
  ['503 with a healthy report', answer('503 Down', healthy), 'unhealthy http_503'],
  ['500 with an error body', answer('500 Oops', errorBody), 'error http_500'],
  ['500 with too large a body', answer('500 Oops', bomb.subarray(0, 100_000)), 'error http_500'],
  ['502', answer('502 Bad Gateway', '<h1>nginx</h1>'), 'error http_502'],
  ['599', answer('599 Odd'), 'error http_599'],
  ['301', answer('301 Moved', '', ['Location: http://127.0.0.1:1/']), 'invalid http_301'],
  ['304 without a body', head('304 Not Modified'), 'invalid http_304'],
  ['404', answer('404 Not Found', 'no'), 'invalid http_404'],
  ['429', answer('429 Slow Down', healthy), 'invalid http_429'],
  ['204 without a body', head('204 No Content'), 'invalid http_204'],
  ['a status of three strange digits', answer('999 Strange', healthy), 'invalid http_999'],
  ['101 with an upgrade', head('101 Switching', ['Connection: Upgrade', 'Upgrade: websocket']), 'invalid http_101'],
  ['101 without one', head('101 Switching'), 'invalid http_101'],
  // Too large.
  ['a body a byte over the limit', answer('200 OK', ' '.repeat(MAX_BODY_BYTES + 1)), 'invalid body_too_large'],
  ['10 MB with a length', answer('200 OK', bomb), 'invalid body_too_large'],
  ['10 MB without a length', headAnd([], ' '.repeat(10_000_000)), 'invalid body_too_large'],
  ['a gzip bomb', answer('200 OK', gzipSync(bomb), encoded('gzip')), 'invalid body_too_large'],
  ['a deflate bomb', answer('200 OK', deflateSync(bomb), encoded('deflate')), 'invalid body_too_large'],
  ['a raw deflate bomb', answer('200 OK', deflateRawSync(bomb), encoded('deflate')), 'invalid body_too_large'],
  ['a br bomb', answer('200 OK', brotliCompressSync(bomb), encoded('br')), 'invalid body_too_large'],
  ['a bomb in a bomb', answer('200 OK', gzipSync(gzipSync(bomb)), encoded('gzip, gzip')), 'invalid body_too_large'],
  // 200, but no report.
  ['an empty 200', answer('200 OK'), 'invalid not_json'],
  ['HTML', answer('200 OK', '<h1>ok</h1>'), 'invalid not_json'],
  ['half of a report', answer('200 OK', healthy.slice(0, -1)), 'invalid not_json'],
  ['an unknown encoding', answer('200 OK', '\0\x01\x02', encoded('zstd')), 'invalid not_json'],
  ['JSON of another kind', answer('200 OK', '{"ok":true}'), 'invalid not_a_report'],
  ['a list', answer('200 OK', `[${healthy}]`), 'invalid not_a_report'],
  ['an unknown status', answer('200 OK', reportText({ status: 'degraded' })), 'invalid not_a_report'],
  ['another service', answer('200 OK', reportText({ service: 'invoice-service' })), 'invalid wrong_service'],
  // Healthy.
  ['a report', answer('200 OK', healthy), 'healthy ok'],
  ['a report up to the limit', answer('200 OK', healthy.padEnd(MAX_BODY_BYTES)), 'healthy ok'],
  ['a report with a byte-order mark', answer('200 OK', `\uFEFF${healthy}`), 'healthy ok'],
  ['a report that ends with the connection', headAnd([], healthy), 'healthy ok'],
  ['a report under HTTP/1.0', `HTTP/1.0 200 OK\r\n\r\n${healthy}`, 'healthy ok'],
  ['a report in chunks', headAnd([chunked], `${healthy.length.toString(16)}\r\n${healthy}\r\n0\r\n\r\n`), 'healthy ok'],
  [
    'a report after 100 and 103',
    Buffer.concat([head('100 Continue'), head('103 Hints'), answer('200 OK', healthy)]),
    'healthy ok',
  ],
  ['a report of another media type', answer('200 OK', healthy, ['Content-Type: text/plain']), 'healthy ok'],
  ['gzip', answer('200 OK', gzipSync(healthy), encoded('gzip')), 'healthy ok'],
  ['x-gzip', answer('200 OK', gzipSync(healthy), encoded('X-GZIP')), 'healthy ok'],
  ['deflate', answer('200 OK', deflateSync(healthy), encoded('deflate')), 'healthy ok'],
  ['raw deflate', answer('200 OK', deflateRawSync(healthy), encoded('deflate')), 'healthy ok'],
  ['br', answer('200 OK', brotliCompressSync(healthy), encoded('br')), 'healthy ok'],
  ['identity', answer('200 OK', healthy, encoded('identity')), 'healthy ok'],
  ['gzip within br', answer('200 OK', brotliCompressSync(gzipSync(healthy)), encoded('gzip, br')), 'healthy ok'],
  [
    'stacked, in two headers',
    answer('200 OK', gzipSync(deflateSync(healthy)), [...encoded('deflate'), ...encoded('gzip')]),
    'healthy ok',
  ],
  ['an unknown encoding that changes nothing', answer('200 OK', healthy, encoded('utf-8')), 'healthy ok'],
];

describe('an answer', () => {
  it.each(ANSWERS)('%s', async (_behaviour, sent, verdict) => {
    const server = await using(startAnswering((socket) => socket.end(sent)));
    expect(judged(await ask(server.url()))).toBe(verdict);
  });

  it('arrives whole when it comes byte by byte', async () => {
    const bytes = answer('200 OK', gzipSync(healthy), encoded('gzip'));
    const server = await using(
      startAnswering((socket) => {
        socket.setNoDelay(true);
        const next = (index: number) => {
          if (index >= bytes.length) socket.end();
          else socket.write(bytes.subarray(index, index + 1), () => setImmediate(next, index + 1));
        };
        next(0);
      }),
    );
    expect(judged(await ask(server.url()))).toBe('healthy ok');
  });

  // What comes after it is not part of it, be it in the same packet or in a later one.
  const AFTERWARDS: readonly (readonly [behaviour: string, whole: Buffer, verdict: string])[] = [
    ['a report', answer('200 OK', healthy), 'healthy ok'],
    ['a report that closes', answer('200 OK', healthy, ['Connection: close']), 'healthy ok'],
    ['chunks', headAnd([chunked], `${healthy.length.toString(16)}\r\n${healthy}\r\n0\r\n\r\n`), 'healthy ok'],
    ['gzip', answer('200 OK', gzipSync(healthy), encoded('gzip')), 'healthy ok'],
    ['a 503', answer('503 Down', errorBody), 'unhealthy http_503'],
    ['a 204', head('204 No Content', ['Connection: close']), 'invalid http_204'],
    ['a 304', head('304 Not Modified', ['Content-Length: 7']), 'invalid http_304'],
  ];
  describe.each(AFTERWARDS)('that is whole, %s, stands', (_behaviour, whole, verdict) => {
    it.each(['<html>', 'HTTP/1.1 500 Oops\r\n\r\n', '\r\n'])('though %j follows', async (rest) => {
      const server = await using(startAnswering((socket) => socket.end(Buffer.concat([whole, Buffer.from(rest)]))));
      expect(judged(await ask(server.url()))).toBe(verdict);
    });
  });

  it('counts although the server keeps the connection open', async () => {
    const server = await using(startAnswering((socket) => socket.write(answer('200 OK', healthy))));
    expect(judged(await ask(server.url()))).toBe('healthy ok');
  });

  it.each([
    ['announced', answer('200 OK', ' '.repeat(70_000)), 'the answer has 70000 bytes, maxBodyBytes is 65536'],
    [
      'unpacked',
      answer('200 OK', gzipSync(Buffer.alloc(70_000)), encoded('gzip')),
      /^the answer of \d+ bytes is, unpacked, /,
    ],
    ['unknown', headAnd([], ' '.repeat(70_000)), 'the answer is larger than maxBodyBytes (65536 bytes)'],
  ])('that is too large says the limit, and its size: %s', async (_size, sent, message) => {
    const server = await using(startAnswering((socket) => socket.end(sent)));
    expect((await ask(server.url())).verdict.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  it('keeps its status when its body is cut short', async () => {
    const server = await using(startAnswering((socket) => socket.end(headAnd(['Content-Length: 9'], '{}'))));
    expect((await ask(server.url())).verdict.httpStatus).toBe(200);
  });

  it('is not followed to where it redirects', async () => {
    const elsewhere = await using(startHttp((_request, response) => response.end(healthy)));
    const server = await using(
      startHttp((_request, response) => response.writeHead(301, { location: `${elsewhere.url()}/status` }).end()),
    );
    const { verdict } = await ask(server.url());
    expect(verdict).toMatchObject({ kind: 'invalid', reason: 'http_301', httpStatus: 301 });
    expect(verdict.message).toContain(elsewhere.url());
    expect(elsewhere.connections).toHaveLength(0);
  });
});

describe('a connection', () => {
  const closings: readonly (readonly [string, (socket: Socket) => void, string])[] = [
    ['reset at once', (socket) => socket.resetAndDestroy(), 'unreachable connection_reset'],
    ['closed at once', (socket) => socket.end(), 'unreachable connection_reset'],
  ];
  it.each(closings)('%s', async (_behaviour, onConnection, verdict) => {
    const server = await using(startTcp(onConnection));
    expect(judged(await ask(server.url()))).toBe(verdict);
  });

  it('reset after the request', async () => {
    const server = await using(startAnswering((socket) => socket.resetAndDestroy()));
    expect(judged(await ask(server.url()))).toBe('unreachable connection_reset');
  });

  it('reset in the middle of the body', async () => {
    const server = await using(
      startAnswering((socket) => {
        socket.write(headAnd(['Content-Length: 9'], '{}'), () => setTimeout(() => socket.resetAndDestroy(), 20));
      }),
    );
    const outcome = await ask(server.url());
    expect(judged(outcome)).toBe('unreachable truncated_response');
    expect(outcome.verdict.httpStatus).toBe(200);
  });

  it('refused', async () => {
    const port = await closedPort();
    const { observation, verdict } = await ask(`http://127.0.0.1:${port}`);
    expect(verdict).toMatchObject({ kind: 'unreachable', reason: 'connection_refused', httpStatus: null });
    expect(observation).toMatchObject({ detail: `ECONNREFUSED 127.0.0.1:${port}`, remoteAddress: '127.0.0.1' });
  });

  it('to a name that is none', async () => {
    // Names under .invalid never resolve (RFC 6761).
    const { observation, verdict } = await ask('http://nothing.invalid');
    expect(verdict).toMatchObject({ kind: 'unreachable', reason: 'dns_failure' });
    expect(verdict.message).toContain('nothing.invalid');
    expect(observation.remoteAddress).toBeNull();
    expect(observation.timings).toMatchObject({
      dnsMs: expect.any(Number),
      connectMs: null,
      tlsMs: null,
      firstByteMs: null,
    });
  });

  // The loopback's broadcast address: Linux refuses to connect to it, and nothing leaves the machine.
  (process.platform === 'linux' ? it : it.skip)('without a route', async () => {
    expect(judged(await ask('http://127.255.255.255:9'))).toBe('unreachable network_unreachable');
  });

  it('to a name with an address', async () => {
    const server = await using(startAnswering((socket) => socket.end(answer('200 OK', healthy))));
    const outcome = await ask(server.url('localhost'));
    expect(judged(outcome)).toBe('healthy ok');
    expect(outcome.observation).toMatchObject({ remoteAddress: '127.0.0.1', timings: { dnsMs: expect.any(Number) } });
  });

  it('refused at the address of a name, which is still reported', async () => {
    const { observation } = await ask(`http://localhost:${await closedPort()}`);
    expect(['127.0.0.1', '::1']).toContain(observation.remoteAddress);
  });

  const addresses = Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
  (addresses.includes('::1') ? it : it.skip)('over IPv6', async () => {
    const server = await using(startHttp((_request, response) => response.end(healthy), '::1'));
    const outcome = await ask(server.url());
    expect(judged(outcome)).toBe('healthy ok');
    expect(outcome.observation).toMatchObject({ remoteAddress: '::1', timings: { dnsMs: null } });
  });
});
