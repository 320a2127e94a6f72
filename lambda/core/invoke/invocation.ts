/** How the checker is invoked: its environment, its shards, its size and its time. */

import {
  type Config,
  type Deployment,
  longestAttemptMs,
  type Service,
  type ServiceList,
  worstCaseMs,
} from '../config/config';
import { isAskable, RENEWAL_MS } from '../config/secrets';
import { sendingLimitMs } from '../deliver/pace';
import { PULSE_MS } from '../deliver/pulses';
import { LOOK_MS } from '../deliver/subscriptions/address-look';
import type { ButtonTarget } from '../message/forms/card-buttons';

/**
 * The Lambda's smallest size, unless the config has another. CPU comes with memory, and the checker's own work counts in the response
 * times: with this size it adds at most 12 ms for six services, also on a slow core. This was measured, see bench/README.md.
 */
export const CHECKER_MEMORY_MB = 1_024;
/** Above two gigabytes, code on a single thread gets no more CPU. */
const LARGEST_MEMORY_MB = 2_048;
/**
 * CPU comes with memory. With less for each service, the services of a cold start would run into their timeouts. This was
 * measured, see bench/README.md.
 */
const MB_A_SERVICE = 5;

/**
 * CPU comes with memory, and somebody waits for the view: with less of it, loading and rendering would take longer, and cost the
 * same. This was measured, see bench/README.md.
 */
export const WIDGET_MEMORY_MB = 512;

export interface CheckerEnvironment {
  readonly table: string;
  readonly topicArn: string;
  /** The topic of the alarms about the checker; `null` if the addresses are not to be checked. */
  readonly checkerTopicArn: string | null;
  readonly dashboardUrl: string | null;
  readonly logsUrl: string | null;
  /** `null` if no card in Slack has buttons. */
  readonly slack: SlackButtons | null;
  /** `null` if there is no public page. */
  readonly page: PageEnvironment | null;
}

/** Where the public page lies. */
export interface PageEnvironment {
  readonly bucket: string;
  readonly region: string;
  /** The end of the names of AWS's servers in the bucket's partition, such as `amazonaws.com`. */
  readonly urlSuffix: string;
  /** The id of the account that the bucket has to belong to. */
  readonly owner: string;
  /** The address at which people find it, if the config has none; it ends in a slash. */
  readonly url: string;
}

/** The function that the buttons in Slack invoke, and the id of the channel in which people press them. */
export interface SlackButtons extends ButtonTarget {
  readonly channelId: string;
}

/** The names of the environment's variables, for the stack that sets them. */
export const ENVIRONMENT = {
  table: 'STATUSWATCH_TABLE',
  topicArn: 'STATUSWATCH_TOPIC_ARN',
  checkerTopicArn: 'STATUSWATCH_CHECKER_TOPIC_ARN',
  /** The hash of the config that was deployed, for `statuswatch doctor`: the function does not read it. */
  configHash: 'STATUSWATCH_CONFIG_HASH',
  dashboardUrl: 'STATUSWATCH_DASHBOARD_URL',
  logsUrl: 'STATUSWATCH_LOGS_URL',
  slackChannel: 'STATUSWATCH_SLACK_CHANNEL',
  pageBucket: 'STATUSWATCH_PAGE_BUCKET',
  pageRegion: 'STATUSWATCH_PAGE_REGION',
  pageUrlSuffix: 'STATUSWATCH_PAGE_URL_SUFFIX',
  pageOwner: 'STATUSWATCH_PAGE_OWNER',
  pageUrl: 'STATUSWATCH_PAGE_URL',
} as const;

/** Throws an error that names every variable that is missing. */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): CheckerEnvironment {
  const missing = [ENVIRONMENT.table, ENVIRONMENT.topicArn].filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`the environment lacks ${missing.join(' and ')}`);
  return {
    table: environment[ENVIRONMENT.table] ?? '',
    topicArn: environment[ENVIRONMENT.topicArn] ?? '',
    checkerTopicArn: environment[ENVIRONMENT.checkerTopicArn] || null,
    dashboardUrl: environment[ENVIRONMENT.dashboardUrl] || null,
    logsUrl: environment[ENVIRONMENT.logsUrl] || null,
    slack: readSlack(environment),
    page: readPage(environment),
  };
}

function readPage({
  [ENVIRONMENT.pageBucket]: bucket,
  [ENVIRONMENT.pageRegion]: region,
  [ENVIRONMENT.pageUrlSuffix]: urlSuffix,
  [ENVIRONMENT.pageOwner]: owner,
  [ENVIRONMENT.pageUrl]: url = '',
}: Readonly<Record<string, string | undefined>>): PageEnvironment | null {
  return bucket && region && urlSuffix && owner ? { bucket, region, urlSuffix, owner, url } : null;
}

/** The name of the Lambda function that checks the services of a deployment. */
export function checkerFunctionName(deployment: string): string {
  return `${deployment}-checker`;
}

/**
 * The aliases of the checker: by the first the buttons in Slack invoke it, by the second the deployed page, and by the third programs that
 * read the config. The roles of the channel and of the page may invoke nothing else, so whatever comes by an alias may only ask what
 * `aliasFault` allows.
 */
export const ALIASES = ['chat', 'page', 'config'] as const;
export type Alias = (typeof ALIASES)[number];

/**
 * Returns the alias by which an invocation came; `null` for none. `arn` is the `invokedFunctionArn` of its context, such as
 * `arn:aws:lambda:us-west-2:123456789012:function:shop-checker:chat`. Source: AWS Lambda developer guide, "AWS Lambda context object in
 * Node.js": "The Amazon Resource Name (ARN) that's used to invoke the function. Indicates if the invoker specified a version number or
 * alias."
 */
export function aliasIn(arn: string): Alias | null {
  const name = arn.split(':')[ALIAS_PART];
  return ALIASES.find((alias) => alias === name) ?? null;
}

/** The name by which the function is invoked as an alias. */
export function aliasName(functionName: string, alias: Alias): string {
  return `${functionName}:${alias}`;
}

const ALIAS_PART = 7;

/**
 * Which function this is, Lambda itself says. Source: AWS Lambda developer guide, "Defined runtime environment variables":
 * "AWS_REGION – The AWS Region where the Lambda function is executed", "AWS_LAMBDA_FUNCTION_NAME – The name of the function".
 */
function readSlack({
  [ENVIRONMENT.slackChannel]: channelId,
  AWS_REGION: region,
  AWS_LAMBDA_FUNCTION_NAME: functionName,
}: Readonly<Record<string, string | undefined>>): SlackButtons | null {
  if (!channelId || !region || !functionName) return null;
  return { channelId, region, functionName: aliasName(functionName, 'chat') };
}

/** How many invocations share a run's services. */
export function shardCount(
  { services }: { readonly services: { readonly length: number } },
  { servicesPerInvocation }: Pick<Deployment, 'servicesPerInvocation'>,
): number {
  return Math.max(1, Math.ceil(services.length / servicesPerInvocation));
}

/** The memory of an invocation: that of the config, or it follows from how many services it asks. Of their bodies it holds far less. */
export function checkerMemoryMb(
  config: ServiceList,
  deployment: Pick<Deployment, 'memoryMb' | 'servicesPerInvocation'>,
): number {
  if (deployment.memoryMb !== null) return deployment.memoryMb;
  const wanted = Math.ceil(config.services.length / shardCount(config, deployment)) * MB_A_SERVICE;
  return wanted <= CHECKER_MEMORY_MB ? CHECKER_MEMORY_MB : LARGEST_MEMORY_MB;
}

/** The longest that a call of an AWS API may take, in milliseconds. */
const CALL_MS = 5_000;

/** The longest that a run may take for reading histories, and then for writing them, in milliseconds: no alert waits for it. */
export const HISTORY_CALL_MS = 2_500;

/**
 * The time of an invocation, one of so many, for reading secrets, claiming, sending and marking. The last message may begin when
 * the time for sending ends. If the state can't be read, the run ends with two more calls, but claims and marks nothing.
 */
export function outputsMs(shards: number): number {
  return 4 * CALL_MS + sendingLimitMs({ count: shards });
}

/**
 * How long a run may have taken, once its secrets are read, if it is to write histories: the invocation has time for that only
 * if no other output was slow. So the history takes no time from the asking. `config` has the services of the run, one of `shards`.
 */
export function historyLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - 2 * HISTORY_CALL_MS;
}

/** The longest that a run may take for the public page, in milliseconds: no alert waits for it. */
export const PUBLISH_MS = 5_000;

/** The same for the public page. A run that has no time for it leaves it to the next. */
export function publishLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - PUBLISH_MS;
}

/** The same for the look at the addresses, which comes last. */
export function lookLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - LOOK_MS;
}

/** From this interval on a run is tried again: until the next run services would be unwatched for long. */
const LONG_INTERVAL_MS = 5 * 60_000;
const LONGEST_TRYING_MS = 15 * 60_000;
/** The shortest that EventBridge Scheduler and Lambda keep an event. */
const LEAST_AGE_MS = 60_000;

/** How often a run that could not be started, or that failed, is tried again, and for how long after it was due. */
export interface Retries {
  readonly attempts: number;
  readonly maxAgeMs: number;
}

/** With a short interval the next run is due before another try of this run would be useful. */
export function retriesOf({ intervalMs }: Pick<Config, 'intervalMs'>): Retries {
  return intervalMs < LONG_INTERVAL_MS
    ? { attempts: 0, maxAgeMs: LEAST_AGE_MS }
    : { attempts: 3, maxAgeMs: Math.min(intervalMs / 2, LONGEST_TRYING_MS) };
}

/** Two runs must not overlap: the first ends before the next begins. */
const MARGIN_MS = 1_000;
/** Lambda's own limit. */
const LONGEST_MS = 900_000;

/** The time that an invocation, one of so many, has for asking its services. */
export function askingLimitMs(config: Config, shards: number): number {
  const { intervalMs } = config;
  return Math.max(0, Math.min(intervalMs - MARGIN_MS, LONGEST_MS) - outputsMs(shards) - pulseMs(config));
}

/** The time for the pulses, which come after all else. */
export function pulseMs({ pulses }: Pick<Config, 'pulses'>): number {
  return pulses.length === 0 ? 0 : PULSE_MS;
}

/**
 * The longest time for asking the services of an invocation: all of them are sick, up to `concurrency` at a time. A service
 * that refuses its secrets or its token is asked once more when they have been read anew.
 */
export function longestCheckMs({ services, concurrency }: Config, shards: number): number {
  const slowest = Math.max(...services.map(longestServiceMs));
  return Math.ceil(services.length / shards / concurrency) * slowest;
}

function longestServiceMs(service: Service): number {
  const { timeoutMs, retry, auth } = service;
  const attemptMs = longestAttemptMs(timeoutMs, auth?.kind);
  const readingMs = isAskable(service) ? 0 : RENEWAL_MS;
  const isRenewable = auth?.kind === 'oauth2' || !isAskable(service);
  return worstCaseMs(attemptMs, retry) + readingMs + (isRenewable ? attemptMs : 0);
}
