/** Six sample services on loopback: real HTTP servers that keep the contract of `GET /status`, until they get a fault. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassingError } from '../input/user-error';
import { answerWith, type Fault, type SampleReport, sendJson, sickReport } from './sample-faults';

export const SAMPLE_IDS = [
  'user-service',
  'checkout-service',
  'developer-service',
  'invoice-service',
  'payment-service',
  'recurring-service',
] as const;
export type SampleId = (typeof SAMPLE_IDS)[number];

const HOST = '127.0.0.1';

export interface SampleService {
  readonly id: SampleId;
  readonly baseUrl: string;
  /** Makes the service fail from now on, or healthy again with `null`. */
  setFault(fault: Fault | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts all six, on `firstPort` and the five after it, or on free ports if it is 0.
 * Throws a `PassingError` if a port is taken; services that had started are stopped again.
 */
export async function startSampleServices(firstPort: number): Promise<readonly SampleService[]> {
  const started = await Promise.allSettled(
    SAMPLE_IDS.map((id, index) => startSampleService(id, index, firstPort === 0 ? 0 : firstPort + index)),
  );
  const services = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = started.find((result) => result.status === 'rejected');
  if (!failure) return services;
  await Promise.all(services.map((service) => service.stop()));
  const { code, port, message } = failure.reason as NodeJS.ErrnoException & { port?: number };
  const why = code === 'EADDRINUSE' ? `port ${port} is taken` : message;
  throw new PassingError(`the sample services can't start: ${why}; choose another with --port, or 0 for free ones`);
}

/** A config that watches the given services. */
export function sampleConfigText(services: readonly Pick<SampleService, 'id' | 'baseUrl'>[]): string {
  const entries = services.flatMap(({ id, baseUrl }) => [
    `  - id: ${id}`,
    `    baseUrl: ${baseUrl}`,
    ...(id === 'checkout-service' ? ['    origin: https://shop.example.com'] : []),
  ]);
  return [
    '# The sample services of "statuswatch demo --services", on this machine alone.',
    'name: sample',
    'interval: 5s',
    'timeout: 1s',
    'retry:',
    '  attempts: 2',
    '  backoff: 200ms',
    'environment: sample',
    'services:',
    ...entries,
    '',
  ].join('\n');
}

async function startSampleService(id: SampleId, index: number, port: number): Promise<SampleService> {
  // Each service began at another time, so that the table shows different values.
  let bornAt = Date.now() - (index + 1) * 7.3 * 3_600_000;
  let version = `1.${index + 2}.0`;
  let fault: Fault | null = null;
  let faultSince = 0;

  const healthyReport = (): SampleReport => ({
    status: 'healthy',
    service: id,
    timestamp: new Date().toISOString(),
    environment: 'sample',
    version,
    uptime: (Date.now() - bornAt) / 1_000,
    memory: { used: 96 + 31 * index + 8 * Math.sin(Date.now() / 60_000 + index), total: 512 },
  });
  const currentReport = () => sickReport(healthyReport(), fault, (Date.now() - faultSince) / 1_000);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const report = currentReport();
    const { timestamp } = report;
    if (request.method !== 'GET' || request.url !== '/status') {
      sendJson(response, 404, { error: 'Not found', timestamp, service: id });
    } else if (id === 'checkout-service' && request.headers.origin === undefined && fault === null) {
      sendJson(response, 500, { error: 'Origin header is required', timestamp, service: id });
    } else answerWith(fault, report, request, response);
  };

  let server = await listen(handle, port);
  const address = (server.address() as AddressInfo).port;
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    id,
    baseUrl: `http://${HOST}:${address}`,
    stop,
    setFault: async (next) => {
      // A restarted service counts its uptime from there.
      const last = currentReport();
      version = last.version;
      if (fault === 'restart') bornAt = Date.now() - last.uptime * 1_000;
      fault = next;
      faultSince = Date.now();
      if (next === 'refuse') await stop();
      else if (!server.listening) server = await listen(handle, address);
    },
  };
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server> {
  const server = createServer(handle).listen(port, HOST);
  await once(server, 'listening');
  return server;
}
