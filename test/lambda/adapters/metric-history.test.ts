/** The history from CloudWatch: what was published comes back, in as few and as coarse questions as may be. */

import { createCloudwatchMetrics } from '../../../lambda/adapters/cloudwatch-metrics';
import { createMetricHistory } from '../../../lambda/adapters/metric-history';
import type { HistoryWanted } from '../../../lambda/core/history/metered-history';
import { METRICS, type Metric, type MetricName } from '../../../lambda/core/metrics/metrics';
import { type StubbedAnswer, startAwsStub } from '../../support/aws-stub';
import { describeOnAws, pointAwsTo } from '../../support/moto';
import { runOf } from '../../support/runs';
import { closedPort, stopAfterEach } from '../../support/servers';

const PERIOD_MS = 300_000;
const TO = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS;
const FROM = TO - 4 * PERIOD_MS;
const RANGE = { from: FROM, to: TO, periodMs: PERIOD_MS };

function wanting(services: readonly string[], memory = false): HistoryWanted {
  return { services, range: RANGE, memory };
}

function metric(name: MetricName, service: string, value: number, at: number, deployment = 'shop'): Metric {
  return { name, value, unit: 'None', dimensions: { Deployment: deployment, Service: service }, at };
}

describeOnAws('what was published to CloudWatch', (aws) => {
  beforeAll(async () => {
    pointAwsTo(aws().url);
    const { healthy, responseTime, memoryUsed } = METRICS;
    const [first, last] = [FROM, TO - PERIOD_MS];
    const sent = [
      ...[0, 1, 2, 3].map((minute) => metric(healthy, 'user', minute === 1 ? 0 : 1, first + minute * 60_000)),
      ...[10, 20, 30].map((value, index) => metric(responseTime, 'user', value, first + index * 60_000)),
      metric(memoryUsed, 'user', 256, first),
      metric(healthy, 'user', 0, last),
      metric(healthy, 'user', 0, first, 'elsewhere'),
      metric(healthy, 'other', 1, last),
      // Before, after, and without the one that counts.
      metric(healthy, 'other', 0, FROM - 1_000),
      metric(healthy, 'other', 0, TO),
      metric(responseTime, 'silent', 5, last),
    ];
    await createCloudwatchMetrics(() => sent, process.env)(runOf([]));
  });
  beforeEach(() => pointAwsTo(aws().url));

  const FIRST = { from: FROM, to: FROM + PERIOD_MS, healthyShare: 0.75, meanMs: 20, memoryUsedMb: null };
  const LAST = { from: TO - PERIOD_MS, to: TO, healthyShare: 0, meanMs: null, memoryUsedMb: null };

  it('comes back by service and period, oldest first, with gaps if nothing was checked', async () => {
    const history = await createMetricHistory('shop', process.env)(wanting(['user', 'other', 'silent', 'unheard']));
    expect([...history]).toEqual([
      ['user', [FIRST, LAST]],
      ['other', [{ ...LAST, healthyShare: 1 }]],
      ['silent', []],
      ['unheard', []],
    ]);
  });

  it('comes with the memory if that is asked for', async () => {
    const history = await createMetricHistory('shop', process.env)(wanting(['user'], true));
    expect(history.get('user')).toEqual([{ ...FIRST, memoryUsedMb: 256 }, LAST]);
  });
});

describe('CloudWatch', () => {
  const stopLater = stopAfterEach();

  interface Asked {
    readonly MetricDataQueries: readonly {
      readonly Id: string;
      readonly MetricStat: { readonly Metric: { readonly MetricName: string }; readonly Period: number };
    }[];
    readonly NextToken?: string;
  }
  const startCloudwatch = async (answer: (asked: Asked) => StubbedAnswer) => {
    const stub = await stopLater(startAwsStub(({ body }) => answer(JSON.parse(body))));
    pointAwsTo(stub.url());
    const asked = () => stub.calls.map(({ body }) => JSON.parse(body) as Asked);
    return { asked, read: createMetricHistory('shop', process.env) };
  };
  const seconds = (time: number) => time / 1_000;
  const NOTHING = { json: { MetricDataResults: [] } };

  it('is asked for two metrics of a service, and for the memory only if it is wanted', async () => {
    const { asked, read } = await startCloudwatch(() => NOTHING);
    await read(wanting(['user', 'other']));
    await read(wanting(['user'], true));
    const names = asked().map(({ MetricDataQueries }) =>
      MetricDataQueries.map(({ MetricStat }) => MetricStat.Metric.MetricName),
    );
    expect(names).toEqual([
      ['Healthy', 'ResponseTime', 'Healthy', 'ResponseTime'],
      ['Healthy', 'ResponseTime', 'MemoryUsed'],
    ]);
    expect(asked()[0]).toMatchObject({ StartTime: seconds(FROM), EndTime: seconds(TO) });
    for (const { Id, MetricStat } of asked()[0]?.MetricDataQueries ?? []) {
      expect(Id).toMatch(/^[a-z]\w*$/);
      expect(MetricStat).toMatchObject({ Period: 300, Stat: 'Average' });
    }
  });

  it.each([
    [250, [500]],
    [251, [500, 2]],
    [600, [500, 500, 200]],
  ])('is asked for %i services in calls of %j', async (count, sizes) => {
    const { asked, read } = await startCloudwatch(({ MetricDataQueries }) => ({
      json: {
        MetricDataResults: MetricDataQueries.map(({ Id }) => ({ Id, Timestamps: [seconds(FROM)], Values: [1] })),
      },
    }));
    const services = Array.from({ length: count }, (_, index) => `s${index}`);
    const history = await read(wanting(services));
    expect(
      asked()
        .map(({ MetricDataQueries }) => MetricDataQueries.length)
        .sort((left, right) => right - left),
    ).toEqual(sizes);
    expect([...history.keys()]).toEqual(services);
    expect([...history.values()].filter(([only]) => only?.meanMs === 1)).toHaveLength(count);
  });

  it('is asked on until it has given all', async () => {
    const pages: Readonly<Record<string, StubbedAnswer>> = {
      first: page('second', FROM),
      second: page('third', FROM + PERIOD_MS),
      third: page(undefined, TO - PERIOD_MS),
    };
    const { asked, read } = await startCloudwatch(({ NextToken }) => pages[NextToken ?? 'first'] as StubbedAnswer);
    const history = await read(wanting(['user']));
    expect(history.get('user')?.map(({ from }) => from)).toEqual([FROM, FROM + PERIOD_MS, TO - PERIOD_MS]);
    expect(asked().map(({ NextToken }) => NextToken)).toEqual([undefined, 'second', 'third']);
  });

  it.each<[string, StubbedAnswer]>([
    ['refuses', { status: 403, code: 'AccessDenied' }],
    ['is ill', { status: 500, code: 'InternalServiceFault' }],
    ['has lost a metric', { json: { MetricDataResults: [{ Id: 'healthy0', StatusCode: 'InternalError' }] } }],
    ['lets nobody read', { json: { MetricDataResults: [{ Id: 'healthy0', StatusCode: 'Forbidden' }] } }],
  ])('that %s makes no gap of it', async (_, answer) => {
    const { read } = await startCloudwatch(() => answer);
    await expect(read(wanting(['user']))).rejects.toThrow();
  });

  it('that gives page after page without an end is given up', async () => {
    const { read } = await startCloudwatch(() => page('again', FROM));
    await expect(read(wanting(['user']))).rejects.toThrow('no answer within 5000 ms');
  });

  it('that does not listen is given up', async () => {
    pointAwsTo(`http://127.0.0.1:${await closedPort()}`);
    await expect(createMetricHistory('shop', process.env)(wanting(['user']))).rejects.toThrow(/ECONNREFUSED/);
  });

  function page(NextToken: string | undefined, ...times: readonly number[]): StubbedAnswer {
    const result = { Id: 'healthy0', Timestamps: times.map(seconds), Values: times.map(() => 1) };
    return { json: { MetricDataResults: [result], NextToken } };
  }
});
