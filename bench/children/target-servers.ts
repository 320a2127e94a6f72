/**
 * The services that are checked: servers on loopback in their own process that do as little as possible, so that only the checks are
 * measured.
 */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { makeCertificate } from '../certificate';
import { benchReport } from './bench-report';
import { serveJobs } from './child-process';

/** Each service has a port of its own: many connections to one port wear out the client's ports, and all get slower. */
const PLAIN = 600;
const SECURE = 6;
const MEGABYTE = 1_048_576;

/** The origins; the first part of the path is the service id in the report. */
export interface Targets {
  readonly plain: readonly string[];
  readonly secure: readonly string[];
  /** The PEM text of the authority of the secure servers. */
  readonly ca: string;
  readonly hang: string;
  /** Answers with 10 MB. */
  readonly large: string;
  /** Answers with 50 kB of gzip that are 50 MB. */
  readonly bomb: string;
}

function report(service: string): string {
  const body = benchReport(service);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

/** Every request here fits into one packet. */
function answerWith(answer: (id: string) => string | Buffer): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const id = /^GET \/([^/]+)\/status /.exec(request.toString('latin1'))?.[1] ?? '';
      socket.end(answer(id));
    });
  };
}

async function listen(server: Server, scheme = 'http'): Promise<string> {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 });
  await once(server, 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function withBody(headers: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}Content-Length: ${body.length}\r\n\r\n`), body]);
}

async function start(): Promise<Targets> {
  const { ca, cert, key } = await makeCertificate();
  const several = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const large = withBody('', Buffer.alloc(10 * MEGABYTE, 'x'));
  const bomb = withBody('Content-Encoding: gzip\r\n', gzipSync(Buffer.alloc(50 * MEGABYTE)));
  return {
    plain: await several(PLAIN, () => listen(createServer(answerWith(report)))),
    secure: await several(SECURE, () => listen(createTlsServer({ cert, key }, answerWith(report)), 'https')),
    ca,
    hang: await listen(createServer((socket) => socket.on('error', () => undefined).resume())),
    large: await listen(createServer(answerWith(() => large))),
    bomb: await listen(createServer(answerWith(() => bomb))),
  };
}

const started = start();
serveJobs(() => started);
