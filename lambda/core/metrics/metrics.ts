/**
 * The metrics that go to CloudWatch: their names, for the publisher, the dashboard and the alarms, their values after a run, and how late they
 * may come. A missing sample is better than a wrong one.
 */

import type { Config } from '../config/config';
import { type Shard, WHOLE } from '../config/shard';
import type { CheckResult } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import { FAILURE_KINDS, type VerdictKind } from '../words/codes';

export const NAMESPACE = 'statuswatch';

/**
 * The names of the dimensions. Every metric has `Deployment`; a service's metrics also have `Service`; `Part` is the number of a
 * shard, from 1, if there are several.
 */
export const DIMENSIONS = {
  deployment: 'Deployment',
  service: 'Service',
  verdict: 'Verdict',
  shard: 'Part',
} as const;

export const METRICS = {
  /** 1 or 0, by service. */
  healthy: 'Healthy',
  /** Response time of the last attempt in milliseconds, by service; only if it got an answer. */
  responseTime: 'ResponseTime',
  /** Seconds, by service, as reported. */
  uptime: 'Uptime',
  /** Megabytes, by service, as reported. */
  memoryUsed: 'MemoryUsed',
  memoryTotal: 'MemoryTotal',
  /** Days, by service; sent once a day, or during an hour of it, since it is billed by the hour. */
  certificateDaysLeft: 'CertificateDaysLeft',
  /** 1 by service and verdict; by verdict alone, how many of all services. Sent only if the verdict occurs. */
  failures: 'Failures',
  /** Counts of the deployment, or of a shard of it. */
  servicesChecked: 'ServicesChecked',
  servicesHealthy: 'ServicesHealthy',
  /** Milliseconds from the first probe's start to the last verdict. */
  runDuration: 'RunDuration',
} as const;

export type MetricName = (typeof METRICS)[keyof typeof METRICS];
/** The units of CloudWatch, where a megabyte is 10^6 bytes. */
export type MetricUnit = 'None' | 'Count' | 'Milliseconds' | 'Seconds' | 'Megabytes';

export interface Metric {
  readonly name: MetricName;
  readonly value: number;
  readonly unit: MetricUnit;
  /** The dimensions: values by name. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The metrics of a healthy service that are sent in every run, in the order of their use. */
export const SERVICE_METRICS: readonly MetricName[] = [
  METRICS.healthy,
  METRICS.responseTime,
  METRICS.uptime,
  METRICS.memoryUsed,
  METRICS.memoryTotal,
];

/** Whether there are metrics of single services; otherwise only those of the deployment are sent. */
export function hasServiceMetrics({ metrics }: Pick<Config, 'metrics'>): boolean {
  return metrics === 'standard';
}

/**
 * The most services that have a health alarm each, and that graphs compare. As many alarms fit into a stack of 500 resources. Source of the graphs'
 * limits: Amazon CloudWatch user guide, "CloudWatch service quotas": "Up to 500 metrics per dashboard widget. Up to 2500 metrics per dashboard,
 * across all widgets."
 */
const MOST_COMPARED = 300;

/** Whether each service has a health alarm and a place in graphs: not without metrics of its own, and not if there are too many. */
export function comparesServices(config: Pick<Config, 'metrics' | 'services'>): boolean {
  return hasServiceMetrics(config) && config.services.length <= MOST_COMPARED;
}

/** The metrics of a deployment, sent in every run. */
export const DEPLOYMENT_METRICS: readonly MetricName[] = [
  METRICS.servicesChecked,
  METRICS.servicesHealthy,
  METRICS.runDuration,
];

/** Returns the number of a shard for people, counted from 1 as in the description of its schedule. */
export function shardNumber({ index }: Shard): number {
  return index + 1;
}

/**
 * The dimensions of the metrics that a shard has to itself, such as `servicesChecked`, by which CloudWatch notices that its
 * runs have stopped. A single shard has the deployment's own; with several, a total would hide that one has stopped.
 */
export function shardDimensions(name: string, shard: Shard): Readonly<Record<string, string>> {
  const deployment = { [DIMENSIONS.deployment]: name };
  return shard.count === 1 ? deployment : { ...deployment, [DIMENSIONS.shard]: String(shardNumber(shard)) };
}

/** The hour of the day, in UTC, from which metrics that change once a day are sent. */
export const DAILY_HOUR = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether the daily metrics are due: for an hour, or until the next run if the interval is longer. */
function isDaily(at: number, intervalMs: number): boolean {
  const sinceDue = (((at - DAILY_HOUR * HOUR_MS) % DAY_MS) + DAY_MS) % DAY_MS;
  return sinceDue < Math.max(HOUR_MS, intervalMs);
}

/** CloudWatch accepts values from -2^360 to 2^360, and rejects a whole call with a value outside. */
const MAX_VALUE = 2 ** 360;

export interface MeasuredRun {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly results: readonly CheckResult[];
  /** The shard that was checked; the whole deployment if missing. */
  readonly shard?: Shard | undefined;
}

/** Returns all metrics of a run that CloudWatch accepts. */
export function metricsOf(
  { results, startedAt, durationMs, shard = WHOLE }: MeasuredRun,
  { name, metrics, intervalMs }: Pick<Config, 'name' | 'metrics' | 'intervalMs'>,
): readonly Metric[] {
  const deployment = { [DIMENSIONS.deployment]: name };
  const countOf = (verdict: VerdictKind) => results.filter(({ kind }) => kind === verdict).length;
  const failures = FAILURE_KINDS.map(
    (verdict): Sample => [METRICS.failures, countOf(verdict) || null, 'Count', { [DIMENSIONS.verdict]: verdict }],
  );
  const ofAll: readonly Sample[] = [
    [METRICS.servicesChecked, results.length, 'Count'],
    [METRICS.servicesHealthy, countOf('healthy'), 'Count'],
    ...failures,
    [METRICS.runDuration, durationMs, 'Milliseconds'],
    [METRICS.servicesChecked, shard.count === 1 ? null : results.length, 'Count', shardDimensions(name, shard)],
  ];
  const ofServices = hasServiceMetrics({ metrics })
    ? results.flatMap((result) => serviceMetrics(result, deployment, intervalMs))
    : [];
  return [...ofServices, ...metricsFrom(ofAll, deployment, startedAt)].filter(
    ({ value }) => Number.isFinite(value) && Math.abs(value) <= MAX_VALUE,
  );
}

/** A metric without a value is not sent. */
type Sample = readonly [
  metric: MetricName,
  value: number | null | undefined,
  unit: MetricUnit,
  more?: Metric['dimensions'],
];

function metricsFrom(samples: readonly Sample[], dimensions: Metric['dimensions'], at: number): Metric[] {
  return samples.flatMap(([name, value, unit, more]) =>
    value === null || value === undefined ? [] : [{ name, value, unit, dimensions: { ...dimensions, ...more }, at }],
  );
}

function serviceMetrics(result: CheckResult, deployment: Metric['dimensions'], intervalMs: number): Metric[] {
  const { service, kind, at } = result;
  const report = ownReport(result);
  const samples: readonly Sample[] = [
    [METRICS.healthy, kind === 'healthy' ? 1 : 0, 'None'],
    [METRICS.responseTime, responseMs(result), 'Milliseconds'],
    [METRICS.uptime, report?.uptime, 'Seconds'],
    [METRICS.memoryUsed, report?.memory.used, 'Megabytes'],
    [METRICS.memoryTotal, report?.memory.total, 'Megabytes'],
    [METRICS.certificateDaysLeft, isDaily(at, intervalMs) ? result.certificate?.daysLeft : null, 'None'],
    [METRICS.failures, kind === 'healthy' ? null : 1, 'Count', { [DIMENSIONS.verdict]: kind }],
  ];
  return metricsFrom(samples, { ...deployment, [DIMENSIONS.service]: service.id }, at);
}

/** Publishes what a run measured; rejects unless all of it was accepted. */
export type MetricSink = (run: MeasuredRun) => Promise<void>;

const MINUTE_MS = 60_000;

/** Lambda's own limit for a run: its metrics come when it ends, with the time at which it began. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;
/**
 * How late the metrics of a run may be beyond its own time: a minute because EventBridge Scheduler is no more precise, a minute
 * because an alarm counts whole minutes, and two until CloudWatch has them. Source: EventBridge Scheduler user guide, "Schedule
 * types": "All schedule types on EventBridge Scheduler invoke their targets with 60 second precision."
 */
const LATE_MS = 4 * MINUTE_MS;

/** How long after a run was due its metrics may come, in milliseconds. */
export function latenessMs(intervalMs: number): number {
  return Math.min(intervalMs, LONGEST_RUN_MS) + LATE_MS;
}
