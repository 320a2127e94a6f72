/** The AWS APIs of the Lambda, over TLS on loopback: they accept everything, the table returns the stored items, and all is counted. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { METRICS } from '../../lambda/core/metrics/metrics';
import type { Certificate } from '../certificate';
import { readSetup, serveJobs } from './child-process';
import { countedTable, type Units } from './counted-table';

export interface AwsStubSetup {
  readonly certificate: Certificate;
  /** The time of each answer. */
  readonly latencyMs: number;
  /** Closes all connections after so long without a call, as AWS does after a minute; `null`: never. */
  readonly quietMs: number | null;
}

/** The calls since the last request for them. */
export interface SeenCalls {
  readonly port: number;
  /** The longest response time that each run published. */
  readonly slowestMs: readonly number[];
  readonly alerts: number;
  /** The times of the published messages, in milliseconds since 1970. */
  readonly publishedAt: readonly number[];
  readonly used: Used;
}

export interface Used extends Units {
  readonly requests: number;
  /** The bytes of all requests and answers, as sent, without their heads. */
  readonly bytes: number;
}

interface Datum {
  readonly MetricName: string;
  readonly Value: number;
}

const { certificate, latencyMs, quietMs } = readSetup<AwsStubSetup>();
const table = countedTable();
let slowestMs: number[] = [];
let alerts = 0;
let publishedAt: number[] = [];
let requests = 0;
let bytes = 0;

const JSON_TYPE = 'application/x-amz-json-1.0';
const XML_TYPE = 'text/xml';
const PUBLISHED =
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>0</MessageId></PublishResult></PublishResponse>';

/** An SDK that speaks JSON names the action in a header; only SNS is called with forms. */
function answer(incoming: IncomingMessage, body: Buffer): { readonly type: string; readonly text: string } {
  const action = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
  const found = table.answer(action, body.toString());
  if (found !== null) return { type: JSON_TYPE, text: JSON.stringify(found) };
  if (action === 'PutMetricData') {
    keepSlowest(body);
    return { type: JSON_TYPE, text: '{}' };
  }
  if (!body.includes('Action=Publish')) throw new Error(`unknown call ${action}: ${body.toString().slice(0, 200)}`);
  alerts++;
  publishedAt.push(performance.timeOrigin + performance.now());
  return { type: XML_TYPE, text: PUBLISHED };
}

function keepSlowest(body: Buffer): void {
  const { MetricData } = JSON.parse(body.toString()) as { MetricData: readonly Datum[] };
  const times = MetricData.filter(({ MetricName }) => MetricName === METRICS.responseTime).map(({ Value }) => Value);
  slowestMs.push(Math.max(...times));
}

let quiet: NodeJS.Timeout | undefined;

function closeWhenQuiet(afterMs: number): void {
  clearTimeout(quiet);
  quiet = setTimeout(() => server.closeIdleConnections(), afterMs);
}

const server = createServer({ cert: certificate.cert, key: certificate.key }, async (incoming, outgoing) => {
  const sent = await buffer(incoming);
  const body = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const { type, text } = answer(incoming, body);
  if (latencyMs > 0) await wait(latencyMs);
  const length = Buffer.byteLength(text);
  requests++;
  bytes += sent.length + length;
  if (quietMs !== null) closeWhenQuiet(quietMs);
  outgoing.writeHead(200, { 'content-type': type, 'content-length': length }).end(text);
});
server.keepAliveTimeout = 60_000;
server.listen(0, 'localhost');
const listening = once(server, 'listening');

serveJobs(async (): Promise<SeenCalls> => {
  await listening;
  const used = { requests, bytes, ...table.units() };
  const seen = { port: (server.address() as AddressInfo).port, slowestMs, alerts, publishedAt, used };
  slowestMs = [];
  alerts = 0;
  publishedAt = [];
  requests = 0;
  bytes = 0;
  return seen;
});
