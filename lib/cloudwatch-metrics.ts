/** The metrics of a deployment for the alarms and the dashboard, by the names that the checker sends. */

import { Duration } from 'aws-cdk-lib';
import { type CommonMetricOptions, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Config } from '../lambda/core/config/config';
import type { Shard } from '../lambda/core/config/shard';
import { DIMENSIONS, METRICS, type MetricName, NAMESPACE, shardDimensions } from '../lambda/core/metrics/metrics';

type Options = Omit<CommonMetricOptions, 'statistic' | 'dimensionsMap'> & { readonly statistic: string };

/** There is a sample for each run. */
export function runPeriod({ intervalMs }: Config): Duration {
  return Duration.millis(intervalMs);
}

export function deploymentMetric(config: Config, metricName: MetricName, options: Options): Metric {
  return metricOf(config, metricName, options, {});
}

/** The number of services that a shard has checked in a run: in each period the most. */
export function checkedByShard(config: Config, shard: Shard): Metric {
  return metricOf(config, METRICS.servicesChecked, { statistic: 'Maximum' }, shardDimensions(config.name, shard));
}

/** A count of the deployment in each run: the sum of its shards, whatever the period of a graph is. */
export function perRun(config: Config, metricName: MetricName, label: string, color: string): MathExpression {
  const period = runPeriod(config);
  // Within a graph each metric needs an id of its own, which begins with a lower-case letter.
  const id = `sumOf${metricName}`;
  return new MathExpression({
    expression: `${id} * ${period.toSeconds()} / PERIOD(${id})`,
    usingMetrics: { [id]: deploymentMetric(config, metricName, { statistic: 'Sum' }) },
    label,
    color,
    period,
  });
}

export function serviceMetric(config: Config, service: string, metricName: MetricName, options: Options): Metric {
  return metricOf(config, metricName, options, { [DIMENSIONS.service]: service });
}

/** A metric of a service with a further dimension, such as the verdict. */
export function detailMetric(
  config: Config,
  service: string,
  metricName: MetricName,
  detail: Readonly<Record<string, string>>,
  options: Options,
): Metric {
  return metricOf(config, metricName, options, { [DIMENSIONS.service]: service, ...detail });
}

/** The text of a `SEARCH` for a metric of the deployment that is only sent in some runs: until then it finds nothing. */
export function searchDeployment(
  config: Config,
  metricName: MetricName,
  statistic: string,
  detail: Readonly<Record<string, string>>,
): string {
  return `SEARCH('${term(config, metricName, [DIMENSIONS.deployment, ...Object.keys(detail)], detail)}', '${statistic}')`;
}

/** The text of a `SEARCH` over the services. */
export function searchServices(config: Config, metricName: MetricName, statistic: string): string {
  return `SEARCH('${servicesTerm(config, metricName)}', '${statistic}')`;
}

/** The term of such a search, without the function and without a statistic: a dashboard's variable takes it in this form. */
export function servicesTerm(config: Config, metricName: MetricName): string {
  return term(config, metricName, [DIMENSIONS.deployment, DIMENSIONS.service]);
}

function term(
  { name }: Config,
  metricName: MetricName,
  dimensions: readonly string[],
  detail: Readonly<Record<string, string>> = {},
): string {
  const values = Object.entries({ [DIMENSIONS.deployment]: name, ...detail }).map(
    ([key, value]) => `${key}="${value}"`,
  );
  return `{${NAMESPACE},${dimensions.join(',')}} MetricName="${metricName}" ${values.join(' ')}`;
}

function metricOf(
  config: Config,
  metricName: MetricName,
  options: Options,
  dimensions: Readonly<Record<string, string>>,
): Metric {
  return new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { [DIMENSIONS.deployment]: config.name, ...dimensions },
    period: runPeriod(config),
    ...options,
  });
}
