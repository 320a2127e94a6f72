/** A metric of all services as the lines of a graph: a line for each service, or, if there are many, for the extreme ones. */

import { Duration } from 'aws-cdk-lib';
import { type HorizontalAnnotation, type IMetric, MathExpression, SearchExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Config } from '../../lambda/core/config/config';
import type { MetricName } from '../../lambda/core/metrics/metrics';
import { runPeriod, searchServices, serviceMetric } from '../cloudwatch-metrics';
import { LIMIT_COLORS, SERVICE_COLORS, VERDICT_COLORS } from './layout';

/** The number of lines if there are many services. */
const STANDING_OUT = 20;

export interface Series {
  readonly metric: MetricName;
  readonly statistic: string;
  /** The calculation that is applied to each value, such as `* 100`. */
  readonly scale?: string;
  /** The extreme values that are drawn. */
  readonly worst: 'highest' | 'lowest';
}

/** Whether there are more services than colours. */
export function isLargeFleet({ services }: Config): boolean {
  return services.length > SERVICE_COLORS.length;
}

export function serviceSeries(config: Config, series: Series): IMetric[] {
  return isLargeFleet(config) ? [standingOut(config, series)] : oneForEach(config, series);
}

/** The text ` (the 20 highest)` if not all services are drawn. */
export function titleSuffix(config: Config, worst: Series['worst']): string {
  return isLargeFleet(config) ? ` (the ${STANDING_OUT} ${worst})` : '';
}

function oneForEach(config: Config, { metric, statistic, scale }: Series): IMetric[] {
  return config.services.map(({ id }, index) => {
    const look = { label: id, color: SERVICE_COLORS[index] as string };
    if (scale === undefined) return serviceMetric(config, id, metric, { statistic, ...look });
    const name = `m${index}`;
    return new MathExpression({
      expression: `${name} ${scale}`,
      usingMetrics: { [name]: serviceMetric(config, id, metric, { statistic }) },
      period: runPeriod(config),
      ...look,
    });
  });
}

/** The lines of the extreme services. Each is named for the dimension that differs. */
function standingOut(config: Config, { metric, statistic, scale = '', worst }: Series): IMetric {
  const period = runPeriod(config);
  const [by, order] = worst === 'highest' ? ['MAX', 'DESC'] : ['AVG', 'ASC'];
  return new MathExpression({
    expression: `SORT(${`found ${scale}`.trim()}, ${by}, ${order}, ${STANDING_OUT})`,
    usingMetrics: { found: new SearchExpression({ expression: searchServices(config, metric, statistic), period }) },
    label: '',
    period,
  });
}

/** Returns the line of a time limit: `time limit 3 s`, `time limit 500 ms`. */
export function timeLimit(limit: Duration): HorizontalAnnotation {
  const value = limit.toMilliseconds();
  const text = value % 1_000 === 0 ? `${value / 1_000} s` : `${value} ms`;
  return { value, label: `time limit ${text}`, color: LIMIT_COLORS.limit };
}

/** Returns a line for each different time limit of an attempt. */
export function timeLimits({ services }: Config): HorizontalAnnotation[] {
  return [...new Set(services.map(({ timeoutMs }) => timeoutMs))].map((value) => timeLimit(Duration.millis(value)));
}

/** Returns the line of all services. */
export function allServices({ services: { length: value } }: Config): HorizontalAnnotation {
  return { value, label: `all ${value}`, color: VERDICT_COLORS.healthy };
}
