/** Metrics on CloudWatch: all metrics of a run arrive in as few calls as possible, and a bad one does not affect the others. */

import { CloudWatchClient, GetMetricDataCommand, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { createCloudwatchMetrics } from '../../../../lambda/adapters/aws/cloudwatch-metrics';
import { METRICS, type MeasuredRun, type Metric, metricsOf, NAMESPACE } from '../../../../lambda/core/metrics/metrics';
import { type StubbedAnswer, startAwsStub } from '../../../support/aws/aws-stub';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { answer, failure, reportOf } from '../../../support/core/observations';
import { resultOf, runOf } from '../../../support/core/runs';
import { closedPort, stopAfterEach } from '../../../support/http/servers';

const NOW = Math.floor(Date.now() / 60_000) * 60_000;
const RUN: MeasuredRun = runOf([]);

/** `count` metrics, of which those at the places of `bad` have a value that the stub refuses. */
function metrics(count: number, bad: readonly number[] = []): Metric[] {
  return Array.from({ length: count }, (_, index) => ({
    name: METRICS.healthy,
    value: bad.includes(index) ? 666 : 1,
    unit: 'None',
    dimensions: { Deployment: 'shop', Service: `service-${index}` },
    at: NOW,
  }));
}

describeOnAws('a run on CloudWatch', (aws) => {
  it('are read back with the same value, unit and second', async () => {
    pointAwsTo(aws().url);
    const well = resultOf('user-service', answer(200, reportOf()));
    const run = runOf([well, resultOf('payment-service', failure('connection_refused'))]);
    const sent = { ...run, startedAt: NOW, results: run.results.map((result) => ({ ...result, at: NOW })) };
    await createCloudwatchMetrics(
      (measured) => metricsOf(measured, { name: 'shop', metrics: 'standard', intervalMs: 60_000 }),
      {},
    )(sent);

    const client = new CloudWatchClient();
    const { Metrics = [] } = await client.send(new ListMetricsCommand({ Namespace: NAMESPACE }));
    const expected = metricsOf(sent, { name: 'shop', metrics: 'standard', intervalMs: 60_000 });
    expect(expected.length).toBeGreaterThan(9);
    expect(Metrics).toHaveLength(expected.length);
    const queries = expected.map(({ name, dimensions, unit }, index) => ({
      Id: `m${index}`,
      MetricStat: {
        Metric: {
          Namespace: NAMESPACE,
          MetricName: name,
          Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        },
        Period: 60,
        Stat: 'Sum',
        Unit: unit,
      },
    }));
    const range = { StartTime: new Date(NOW - 60_000), EndTime: new Date(NOW + 60_000) };
    const { MetricDataResults = [] } = await client.send(
      new GetMetricDataCommand({ MetricDataQueries: queries, ...range }),
    );
    expect(MetricDataResults.map(({ Values, Timestamps }) => [Values, Timestamps?.map(Number)])).toEqual(
      expected.map(({ value }) => [[value], [NOW]]),
    );
  });
});

describe('calls of PutMetricData', () => {
  const stopLater = stopAfterEach();

  interface Datum {
    readonly MetricName: string;
    readonly Value: number;
    readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
  }
  const dataOf = (body: string) => (JSON.parse(body) as { MetricData: Datum[] }).MetricData;
  const startCloudwatch = async (answer: (data: readonly Datum[], call: number) => StubbedAnswer) => {
    let calls = 0;
    const accepted: string[] = [];
    const stub = await stopLater(
      startAwsStub(({ body }) => {
        const given = answer(dataOf(body), ++calls);
        if ('json' in given) accepted.push(...dataOf(body).map(({ Dimensions }) => Dimensions[1]?.Value ?? ''));
        return given;
      }),
    );
    pointAwsTo(stub.url());
    const publish = (sent: readonly Metric[]) => createCloudwatchMetrics(() => sent, {})(RUN);
    return { stub, accepted, publish };
  };
  const TAKEN = { json: {} };
  const idsOf = (sent: readonly Metric[]) => sent.map(({ dimensions }) => dimensions.Service);

  it.each([
    [0, []],
    [1, [1]],
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
    [2_500, [1_000, 1_000, 500]],
  ])('for %s metrics contain %j', async (count, sizes) => {
    const { stub, accepted, publish } = await startCloudwatch(() => TAKEN);
    await publish(metrics(count));
    expect(stub.calls.map(({ body }) => dataOf(body).length).sort((left, right) => right - left)).toEqual(sizes);
    expect(accepted.sort()).toEqual(idsOf(metrics(count)).sort());
    expect(new Set(stub.calls.map(({ action }) => action)).size).toBeLessThanOrEqual(1);
  });

  const REFUSALS: StubbedAnswer[] = [
    { status: 400, code: 'InvalidParameterValue' },
    { status: 400, code: 'ValidationError' },
    { status: 413, code: 'RequestEntityTooLarge' },
  ];
  it.each([
    [1, [0]],
    [7, [3]],
    [1_000, [0]],
    [1_000, [999]],
    [1_500, [20, 21, 1_200]],
  ])('for %s metrics lose only those at %j if these are refused', async (count, bad) => {
    const refusal = REFUSALS[count % REFUSALS.length] as StubbedAnswer;
    const { stub, accepted, publish } = await startCloudwatch((data) =>
      data.some(({ Value }) => Value === 666) ? refusal : TAKEN,
    );
    const sent = metrics(count, bad);
    const lost = expect(publish(sent)).rejects.toThrow(
      new RegExp(`^${bad.length} metrics rejected; the first: Healthy .*"service-${bad[0]}"`),
    );
    await lost;
    expect(accepted.sort()).toEqual(idsOf(sent.filter((_, index) => !bad.includes(index))).sort());
    // Each bad metric is found by halving.
    expect(stub.calls.length).toBeLessThanOrEqual(Math.ceil(count / 1_000) + 2 * 10 * bad.length);
  });

  it.each([
    [400, 'ThrottlingException', 3],
    [400, 'Throttling', 3],
    [400, 'RequestLimitExceeded', 3],
    [400, 'SlowDown', 3],
    [400, 'RequestExpired', 1],
    [400, 'OptInRequired', 1],
    [400, 'ExpiredTokenException', 1],
    [400, 'UnrecognizedClientException', 1],
    [400, 'AccessDeniedException', 1],
    [403, 'AccessDenied', 1],
    [500, 'InternalServiceFault', 3],
    [503, 'ServiceUnavailable', 3],
  ])('that are answered %s %s are not split, since the data is not at fault', async (status, code, attempts) => {
    const { stub, publish } = await startCloudwatch(() => ({ status, code }));
    await expect(publish(metrics(8))).rejects.toThrow(/^8 metrics rejected/);
    expect(stub.calls.length).toBe(attempts);
  });

  it('send what they can if one half is refused and the other throttled', async () => {
    const { accepted, publish } = await startCloudwatch((data) => {
      if (data.some(({ Value }) => Value === 666)) return { status: 400, code: 'InvalidParameterValue' };
      return data.length === 4 ? { status: 500, code: 'InternalServiceFault' } : TAKEN;
    });
    await expect(publish(metrics(8, [0]))).rejects.toThrow(/^5 metrics rejected/);
    expect(accepted.sort()).toEqual(['service-1', 'service-2', 'service-3']);
  });

  it('never contain values that are not finite or absurd, whatever a service reports', async () => {
    const { stub, publish } = await startCloudwatch(() => TAKEN);
    const reports = [
      '{"status":"healthy","service":"a","uptime":1e999,"memory":{"used":-1e999,"total":1e308}}',
      '{"status":"healthy","service":"a","uptime":1e109,"memory":{"used":"NaN","total":null}}',
      '{"status":"healthy","service":"a","uptime":-1e300,"memory":{"used":2e108,"total":1}}',
    ];
    const run = runOf(
      reports.map((report) => resultOf('a', answer(200, report))),
      Number.NaN,
    );
    await publish(metricsOf(run, { name: 'shop', metrics: 'standard', intervalMs: 60_000 }));
    const values = stub.calls.flatMap(({ body }) => dataOf(body).map(({ Value }) => Value));
    expect(values.length).toBeGreaterThan(8);
    for (const value of values) {
      expect(typeof value).toBe('number');
      expect(Math.abs(value)).toBeLessThanOrEqual(2 ** 360);
    }
    expect(stub.calls.map(({ body }) => body).join()).not.toContain(METRICS.runDuration);
  });

  it('reject if nothing listens', async () => {
    pointAwsTo(`http://127.0.0.1:${await closedPort()}`);
    await expect(createCloudwatchMetrics(() => metrics(3), {})(RUN)).rejects.toThrow(
      /^3 metrics rejected.*ECONNREFUSED/,
    );
  });
});
