/** The monthly cost of a deployment: quantities times list prices. */

import { reachOf } from '../config/addresses';
import type { Config, Deployment } from '../config/config';
import { pageSecrets } from '../config/page-token';
import { SECRET_KEPT_MS, secretIds } from '../config/secrets';
import { HISTORY_KEPT_DAYS } from '../history/history-items';
import { checkerMemoryMb, shardCount, WIDGET_MEMORY_MB } from '../invoke/invocation';
import { MOST_READ, PAGE_MEMORY_MB, SHORTEST_RENEWAL_MS } from '../invoke/page-function';
import { FIGURES_REFRESH_MS } from '../state/service-state';
import { WIDGET_ROWS } from '../words/limits';
import { MOST_FREE_METRICS, PRICES, type Price, type PriceName } from './prices';
import { countAlarms, countDashboardMetrics, countMetrics } from './stack-counts';
import {
  BRIEF_BYTES,
  HISTORY_UNITS,
  ITEM_BYTES,
  NEW_TABLE,
  READ_BYTES,
  STATE_BYTES,
  WRITE_BYTES,
  warmThroughput,
} from './table-units';

/** A row of the table from which a bill is made. */
export interface Usage {
  readonly name: string;
  readonly detail: string;
  /** The units of each price that are used in a month. */
  readonly quantities: Readonly<Partial<Record<PriceName, number>>>;
}

export interface CostItem extends Usage {
  /** US dollars a month at list prices. */
  readonly listed: number;
  /** US dollars a month in an account whose free tier nothing else uses. */
  readonly afterFreeTier: number;
}

export interface CostEstimate {
  readonly items: readonly CostItem[];
  readonly listed: number;
  readonly afterFreeTier: number;
  /** Costs that are paid when the table is made, or once there are so many services. They are in no monthly sum. */
  readonly once: readonly CostItem[];
  readonly assumptions: readonly string[];
}

const HOURS = 730;
const MONTH_MS = HOURS * 3_600_000;
const GB = 1e9;
/** The unit in which AWS counts transferred data and memory. */
const GIB = 2 ** 30;
const MB_A_GB = 1_024;

/** Measured: a run takes 0.14 s with services that answer in 100 ms. Many are slower, and a failing service is checked three times. */
const RUN_SECONDS = 0.5;
/** A run sends its pulses at the same time and waits for the answers. */
const PULSE_SECONDS = 0.3;
const ALERTS = 100;
const LOG_BYTES = 900;
/** Measured with TLS 1.3: a check sends 465 bytes (66 without TLS), and as many again are the headers of ten packets. */
const CHECK_BYTES = { tls: 1_200, plain: 600 };
const WIDGET = { loads: 1_000, seconds: 0.5 };
/** Bytes are measured, compressed: 7.7 kB with six healthy services, 55 kB with 200 that fail. A service's last 30 days are in four items. */
const PAGE = { hoursADay: 8, seconds: 0.3, bytes: 7_000, serviceBytes: 150, items: 4 };
/** All files are written daily and twice per alert: nine, and a badge per component, from five items of each service's history. */
const PUBLIC = {
  loads: 10_000,
  bytes: 20_000,
  freshMs: 120_000,
  writesAnAlert: 2,
  files: 9,
  componentFiles: 1,
  items: 5,
};

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
      `${HOURS} hours a month, a run every ${round(config.intervalMs / 60_000)} min that takes ${RUN_SECONDS} s, ${ALERTS} alerts`,
      `the page is open ${PAGE.hoursADay} hours a day, the dashboard is loaded ${round(WIDGET.loads)} times`,
      'failures are not counted: each kind of failure is one more metric in the hours in which it happens',
    ],
  };
}

/** A row with only zeros is something that the deployment does without. */
function monthlyUsage(config: Config, deployment: Deployment): readonly Usage[] {
  const { dashboard, page, slack, subscriptions, network } = deployment;
  const { length: services } = config.services;
  const shards = shardCount(config, deployment);
  const runs = MONTH_MS / config.intervalMs;
  const invocations = runs * shards;
  const gbSeconds = (count: number, seconds: number, memoryMb: number) => (count * seconds * memoryMb) / MB_A_GB;

  const metric = countMetrics(config, shards);
  const alarms = countAlarms(config, deployment, shards);
  const isLarge = countDashboardMetrics(config) > MOST_FREE_METRICS;
  const memoryMb = checkerMemoryMb(config, deployment);
  const outside = config.services.filter(({ baseUrl }) => reachOf(baseUrl) === 'unknown');
  const sentBytes = sum(outside.map(({ statusUrl: url }) => CHECK_BYTES[url.startsWith('https:') ? 'tls' : 'plain']));
  const secrets = new Set([...secretIds(config), ...pageSecrets(page)]).size;
  const endpoints = secrets > 0 ? ['monitoring', 'sns', 'secretsmanager'] : ['monitoring', 'sns'];
  const zones = network?.subnetIds.length ?? 0;

  const stateUnits = Math.ceil(STATE_BYTES / READ_BYTES);
  const { fine, hours, days } = HISTORY_KEPT_DAYS;
  const historyBytes = ITEM_BYTES.fine * fine + ITEM_BYTES.hours * hours + (ITEM_BYTES.days / 30) * days;
  const overviewBytes = Math.ceil(services / shards) * BRIEF_BYTES;
  // A query reads all overviews, rounded up together; another reads the silences.
  const queryUnits = Math.ceil((shards * overviewBytes) / READ_BYTES) + 1;
  const widgetLoads = dashboard ? WIDGET.loads : 0;
  const widgetUnits = Math.min(services, WIDGET_ROWS) * stateUnits;
  const pageHours = page === null ? 0 : (PAGE.hoursADay / 24) * HOURS;
  const pageLoads = (pageHours * 3_600_000) / Math.max(config.intervalMs, SHORTEST_RENEWAL_MS);
  const pageRows = Math.min(services, MOST_READ);
  const components = config.statusPage?.components ?? [];
  const isPublic = config.statusPage === null ? 0 : 1;
  const publicLoads = isPublic * PUBLIC.loads;
  const publicWrites = isPublic * (HOURS / 24 + ALERTS * PUBLIC.writesAnAlert);
  const publicFresh = isPublic * Math.min(runs, MONTH_MS / PUBLIC.freshMs);
  const publicItems = sum(components.map((component) => component.services.length)) * PUBLIC.items;

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
      lambdaRequest: invocations,
      lambdaDuration: gbSeconds(invocations, RUN_SECONDS, memoryMb),
      schedulerInvocation: invocations,
    }),
    row('data out', 'requests to services outside the network', { dataOut: (runs * sentBytes) / GIB }),
    row('states', 'read in each run, written every 5 minutes', {
      dynamodbRead: runs * services * stateUnits,
      dynamodbWrite: services * Math.min(runs, MONTH_MS / FIGURES_REFRESH_MS) * Math.ceil(STATE_BYTES / WRITE_BYTES),
    }),
    row('silences', 'read in each run', { dynamodbRead: invocations }),
    row('history', `${round(historyBytes / 1_000)} kB per service, with backups`, {
      dynamodbRead: services * HOURS * HISTORY_UNITS.reads,
      dynamodbWrite: services * HOURS * HISTORY_UNITS.writes,
      dynamodbStored: (services * historyBytes) / GB,
    }),
    row('overview', 'written in each run', {
      dynamodbWrite: dashboard || page !== null ? invocations * Math.ceil(overviewBytes / WRITE_BYTES) : 0,
    }),
    row('widget', `${round(widgetLoads)} loads`, {
      lambdaRequest: widgetLoads,
      lambdaDuration: gbSeconds(widgetLoads, WIDGET.seconds, WIDGET_MEMORY_MB),
      dynamodbRead: widgetLoads * (queryUnits + widgetUnits),
    }),
    row('page', `${round(pageLoads)} loads of ${pageRows} services`, {
      lambdaRequest: pageLoads,
      lambdaDuration: gbSeconds(pageLoads, PAGE.seconds, PAGE_MEMORY_MB),
      dynamodbRead: pageLoads * (queryUnits + pageRows * stateUnits) + pageHours * pageRows * PAGE.items,
      dataOut: (pageLoads * (PAGE.bytes + pageRows * PAGE.serviceBytes)) / GIB,
    }),
    // Logs are stored for a month, so as much is stored as is written in a month.
    row('logs', `${LOG_BYTES} bytes a run, stored for a month`, {
      logs: (invocations * LOG_BYTES) / GB,
      logsStored: (invocations * LOG_BYTES) / GB,
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
    row('pulse', `runs take ${PULSE_SECONDS} s longer`, {
      lambdaDuration: config.pulses.length === 0 ? 0 : gbSeconds(invocations, PULSE_SECONDS, memoryMb),
      dataOut: (invocations * config.pulses.length * CHECK_BYTES.tls) / GIB,
    }),
    // CloudFront asks S3 for each file once in fifteen seconds at most.
    row('public page', `${round(publicLoads)} requests of ${PUBLIC.bytes / 1_000} kB`, {
      s3Put: publicFresh + publicWrites * (PUBLIC.files + PUBLIC.componentFiles * components.length),
      s3Get: publicLoads,
      dynamodbRead: isPublic * runs + publicWrites * publicItems,
      cloudfrontRequest: publicLoads,
      cloudfrontGb: (publicLoads * PUBLIC.bytes) / GIB,
    }),
    // The stack does not make them: docs/how-to/private-services.md.
    row('VPC endpoints', `${endpoints.join(', ')}; $0 if there are any`, {
      endpointHour: endpoints.length * zones * HOURS,
    }),
  ];
}

/** The more a table takes at once beyond a new table, the more it costs. */
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

/** The rows use up the free tier in their order. */
export function priceItems(rows: readonly Usage[]): readonly CostItem[] {
  const used = new Map<PriceName, number>();
  return rows.map((row) => {
    let listed = 0;
    let free = 0;
    for (const [name, quantity] of Object.entries(row.quantities) as [PriceName, number][]) {
      const price: Price = PRICES[name];
      const pool = price.freeWith ?? name;
      const usedBefore = used.get(pool) ?? 0;
      used.set(pool, usedBefore + quantity);
      listed += listPrice(price, quantity);
      free += listPrice(price, Math.min(quantity, Math.max(0, PRICES[pool].free - usedBefore)));
    }
    return { ...row, listed, afterFreeTier: listed - free };
  });
}

/** Each part of the quantity has the price of its tier. */
function listPrice({ usd, tiers = [] }: Price, quantity: number): number {
  let total = quantity * usd;
  let above = usd;
  for (const tier of tiers) {
    total += Math.max(0, quantity - tier.beyond) * (tier.usd - above);
    above = tier.usd;
  }
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US');
}
