/** The time limit: every phase that can hang, what the timings then say, and that nothing stays open. */

import { getEventListeners, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Timings } from '../../../../lambda/core/probe/observation';
import { ask, judged, reportText } from '../../../support/http/asking';
import { withEnoughTime } from '../../../support/http/patient';
import { allClosed, startAnswering, startHttp, startTcp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const TIMEOUT_MS = 400;

/** Writes without end, as fast as the other side reads, at most once a millisecond. */
function pour(socket: Socket, first: string, more: string | Buffer): void {
  socket.write(first);
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(more);
  }, 1);
  socket.once('close', () => clearInterval(timer));
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n';

const HANGS: readonly (readonly [behaviour: string, (socket: Socket) => void, reason: string])[] = [
  ['silence', () => {}, 'timeout_response'],
  ['half a head', (socket) => socket.write('HTTP/1.1 200 OK\r\nConte'), 'timeout_response'],
  ['1xx now and then', (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 'timeout_response'],
  ['a head that drips', (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nX-A: ', 'b'), 'timeout_response'],
  ['no body after the head', (socket) => socket.write(HEAD), 'timeout_body'],
  ['half a body', (socket) => socket.write(`${HEAD}{"status":"healthy"`), 'timeout_body'],
  ['a body that drips', (socket) => pour(socket, HEAD, ' '), 'timeout_body'],
  ['chunks that drip', (socket) => pour(socket, chunkedHead(), '1\r\n \r\n'), 'timeout_body'],
  [
    'a body that ends with a connection that does not',
    (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{}'),
    'timeout_body',
  ],
];

function chunkedHead(): string {
  return 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
}

function sumOf({ dnsMs, connectMs, tlsMs, firstByteMs, downloadMs }: Timings): number {
  return [dnsMs, connectMs, tlsMs, firstByteMs, downloadMs].reduce<number>((sum, phase) => sum + (phase ?? 0), 0);
}

describe('a service that hangs', () => {
  it.each(HANGS)('with %s', async (_behaviour, answer, reason) => {
    const server = await using(startAnswering(answer));
    const expected = `unreachable ${reason}`;
    const { result: outcome, limitMs } = await withEnoughTime(
      (timeoutMs) => ask(server.url(), { timeoutMs }),
      (found) => judged(found) === expected,
    );
    expect(judged(outcome)).toBe(expected);
    expect(outcome.verdict.message).toContain(limitMs < 1_000 ? `${limitMs} ms` : `${limitMs / 1_000} s`);
    const { timings } = outcome.observation;
    // A timer counts whole milliseconds.
    expect(timings.totalMs).toBeGreaterThanOrEqual(limitMs - 1);
    expect(timings.downloadMs === null).toBe(reason === 'timeout_response');
    await allClosed(server);
  });

  it('has its connection closed on both sides', async () => {
    const server = await using(
      startTcp((socket) => {
        // A client that had only ended its side would go on to read what the server still writes.
        socket.allowHalfOpen = true;
        socket.on('end', () => setInterval(() => socket.write('x'), 1).unref()).resume();
      }),
    );
    await ask(server.url(), { timeoutMs: TIMEOUT_MS });
    await allClosed(server);
  });

  it('that never reads the request', async () => {
    const server = await using(startTcp((socket) => socket.pause()));
    expect(judged(await ask(server.url(), { timeoutMs: TIMEOUT_MS }))).toBe('unreachable timeout_response');
  });

  it('does not affect the answer of another', async () => {
    const hanging = await using(startAnswering(() => {}));
    const well = await using(startHttp((_request, response) => response.end(reportText())));
    const first = ask(hanging.url(), { timeoutMs: 2_000 });
    const second = await ask(well.url());
    expect(judged(second)).toBe('healthy ok');
    expect(judged(await first)).toBe('unreachable timeout_response');
  });
});

describe('a large body', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const bodies: readonly (readonly [string, Buffer, string])[] = [
    ['of 10 MB', zeros.subarray(0, 10_000_000), 'identity'],
    ['of 64 kB that unpack to 64 MB', gzipSync(zeros), 'gzip'],
  ];
  it.each(bodies)('%s ends within the limit', async (_size, body, encoding) => {
    const server = await using(
      startHttp((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)),
    );
    const { observation, verdict } = await ask(server.url());
    expect(verdict).toMatchObject({ kind: 'invalid', reason: 'body_too_large' });
    expect(observation).toMatchObject({ bodyTooLarge: true, body: new Uint8Array() });
    await allClosed(server);
  });
});

describe('what comes after the limit is a timeout, even if it is seen before the timer runs:', () => {
  const report = reportText();
  const REPORT = `HTTP/1.1 200 OK\r\nContent-Length: ${report.length}\r\n\r\n${report}`;
  const LATE: readonly (readonly [what: string, answer: (socket: Socket) => void, reason: string])[] = [
    ['an answer', (socket) => socket.end(REPORT), 'timeout_response'],
    ['bytes that are no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'timeout_response'],
    ['the end of a connection', (socket) => socket.resetAndDestroy(), 'timeout_response'],
  ];
  it.each(LATE)('%s', async (_what, answer, reason) => {
    let blockMs = 0;
    const blocked = await using(startTcp((socket) => socket.on('data', () => block(blockMs))));
    const blocking = connect(blocked.port, '127.0.0.1');
    await once(blocking, 'connect');
    const server = await using(
      startAnswering((socket) => {
        // Both are there when the event loop looks next, and the first takes all the time that is left.
        blocking.write('x');
        answer(socket);
      }),
    );
    const expected = `unreachable ${reason}`;
    const { result: outcome } = await withEnoughTime(
      (timeoutMs) => {
        blockMs = timeoutMs;
        return ask(server.url(), { timeoutMs });
      },
      (found) => judged(found) === expected,
    );
    expect(judged(outcome)).toBe(expected);
    expect(outcome.verdict).toMatchObject({ httpStatus: null, message: expect.stringMatching(/within|\d+ m?s/) });
    blocking.destroy();
  });

  function block(milliseconds: number): void {
    for (const start = performance.now(); performance.now() - start < milliseconds; );
  }
});

describe('the signal from outside', () => {
  it('ends a running probe as if its time had run out', async () => {
    const ending = new AbortController();
    const server = await using(startAnswering(() => ending.abort()));
    const outcome = await ask(server.url(), {}, ending.signal);
    expect(judged(outcome)).toBe('unreachable timeout_response');
    await allClosed(server);
  });

  it('ends a probe in the middle of a body', async () => {
    let ending = new AbortController();
    let afterMs = 0;
    const server = await using(
      startAnswering((socket) => socket.write(HEAD, () => setTimeout(() => ending.abort(), afterMs))),
    );
    const { result } = await withEnoughTime(
      async (limitMs) => {
        ending = new AbortController();
        afterMs = limitMs / 20;
        return judged(await ask(server.url(), {}, ending.signal));
      },
      (found) => found === 'unreachable timeout_body',
    );
    expect(result).toBe('unreachable timeout_body');
    await allClosed(server);
  });

  it('that is aborted already prevents the request', async () => {
    const server = await using(startHttp((_request, response) => response.end(reportText())));
    const outcome = await ask(server.url(), {}, AbortSignal.abort());
    expect(judged(outcome)).toBe('unreachable timeout_connect');
    expect(judged(await ask(server.url()))).toBe('healthy ok');
    expect(server.connections).toHaveLength(1);
  });

  it('that comes after the answer changes nothing', async () => {
    const ending = new AbortController();
    const server = await using(startHttp((_request, response) => response.end(reportText())));
    const outcome = await ask(server.url(), {}, ending.signal);
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
    ending.abort();
    expect(judged(outcome)).toBe('healthy ok');
  });
});

describe('the timings', () => {
  it('of a plain request to an address have only the phases that exist', async () => {
    const server = await using(startHttp((_request, response) => response.end(reportText())));
    const { timings } = (await ask(server.url())).observation;
    expect(timings).toMatchObject({ dnsMs: null, tlsMs: null });
    expect([timings.connectMs, timings.firstByteMs, timings.downloadMs]).not.toContain(null);
  });

  it('give each phase its own time', async () => {
    const server = await using(
      startAnswering((socket) => {
        setTimeout(() => socket.write('HTTP/1.1 200 OK\r\n\r\n'), 60);
        setTimeout(() => socket.end(reportText()), 180);
      }),
    );
    // A busy machine may see both at once.
    const { result: timings } = await withEnoughTime(
      async () => (await ask(server.url())).observation.timings,
      ({ downloadMs }) => (downloadMs ?? 0) >= 60,
    );
    expect(timings.firstByteMs).toBeGreaterThanOrEqual(55);
    expect(timings.downloadMs).toBeGreaterThanOrEqual(60);
    expect(timings.totalMs).toBeGreaterThanOrEqual(175);
  });

  it.each(['127.0.0.1', 'localhost'])('of %s add up to the total', async (host) => {
    const server = await using(startHttp((_request, response) => response.end(reportText())));
    const { timings } = (await ask(server.url(host))).observation;
    // Each of up to five phases is rounded to a hundredth.
    expect(sumOf(timings)).toBeLessThanOrEqual(timings.totalMs + 0.03);
    expect(sumOf(timings)).toBeGreaterThanOrEqual(timings.totalMs - 0.03);
  });

  it('of a refusal end with the connection', async () => {
    const { timings } = (await ask('http://127.0.0.1:1')).observation;
    expect(timings).toMatchObject({ dnsMs: null, tlsMs: null, firstByteMs: null, downloadMs: null });
    expect(timings.connectMs).toBeCloseTo(timings.totalMs, 1);
  });
});
