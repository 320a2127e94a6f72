/** The monthly cost of a deployment: quantities times list prices. */

import { statusPageUsage } from '../../status-page/core/status-page-usage';
import type { Config, Deployment, Service } from '../config/config';
import { pageSecrets } from '../config/page-token';
import { secretIds } from '../config/secrets';
import { checkerMemoryMb, REGION_MEMORY_MB, shardCount } from '../invoke/invocation';
import { MOST_READ, PAGE_MEMORY_MB, SHORTEST_RENEWAL_MS } from '../invoke/page-function';
import { CHECKER_ALARM_TITLES, PAGE_ALARM_TITLES } from '../message/forms/alarm-text';
import { comparesServices, DEPLOYMENT_METRICS, hasServiceMetrics, SERVICE_METRICS } from '../metrics/metrics';
import { FIGURES_REFRESH_MS } from '../state/service-state';
import type { Contract } from '../words/codes';
import { HOURS, MONTH_MS, PRICES, type Price, type PriceName, type Usage } from './prices';

/** A row of the bill, in US dollars a month. The free tier is that of an account in which nothing else uses it. */
export interface CostItem extends Usage {
  readonly listed: number;
  readonly afterFreeTier: number;
}

export interface CostEstimate extends Pick<CostItem, 'listed' | 'afterFreeTier'> {
  readonly items: readonly CostItem[];
  /** Costs that are paid once, when the table is made or the number of services grows. They are not in the monthly sum. */
  readonly once: readonly CostItem[];
  /** Sentences, without the full stop. */
  readonly assumptions: readonly string[];
}

/** Measured: a run takes 0.14 s with services that answer in 100 ms. Many are slower, and a failing service is checked three times. */
const RUN = { seconds: 0.5, logBytes: 900 };
/** A region checks until the time limit. */
const CONFIRM_SECONDS = 4;
const PAGE = { hoursADay: 8, seconds: 0.3 };
/** The metrics that reports of a contract lack, so that they are never sent. */
const METRICS_LACKED: Readonly<Record<Contract, number>> = { own: 0, common: 1, text: 3, http: 3 };
/** More services than these have more than the 50 metrics of a free dashboard, unless it shows only totals. */
const MOST_ON_FREE_DASHBOARD = 7;

export function estimateCost(config: Config, deployment: Deployment): CostEstimate {
  const items = priceItems(
    monthlyUsage(config, deployment).filter(({ quantities }) => sum(Object.values(quantities)) > 0),
  );
  const warm = warmThroughput(config.services.length) ?? NEW_TABLE;
  const warmTable = {
    name: 'warm table',
    detail: `a table that takes ${round(warm.writes)} writes a second at once`,
    quantities: {
      dynamodbWarmRead: warm.reads - NEW_TABLE.reads,
      dynamodbWarmWrite: warm.writes - NEW_TABLE.writes,
    },
  };
  return {
    items,
    listed: sum(items.map(({ listed }) => listed)),
    afterFreeTier: sum(items.map(({ afterFreeTier }) => afterFreeTier)),
    once: warm === NEW_TABLE ? [] : priceItems([warmTable]),
    assumptions: [
      `Assumes ${HOURS} hours a month, a run every ${round(config.intervalMs / 60_000)} min that takes ${RUN.seconds} s, and a page that is open ${PAGE.hoursADay} hours a day`,
      'Does not count messages to receivers, pulses, data out, views of the dashboard, and what failures add: each is about 1% or less',
      ...confirmSentences(config),
    ],
  };
}

/** Returns all rows; a row with only zeros is something that the deployment does not have. */
function monthlyUsage(config: Config, deployment: Deployment): readonly Usage[] {
  const { dashboard, page, network } = deployment;
  const { length: services } = config.services;
  const shards = shardCount(config, deployment);
  const runs = MONTH_MS / config.intervalMs;
  const invocations = runs * shards;
  const memoryMb = checkerMemoryMb(config, deployment);
  const lambda = (count: number, seconds: number, memory: number) => ({
    lambdaRequest: count,
    lambdaDuration: (count * seconds * memory) / 1_024,
  });
  const metric = countMetrics(config, shards);
  const alarms = countAlarms(config, deployment, shards);
  const isFree = services <= MOST_ON_FREE_DASHBOARD || !comparesServices(config);
  const secrets = new Set([...secretIds(config), ...pageSecrets(page)]).size;
  const endpoints = ['monitoring', 'sns', ...(secrets > 0 ? ['secretsmanager'] : [])];
  const openMs = page === null ? 0 : (PAGE.hoursADay / 24) * MONTH_MS;
  const pageLoads = openMs / Math.max(config.intervalMs, SHORTEST_RENEWAL_MS);
  const pageRows = Math.min(services, MOST_READ);

  const row = (name: string, detail: string, quantities: Usage['quantities']): Usage => ({ name, detail, quantities });
  return [
    row('metrics', `${round(metric)} custom metrics (${config.metrics})`, {
      metric,
      cloudwatchRequest: invocations * Math.ceil(metric / shards / 1_000),
    }),
    row('alarms', `${alarms.services} services, ${alarms.checker} checker, ${alarms.page} page`, {
      alarm: alarms.services + alarms.checker + alarms.page,
      compositeAlarm: alarms.composites,
    }),
    row('dashboard', `${isFree ? 'not more' : 'more'} than 50 metrics`, {
      [isFree ? 'dashboard' : 'largeDashboard']: dashboard ? 1 : 0,
    }),
    row('runs', `${round(invocations)} invocations with ${memoryMb} MB`, {
      ...lambda(invocations, RUN.seconds, memoryMb),
      schedulerInvocation: invocations,
      logs: (invocations * RUN.logBytes) / 1e9,
    }),
    row('table', 'states, read in each run and written every 5 minutes; history', {
      dynamodbRead: runs * services * STATE_UNITS.reads + services * HOURS * HISTORY_UNITS.reads,
      dynamodbWrite:
        services * Math.min(runs, MONTH_MS / FIGURES_REFRESH_MS) * STATE_UNITS.writes +
        services * HOURS * HISTORY_UNITS.writes,
    }),
    row('page', `${round(pageLoads)} loads of ${pageRows} services`, {
      ...lambda(pageLoads, PAGE.seconds, PAGE_MEMORY_MB),
      dynamodbRead: pageLoads * pageRows * STATE_UNITS.reads,
    }),
    row('secrets', `${secrets}`, { secret: secrets }),
    ...statusPageUsage(config),
    // The stack does not make them: docs/how-to/private-services.md.
    row('VPC endpoints', `${endpoints.join(', ')}; $0 if there are any`, {
      endpointHour: endpoints.length * (network?.subnetIds.length ?? 0) * HOURS,
    }),
  ];
}

/** Says what the invocations of regions cost at most: one each in a run, for as long as a check takes. */
function confirmSentences({ confirmFrom, intervalMs }: Config): readonly string[] {
  if (confirmFrom === null) return [];
  const invocations = (MONTH_MS / intervalMs) * confirmFrom.length;
  const lambdaDuration = (invocations * CONFIRM_SECONDS * REGION_MEMORY_MB) / 1_024;
  const quantities = { lambdaRequest: invocations, lambdaDuration };
  const usd = sum(priceItems([{ name: 'regions', detail: '', quantities }]).map(({ listed }) => listed));
  return [`Confirming from ${confirmFrom.length} regions adds $${usd.toFixed(2)} if a service is down all month`];
}

/** Counts the custom metrics that so many shards send in every run. */
export function countMetrics(config: Pick<Config, 'services' | 'metrics'>, shards: number): number {
  const ofService = ({ contract }: Service) => SERVICE_METRICS.length - METRICS_LACKED[contract];
  const ofDeployment = DEPLOYMENT_METRICS.length + (shards === 1 ? 0 : shards);
  return ofDeployment + (hasServiceMetrics(config) ? sum(config.services.map(ofService)) : 0);
}

/** Counts the alarms in the stack. The alarm about a silent checker exists once per shard; a composite combines them. */
export function countAlarms(config: Config, { page }: Deployment, shards: number) {
  return {
    services: comparesServices(config) ? config.services.length : 0,
    checker: Object.keys(CHECKER_ALARM_TITLES).length - 1 + shards,
    page: page === null ? 0 : Object.keys(PAGE_ALARM_TITLES).length,
    composites: shards === 1 ? 0 : 1,
  };
}

/** Prices the rows, which use up the free tier in their order. */
export function priceItems(rows: readonly Usage[]): readonly CostItem[] {
  const used: Partial<Record<PriceName, number>> = {};
  return rows.map((row) => {
    const costs = Object.entries(row.quantities).map(([key, quantity]) => {
      const name = key as PriceName;
      const price: Price = PRICES[name];
      const left = Math.max(0, (price.free ?? 0) - (used[name] ?? 0));
      used[name] = (used[name] ?? 0) + quantity;
      return { listed: listPrice(price, quantity), free: listPrice(price, Math.min(quantity, left)) };
    });
    const listed = sum(costs.map((cost) => cost.listed));
    return { ...row, listed, afterFreeTier: listed - sum(costs.map(({ free }) => free)) };
  });
}

function listPrice({ usd, beyond }: Price, quantity: number): number {
  if (beyond === undefined || quantity <= beyond.units) return quantity * usd;
  return beyond.units * usd + (quantity - beyond.units) * beyond.usd;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US');
}

interface Throughput {
  readonly reads: number;
  readonly writes: number;
}

/** A state has 3,500 bytes with three past incidents, measured with a check a minute. */
const STATE_UNITS: Throughput = { reads: 1, writes: 4 };

/** The units for a service's history in an hour: the items of the day are read and written, one of them up to 4,250 bytes in the evening. */
const HISTORY_UNITS: Throughput = { reads: 2, writes: 4 };

/**
 * The units a second of a new table. Source: Amazon DynamoDB developer guide, "Understanding DynamoDB warm throughput in different
 * scenarios": "A new on-demand table starts with a warm throughput of 12,000 read units per second and 4,000 write units per second."
 */
const NEW_TABLE: Throughput = { reads: 12_000, writes: 4_000 };

/**
 * The most units a second, unless the account's quota is raised. Source: Amazon DynamoDB developer guide, "Quotas in Amazon DynamoDB":
 * "Per table: 40,000 read request units and 40,000 write request units".
 */
const LARGEST_TABLE: Throughput = { reads: 40_000, writes: 40_000 };

/**
 * Returns the throughput that the table is created with, so that it can take the minute in which all services fail; `null` if a new table
 * can. It is always the most that a table may take: DynamoDB raises the value as the table is used, and refuses a lower one ("decreasing
 * WarmThroughput is not supported"), so a later deployment with fewer services would fail.
 */
export function warmThroughput(services: number): Throughput | null {
  return services * STATE_UNITS.writes <= NEW_TABLE.writes ? null : LARGEST_TABLE;
}
