/** Whatever bytes a server sends: the probe resolves within its limit, and there is a verdict on what it saw. */

import type { Socket } from 'node:net';
import fc from 'fast-check';
import { ask, type ProbeOutcome } from '../../../support/http/asking';
import { type RunningServer, startAnswering, startTcp } from '../../../support/http/servers';
import { runs } from '../../../support/jest/lane';

const TIMEOUT_MS = 200;
const MAX_BODY_BYTES = 256;

interface Script {
  readonly pieces: readonly Uint8Array[];
  readonly ending: 'end' | 'reset' | 'stay';
}

let script: Script = { pieces: [], ending: 'end' };
let server: RunningServer;
let tlsServer: RunningServer;

beforeAll(async () => {
  server = await startAnswering(play);
  tlsServer = await startTcp((socket) => socket.once('data', () => play(socket)), 'https');
});
afterAll(() => Promise.all([server.stop(), tlsServer.stop()]));

function play(socket: Socket): void {
  socket.setNoDelay(true);
  const { pieces, ending } = script;
  for (const piece of pieces) socket.write(piece);
  if (ending === 'end') socket.end();
  // What is written must go out before the reset, or there is nothing to read.
  if (ending === 'reset') socket.write('', () => setImmediate(() => socket.resetAndDestroy()));
}

// Silence costs its whole time limit, so there is less of it.
const ending = fc.oneof(
  { weight: 16, arbitrary: fc.constant('end' as const) },
  { weight: 3, arbitrary: fc.constant('reset' as const) },
  { weight: 1, arbitrary: fc.constant('stay' as const) },
);
const bytes = fc.uint8Array({ maxLength: 2 * MAX_BODY_BYTES });

function scriptOf(pieces: fc.Arbitrary<readonly (Uint8Array | string)[]>): fc.Arbitrary<Script> {
  return fc.record({ pieces: pieces.map((all) => all.map((piece) => Buffer.from(piece))), ending });
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const encoding = fc.oneof(
  fc.constantFrom('gzip', 'deflate', 'br', 'x-gzip', 'identity', 'gzip, br', 'deflate, gzip, br', 'br,br,br,br'),
  fc.stringMatching(/^[!-~]{0,20}$/),
);
const FRAGMENTS = [
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.0 503 Down\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 101 Switching\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\n\r\n',
  'Connection: upgrade\r\nUpgrade: h2c\r\n',
  'Connection: close\r\n',
  'Connection: keep-alive\r\n',
  'Content-Encoding: gzip\r\n',
  'Content-Length: 2\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Content-Length: -1\r\n',
  'Location: \u0000//\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip\r\n',
  'Trailer: X-A\r\n',
  'X-A: b\r\n',
  ' folded\r\n',
  '\r\n',
  '\r\n\r\n',
  '\n',
  '0\r\n\r\n',
  '2\r\n{}\r\n',
  'ffffffffffffffff\r\n',
  '{"status":"healthy"}',
  '{"status":"unhealthy","uptime":1e999}',
];

const SCRIPTS: readonly (readonly [name: string, script: fc.Arbitrary<Script>, count: number])[] = [
  ['bytes', scriptOf(fc.array(bytes, { maxLength: 3 })), 20],
  ['bytes after a head', scriptOf(fc.array(bytes, { maxLength: 3 }).map((body) => [`${HEAD}\r\n`, ...body])), 20],
  [
    'bytes under a content encoding',
    scriptOf(fc.tuple(encoding, bytes).map(([name, body]) => [`${HEAD}Content-Encoding: ${name}\r\n\r\n`, body])),
    30,
  ],
  ['fragments of HTTP', scriptOf(fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 8 })), 40],
  [
    'fragments of HTTP after a status line',
    scriptOf(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((rest) => [HEAD, ...rest])),
    40,
  ],
];

function expectSound({ observation, verdict }: ProbeOutcome): void {
  const { totalMs, ...phases } = observation.timings;
  for (const phaseMs of Object.values(phases)) {
    if (phaseMs === null) continue;
    expect(phaseMs).toBeGreaterThanOrEqual(0);
    expect(phaseMs).toBeLessThanOrEqual(totalMs + 0.01);
  }
  if (observation.kind === 'answer') expect(observation.body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  else expect(verdict.kind).toBe('unreachable');
  expect(verdict.reason).toMatch(/^[a-z0-9_]+$/);
  expect(verdict.message).toMatch(/^[^\p{Cc}]+$/u);
}

describe('a server that sends', () => {
  it.each(SCRIPTS)('%s gets its verdict', async (_name, scripts, count) => {
    await fc.assert(
      fc.asyncProperty(scripts, async (next) => {
        script = next;
        expectSound(await ask(server.url(), { timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES }));
      }),
      { numRuns: runs(count) },
    );
  });

  it('bytes instead of a TLS handshake gets its verdict', async () => {
    // A handshake record, or an alert, with anything in it; or anything at all.
    const record = fc.constantFrom('\x16\x03\x03\x00\x40', '\x16\x03\x01\xff\xff', '\x15\x03\x03\x00\x02', '');
    const records = fc.tuple(record, bytes).map(([start, rest]) => [Buffer.from(start, 'latin1'), rest]);
    await fc.assert(
      fc.asyncProperty(scriptOf(records), async (next) => {
        script = next;
        const outcome = await ask(tlsServer.url(), { timeoutMs: TIMEOUT_MS });
        expectSound(outcome);
        expect(outcome.verdict.reason).toMatch(/^(tls_handshake|connection_reset|timeout_connect)$/);
      }),
      { numRuns: runs(7) },
    );
  });
});
