/** The numbers of metrics and alarms in a stack, and of the metrics on its dashboard. */

import type { Config, Deployment, Service } from '../config/config';
import { CHECKER_ALARM_TITLES, PAGE_ALARM_TITLES } from '../message/forms/alarm-text';
import { comparesServices, DEPLOYMENT_METRICS, hasServiceMetrics, SERVICE_METRICS } from '../metrics/metrics';
import { type Contract, FAILURE_KINDS } from '../words/codes';

type Metered = Pick<Config, 'services' | 'metrics'>;

/** The number of a service's metrics that no report of a contract has, so that they are never sent. */
const METRICS_LACKED: Readonly<Record<Contract, number>> = { own: 0, common: 1, text: 3, http: 3 };

/** Counts the custom metrics that are always sent by so many shards; one that is sent for an hour a day counts as 1/24. */
export function countMetrics({ services, metrics }: Metered, shards: number): number {
  const deployment = DEPLOYMENT_METRICS.length + (shards === 1 ? 0 : shards);
  if (!hasServiceMetrics({ metrics })) return deployment;
  return services.reduce((total, service) => total + countServiceMetrics(service), deployment);
}

function countServiceMetrics({ statusUrl, contract }: Service): number {
  return SERVICE_METRICS.length - METRICS_LACKED[contract] + (isSecure(statusUrl) ? 1 / 24 : 0);
}

export interface AlarmCounts {
  /** Alarms about the health of services. */
  readonly services: number;
  /** Alarms about the checker: the one about a silent checker once per shard. */
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

/** The metrics of Lambda and Scheduler on the dashboard: invocations, errors, throttles, durations, and dropped starts. */
const OWN_METRICS = 5;

/** Counts the metrics on the dashboard, at most: of all services if it compares them, and of the service that is picked. */
export function countDashboardMetrics(config: Metered): number {
  const { services } = config;
  const whole = DEPLOYMENT_METRICS.length + OWN_METRICS;
  if (!hasServiceMetrics(config)) return whole;
  const sent = SERVICE_METRICS.length;
  const secure = services.filter(({ statusUrl }) => isSecure(statusUrl)).length;
  return whole + FAILURE_KINDS.length + (comparesServices(config) ? services.length * sent + secure : sent);
}

function isSecure(url: string): boolean {
  return url.startsWith('https:');
}
