/** The faults that are tried: those scenarios of Automattic/uptime-bench that apply to a GET of JSON, each with a server of its own. */

import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecureContextOptions } from 'node:tls';
import type { Certificates } from '../certificate';
import { freePort, isListening } from '../free-port';
import { startProgram } from '../workplace';
import type { DnsFault } from './resolver';

export interface Scenario {
  readonly name: string;
  /** The reason codes of statuswatch that name the fault. */
  readonly reasons: readonly string[];
  /** What is needed to break it. */
  readonly needs?: 'resolver';
  serve(world: World): Promise<Target>;
}

export interface World {
  /** Differs from that of any other world. */
  readonly id: string;
  readonly certificates: Certificates;
  /** Makes a name fail, and work again. */
  setDns(host: string, fault: DnsFault | null): void;
}

/** A service that works until it is broken. */
export interface Target {
  readonly baseUrl: string;
  breakIt(): void | Promise<void>;
  heal(): void | Promise<void>;
  end(): void;
}

const START = Date.now();
const SLOW_MS = 20_000;

/** A status report as services send it. */
function report(id: string): string {
  return JSON.stringify({
    status: 'healthy',
    service: id,
    timestamp: new Date().toISOString(),
    environment: 'bench',
    version: '1.0.0',
    uptime: (Date.now() - START) / 1_000,
    memory: { used: 40, total: 512 },
  });
}

const json = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

const unavailable = (response: ServerResponse) => json(response, 503, '{"error":"Service Unavailable"}');

/** A server that answers with a report, or as `faulty` says. */
function overHttp(name: string, reasons: readonly string[], faulty: (id: string) => RequestListener): Scenario {
  return {
    name,
    reasons,
    serve: async () => {
      let isBroken = false;
      const answer = faulty(name);
      const server = createServer((request, response) =>
        isBroken ? answer(request, response) : json(response, 200, report(name)),
      );
      const baseUrl = `http://127.0.0.1:${await listening(server)}`;
      return {
        baseUrl,
        breakIt: () => {
          isBroken = true;
        },
        heal: () => {
          isBroken = false;
        },
        end: () => close(server),
      };
    },
  };
}

/** A server whose certificate or TLS version changes. */
function overTls(
  name: string,
  reasons: readonly string[],
  faulty: (all: Certificates) => SecureContextOptions,
): Scenario {
  return {
    name,
    reasons,
    serve: async ({ certificates }) => {
      const { key, cert } = certificates;
      const server = createTlsServer({ key, cert }, (_, response) => json(response, 200, report(name)));
      const show = (context: SecureContextOptions) => {
        server.setSecureContext(context);
        server.closeAllConnections();
      };
      return {
        baseUrl: `https://127.0.0.1:${await listening(server)}`,
        breakIt: () => show(faulty(certificates)),
        heal: () => show({ key, cert }),
        end: () => close(server),
      };
    },
  };
}

/** A name that stops to resolve. */
function overDns(name: string, fault: DnsFault): Scenario {
  return {
    name,
    reasons: ['dns_failure'],
    needs: 'resolver',
    serve: async ({ id, setDns }) => {
      const host = `${name}-${id}.bench.internal`;
      // A connection that stays open needs no name.
      const server = createServer((_, response) => {
        response.setHeader('connection', 'close');
        json(response, 200, report(name));
      });
      return {
        baseUrl: `http://${host}:${await listening(server)}`,
        breakIt: () => setDns(host, fault),
        heal: () => setDns(host, null),
        end: () => close(server),
      };
    },
  };
}

/** A port that is closed, or whose connections nobody accepts, until the server is back. */
function overTcp(name: string, reasons: readonly string[], occupy: (port: number) => Promise<() => void>): Scenario {
  return {
    name,
    reasons,
    serve: async () => {
      const port = await freePort();
      const start = async () => {
        const server = createServer((_, response) => json(response, 200, report(name)));
        await whileTaken(() => listening(server, port));
        return server;
      };
      let server = await start();
      let leave = () => {};
      return {
        baseUrl: `http://127.0.0.1:${port}`,
        breakIt: async () => {
          close(server);
          leave = await occupy(port);
        },
        heal: async () => {
          leave();
          server = await start();
        },
        end: () => close(server),
      };
    },
  };
}

/** Listens with the shortest queue, never accepts, and fills the queue: the kernel drops each further SYN. */
async function hangingPort(port: number): Promise<() => void> {
  const program = `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`;
  const listener = await startProgram(process.execPath, ['--eval', program]);
  await isListening(port);
  const fillers = Array.from({ length: 4 }, (): Socket => connect(port, '127.0.0.1').on('error', () => {}));
  return () => {
    for (const filler of fillers) filler.destroy();
    listener.end();
  };
}

export const SCENARIOS: readonly Scenario[] = [
  overHttp('http-503', ['http_503'], () => (_, response) => unavailable(response)),
  overHttp('intermittent-5xx', ['http_503'], (id) => (_, response) => {
    if (Math.random() < 0.5) unavailable(response);
    else json(response, 200, report(id));
  }),
  overHttp('slow-response', ['timeout_response'], (id) => (_, response) => {
    setTimeout(() => json(response, 200, report(id)), SLOW_MS).unref();
  }),
  overHttp('partial-body', ['truncated_response'], (id) => (_, response) => {
    response.writeHead(200, { 'content-length': report(id).length + 100 }).write(report(id));
    setTimeout(() => response.destroy(), 20);
  }),
  overHttp('empty-body', ['not_json', 'http_200'], () => (_, response) => response.writeHead(200).end()),
  overHttp(
    'redirect',
    ['http_302'],
    () =>
      ({ url }, response) =>
        url === '/maintenance'
          ? response.end('<h1>Maintenance</h1>')
          : response.writeHead(302, { location: '/maintenance' }).end(),
  ),
  overHttp(
    'error-page-200',
    ['not_json'],
    () => (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Something went wrong</h1>'),
  ),
  overHttp(
    'wrong-content',
    ['not_a_report', 'wrong_service'],
    () => (_, response) => json(response, 200, '{"message":"hello from another app"}'),
  ),
  overTcp('tcp-refused', ['connection_refused'], async () => () => {}),
  overTcp('tcp-timeout', ['timeout_connect'], hangingPort),
  overDns('dns-nxdomain', 'NXDOMAIN'),
  overDns('dns-servfail', 'SERVFAIL'),
  overDns('dns-timeout', 'silence'),
  overTls('tls-expired', ['tls_certificate_expired'], ({ expired }) => expired),
  overTls('tls-self-signed', ['tls_certificate_untrusted'], ({ selfSigned }) => selfSigned),
  overTls('tls-wrong-host', ['tls_certificate_host'], ({ wrongHost }) => wrongHost),
  overTls('tls-version', ['tls_handshake'], ({ key, cert }) => ({
    key,
    cert,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })),
];

/** Services that nothing happens to. */
export const CONTROLS: readonly Scenario[] = ['control-1', 'control-2', 'control-3'].map((name) =>
  overHttp(name, [], () => (_, response) => unavailable(response)),
);

/** Tries again while another process, which is ending, has the port. */
async function whileTaken<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await wait(20);
    }
  }
}

async function listening(server: Server | TlsServer, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function close(server: Server | TlsServer): void {
  server.close();
  server.closeAllConnections();
}
