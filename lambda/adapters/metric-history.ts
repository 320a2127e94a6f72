/** The history of services from CloudWatch. Every metric that is asked for costs: $0.01 for a thousand. */

import { CloudWatchClient, GetMetricDataCommand, type MetricDataQuery } from '@aws-sdk/client-cloudwatch';
import type { MeteredPeriod, PeriodRange, ReadHistory } from '../core/history/metered-history';
import { DIMENSIONS, METRICS, type MetricName, NAMESPACE } from '../core/metrics/metrics';
import { inBatches } from '../core/words/in-batches';
import { readAmount, readMilliseconds } from '../core/words/stored-value';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/** The limits of one GetMetricData (CloudWatch API Reference). */
const MAX_QUERIES = 500;

/** The metrics from which each service's history is made. */
const HISTORY: readonly MetricName[] = [METRICS.healthy, METRICS.responseTime];

export function createMetricHistory(deployment: string, environment: Environment): ReadHistory {
  const client = new CloudWatchClient(awsClientConfig(environment));
  const bounded = boundedCalls();
  return async ({ services, range, memory }) => {
    const names = memory ? [...HISTORY, METRICS.memoryUsed] : HISTORY;
    const queries = services.flatMap((service, index) => {
      const dimensions = { [DIMENSIONS.deployment]: deployment, [DIMENSIONS.service]: service };
      return names.map((name) => queryOf(queryId(index, name), name, dimensions, range));
    });
    const read = inBatches(queries, MAX_QUERIES).map((batch) =>
      bounded((signal) => readAll(client, batch, range, signal)),
    );
    const points = new Map((await Promise.all(read)).flatMap((batch) => [...batch]));
    const entries = services.map((service, index) => {
      const pointsOf = (name: MetricName): Points => points.get(queryId(index, name)) ?? new Map();
      return [service, periodsFrom(pointsOf, range)] as const;
    });
    return new Map(entries);
  };
}

/** The id of a query must begin with a lower-case letter. */
function queryId(index: number, name: MetricName): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}${index}`;
}

/** Averages, keyed by the beginnings of their periods in milliseconds since 1970. */
type Points = Map<number, number>;

/** A period without the metric of health was not checked, so it is left out. */
function periodsFrom(pointsOf: (name: MetricName) => Points, { periodMs }: PeriodRange): MeteredPeriod[] {
  const [response, memory] = [pointsOf(METRICS.responseTime), pointsOf(METRICS.memoryUsed)];
  return [...pointsOf(METRICS.healthy)]
    .sort(([left], [right]) => left - right)
    .map(([from, healthyShare]) => ({
      from,
      to: from + periodMs,
      healthyShare,
      meanMs: readMilliseconds(response.get(from)),
      memoryUsedMb: readAmount(memory.get(from)),
    }));
}

/** Reads all pages; the results are keyed by the queries' ids. */
async function readAll(
  client: CloudWatchClient,
  queries: MetricDataQuery[],
  { from, to }: PeriodRange,
  abortSignal: AbortSignal,
): Promise<ReadonlyMap<string, Points>> {
  const found = new Map<string, Points>();
  let NextToken: string | undefined;
  do {
    const range = { StartTime: new Date(from), EndTime: new Date(to), ScanBy: 'TimestampAscending' } as const;
    const page = await client.send(new GetMetricDataCommand({ MetricDataQueries: queries, ...range, NextToken }), {
      abortSignal,
    });
    for (const { Id = '', Timestamps = [], Values = [], StatusCode } of page.MetricDataResults ?? []) {
      // A gap would say that nothing was measured.
      if (StatusCode === 'InternalError' || StatusCode === 'Forbidden')
        throw new Error(`CloudWatch says ${StatusCode}`);
      const points: Points = found.get(Id) ?? new Map();
      for (const [index, value] of Values.entries()) {
        const time = Timestamps[index]?.getTime();
        if (time !== undefined) points.set(time, value);
      }
      found.set(Id, points);
    }
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found;
}

function queryOf(
  Id: string,
  MetricName: MetricName,
  dimensions: Readonly<Record<string, string>>,
  { periodMs }: PeriodRange,
): MetricDataQuery {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const Metric = { Namespace: NAMESPACE, MetricName, Dimensions };
  return { Id, MetricStat: { Metric, Period: periodMs / 1_000, Stat: 'Average' } };
}
