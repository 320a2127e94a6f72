/** Sends metrics to CloudWatch, in as few calls as its limits allow. */

import { CloudWatchClient, type MetricDatum, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import type { MetricSink } from '../../core/metrics/metrics';
import { type MeasuredRun, type Metric, NAMESPACE } from '../../core/metrics/metrics';
import { inBatches } from '../../core/words/in-batches';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

/**
 * The limits of one PutMetricData (CloudWatch API Reference). Its limit of 1 MB is out of reach: one of our metrics, its name
 * and dimensions included, has less than 500 bytes.
 */
const MAX_METRICS = 1_000;

/** Publishes the metrics that `measure` makes of a run. Rejects unless CloudWatch accepted all of them. */
export function createCloudwatchMetrics(
  measure: (run: MeasuredRun) => readonly Metric[],
  environment: Environment,
): MetricSink {
  const client = nameCalls(new CloudWatchClient(awsClientConfig(environment)));
  const bounded = boundedCalls('cloudwatch:PutMetricData');
  const put = (metrics: readonly Metric[]) =>
    bounded((abortSignal) =>
      client.send(new PutMetricDataCommand({ Namespace: NAMESPACE, MetricData: metrics.map(datumOf) }), {
        abortSignal,
      }),
    );
  return async (run) => {
    const refused = await Promise.all(inBatches(measure(run), MAX_METRICS).map((batch) => putOrSplit(batch, put)));
    const faults = refused.flat();
    if (faults.length > 0) throw new Error(`${faults.length} metrics rejected; the first: ${faults[0]}`);
  };
}

/** Resolves to the faults of refused metrics. If CloudWatch refuses a batch, it is halved until the faulty metric is alone. */
async function putOrSplit(
  metrics: readonly Metric[],
  put: (metrics: readonly Metric[]) => Promise<unknown>,
): Promise<string[]> {
  try {
    await put(metrics);
    return [];
  } catch (error) {
    if (!isRefusal(error)) return metrics.map(() => String(error));
    const [only] = metrics;
    if (metrics.length === 1 && only) return [`${only.name} ${JSON.stringify(only.dimensions)}: ${String(error)}`];
    const middle = Math.ceil(metrics.length / 2);
    const halves = [metrics.slice(0, middle), metrics.slice(middle)];
    return (await Promise.all(halves.map((half) => putOrSplit(half, put)))).flat();
  }
}

/** Errors that come with status 400 too, but are about throttling, or the caller's identity or clock, and not the data. */
const NOT_ABOUT_THE_DATA =
  /Throttl|TooMany|Limit|SlowDown|Denied|NotAuthorized|Token|Credential|Signature|Client|Expired|OptIn/i;

/** Whether the data was at fault, and not the network, the service or the permissions. */
function isRefusal(error: unknown): boolean {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return (status === 400 || status === 413) && !NOT_ABOUT_THE_DATA.test(name);
}

function datumOf({ name, value, unit, dimensions, at }: Metric): MetricDatum {
  return {
    MetricName: name,
    Value: value,
    Unit: unit,
    Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    Timestamp: new Date(at),
  };
}
