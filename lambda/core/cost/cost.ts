/** The monthly cost of a deployment: quantities times list prices. */

import { statusPageUsage } from '../../status-page/core/status-page-usage';
import { reachOf } from '../config/addresses';
import type { Config, Deployment } from '../config/config';
import { pageSecrets } from '../config/page-token';
import { SECRET_KEPT_MS, secretIds } from '../config/secrets';
import { HISTORY_KEPT_DAYS } from '../history/history-items';
import { checkerMemoryMb, shardCount, WIDGET_MEMORY_MB } from '../invoke/invocation';
import { MOST_READ, PAGE_MEMORY_MB, SHORTEST_RENEWAL_MS } from '../invoke/page-function';
import { FIGURES_REFRESH_MS } from '../state/service-state';
import { WIDGET_ROWS } from '../words/limits';
import {
  ALERTS,
  GIB,
  HOURS,
  MONTH_MS,
  MOST_FREE_METRICS,
  PRICES,
  type Price,
  type PriceName,
  type Usage,
} from './prices';
import { countAlarms, countDashboardMetrics, countMetrics } from './stack-counts';
import { BRIEF_BYTES, HISTORY_UNITS, ITEM_BYTES, NEW_TABLE, STATE_UNITS, unitsOf, warmThroughput } from './table-units';

/** In US dollars a month. */
interface Cost {
  readonly listed: number;
  /** The cost in an account whose free tier nothing else uses. */
  readonly afterFreeTier: number;
}

/** A row of the bill. */
export interface CostItem extends Usage, Cost {}

export interface CostEstimate extends Cost {
  readonly items: readonly CostItem[];
  /** Costs that are paid once, when the table is made or the number of services grows. They are not in the monthly sum. */
  readonly once: readonly CostItem[];
  readonly assumptions: readonly string[];
}

const GB = 1e9;

/** Measured: a run takes 0.14 s with services that answer in 100 ms. Many are slower, and a failing service is checked three times. */
const RUN = { seconds: 0.5, pulseSeconds: 0.3, logBytes: 900 };
/** Measured with TLS 1.3: a check sends 465 bytes (66 without TLS), and the headers of ten packets are as many again. */
const CHECK_BYTES = { tls: 1_200, plain: 600 };
const WIDGET = { loads: 1_000, seconds: 0.5 };
/** Bytes are measured, compressed: 7.7 kB with six healthy services, 55 kB with 200 that fail. A service's last 30 days are in four items. */
const PAGE = { hoursADay: 8, seconds: 0.3, bytes: 7_000, serviceBytes: 150, items: 4 };

export function estimateCost(config: Config, deployment: Deployment): CostEstimate {
  const items = priceItems(
    monthlyUsage(config, deployment).filter(({ quantities }) => sum(Object.values(quantities)) > 0),
  );
  return {
    items,
    listed: sum(items.map(({ listed }) => listed)),
    afterFreeTier: sum(items.map(({ afterFreeTier }) => afterFreeTier)),
    once: priceItems(warmTableUsage(config.services.length)),
    assumptions: [
      `${HOURS} hours a month, a run every ${round(config.intervalMs / 60_000)} min that takes ${RUN.seconds} s, ${ALERTS} alerts`,
      `the page is open ${PAGE.hoursADay} hours a day, the dashboard is loaded ${round(WIDGET.loads)} times`,
      'failures are not counted: each kind of failure is one more metric in the hours in which it happens',
    ],
  };
}

/** Returns all rows; a row with only zeros is something that the deployment does not have. */
function monthlyUsage(config: Config, deployment: Deployment): readonly Usage[] {
  const { dashboard, page, slack, subscriptions, network } = deployment;
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
  const isLarge = countDashboardMetrics(config) > MOST_FREE_METRICS;
  const outside = config.services.filter(({ baseUrl }) => reachOf(baseUrl) === 'unknown');
  const sentBytes = sum(outside.map(({ statusUrl: url }) => CHECK_BYTES[url.startsWith('https:') ? 'tls' : 'plain']));
  const secrets = new Set([...secretIds(config), ...pageSecrets(page)]).size;
  const endpoints = ['monitoring', 'sns', ...(secrets > 0 ? ['secretsmanager'] : [])];

  const { fine, hours, days } = HISTORY_KEPT_DAYS;
  const historyBytes = ITEM_BYTES.fine * fine + ITEM_BYTES.hours * hours + (ITEM_BYTES.days / 30) * days;
  const overviewBytes = Math.ceil(services / shards) * BRIEF_BYTES;
  // A query reads all overviews, rounded up together; another reads the silences.
  const queryUnits = unitsOf(shards * overviewBytes).reads + 1;
  const widgetLoads = dashboard ? WIDGET.loads : 0;
  const pageHours = page === null ? 0 : (PAGE.hoursADay / 24) * HOURS;
  const pageLoads = (pageHours * 3_600_000) / Math.max(config.intervalMs, SHORTEST_RENEWAL_MS);
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
    // A dashboard with more metrics than the free tier allows is paid from its first metric on.
    row('dashboard', `${isLarge ? 'more' : 'not more'} than ${MOST_FREE_METRICS} metrics`, {
      [isLarge ? 'largeDashboard' : 'dashboard']: dashboard ? 1 : 0,
    }),
    row('runs', `${round(invocations)} invocations with ${memoryMb} MB`, {
      ...lambda(invocations, RUN.seconds, memoryMb),
      schedulerInvocation: invocations,
    }),
    row('data out', 'requests to services outside the network', { dataOut: (runs * sentBytes) / GIB }),
    row('states', 'read in each run, written every 5 minutes', {
      dynamodbRead: runs * services * STATE_UNITS.reads,
      dynamodbWrite: services * Math.min(runs, MONTH_MS / FIGURES_REFRESH_MS) * STATE_UNITS.writes,
    }),
    row('silences', 'read in each run', { dynamodbRead: invocations }),
    row('history', `${round(historyBytes / 1_000)} kB per service, with backups`, {
      dynamodbRead: services * HOURS * HISTORY_UNITS.reads,
      dynamodbWrite: services * HOURS * HISTORY_UNITS.writes,
      dynamodbStored: (services * historyBytes) / GB,
    }),
    row('overview', 'written in each run', {
      dynamodbWrite: dashboard || page !== null ? invocations * unitsOf(overviewBytes).writes : 0,
    }),
    row('widget', `${round(widgetLoads)} loads`, {
      ...lambda(widgetLoads, WIDGET.seconds, WIDGET_MEMORY_MB),
      dynamodbRead: widgetLoads * (queryUnits + Math.min(services, WIDGET_ROWS) * STATE_UNITS.reads),
    }),
    row('page', `${round(pageLoads)} loads of ${pageRows} services`, {
      ...lambda(pageLoads, PAGE.seconds, PAGE_MEMORY_MB),
      dynamodbRead: pageLoads * (queryUnits + pageRows * STATE_UNITS.reads) + pageHours * pageRows * PAGE.items,
      dataOut: (pageLoads * (PAGE.bytes + pageRows * PAGE.serviceBytes)) / GIB,
    }),
    // Logs are stored for a month, so as much is stored as is written in a month.
    row('logs', `${RUN.logBytes} bytes a run, stored for a month`, {
      logs: (invocations * RUN.logBytes) / GB,
      logsStored: (invocations * RUN.logBytes) / GB,
    }),
    // Amazon Q gets each notification at an HTTPS endpoint; for buttons, the services in it are stored.
    row('alerts', `${ALERTS} alerts to ${subscriptions.length} addresses${slack === null ? '' : ' and Slack'}`, {
      snsPublish: ALERTS,
      snsEmail: ALERTS * subscriptions.length,
      snsHttps: slack === null ? 0 : ALERTS,
      dynamodbWrite: slack?.buttons ? ALERTS : 0,
    }),
    row('secrets', `${secrets}, each read every 5 minutes`, {
      secret: secrets,
      secretCall: (secrets * MONTH_MS) / SECRET_KEPT_MS,
    }),
    // A run sends its pulses at the same time and waits for the answers.
    row('pulse', `runs take ${RUN.pulseSeconds} s longer`, {
      lambdaDuration: config.pulses.length === 0 ? 0 : lambda(invocations, RUN.pulseSeconds, memoryMb).lambdaDuration,
      dataOut: (invocations * config.pulses.length * CHECK_BYTES.tls) / GIB,
    }),
    ...statusPageUsage(config),
    // The stack does not make them: docs/how-to/private-services.md.
    row('VPC endpoints', `${endpoints.join(', ')}; $0 if there are any`, {
      endpointHour: endpoints.length * (network?.subnetIds.length ?? 0) * HOURS,
    }),
  ];
}

/** Returns the cost of the throughput that a table takes at once beyond a new table. */
function warmTableUsage(services: number): readonly Usage[] {
  const warm = warmThroughput(services);
  if (warm === null) return [];
  const quantities = {
    dynamodbWarmRead: warm.reads - NEW_TABLE.reads,
    dynamodbWarmWrite: warm.writes - NEW_TABLE.writes,
  };
  return [
    { name: 'warm table', detail: `a table that takes ${round(warm.writes)} writes a second at once`, quantities },
  ];
}

/** Prices the rows, which use up the free tier in their order. */
export function priceItems(rows: readonly Usage[]): readonly CostItem[] {
  const used: Partial<Record<PriceName, number>> = {};
  return rows.map((row) => {
    const costs = Object.entries(row.quantities).map(([key, quantity]) => {
      const price: Price = PRICES[key as PriceName];
      const pool = price.freeWith ?? (key as PriceName);
      const { free = 0 }: Price = PRICES[pool];
      const left = Math.max(0, free - (used[pool] ?? 0));
      used[pool] = (used[pool] ?? 0) + quantity;
      return { listed: listPrice(price, quantity), free: listPrice(price, Math.min(quantity, left)) };
    });
    const listed = sum(costs.map((cost) => cost.listed));
    return { ...row, listed, afterFreeTier: listed - sum(costs.map(({ free }) => free)) };
  });
}

/** Each part of the quantity has the price of its tier. */
function listPrice({ usd, tiers = [] }: Price, quantity: number): number {
  const steps = tiers.map(([beyond, lower], index) => {
    const above = tiers[index - 1]?.[1] ?? usd;
    return Math.max(0, quantity - beyond) * (lower - above);
  });
  return quantity * usd + sum(steps);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US');
}
