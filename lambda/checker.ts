/** The checker's Lambda: environment → adapters → `runCheck`, or `answerRequest`. */

import bundledConfig, { deployment, nextStart } from 'statuswatch-config';
import { createAddressLook } from './adapters/address-look';
import { boundedCalls } from './adapters/aws-client';
import { createCloudwatchMetrics } from './adapters/cloudwatch-metrics';
import { createHistoryTable } from './adapters/history-table';
import { httpProbe } from './adapters/http-probe';
import { createIncidentTable } from './adapters/incident-table';
import { createNotificationRecords } from './adapters/notification-records';
import { createOverviewKeeper } from './adapters/overview-keeper';
import { randomId } from './adapters/random-id';
import { createSecretReader } from './adapters/secrets';
import { createSilenceTable } from './adapters/silence-table';
import { createSnsNotifications } from './adapters/sns-notifications';
import { createSnsSubscriptions } from './adapters/sns-subscriptions';
import { createStateReader } from './adapters/state-reader';
import { systemClock } from './adapters/system-clock';
import { answerRequest } from './answer-request';
import type { Service } from './core/config/config';
import type { Part } from './core/config/part';
import { isAskable, revealSecrets, secretRenewal } from './core/config/secrets';
import { shownConfig } from './core/config/shown-config';
import { drillAlerts } from './core/message/drill';
import { notificationOf } from './core/message/notification';
import { metricsOf } from './core/metrics/metrics';
import { refusedAnswer } from './core/run/answer';
import { CHAT_LIMIT_MS, readChatRequest } from './core/run/chat-request';
import { readCheckerEvent } from './core/run/checker-event';
import { askingLimitMs, historyLimitMs, lookLimitMs, readEnvironment, shardOf } from './core/run/invocation';
import { type LogLine, runLog } from './core/run/run-log';
import { plannerOf } from './core/silence/maintenance';
import type { Silence } from './core/silence/silence';
import type { Snapshots } from './core/state/snapshot';
import { dailyLook, LOOK_MS } from './core/subscriptions/daily-look';
import { expectedSubscriptions } from './core/subscriptions/expected';
import type { RunFailure } from './core/words/run-failure';
import { runCheck } from './run-check';

const { table, topicArn, checkerTopicArn, dashboardUrl, logsUrl, slack } = readEnvironment(process.env);
const links = { dashboard: dashboardUrl, logs: logsUrl, runbook: bundledConfig.runbook };
const readSecret = createSecretReader(process.env);
const send = createSnsNotifications(topicArn, process.env, slack);
const silences = createSilenceTable(table, bundledConfig.name, process.env);
// Only buttons ask for them.
const records = slack && createNotificationRecords(table, bundledConfig.name, process.env);
const outputs = {
  store: createIncidentTable(table, bundledConfig.name, process.env),
  send,
  ...(records && { records }),
  history: createHistoryTable(table, bundledConfig.name, process.env),
  silences,
  publish: createCloudwatchMetrics((run) => metricsOf(run, bundledConfig), process.env),
  // Only the dashboard's widget reads it.
  ...(dashboardUrl !== null && { keepOverview: createOverviewKeeper(table, bundledConfig.name, process.env) }),
  links,
};
const planned = plannerOf(bundledConfig, nextStart);
// The first time zone of a process takes Intl 80 ms: before the first run, not within it.
planned(systemClock.now(), systemClock.now());
const requestPorts = {
  clock: systemClock,
  silences,
  planned,
  // Seldom needed: its client is made once it is.
  readStates: (ids: readonly string[], now: number) =>
    createStateReader(table, bundledConfig.name, process.env)(ids, now),
  newId: randomId,
  probe: httpProbe,
  readSecret,
};
const chat = slack && records && { channelId: slack.channelId, readRecord: records.read };
const expected = expectedSubscriptions(deployment?.subscriptions ?? []);
// Its clients are made in the first run, after all else is done.
const look = dailyLook(expected, () => ({
  ...createAddressLook(table, bundledConfig.name, process.env),
  ...createSnsSubscriptions(
    {
      ...{ deployment: bundledConfig.name, runbook: bundledConfig.runbook },
      topicArns: { alerts: topicArn, checkerAlarms: checkerTopicArn ?? topicArn },
    },
    process.env,
  ),
}));
const watched = new Set(bundledConfig.services.map(({ id }) => id));
let remembered: Snapshots = new Map();
let askedSilences: readonly Silence[] | null = null;

/** Does one run, or answers a request. Rejects, after all else is done, if an output of the run failed. */
export async function handler(event: unknown): Promise<object | string> {
  const now = systemClock.now();
  const meant = await readChatRequest(event, [...watched], chat, now);
  if ('fault' in meant) return answered(refusedAnswer([meant.fault])).text;
  const invocation = readCheckerEvent(meant.event, bundledConfig, now);
  if (invocation.kind === 'run') return run(invocation);
  if (invocation.kind === 'config') {
    const text = `the config of ${bundledConfig.name}, with ${watched.size} services`;
    answered({ kind: 'config', text });
    return invocation.asLine ? text : { kind: 'config', text, config: shownConfig(bundledConfig), deployment };
  }
  const limitMs = meant.isFromChat ? CHAT_LIMIT_MS : askingLimitMs(bundledConfig, 1);
  const limited = { signal: AbortSignal.timeout(Math.max(1, limitMs - (systemClock.now() - now))) };
  const answer = answered(
    invocation.kind === 'drill'
      ? await drill(invocation.service)
      : await answerRequest(invocation, bundledConfig, { ...requestPorts, ...limited }),
  );
  return invocation.asLine ? [answer.text, ...(meant.note === null ? [] : [meant.note])].join('; ') : answer;
}

function answered<Given extends { readonly kind: string; readonly text: string }>(answer: Given): Given {
  log({ level: 'INFO', event: answer.kind, deployment: bundledConfig.name, ...answer });
  return answer;
}

async function run(shard: Part): Promise<object> {
  const configured = shardOf(bundledConfig, shard);
  const { config: revealed, failures: hidden } = await revealSecrets(configured, readSecret);
  // Without its secret a service would look sick, and people would be notified of that. It is the run that fails.
  const config = { ...revealed, services: revealed.services.filter(isAskable) };
  const renewSecrets = secretRenewal(configured, readSecret);
  const ports = { probe: httpProbe, clock: systemClock, renewSecrets, planned, outputs };
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
  const failures = [...hidden, ...done.failures, ...(await lookAtAddresses(shard, done.durationMs))];
  const lines = runLog({ ...done, failures }, bundledConfig.name);
  for (const line of lines) log(line);
  if (failures.length > 0) throw new Error(`the run is done, but ${failures.map(({ message }) => message).join('; ')}`);
  return { kind: 'run', ...lines.at(-1) };
}

/** After all else, in the first part of the run alone, and only if there is time left for it. */
async function lookAtAddresses({ shard, shards }: Part, ranMs: number): Promise<readonly RunFailure[]> {
  if (shard !== 0 || checkerTopicArn === null || expected.length === 0) return [];
  return ranMs > lookLimitMs(bundledConfig, shards) ? [] : look(systemClock.now(), boundedCalls(LOOK_MS));
}

async function drill(service: Service) {
  const alerts = drillAlerts(service, { deployment: bundledConfig.name, links }, systemClock.now());
  for (const alert of alerts) await send(notificationOf(alert));
  const alertsSent = alerts.map(({ id }) => id);
  const text = `a drill of ${service.id}: ${alerts.length} alerts were sent`;
  return { kind: 'drill', text, service: service.id, alertsSent };
}

function log(line: LogLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
