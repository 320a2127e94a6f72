/** The faults that a sample service can have. */

import type { IncomingMessage, ServerResponse } from 'node:http';

/** The effect of each fault, for `--help` and the docs. */
export const FAULTS = {
  unhealthy: 'answers 503 with a report that says unhealthy',
  '500': 'answers 500 with an error body',
  '503': 'answers 503 with an error body',
  slow: 'answers with a healthy report, but only after 800 ms',
  hang: 'accepts the request and never answers',
  refuse: 'refuses connections',
  reset: 'resets the connection',
  garbage: 'sends bytes that are not HTTP',
  html: 'answers 200 with a web page',
  'wrong-service': 'answers with the report of another service',
  restart: 'restarts every 30 s: its uptime goes back to zero, its version changes',
  leak: 'uses 5 MB more memory every second, even beyond its total',
} as const;

export type Fault = keyof typeof FAULTS;

export function isFault(text: string): text is Fault {
  return Object.hasOwn(FAULTS, text);
}

export const SLOW_MS = 800;
const RESTART_EVERY_S = 30;
const LEAK_MB_PER_S = 5;

export interface SampleReport {
  readonly status: 'healthy' | 'unhealthy';
  readonly service: string;
  readonly timestamp: string;
  readonly environment: string;
  readonly version: string;
  readonly uptime: number;
  readonly memory: { readonly used: number; readonly total: number };
}

/** The report under a fault that has lasted for `seconds`. */
export function sickReport(report: SampleReport, fault: Fault | null, seconds: number): SampleReport {
  switch (fault) {
    case 'unhealthy':
      return { ...report, status: 'unhealthy' };
    case 'wrong-service':
      return { ...report, service: 'another-service' };
    case 'restart': {
      const restarts = 1 + Math.floor(seconds / RESTART_EVERY_S);
      const version = report.version.replace(/\d+$/, (patch) => String(Number(patch) + restarts));
      return { ...report, version, uptime: seconds % RESTART_EVERY_S };
    }
    case 'leak':
      return { ...report, memory: { ...report.memory, used: report.memory.used + LEAK_MB_PER_S * seconds } };
    default:
      return report;
  }
}

/** Answers a request under a fault, or doesn't; if the fault is in the content, `report` already has it. */
export function answerWith(
  fault: Fault | null,
  report: SampleReport,
  { socket }: IncomingMessage,
  response: ServerResponse,
): unknown {
  const { service, timestamp } = report;
  const sendError = (status: number, error: string) => sendJson(response, status, { error, timestamp, service });
  switch (fault) {
    case 'unhealthy':
      return sendJson(response, 503, report);
    case '500':
      return sendError(500, 'Database connection failed');
    case '503':
      return sendError(503, 'Service temporarily unavailable');
    case 'slow':
      return setTimeout(() => sendJson(response, 200, report), SLOW_MS);
    case 'hang':
    case 'refuse':
      return undefined;
    case 'reset':
      return socket.resetAndDestroy();
    case 'garbage':
      socket.end('\u0000\u0001 this is no HTTP \u0007\r\n\r\n');
      return undefined;
    case 'html':
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>');
      return undefined;
    default:
      return sendJson(response, 200, report);
  }
}

/** Sends `body` as JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
