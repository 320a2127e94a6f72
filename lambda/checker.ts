/** The Lambda of the checker: does a run, or answers a request. */

import { createCloudwatchMetrics } from './adapters/aws/cloudwatch-metrics';
import { createSecretReader } from './adapters/aws/secrets';
import { createSnsNotices, createSnsNotifications } from './adapters/aws/sns-notifications';
import { createSubscriptionLister } from './adapters/aws/sns-subscriptions';
import { createAskRegion } from './adapters/http/ask-region';
import { httpProbe } from './adapters/http/http-probe';
import { ownNetwork } from './adapters/http/own-network';
import { openPulses, openReceivers } from './adapters/http/receivers';
import { warmProbe } from './adapters/http/warm-probe';
import { nextStart } from './adapters/system/cron-starts';
import { readDeployedConfig } from './adapters/system/deployed-config';
import { randomId } from './adapters/system/random-id';
import { systemClock } from './adapters/system/system-clock';
import { createHistoryTable } from './adapters/table/history-table';
import { createIncidentTable } from './adapters/table/incident-table';
import { createNotificationRecords } from './adapters/table/notification-records';
import { openTable } from './adapters/table/open-table';
import { createOverviewKeeper } from './adapters/table/overview-table';
import { createReceiverTable } from './adapters/table/receiver-table';
import { createSilenceTable } from './adapters/table/silence-table';
import { createStateReader } from './adapters/table/state-reader';
import { createAuthorizer } from './core/auth/authorizer';
import { pulseNames } from './core/config/pulse';
import { audiencesOf } from './core/deliver/audiences';
import { createReceiverKeeper } from './core/deliver/keep-receivers';
import { type Receiver, TOPIC } from './core/deliver/receiver';
import { ADDRESSES } from './core/deliver/receiver-record';
import { addressLook } from './core/deliver/subscriptions/address-look';
import { expectedSubscriptions } from './core/deliver/subscriptions/expected';
import { answerEvent } from './core/invoke/answer-event';
import { aliasIn, readEnvironment, regionFunctionName, shardCount } from './core/invoke/invocation';
import { processRuns } from './core/invoke/process-runs';
import { readRunEvent } from './core/invoke/run-event';
import type { LogLine } from './core/invoke/run-log';
import { fits } from './core/message/forms/sns-message';
import { metricsOf } from './core/metrics/metrics';
import { plannerOf } from './core/silences/maintenance';
import { createStatusPage } from './status-page/deployed-status-page';

const { whole, deployment } = readDeployedConfig(__dirname);
const { common: config, ids } = whole;
const {
  table: tableName,
  topicArn,
  checkerTopicArn,
  dashboardUrl,
  logsUrl,
  pageUrl,
  slack,
} = readEnvironment(process.env);
const page = pageUrl === null ? null : { url: pageUrl, controls: deployment?.page?.controls === true };
const links = { dashboard: dashboardUrl, logs: logsUrl, runbook: config.runbook, page };
const table = openTable(tableName, config.name, process.env);
const readSecret = createSecretReader(process.env);
const send = createSnsNotifications(topicArn, process.env, slack);
const silences = createSilenceTable(table);
// Only the buttons need these records.
const records = slack && createNotificationRecords(table);
const authorizer = createAuthorizer({
  probe: httpProbe,
  clock: systemClock,
  loadSigner: async () => {
    const { createSigner, roleCredentials } = await import('./adapters/aws/sign-request');
    return createSigner(roleCredentials(process.env), systemClock);
  },
});
const home = process.env.AWS_REGION ?? '';
const regions =
  config.confirmFrom === null
    ? undefined
    : {
        home,
        others: config.confirmFrom,
        ask: createAskRegion(regionFunctionName(config.name, home), authorizer, process.env),
        lastVotes: new Map(),
      };
const others = openReceivers(config, readSecret, systemClock, { authorizer, environment: process.env });
const pulses = pulseNames(config.pulses, deployment === null ? 1 : shardCount({ services: ids }, deployment));
const topicArns = { alerts: topicArn, checkerAlarms: checkerTopicArn ?? topicArn };
const look =
  checkerTopicArn === null || deployment === null
    ? null
    : addressLook(expectedSubscriptions(deployment.subscriptions), createSubscriptionLister(topicArns, process.env));
// The topic alone has no notices without a pulse or a check of the addresses.
const hasNotices = others.length > 0 || pulses.length > 0 || look !== null;
const sendNotice = hasNotices ? createSnsNotices(Object.values(topicArns), process.env) : null;
const receivers: readonly Receiver[] = [
  {
    id: TOPIC,
    send,
    fits,
    isForPeople: true,
    isBySubject: true,
    audiences: audiencesOf(deployment?.subscriptions ?? []),
    ...(records && { records }),
    ...(sendNotice && { sendNotice }),
  },
  ...others,
];
const outputs = {
  store: createIncidentTable(table),
  receivers,
  history: createHistoryTable(table),
  silences,
  publish: createCloudwatchMetrics((run) => metricsOf(run, config), process.env),
  ...(hasNotices && {
    receiverKeeper: createReceiverKeeper({
      store: createReceiverTable(table),
      receivers: [...receivers.map(({ id }) => id), ...pulses.map(({ record }) => record), ADDRESSES],
      clock: systemClock,
    }),
  }),
  // Only the widget and the page read the overview.
  ...((dashboardUrl !== null || deployment?.page) && { saveOverview: createOverviewKeeper(table) }),
  links,
};
const planned = plannerOf(config, nextStart);
// The first time zone of a process takes Intl 80 ms: load it before the first run, not within it.
planned(systemClock.now(), systemClock.now());
const requests = {
  clock: systemClock,
  silences,
  planned,
  readStates: createStateReader(table),
  newId: randomId,
  probe: httpProbe,
  authorizer,
  readSecret,
};
const { afterRun, commands } = createStatusPage(config, { ...requests, table, environment: process.env });
const chat = slack && records && { channelId: slack.channelId, readRecord: records.read };
const log = (line: LogLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);
const run = processRuns(whole, {
  probe: httpProbe,
  warm: warmProbe,
  lookAtNetwork: ownNetwork,
  authorizer,
  regions,
  clock: systemClock,
  planned,
  outputs,
  readSecret,
  log,
  afterRun,
  beat: openPulses(config.pulses, readSecret, systemClock),
  look,
});
const ports = {
  requests,
  abortAfter: (milliseconds: number) => AbortSignal.timeout(milliseconds),
  chat,
  receivers,
  commands,
  links,
  log,
};

/** Does one run, or answers a request. Rejects at the end if an output of the run failed. */
export async function handler(
  event: unknown,
  context?: { readonly invokedFunctionArn?: string },
): Promise<object | string> {
  const alias = aliasIn(context?.invokedFunctionArn ?? '');
  const asked = alias === null ? readRunEvent(event, ids.length) : null;
  if (asked !== null) return run(asked);
  return answerEvent(event, alias, { config: whole.all(), deployment }, ports);
}
