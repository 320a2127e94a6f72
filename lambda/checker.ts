/** The checker's Lambda: environment → adapters → `runCheck`. */

import bundledConfig from 'statuswatch-config';
import { createCloudwatchMetrics } from './adapters/cloudwatch-metrics';
import { createHistoryTable } from './adapters/history-table';
import { httpProbe } from './adapters/http-probe';
import { createIncidentTable } from './adapters/incident-table';
import { createOverviewKeeper } from './adapters/overview-keeper';
import { createSecretReader } from './adapters/secrets';
import { createSilenceTable } from './adapters/silence-table';
import { createSnsNotifications } from './adapters/sns-notifications';
import { systemClock } from './adapters/system-clock';
import { isAskable, revealSecrets, secretRenewal } from './core/config/secrets';
import { drillAlerts } from './core/message/drill';
import { notificationOf } from './core/message/notification';
import { metricsOf } from './core/metrics/metrics';
import { type CheckerEvent, historyLimitMs, readCheckerEvent, readEnvironment, shardOf } from './core/run/invocation';
import { type LogLine, runLog } from './core/run/run-log';
import type { Silence } from './core/silence/silence';
import type { Snapshots } from './core/state/snapshot';
import { runCheck } from './run-check';

const { table, topicArn, dashboardUrl, logsUrl } = readEnvironment(process.env);
const links = { dashboard: dashboardUrl, logs: logsUrl, runbook: bundledConfig.runbook };
const readSecret = createSecretReader(process.env);
const send = createSnsNotifications(topicArn, process.env);
const outputs = {
  store: createIncidentTable(table, bundledConfig.name, process.env),
  send,
  history: createHistoryTable(table, bundledConfig.name, process.env),
  silences: createSilenceTable(table, bundledConfig.name, process.env),
  publish: createCloudwatchMetrics((run) => metricsOf(run, bundledConfig), process.env),
  // Only the dashboard's widget reads it.
  ...(dashboardUrl !== null && { keepOverview: createOverviewKeeper(table, bundledConfig.name, process.env) }),
  links,
};
const watched = new Set(bundledConfig.services.map(({ id }) => id));
let remembered: Snapshots = new Map();
let askedSilences: readonly Silence[] | null = null;

/** Does one run, or a drill. Rejects, after all else is done, if an output of the run failed. */
export async function handler(event: unknown): Promise<object> {
  const invocation = readCheckerEvent(event, bundledConfig);
  return invocation.kind === 'drill' ? drill(invocation) : run(invocation);
}

async function run(shard: Extract<CheckerEvent, { kind: 'run' }>): Promise<object> {
  const configured = shardOf(bundledConfig, shard);
  const { config: revealed, failures: hidden } = await revealSecrets(configured, readSecret);
  // Without its secret a service would look sick, and people would be notified of that. It is the run that fails.
  const config = { ...revealed, services: revealed.services.filter(isAskable) };
  const renewSecrets = secretRenewal(configured, readSecret);
  const ports = { probe: httpProbe, clock: systemClock, renewSecrets, outputs };
  const asked = new Set(config.services.map(({ id }) => id));
  // A process may do the runs of several parts, one after the other.
  const isOfRun = (id: string) => asked.has(id) || (shard.shard === 0 && !watched.has(id));
  const others = [...remembered].filter(([id]) => !isOfRun(id));
  const done = await runCheck(config, ports, {
    remembered: new Map([...remembered].filter(([id]) => isOfRun(id))),
    askedSilences,
    others: bundledConfig.services,
    part: shard,
    historyLimitMs: historyLimitMs(bundledConfig, shard.shards),
  });
  remembered = new Map([...others, ...done.states]);
  askedSilences = done.askedSilences;
  const failures = [...hidden, ...done.failures];
  const lines = runLog({ ...done, failures }, bundledConfig.name);
  for (const line of lines) log(line);
  if (failures.length > 0) throw new Error(`the run is done, but ${failures.map(({ message }) => message).join('; ')}`);
  return lines.at(-1) ?? {};
}

async function drill({ service }: Extract<CheckerEvent, { kind: 'drill' }>): Promise<object> {
  const alerts = drillAlerts(service, { deployment: bundledConfig.name, links }, systemClock.now());
  for (const alert of alerts) await send(notificationOf(alert));
  const line: LogLine = { level: 'INFO', event: 'drill', service: service.id, alertsSent: alerts.map(({ id }) => id) };
  log(line);
  return line;
}

function log(line: LogLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
