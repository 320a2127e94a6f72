/** The monthly cost of a deployment at list prices, item by item. */

import type { Config, Deployment } from '../config/config';
import { secretIds } from '../config/secrets';
import { PAGE_ALARM_TITLES } from '../forms/alarm-text';
import { checkerMemoryMb, shardCount, WIDGET_MEMORY_MB } from '../invoke/invocation';
import { MOST_READ, PAGE_MEMORY_MB, SHORTEST_RENEWAL_MS } from '../invoke/page-function';
import { hasServiceMetrics } from '../metrics/metrics';
import { partGroups } from '../metrics/part-groups';
import { FIGURES_REFRESH_MS } from '../state/service-state';
import { WIDGET_ROWS } from '../words/limits';
import { type CostItem, item, round, sum } from './cost-item';
import { countDashboardMetrics, countMetrics } from './count-metrics';
import { dataOutItem, endpointsItem, GB, HOURS_A_MONTH, MONTH_MS, recordsItem, secretItems, slackItem } from './extras';
import { BRIEF_BYTES, historyUnits, ITEM_BYTES, READ_BYTES, STATE_BYTES, WRITE_BYTES } from './history-units';
import { pageItems } from './page-items';
import { FREE_DASHBOARD_METRICS, FREE_METRICS, FREE_TIER, METRIC_TIERS, PRICES } from './prices';
import { NEW_TABLE, warmThroughput } from './warm-throughput';

export interface CostEstimate {
  readonly items: readonly CostItem[];
  readonly listed: number;
  readonly afterFreeTier: number;
  /** What is paid when the table is made, or when there are first so many services; in no sum of months. */
  readonly once: readonly Omit<CostItem, 'afterFreeTier'>[];
  /** What was assumed, in words. */
  readonly assumptions: readonly string[];
}

/**
 * The alarms of the checker itself: failing, throttled, dead letters, two for each of the two topics and one for mails that were
 * not delivered, a silent one for each part; and those that combine the latter.
 */
export function countCheckerAlarms(shards: number): { readonly alarms: number; readonly composites: number } {
  return { alarms: 8 + shards, composites: shards === 1 ? 0 : partGroups(shards).length };
}

/** Values that can't be known beforehand; the estimate shows most of them. */
const ASSUMED = {
  /** Measured: 0.14 s with services that take 100 ms. Many take longer, and a failing one is asked three times. */
  runSeconds: 0.5,
  alerts: 100,
  logBytes: 900,
  /** How often the dashboard renders its widget, and how long that takes. */
  loads: 1_000,
  loadSeconds: 0.5,
  /** For how many hours a day somebody has the page open, and how long it takes to draw. */
  pageHours: 8,
  pageSeconds: 0.3,
  /** Measured, compressed: 7.7 kB with six services that are well, 55 kB with 200 that fail. */
  pageBytes: { whole: 7_000, service: 150 },
} as const;

export function estimateCost(config: Config, deployment: Deployment): CostEstimate {
  const { services, intervalMs } = config;
  const runs = MONTH_MS / intervalMs;
  const shards = shardCount(config, deployment);
  const memoryMb = checkerMemoryMb(config, deployment);
  const invocations = runs * shards;
  const secrets = new Set([...secretIds(config), ...(deployment.page === null ? [] : [deployment.page.token.secret])])
    .size;
  const emails = ASSUMED.alerts * deployment.subscriptions.length;
  // Each state is an item of its own, so its size is rounded up by itself.
  const readUnits = services.length * Math.ceil(STATE_BYTES / READ_BYTES);
  const writes = services.length * Math.min(runs, MONTH_MS / FIGURES_REFRESH_MS);
  const writeUnits = Math.ceil(STATE_BYTES / WRITE_BYTES);
  const overviewBytes = Math.ceil(services.length / shards) * BRIEF_BYTES;
  // One query reads all overviews, which are rounded up together, and one the silences; one that finds nothing takes a unit too.
  const widget = widgetItem(services.length, Math.ceil((shards * overviewBytes) / READ_BYTES) + 1);
  const alwaysOpen = (widget.listed / ASSUMED.loads) * (MONTH_MS / 60_000);
  const { dashboard, page, serviceAlarms, network, slack } = deployment;
  const metrics = countMetrics(config, shards, serviceAlarms);
  const logGb = (invocations * ASSUMED.logBytes) / 1e9;
  const items = [
    metricsItem(
      metrics,
      `${round(metrics)} custom metrics (${config.metrics})${hasServiceMetrics(config) ? ", a certificate's days for one hour a day" : ''}`,
    ),
    item(
      'metric requests',
      'cloudwatchRequest',
      invocations * Math.ceil(metrics / shards / 1_000),
      'one PutMetricData an invocation',
    ),
    alarmsItem(config, deployment, shards),
    ...(dashboard ? [dashboardItem(countDashboardMetrics(config))] : []),
    item('Lambda requests', 'lambdaRequest', invocations, `${round(invocations)} invocations`),
    item(
      'Lambda time',
      'lambdaDuration',
      (invocations * ASSUMED.runSeconds * memoryMb) / 1_024,
      `${ASSUMED.runSeconds} s each with ${memoryMb} MB`,
    ),
    item('Scheduler', 'schedulerInvocation', invocations, `${round(invocations)} invocations`),
    dataOutItem(config, runs),
    item('table writes', 'dynamodbWrite', writes * writeUnits, `each service every five minutes, ${writeUnits} kB`),
    item('table reads', 'dynamodbRead', runs * readUnits, 'the state of each service in each run'),
    item('silence reads', 'dynamodbRead', invocations, 'the silences in each invocation, up to 4 kB of them'),
    ...historyItems(services.length),
    ...(dashboard || page
      ? [
          item(
            'overview writes',
            'dynamodbWrite',
            invocations * Math.ceil(overviewBytes / WRITE_BYTES),
            'how all services are, in brief, in each invocation',
          ),
        ]
      : []),
    ...(dashboard ? [widget] : []),
    ...(page === null ? [] : [pageItem(services.length, intervalMs, shards * overviewBytes)]),
    item('logs', 'logs', logGb, `${ASSUMED.logBytes} bytes an invocation`),
    storedLogs(logGb),
    item('alerts', 'snsPublish', ASSUMED.alerts, `${ASSUMED.alerts} alerts`),
    ...(slack === null ? [] : [slackItem(ASSUMED.alerts)]),
    ...(slack?.buttons ? [recordsItem(ASSUMED.alerts)] : []),
    ...(emails > 0 ? [item('e-mails', 'snsEmail', emails, `to ${deployment.subscriptions.length} subscriptions`)] : []),
    ...(secrets > 0 ? secretItems(secrets) : []),
    ...pageItems(config, runs, ASSUMED.alerts),
    ...(network === null ? [] : [endpointsItem(network, secrets > 0)]),
  ];
  return {
    items,
    listed: sum(items.map(({ listed }) => listed)),
    afterFreeTier: sum(items.map(({ afterFreeTier }) => afterFreeTier)),
    once: warmTableItems(services.length),
    assumptions: [
      `${HOURS_A_MONTH} hours a month, one run every ${round(intervalMs / 60_000)} min`,
      ...(dashboard
        ? [
            `${round(ASSUMED.loads)} loads of the widget a month; a dashboard that stays open and is refreshed each minute costs $${alwaysOpen.toFixed(2)} for each who has it open`,
          ]
        : []),
      `${ASSUMED.runSeconds} s a run, ${ASSUMED.alerts} alerts a month, failures not counted: each kind of failure, of a service and of all, is one more metric in the hours in which it happens`,
    ],
  };
}

function historyItems(services: number): CostItem[] {
  const { writeUnits, readUnits, storedBytes } = historyUnits(HOURS_A_MONTH);
  const stored = (services * storedBytes) / 1e9;
  return [
    item('history writes', 'dynamodbWrite', services * writeUnits, 'two items of each service an hour, one more a day'),
    item('history reads', 'dynamodbRead', services * readUnits, 'the same ones before they are written'),
    item('history storage', 'dynamodbStored', stored, `${round(storedBytes / 1_000)} kB a service, with backups`),
  ];
}

/** The more a table is to take at once beyond what a new one does, the more it costs. */
function warmTableItems(services: number): CostEstimate['once'] {
  const warm = warmThroughput(services);
  if (warm === null) return [];
  const [reads, writes] = [warm.reads - NEW_TABLE.reads, warm.writes - NEW_TABLE.writes];
  return [
    {
      name: 'warm table',
      detail: `a table that takes ${round(warm.writes)} writes a second at once, for the minute in which all services fail`,
      listed: reads * PRICES.dynamodbWarmRead + writes * PRICES.dynamodbWarmWrite,
    },
  ];
}

/** The widget's Lambda is shown at list price even after the free tier, which the checker may use up. */
function widgetItem(services: number, queryUnits: number): CostItem {
  const { loads, loadSeconds } = ASSUMED;
  const unitsOfShown = Math.ceil(STATE_BYTES / READ_BYTES) + Math.ceil(ITEM_BYTES.fine / READ_BYTES);
  const load =
    PRICES.lambdaRequest +
    ((loadSeconds * WIDGET_MEMORY_MB) / 1_024) * PRICES.lambdaDuration +
    (queryUnits + Math.min(services, WIDGET_ROWS) * unitsOfShown) * PRICES.dynamodbRead;
  return {
    name: 'widget',
    detail: `${round(loads)} loads, each of the overview, the silences and up to ${WIDGET_ROWS} services, and ${loadSeconds} s with ${WIDGET_MEMORY_MB} MB`,
    listed: loads * load,
    afterFreeTier: loads * load,
  };
}

/** As the widget, at list price, with what goes to the browser: so many hours a day somebody has the page open, which is renewed with each run. */
function pageItem(services: number, intervalMs: number, overviewBytes: number): CostItem {
  const { pageHours, pageSeconds, pageBytes } = ASSUMED;
  const loads = (pageHours * MONTH_MS) / 24 / Math.max(intervalMs, SHORTEST_RENEWAL_MS);
  const read = Math.min(services, MOST_READ);
  const bytes = pageBytes.whole + read * pageBytes.service;
  const overview = services > MOST_READ ? Math.ceil(overviewBytes / READ_BYTES) : 0;
  const load =
    PRICES.lambdaRequest +
    ((pageSeconds * PAGE_MEMORY_MB) / 1_024) * PRICES.lambdaDuration +
    (1 + overview + read * Math.ceil(STATE_BYTES / READ_BYTES)) * PRICES.dynamodbRead +
    (bytes / GB) * PRICES.dataOut;
  return {
    name: 'page',
    detail: `open for ${pageHours} hours a day: ${round(loads)} loads, each of ${round(read)} services, ${pageSeconds} s with ${PAGE_MEMORY_MB} MB and ${round(bytes / 1_000)} kB to the browser`,
    listed: loads * load,
    afterFreeTier: loads * load,
  };
}

/** The price of so many custom metrics, each part of them at the price of its tier. */
function priceOfMetrics(count: number): number {
  return sum(METRIC_TIERS.map(({ from, to, price }) => Math.max(0, Math.min(count, to) - from) * price));
}

function metricsItem(count: number, detail: string): CostItem {
  const [listed, free] = [count, Math.min(count, FREE_METRICS)].map(priceOfMetrics) as [number, number];
  return { name: 'metrics', detail, listed, afterFreeTier: listed - free };
}

/** Only alarms that each watch a metric have a free tier, not those that combine others. */
function alarmsItem(
  { services }: Pick<Config, 'services'>,
  { serviceAlarms, page }: Pick<Deployment, 'serviceAlarms' | 'page'>,
  shards: number,
): CostItem {
  const ofPage = page === null ? 0 : Object.keys(PAGE_ALARM_TITLES).length;
  const ofServices = serviceAlarms === true ? services.length : serviceAlarms === 'parts' ? shards : 0;
  const { alarms, composites } = countCheckerAlarms(shards);
  const combined = composites * PRICES.compositeAlarm;
  const detail = `${ofServices} for the services, ${alarms} for the checker${ofPage === 0 ? '' : `, ${ofPage} for the page`}`;
  const own = item('alarms', 'alarm', ofServices + alarms + ofPage, detail);
  return {
    name: 'alarms',
    detail: composites === 0 ? detail : `${detail}, ${composites} for all its ${shards} parts`,
    listed: own.listed + combined,
    afterFreeTier: own.afterFreeTier + combined,
  };
}

/** A dashboard of more metrics than the free tier has is paid from its first metric on. */
function dashboardItem(metrics: number): CostItem {
  const isFree = metrics <= FREE_DASHBOARD_METRICS;
  const why = isFree ? '' : `, more than the ${FREE_DASHBOARD_METRICS} that can be free`;
  const { dashboard } = PRICES;
  return {
    name: 'dashboard',
    detail: `one of ${metrics} metrics${why}`,
    listed: dashboard,
    afterFreeTier: isFree ? 0 : dashboard,
  };
}

/** Logs are kept for a month, so that as much is stored as is written in one. Both share one free tier. */
function storedLogs(gigabytes: number): CostItem {
  const free = Math.max(0, FREE_TIER.logs - gigabytes);
  return {
    name: 'stored logs',
    detail: 'kept for a month',
    listed: gigabytes * PRICES.logsStored,
    afterFreeTier: Math.max(0, gigabytes - free) * PRICES.logsStored,
  };
}
