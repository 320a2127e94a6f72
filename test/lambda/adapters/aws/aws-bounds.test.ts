/** No AWS API can hold up a run: every call ends in time and within its attempts, however the other side behaves. */

import {
  ATTEMPTS,
  awsClientConfig,
  boundedCalls,
  CALL_LIMIT_MS,
  CONNECTIONS,
} from '../../../../lambda/adapters/aws/aws-client';
import { createCloudwatchMetrics } from '../../../../lambda/adapters/aws/cloudwatch-metrics';
import { createSecretReader } from '../../../../lambda/adapters/aws/secrets';
import { createSnsNotifications } from '../../../../lambda/adapters/aws/sns-notifications';
import { createHistoryTable } from '../../../../lambda/adapters/table/history-table';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { createNotificationRecords } from '../../../../lambda/adapters/table/notification-records';
import { openTable } from '../../../../lambda/adapters/table/open-table';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { METRICS } from '../../../../lambda/core/metrics/metrics';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { pointAwsTo } from '../../../support/aws/moto';
import { alertOn } from '../../../support/core/alerts';
import { askedFor } from '../../../support/core/asked';
import { NOW } from '../../../support/core/observations';
import { runOf } from '../../../support/core/runs';
import {
  allClosed,
  closedPort,
  type RunningServer,
  startAnswering,
  startHttp,
  startTcp,
  stopAfterAll,
} from '../../../support/http/servers';

const KEY = { deployment: { S: 'shop' }, service: { S: 'user-service' } };
/** The time until a slow API answers. */
const SLOW_MS = 400;
/** What the connections of a client must suffice for, if each call takes a second. */
const SERVICES = 200;

/** Every call that a run or the widget makes. The clients are made anew, and look for their endpoint with the first call. */
function calls(): Readonly<Record<string, () => Promise<unknown>>> {
  const table = openTable('incidents', 'shop', process.env);
  const store = createIncidentTable(table);
  const send = createSnsNotifications('arn:aws:sns:us-east-1:123456789012:alerts', process.env);
  const publish = createCloudwatchMetrics(
    () => [{ name: METRICS.healthy, value: 1, unit: 'None', dimensions: { Deployment: 'shop' }, at: NOW }],
    process.env,
  );
  const history = createHistoryTable(table);
  const update = { key: 'fine/2026-11-22', buckets: [], expected: null, expiresAt: NOW } as const;
  const records = createNotificationRecords(table);
  const read = createSecretReader(process.env);
  return {
    BatchGetItem: () => store.load(askedFor(['user-service'], { shard: 1 })),
    'Query of the roster': async () => store.loadRemoved?.(askedFor([])),
    PutItem: () => store.save('user-service', NEW_STATE, null),
    'BatchGetItem of a history': () => history.read(new Map([['user-service', ['fine/2026-11-22']]])),
    'PutItem of a history': () => history.write('user-service', [update]),
    'PutItem of a notification': () => records.keep('a+2', ['user-service'], NOW),
    'BatchGetItem of a notification': () => records.read('a+2', NOW),
    Publish: () => send(notificationOf(alertOn('opened'))),
    PutMetricData: () => publish(runOf([])),
    GetSecretValue: () => read('statuswatch/token'),
  };
}

interface Outcome {
  readonly name: string;
  readonly rejected: boolean;
}

async function callAll(): Promise<Outcome[]> {
  return Promise.all(
    Object.entries(calls()).map(async ([name, call]) => {
      const rejected = await call().then(
        () => false,
        () => true,
      );
      return { name, rejected };
    }),
  );
}

/**
 * Begins calls to `url`. The SDK looks for the endpoint with the first call of a client. Once the files of its config have been
 * read, which all clients share, it then waits for nothing but promises, so that the next calls may be pointed elsewhere.
 */
async function begin<Outcome>(
  url: string,
  call: () => Promise<Outcome>,
): Promise<{ readonly outcome: Promise<Outcome> }> {
  pointAwsTo(url);
  const outcome = call();
  await new Promise(setImmediate);
  return { outcome };
}

/** A server that behaves in some way, the heads of the requests to it, and what becomes of all calls. */
interface MisbehavingServer {
  readonly server: RunningServer;
  readonly heads: readonly string[];
  readonly outcome: Promise<readonly Outcome[]>;
}

/** A server that answers all requests in the same way, after a while. */
const slow = (document: unknown, connection: 'keep-alive' | 'close' = 'keep-alive') =>
  startHttp((incoming, outgoing) => {
    incoming.resume();
    outgoing.setHeader('Connection', connection);
    setTimeout(() => outgoing.end(JSON.stringify(document)), SLOW_MS);
  });

/** A server that begins its answer, and then goes on with a drop ten times a second. */
const dripping = (beginning: string, drop: string) => (heads: string[]) =>
  startAnswering((socket, head) => {
    heads.push(head);
    socket.write(beginning);
    const drip = setInterval(() => socket.write(drop), 100);
    socket.on('close', () => clearInterval(drip));
  });

const BEHAVIOURS: Readonly<Record<string, (heads: string[]) => Promise<RunningServer>>> = {
  'takes the connection and is silent': () => startTcp((socket) => socket.resume()),
  'takes the request and is silent': (heads) => startAnswering((_, head) => heads.push(head)),
  'drips its answer': dripping(
    'HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 100000\r\n\r\n',
    ' ',
  ),
  'drips the head of its answer': dripping('HTTP/1.1 200 OK\r\nX-Slow: ', 'x'),
  'resets every connection': () => startTcp((socket) => socket.resetAndDestroy()),
  'cuts every answer short': (heads) =>
    startAnswering((socket, head) => {
      heads.push(head);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"half":');
    }),
  'answers in no HTTP': () => startAnswering((socket) => socket.end('\u0000\u0001 nothing \r\n\r\n')),
  'answers in no JSON and no XML': (heads) =>
    startAnswering((socket, head) => {
      heads.push(head);
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 11\r\n\r\n<html>oops<');
    }),
};

const PAGES = [
  ['has more and more to say of the roster', 'loadRemoved', { LastEvaluatedKey: KEY }],
  ['never gives the states that it is asked for', 'load', { UnprocessedKeys: { incidents: { Keys: [KEY] } } }],
] as const;

describe('an AWS API that', () => {
  const stopLater = stopAfterAll();
  const misbehaving = new Map<string, MisbehavingServer>();
  const reads = new Map<string, { readonly server: RunningServer; readonly error: Promise<Error | null> }>();

  // Nearly all of their time is waiting, so that all of them wait at once.
  beforeAll(async () => {
    pointAwsTo(`http://127.0.0.1:${await closedPort()}`);
    await callAll();
    for (const [name, behave] of Object.entries(BEHAVIOURS)) {
      const heads: string[] = [];
      const server = await stopLater(behave(heads));
      misbehaving.set(name, { server, heads, ...(await begin(server.url(), callAll)) });
    }
    for (const [name, call, page] of PAGES) {
      const server = await stopLater(slow(page, 'close'));
      const read = async () =>
        createIncidentTable(openTable('incidents', 'shop', process.env))
          [call]?.(askedFor(['user-service']))
          .then(
            () => null,
            (error) => error,
          );
      reads.set(name, { server, error: (await begin(server.url(), read)).outcome });
    }
  });

  it.each(Object.keys(BEHAVIOURS))('%s delays no call', async (name) => {
    const { server, heads, outcome } = misbehaving.get(name) as MisbehavingServer;
    const outcomes = await outcome;
    expect(outcomes.filter(({ rejected }) => !rejected)).toEqual([]);
    // Each call has asked this server and no other.
    expect(server.connections.length).toBeGreaterThanOrEqual(outcomes.length);
    expect(server.connections.length).toBeLessThanOrEqual(ATTEMPTS * outcomes.length);
    const invocations = heads.map((head) => /amz-sdk-invocation-id: (\S+)/.exec(head)?.[1]);
    for (const id of invocations)
      expect(invocations.filter((other) => other === id).length).toBeLessThanOrEqual(ATTEMPTS);
    // Nothing goes on behind the back of a run that has gone on.
    await allClosed(server);
  });

  it.each(PAGES)('%s is read for no longer than one call may take', async (name) => {
    const { server, error } = reads.get(name) as { server: RunningServer; error: Promise<Error | null> };
    expect(String(await error)).toContain(`dynamodb: no answer within ${CALL_LIMIT_MS} ms`);
    await allClosed(server);
  });

  it('does not listen fails the call at once', async () => {
    pointAwsTo(`http://127.0.0.1:${await closedPort()}`);
    const outcomes = await callAll();
    expect(outcomes.filter(({ rejected }) => !rejected)).toEqual([]);
  });

  // The SDK counts the wait for a free connection as a part of connecting, so no call may have to wait within it.
  it('is slow gets no more concurrent calls than the client has connections', async () => {
    let underway = 0;
    let most = 0;
    const bounded = boundedCalls('dynamodb', 60_000);
    const call = async () => {
      most = Math.max(most, ++underway);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underway -= 1;
    };
    await Promise.all(Array.from({ length: SERVICES }, () => bounded(call)));
    expect(most).toBe(CONNECTIONS);
    expect(awsClientConfig({}).requestHandler.httpsAgent.maxSockets).toBe(CONNECTIONS);
    expect((SERVICES / CONNECTIONS) * 1_000).toBeLessThan(CALL_LIMIT_MS);
  });

  // The table's handshakes are a good part of what a cold start takes.
  it('gets all calls for the table on one connection', async () => {
    const server = await stopLater(
      startHttp((incoming, outgoing) => {
        incoming.resume();
        outgoing.end('{}');
      }),
    );
    pointAwsTo(server.url());
    const table = openTable('incidents', 'shop', process.env);
    await createIncidentTable(table).load(askedFor(['user-service'], { shard: 1 }));
    await createHistoryTable(table).read(new Map([['user-service', ['fine/2026-11-22']]]));
    await createNotificationRecords(table).keep('a+2', ['user-service'], NOW);
    expect(server.connections.length).toBe(1);
  });
});
