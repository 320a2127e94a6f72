/** The effects of a probe on its process: memory, warnings and environment variables. Each is measured in a separate process. */

import { gzipSync } from 'node:zlib';
import type { ProbeRequest } from '../../../../lambda/core/probe/probe-request';
import { MAX_BODY_BYTES, reportText } from '../../../support/http/asking';
import { makeCertificates } from '../../../support/http/certificates';
import {
  type RunningServer,
  startAnswering,
  startHttp,
  startHttps,
  stopAfterEach,
} from '../../../support/http/servers';
import { buildChildProbe, type ChildProbe } from './probe-in-child';

const using = stopAfterEach();
const MEGABYTE = 1024 * 1024;

let probe: ChildProbe;
beforeAll(async () => {
  probe = await buildChildProbe();
});
afterAll(() => probe.remove());

function requestTo(server: RunningServer, timeoutMs = 2_000): ProbeRequest {
  return {
    url: `${server.url()}/status`,
    headers: {},
    timeoutMs,
    maxBodyBytes: MAX_BODY_BYTES,
    ca: null,
    client: null,
  };
}

function startWell() {
  return using(startHttp((_request, response) => response.end(reportText())));
}

describe('the memory of the process grows by less than 5 MB', () => {
  const zeros = Buffer.alloc(64 * MEGABYTE);
  const bodies: readonly (readonly [string, Buffer, string])[] = [
    ['a body of 10 MB', zeros.subarray(0, 10_000_000), 'identity'],
    ['64 kB of gzip that unpack to 64 MB', gzipSync(zeros), 'gzip'],
  ];
  it.each(bodies)('for %s', async (_name, body, encoding) => {
    const server = await using(
      startHttp((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)),
    );
    const report = await probe.run({ warmUp: requestTo(await startWell()), requests: [requestTo(server)] });
    expect(report.seen).toEqual(['answer']);
    expect(report.peakGrowth).toBeLessThan(5 * MEGABYTE);
    expect(report.heldGrowth).toBeLessThan(MEGABYTE);
  });

  it('for a service that hangs in the middle of a body', async () => {
    const server = await using(
      startAnswering((socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(MAX_BODY_BYTES)}`)),
    );
    const report = await probe.run({ warmUp: requestTo(await startWell()), requests: [requestTo(server, 2_000)] });
    expect(report.seen).toEqual(['timeout_body']);
    expect(report.peakGrowth).toBeLessThan(5 * MEGABYTE);
    expect(report.heldGrowth).toBeLessThan(MEGABYTE);
  });
});

it('a body in chunks of one byte takes less than a hundred bytes for each chunk', async () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const body = `${'1\r\n \r\n'.repeat(MAX_BODY_BYTES)}0\r\n\r\n`;
  const server = await using(startAnswering((socket) => socket.end(`${head}${body}`)));
  const report = await probe.run({ warmUp: requestTo(await startWell()), requests: [requestTo(server, 10_000)] });
  expect(report.seen).toEqual(['answer']);
  expect(report.peakGrowth).toBeLessThan(16 * MEGABYTE);
});

it("a process that can't open more files reports that it could not check", async () => {
  const well = await startWell();
  const addresses = [well.url(), `https://127.0.0.1:${well.port}`, `http://localhost:${well.port}`];
  const requests = addresses.map((address) => ({ ...requestTo(well), url: `${address}/status` }));
  const { seen } = await probe.run({ warmUp: null, outOfFiles: true, requests });
  expect(seen).toEqual(addresses.map(() => expect.stringContaining('Error: EMFILE: too many open files')));
});

it('a process may end with its last answer, long before the time limit', async () => {
  // With a timer left behind the child would outlive this test's own limit.
  const report = await probe.run({ warmUp: null, requests: [requestTo(await startWell(), 60_000)] });
  expect(report.seen).toEqual(['answer']);
});

it('many probes share one signal without a warning', async () => {
  const requests = Array(30).fill(requestTo(await startWell()));
  const report = await probe.run({ warmUp: null, requests });
  expect(report.seen).toEqual(Array(30).fill('answer'));
  expect(report.warnings).toEqual([]);
});

it('no setting of the environment turns the verification of certificates off', async () => {
  const { key, cert } = (await makeCertificates()).selfSigned;
  const server = await using(startHttps({ key, cert }, (_request, response) => response.end(reportText())));
  const order = { warmUp: null, requests: [requestTo(server)] };
  const report = await probe.run(order, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(report.seen).toEqual(['tls_certificate_untrusted']);
});
