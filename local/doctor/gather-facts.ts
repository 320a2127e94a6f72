/** Reads all facts that the doctor needs from AWS. A fact that can't be read does not affect the others. */

import type { Config } from '../../lambda/core/config/config';
import { pageSecrets } from '../../lambda/core/config/page-token';
import { pulseNames } from '../../lambda/core/config/pulse';
import { secretIds } from '../../lambda/core/config/secrets';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { checkerFunctionName, shardCount } from '../../lambda/core/invoke/invocation';
import { errorMessage } from '../../lambda/core/words/run-failure';
import type { Apis, Checker, Facts, PageAnswer } from './facts';
import type { Fact } from './finding';
import { configInForce, type Local, lookBackMs } from './findings';

/** Never rejects. `now` in milliseconds since 1970. */
export async function gatherFacts(local: Local, checker: Checker, apis: Apis, now: number): Promise<Facts> {
  const { name } = local.config;
  const { table, topicArns, configHash } = checker;
  const [deployed, concurrency] = await Promise.all([
    // An earlier version would take the question for a run.
    configHash === null || configHash === local.configHash
      ? null
      : ask('lambda:InvokeFunction', () => apis.readConfig(checkerFunctionName(name))),
    ask('lambda:GetAccountSettings', () => apis.readConcurrency()),
  ]);
  const { config, deployment } = configInForce(deployed, local);
  const { page } = deployment;
  const shards = shardCount(config, deployment);
  const secrets = [...new Set([...secretIds(config), ...pageSecrets(page)])];
  const [heartbeats, schedules, subscriptions, alarms, tableFact, receivers, missingSecrets, pageFact, further] =
    await Promise.all([
      ask('cloudwatch:GetMetricData', () => apis.readHeartbeats(config, shards, now - lookBackMs(config), now)),
      ask('scheduler:ListSchedules', () => apis.listSchedules(name)),
      ask('sns:ListSubscriptionsByTopic', async () => ({
        alerts: await apis.listSubscriptions(topicArns.alerts),
        checkerAlarms: await apis.listSubscriptions(topicArns.checkerAlarms),
      })),
      ask('cloudwatch:DescribeAlarms', () => apis.listAlarms(`${name}: `)),
      ask('dynamodb:GetItem', () => apis.readTable(table, name)),
      ask('dynamodb:BatchGetItem', () => apis.readReceivers(table, name, { ...idsIn(config, shards), now })),
      secrets.length === 0 ? null : ask('secretsmanager:DescribeSecret', () => missing(secrets, apis)),
      page === null
        ? null
        : ask('lambda:GetFunctionUrlConfig', () =>
            readPages(name, page.metricsToken === null ? [] : ['metrics'], apis),
          ),
      Promise.all(apis.checks.map((check) => check(config, checker, { ask, now, readPage: apis.readPage }))),
    ]);
  return {
    checker,
    deployed,
    concurrency,
    heartbeats,
    schedules,
    subscriptions,
    alarms,
    table: tableFact,
    receivers,
    missingSecrets,
    page: pageFact,
    further: further.flat(),
  };
}

async function ask<Value>(action: string, call: () => Promise<Value>): Promise<Fact<Value>> {
  try {
    return { kind: 'known', value: await call() };
  } catch (error) {
    return isDenied(error) ? { kind: 'denied', action } : { kind: 'failed', message: errorMessage(error) };
  }
}

/** Whether an error means a missing permission, by the names that the APIs use. */
export function isDenied(error: unknown): boolean {
  return /^(AccessDenied|Authorization|UnauthorizedOperation|Forbidden)/.test((error as Error).name);
}

async function missing(secrets: readonly string[], { hasSecret }: Apis): Promise<readonly string[]> {
  const found = await Promise.all(secrets.map(hasSecret));
  return secrets.filter((_, index) => !found[index]);
}

async function readPages(
  name: string,
  paths: readonly string[],
  { readFunctionUrl, readPage }: Apis,
): Promise<readonly PageAnswer[]> {
  const url = await readFunctionUrl(`${name}-page`);
  if (url === null) throw new Error('the function of the page has no address');
  return Promise.all(['', ...paths].map((path) => readPage(new URL(path, url).href)));
}

function idsIn({ services, receivers, pulses }: Config, shards: number) {
  return {
    services: services.map(({ id }) => id),
    receivers: [TOPIC, ...receivers.map(({ id }) => id), ...pulseNames(pulses, shards).map(({ record }) => record)],
  };
}
