/** The usage of a deployment in a month that AWS has a price for: a row for each item of the bill. */

import { reachOf } from '../config/addresses';
import type { Config, Deployment } from '../config/config';
import { pageSecrets } from '../config/page-token';
import { SECRET_KEPT_MS, secretIds } from '../config/secrets';
import { UPTIME_DAYS } from '../documents/public/public-uptime';
import { checkerMemoryMb, shardCount, WIDGET_MEMORY_MB } from '../invoke/invocation';
import { MOST_READ, PAGE_MEMORY_MB, SHORTEST_RENEWAL_MS } from '../invoke/page-function';
import { hasServiceMetrics } from '../metrics/metrics';
import { FIGURES_REFRESH_MS } from '../state/service-state';
import { WIDGET_ROWS } from '../words/limits';
import { sum, type Usage } from './bill';
import { BRIEF_BYTES, historyUnits, ITEM_BYTES, READ_BYTES, STATE_BYTES, WRITE_BYTES } from './history-units';
import { MOST_FREE_METRICS } from './prices';
import { countAlarms, countDashboardMetrics, countMetrics } from './stack-counts';
import { NEW_TABLE, warmThroughput } from './warm-throughput';

export const HOURS_A_MONTH = 730;
export const MONTH_MS = HOURS_A_MONTH * 3_600_000;

/** As AWS counts data that is transferred. */
const GB = 2 ** 30;
const MB_A_GB = 1_024;

/** Values that can't be known beforehand; the estimate shows most of them. */
export const ASSUMED = {
  /** Measured: 0.14 s with services that take 100 ms. Many take longer, and a failing service is asked three times. */
  runSeconds: 0.5,
  /** How long a run waits for the answers to its pulses, which are sent all at once. */
  pulseSeconds: 0.3,
  alerts: 100,
  logBytes: 900,
  /**
   * The bytes that a check sends. Measured with TLS 1.3 and no headers of the config: 465 bytes (66 without TLS), and as many again are
   * the headers of ten packets.
   */
  checkBytes: { tls: 1_200, plain: 600 },
  /** How often the dashboard renders its widget, and how long that takes. */
  widgetLoads: 1_000,
  widgetSeconds: 0.5,
  /** For how many hours a day somebody has the page open, and how long it takes to draw. */
  pageHours: 8,
  pageSeconds: 0.3,
  /** Measured, compressed: 7.7 kB with six services that are well, 55 kB with 200 that fail. */
  pageBytes: { whole: 7_000, service: 150 },
  /** Requests for the public page by people, and for its other files by programs; with a few dozen services. */
  publicLoads: 10_000,
  publicBytes: 20_000,
  /** Each incident on the public page is written as often as it changes. */
  publicWritesAnAlert: 2,
} as const;

/** A deployment, and what of its size several rows need. */
interface Deployed {
  readonly config: Config;
  readonly deployment: Deployment;
  readonly services: number;
  readonly shards: number;
  readonly runs: number;
  readonly invocations: number;
}

/** The rows of a month. A row is `null` if the deployment does without it. */
const ROWS: readonly ((deployed: Deployed) => Usage | null)[] = [
  metricsRow,
  alarmsRow,
  dashboardRow,
  runsRow,
  dataOutRow,
  statesRow,
  silencesRow,
  historyRow,
  overviewRow,
  widgetRow,
  pageRow,
  logsRow,
  alertsRow,
  secretsRow,
  pulseRow,
  publicPageRow,
  endpointsRow,
];

export function monthlyUsage(config: Config, deployment: Deployment): readonly Usage[] {
  const runs = MONTH_MS / config.intervalMs;
  const shards = shardCount(config, deployment);
  const services = config.services.length;
  const deployed: Deployed = { config, deployment, services, shards, runs, invocations: runs * shards };
  return ROWS.map((rowOf) => rowOf(deployed)).filter((row) => row !== null);
}

function metricsRow({ config, deployment, shards, invocations }: Deployed): Usage {
  const metric = countMetrics(config, shards, deployment.serviceAlarms);
  const certificates = hasServiceMetrics(config) ? ", a certificate's days for one hour a day" : '';
  return {
    name: 'metrics',
    detail: `${round(metric)} custom metrics (${config.metrics})${certificates}; PutMetricData in each invocation`,
    quantities: { metric, cloudwatchRequest: invocations * Math.ceil(metric / shards / 1_000) },
  };
}

function alarmsRow({ config, deployment, shards }: Deployed): Usage {
  const { services, checker, page, composites } = countAlarms(config, deployment, shards);
  const ofPage = page === 0 ? '' : `, ${page} for the page`;
  const ofShards = composites === 0 ? '' : `, ${composites} for all its ${shards} parts`;
  return {
    name: 'alarms',
    detail: `${services} for the services, ${checker} for the checker${ofPage}${ofShards}`,
    quantities: { alarm: services + checker + page, compositeAlarm: composites },
  };
}

/** A dashboard of more metrics than the free tier has is paid from its first metric on. */
function dashboardRow({ config, deployment }: Deployed): Usage | null {
  if (!deployment.dashboard) return null;
  const isLarge = countDashboardMetrics(config) > MOST_FREE_METRICS;
  return {
    name: 'dashboard',
    detail: `one of ${isLarge ? `more than the ${MOST_FREE_METRICS} metrics that can be free` : `at most ${MOST_FREE_METRICS} metrics`}`,
    quantities: isLarge ? { largeDashboard: 1 } : { dashboard: 1 },
  };
}

function runsRow({ config, deployment, invocations }: Deployed): Usage {
  const memoryMb = checkerMemoryMb(config, deployment);
  return {
    name: 'runs',
    detail: `${round(invocations)} invocations by the schedules, ${ASSUMED.runSeconds} s each with ${memoryMb} MB`,
    quantities: {
      lambdaRequest: invocations,
      lambdaDuration: (invocations * ASSUMED.runSeconds * memoryMb) / MB_A_GB,
      schedulerInvocation: invocations,
    },
  };
}

/** Lambda's data to the internet, each service asked once a run. Private addresses are in the same network. */
function dataOutRow({ config, runs }: Deployed): Usage {
  const { tls, plain } = ASSUMED.checkBytes;
  const outside = config.services.filter(({ baseUrl }) => reachOf(baseUrl) === 'unknown');
  const bytes = sum(outside.map(({ statusUrl }) => (statusUrl.startsWith('https:') ? tls : plain)));
  const gigabytes = (runs * bytes) / GB;
  return {
    name: 'data out',
    detail: `${round(gigabytes)} GB, ${tls / 1_000} kB a check with TLS; $0 for services in the same network`,
    quantities: { dataOut: gigabytes },
  };
}

/** Each state is an item of its own, so its size is rounded up by itself. */
function statesRow({ services, runs }: Deployed): Usage {
  const readUnits = Math.ceil(STATE_BYTES / READ_BYTES);
  const writeUnits = Math.ceil(STATE_BYTES / WRITE_BYTES);
  return {
    name: 'states',
    detail: `the state of each service, ${writeUnits} kB: read in each run, written every five minutes`,
    quantities: {
      dynamodbRead: runs * services * readUnits,
      dynamodbWrite: services * Math.min(runs, MONTH_MS / FIGURES_REFRESH_MS) * writeUnits,
    },
  };
}

/** A query that finds nothing takes a unit too. */
function silencesRow({ invocations }: Deployed): Usage {
  return {
    name: 'silences',
    detail: 'read in each invocation, up to 4 kB of them',
    quantities: { dynamodbRead: invocations },
  };
}

function historyRow({ services }: Deployed): Usage {
  const { writeUnits, readUnits, storedBytes } = historyUnits(HOURS_A_MONTH);
  return {
    name: 'history',
    detail: `two items of each service an hour and one more a day, read and then written; ${round(storedBytes / 1_000)} kB a service are stored, with backups`,
    quantities: {
      dynamodbWrite: services * writeUnits,
      dynamodbRead: services * readUnits,
      dynamodbStored: (services * storedBytes) / 1e9,
    },
  };
}

function overviewBytes({ services, shards }: Deployed): number {
  return Math.ceil(services / shards) * BRIEF_BYTES;
}

function overviewRow(deployed: Deployed): Usage | null {
  const { deployment, invocations } = deployed;
  if (!deployment.dashboard && deployment.page === null) return null;
  return {
    name: 'overview',
    detail: 'how all services are, in brief, written in each invocation',
    quantities: { dynamodbWrite: invocations * Math.ceil(overviewBytes(deployed) / WRITE_BYTES) },
  };
}

/** A query reads all overviews, which are rounded up together, and another the silences. */
function queryUnits(deployed: Deployed): number {
  return Math.ceil((deployed.shards * overviewBytes(deployed)) / READ_BYTES) + 1;
}

function widgetRow(deployed: Deployed): Usage | null {
  if (!deployed.deployment.dashboard) return null;
  const { widgetLoads: loads, widgetSeconds: seconds } = ASSUMED;
  const shown = Math.min(deployed.services, WIDGET_ROWS);
  const shownUnits = shown * (Math.ceil(STATE_BYTES / READ_BYTES) + Math.ceil(ITEM_BYTES.fine / READ_BYTES));
  return {
    name: 'widget',
    detail: `${round(loads)} loads, each of the overview, the silences and up to ${WIDGET_ROWS} services, and ${seconds} s with ${WIDGET_MEMORY_MB} MB`,
    quantities: {
      lambdaRequest: loads,
      lambdaDuration: (loads * seconds * WIDGET_MEMORY_MB) / MB_A_GB,
      dynamodbRead: loads * (queryUnits(deployed) + shownUnits),
    },
  };
}

/** The last 30 days of a service are in the items of two or three months, and of the hours of today: each has less than 4 kB. */
const MONTH_ITEMS = 4;

/** Somebody has the page open for so many hours a day; it is renewed with each run. */
function pageRow(deployed: Deployed): Usage | null {
  const { config, deployment, services } = deployed;
  if (deployment.page === null) return null;
  const { pageHours: hours, pageSeconds: seconds, pageBytes } = ASSUMED;
  const loads = (hours * MONTH_MS) / 24 / Math.max(config.intervalMs, SHORTEST_RENEWAL_MS);
  const read = Math.min(services, MOST_READ);
  const bytes = pageBytes.whole + read * pageBytes.service;
  const hourly = (hours / 24) * HOURS_A_MONTH * read * MONTH_ITEMS;
  return {
    name: 'page',
    detail: `open for ${hours} hours a day: ${round(loads)} loads, each of ${round(read)} services, whose last 30 days are read once an hour, ${seconds} s with ${PAGE_MEMORY_MB} MB and ${round(bytes / 1_000)} kB to the browser`,
    quantities: {
      lambdaRequest: loads,
      lambdaDuration: (loads * seconds * PAGE_MEMORY_MB) / MB_A_GB,
      dynamodbRead: loads * (queryUnits(deployed) + read * Math.ceil(STATE_BYTES / READ_BYTES)) + hourly,
      dataOut: (loads * bytes) / GB,
    },
  };
}

/** Logs are kept for a month, so that as much is stored as is written in a month. */
function logsRow({ invocations }: Deployed): Usage {
  const gigabytes = (invocations * ASSUMED.logBytes) / 1e9;
  return {
    name: 'logs',
    detail: `${ASSUMED.logBytes} bytes an invocation, kept for a month`,
    quantities: { logs: gigabytes, logsStored: gigabytes },
  };
}

/** Amazon Q gets each notification for Slack at an HTTPS endpoint. For buttons, the services of a notification of several are stored. */
function alertsRow({ deployment: { subscriptions, slack } }: Deployed): Usage {
  const { alerts } = ASSUMED;
  const toMail = subscriptions.length === 0 ? '' : `, each as e-mail to ${subscriptions.length} subscriptions`;
  const toSlack = slack === null ? '' : ', and to Amazon Q for Slack';
  return {
    name: 'alerts',
    detail: `${alerts} alerts${toMail}${toSlack}`,
    quantities: {
      snsPublish: alerts,
      snsEmail: alerts * subscriptions.length,
      snsHttps: slack === null ? 0 : alerts,
      dynamodbWrite: slack?.buttons ? alerts : 0,
    },
  };
}

function secretsOf({ config, deployment: { page } }: Deployed): ReadonlySet<string> {
  return new Set([...secretIds(config), ...pageSecrets(page)]);
}

function secretsRow(deployed: Deployed): Usage | null {
  const { size } = secretsOf(deployed);
  if (size === 0) return null;
  return {
    name: 'secrets',
    detail: `${size} in Secrets Manager, each read every five minutes`,
    quantities: { secret: size, secretCall: (size * MONTH_MS) / SECRET_KEPT_MS },
  };
}

function pulseRow({ config, deployment, invocations }: Deployed): Usage | null {
  const { length } = config.pulses;
  if (length === 0) return null;
  const memoryMb = checkerMemoryMb(config, deployment);
  const { pulseSeconds: seconds, checkBytes } = ASSUMED;
  return {
    name: 'pulse',
    detail: `${length} in each invocation, which lasts ${seconds} s longer with ${memoryMb} MB`,
    quantities: {
      lambdaDuration: (invocations * seconds * memoryMb) / MB_A_GB,
      dataOut: (invocations * length * checkBytes.tls) / GB,
    },
  };
}

/** That the public page is fresh is written every two minutes. */
const FRESH_A_MONTH = MONTH_MS / 120_000;
/** Files of the public page that there are whatever it shows. */
const PUBLIC_FILES = 13;
/** The files of each component: a badge and a strip. */
const COMPONENT_FILES = 2;
/** Of a history: the months that ninety days touch, and the hours of the running day. */
const HISTORY_ITEMS = Math.ceil(UPTIME_DAYS / 30) + 2;

/** Mostly requests, since the files are small. CloudFront asks S3 for each file once in fifteen seconds at most. */
function publicPageRow({ config: { statusPage }, runs }: Deployed): Usage | null {
  if (statusPage === null) return null;
  const { publicLoads: loads, publicBytes: bytes, publicWritesAnAlert } = ASSUMED;
  const { components } = statusPage;
  const writings = HOURS_A_MONTH / 24 + ASSUMED.alerts * publicWritesAnAlert;
  const fresh = Math.min(runs, FRESH_A_MONTH);
  const services = sum(components.map((component) => component.services.length));
  return {
    name: 'public page',
    detail: `${round(loads)} requests of ${bytes / 1_000} kB; ${round(fresh)} times that it is fresh and ${round(writings)} times all files are written; posts are read in each run, histories for all files`,
    quantities: {
      s3Put: fresh + writings * (PUBLIC_FILES + COMPONENT_FILES * components.length),
      s3Get: loads,
      dynamodbRead: runs + writings * services * HISTORY_ITEMS,
      cloudfrontRequest: loads,
      cloudfrontGb: (loads * bytes) / GB,
    },
  };
}

/** The way to AWS that a checker in a VPC needs, if there is none yet: docs/how-to/private-services.md. The stack does not make it. */
function endpointsRow(deployed: Deployed): Usage | null {
  const { network } = deployed.deployment;
  if (network === null) return null;
  const zones = network.subnetIds.length;
  const names = ['monitoring', 'sns', ...(secretsOf(deployed).size > 0 ? ['secretsmanager'] : [])];
  return {
    name: 'VPC endpoints',
    detail: `${names.join(', ')} in ${zones} zones; $0 if the VPC has them or a NAT gateway`,
    quantities: { endpointHour: names.length * zones * HOURS_A_MONTH },
  };
}

/** The more a table is to take at once beyond what a new table does, the more it costs. */
export function warmTableUsage(services: number): readonly Usage[] {
  const warm = warmThroughput(services);
  if (warm === null) return [];
  return [
    {
      name: 'warm table',
      detail: `a table that takes ${round(warm.writes)} writes a second at once, for the minute in which all services fail`,
      quantities: {
        dynamodbWarmRead: warm.reads - NEW_TABLE.reads,
        dynamodbWarmWrite: warm.writes - NEW_TABLE.writes,
      },
    },
  ];
}

/** A number for people. */
export function round(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US');
}
