/** How much the stack has of what CloudWatch has a price for: metrics, alarms, and the metrics of its dashboard. */

import type { Config, Deployment, Service } from '../config/config';
import { CHECKER_ALARM_TITLES, PAGE_ALARM_TITLES } from '../message/forms/alarm-text';
import {
  comparesServices,
  DEPLOYMENT_METRICS,
  hasServiceMetrics,
  METRICS,
  type MetricName,
  SERVICE_METRICS,
} from '../metrics/metrics';
import { type Contract, FAILURE_KINDS } from '../words/codes';

type Metered = Pick<Config, 'services' | 'metrics'>;

/** Custom metrics that are sent all the time by so many shards; a metric that is sent for an hour a day counts as 1/24. */
export function countMetrics({ services, metrics }: Metered, shards: number): number {
  const counted = hasServiceMetrics({ metrics }) ? services : [];
  return counted.reduce(
    (total, service) => total + countServiceMetrics(service),
    DEPLOYMENT_METRICS.length + (shards === 1 ? 0 : shards),
  );
}

/** The figures that no report of a contract has, so that no metric of them is sent. */
const FIGURES_LACKED: Readonly<Record<Contract, readonly MetricName[]>> = {
  own: [],
  common: [METRICS.memoryTotal],
  text: [METRICS.uptime, METRICS.memoryUsed, METRICS.memoryTotal],
  http: [METRICS.uptime, METRICS.memoryUsed, METRICS.memoryTotal],
};

function countServiceMetrics({ statusUrl, contract }: Service): number {
  const sent = SERVICE_METRICS.filter((name) => !FIGURES_LACKED[contract].includes(name)).length;
  return sent + (statusUrl.startsWith('https:') ? 1 / 24 : 0);
}

export interface AlarmCounts {
  /** Alarms about the health of services, or of shards. */
  readonly services: number;
  /** Alarms about the checker: each once, but the alarm about a silent checker once per shard. */
  readonly checker: number;
  readonly page: number;
  /** Alarms that combine those of silent shards. */
  readonly composites: number;
}

export function countAlarms(config: Config, { page }: Deployment, shards: number): AlarmCounts {
  return {
    services: comparesServices(config) ? config.services.length : 0,
    checker: Object.keys(CHECKER_ALARM_TITLES).length - 1 + shards,
    page: page === null ? 0 : Object.keys(PAGE_ALARM_TITLES).length,
    composites: shards === 1 ? 0 : 1,
  };
}

/** The metrics of Lambda and Scheduler on the dashboard: invocations, errors, throttles and durations, and starts that were dropped. */
const OWN_METRICS = 5;

/** The metrics that the dashboard refers to, at most: of all services as far as it compares them, and of the service that is picked. */
export function countDashboardMetrics(config: Metered): number {
  const { services } = config;
  const whole = DEPLOYMENT_METRICS.length + OWN_METRICS;
  if (!hasServiceMetrics(config)) return whole;
  const sent = SERVICE_METRICS.length;
  const secure = services.filter((service) => service.statusUrl.startsWith('https:')).length;
  const compared = comparesServices(config) ? services.length * sent + secure : sent;
  return whole + compared + FAILURE_KINDS.length;
}
