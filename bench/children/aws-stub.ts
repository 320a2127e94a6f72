/** The AWS APIs that the Lambda calls, over TLS on loopback: they take everything, and the table gives back what it got. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { TABLE_KEYS } from '../../lambda/core/state/table-keys';
import type { Certificate } from '../certificate';
import { readSetup, serveJobs } from './child-process';

export interface AwsStubSetup {
  readonly certificate: Certificate;
  /** How long each answer takes. */
  readonly latencyMs: number;
  /** Closes all connections after so long without a call, as AWS does after a minute; `null`: never. */
  readonly quietMs: number | null;
}

/** The calls since the last time that this was asked for. */
export interface SeenCalls {
  readonly port: number;
  /** The longest response time that each run published. */
  readonly slowestMs: readonly number[];
  readonly alerts: number;
  /** When each message was published, in milliseconds since 1970. */
  readonly publishedAt: readonly number[];
}

type Attributes = Readonly<Record<string, { readonly S?: string }>>;
interface Datum {
  readonly MetricName: string;
  readonly Value: number;
}

const { certificate, latencyMs, quietMs } = readSetup<AwsStubSetup>();
const items = new Map<string, Attributes>();
let slowestMs: number[] = [];
let alerts = 0;
let publishedAt: number[] = [];

const JSON_TYPE = 'application/x-amz-json-1.0';
const XML_TYPE = 'text/xml';
const PUBLISHED =
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>0</MessageId></PublishResult></PublishResponse>';

/** If the SDK speaks JSON, it names the action in a header; only SNS is called with forms. */
function answer(incoming: IncomingMessage, body: Buffer): { readonly type: string; readonly text: string } {
  const action = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
  switch (action) {
    case 'PutMetricData':
      keepSlowest(body);
      return { type: JSON_TYPE, text: '{}' };
    case 'PutItem':
      return { type: JSON_TYPE, text: put(JSON.parse(body.toString()).Item) };
    case 'BatchGetItem':
      return { type: JSON_TYPE, text: JSON.stringify(itemsAt(JSON.parse(body.toString()).RequestItems)) };
    // The roster of services, which the runs measured here never need.
    case 'Query':
      return { type: JSON_TYPE, text: '{"Items":[]}' };
    case 'UpdateItem':
      return { type: JSON_TYPE, text: '{}' };
    default:
      if (!body.includes('Action=Publish')) throw new Error(`unknown call ${action}: ${body.toString().slice(0, 200)}`);
      alerts++;
      publishedAt.push(performance.timeOrigin + performance.now());
      return { type: XML_TYPE, text: PUBLISHED };
  }
}

function put(item: Attributes): string {
  items.set(keyOf(item), item);
  return '{}';
}

function itemsAt(asked: Readonly<Record<string, { readonly Keys: readonly Attributes[] }>>) {
  const found = Object.entries(asked).map(([table, { Keys }]) => [
    table,
    Keys.flatMap((key) => items.get(keyOf(key)) ?? []),
  ]);
  return { Responses: Object.fromEntries(found) };
}

function keyOf(item: Attributes): string {
  return JSON.stringify([item[TABLE_KEYS.partition]?.S, item[TABLE_KEYS.sort]?.S]);
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
  if (quietMs !== null) closeWhenQuiet(quietMs);
  outgoing.writeHead(200, { 'content-type': type, 'content-length': length }).end(text);
});
server.keepAliveTimeout = 60_000;
server.listen(0, 'localhost');
const listening = once(server, 'listening');

serveJobs(async (): Promise<SeenCalls> => {
  await listening;
  const seen = { port: (server.address() as AddressInfo).port, slowestMs, alerts, publishedAt };
  slowestMs = [];
  alerts = 0;
  publishedAt = [];
  return seen;
});
