/** The settings of the checker's function: environment, shards, memory and time limits. */

import {
  type Config,
  type Deployment,
  longestAttemptMs,
  type Service,
  type ServiceList,
  worstCaseMs,
} from '../config/config';
import { isCheckable, RENEWAL_MS } from '../config/secrets';
import { sendingLimitMs } from '../deliver/pace';
import { PULSE_MS } from '../deliver/pulses';
import { LOOK_MS } from '../deliver/subscriptions/address-look';
import type { ButtonTarget } from '../message/forms/card-buttons';
import { LEAST_WAIT_MS } from '../probe/regions/confirm';
import { AFTER_RUN_MS } from '../run/after-run';

/**
 * The smallest memory, unless the config sets another. CPU grows with memory, and the checker's own work counts in the response times: with
 * this size it adds at most 12 ms for six services, also on a slow core (measured, see bench/README.md).
 */
export const CHECKER_MEMORY_MB = 1_024;
/** Code on a single thread gets no more CPU above two gigabytes. */
const LARGEST_MEMORY_MB = 2_048;
/**
 * With less memory, and so CPU, for each service, services would time out in a cold start (measured, see bench/README.md).
 */
const MB_A_SERVICE = 5;

/**
 * With less memory, and so CPU, loading and rendering would take longer and cost the same (measured, see bench/README.md).
 */
export const WIDGET_MEMORY_MB = 512;

/** The memory of a function that confirms outages: it checks a few services at a time. */
export const REGION_MEMORY_MB = 256;

export interface CheckerEnvironment {
  readonly table: string;
  readonly topicArn: string;
  /** The topic of the alarms about the checker; `null` if the addresses are not to be checked. */
  readonly checkerTopicArn: string | null;
  readonly dashboardUrl: string | null;
  readonly logsUrl: string | null;
  /** The address of the live page; `null` if there is none. */
  readonly pageUrl: string | null;
  /** `null` if no card in Slack has buttons. */
  readonly slack: SlackButtons | null;
}

/** The function that the buttons in Slack invoke, and the id of the channel in which people press them. */
export interface SlackButtons extends ButtonTarget {
  readonly channelId: string;
}

/** The names of the environment variables, for the stack that sets them. */
export const ENVIRONMENT = {
  table: 'STATUSWATCH_TABLE',
  topicArn: 'STATUSWATCH_TOPIC_ARN',
  checkerTopicArn: 'STATUSWATCH_CHECKER_TOPIC_ARN',
  /** The hash of the config that was deployed, for `statuswatch doctor`: the function does not read it. */
  configHash: 'STATUSWATCH_CONFIG_HASH',
  dashboardUrl: 'STATUSWATCH_DASHBOARD_URL',
  logsUrl: 'STATUSWATCH_LOGS_URL',
  slackChannel: 'STATUSWATCH_SLACK_CHANNEL',
} as const;

/** The variable of the checker and the widget with the address of the deployed page; missing without a page. */
export const LIVE_PAGE_URL = 'STATUSWATCH_LIVE_PAGE_URL';

/** Parses the environment. Throws an error that names every missing variable. */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): CheckerEnvironment {
  const missing = [ENVIRONMENT.table, ENVIRONMENT.topicArn].filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`the environment lacks ${missing.join(' and ')}`);
  return {
    table: environment[ENVIRONMENT.table] ?? '',
    topicArn: environment[ENVIRONMENT.topicArn] ?? '',
    checkerTopicArn: environment[ENVIRONMENT.checkerTopicArn] || null,
    dashboardUrl: environment[ENVIRONMENT.dashboardUrl] || null,
    logsUrl: environment[ENVIRONMENT.logsUrl] || null,
    pageUrl: environment[LIVE_PAGE_URL] || null,
    slack: readSlack(environment),
  };
}

/** Returns the name of the Lambda function that checks the services of a deployment. */
export function checkerFunctionName(deployment: string): string {
  return `${deployment}-checker`;
}

/** Returns the name of the function in another region that confirms outages; `home` is the region of the checker. It fits into the 64 characters of a name. */
export function regionFunctionName(deployment: string, home: string): string {
  return `${deployment}-confirm-${home}`;
}

/**
 * The aliases of the checker: for the buttons in Slack, for the deployed page, and for programs that read the config. The roles of the channel
 * and of the page may invoke only their alias, and `aliasFault` decides what an alias allows.
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

/** Returns the name that invokes the function by an alias. */
export function aliasName(functionName: string, alias: Alias): string {
  return `${functionName}:${alias}`;
}

const ALIAS_PART = 7;

/**
 * Reads the name of this function from the variables that Lambda sets. Source: AWS Lambda developer guide, "Defined runtime environment variables":
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

/** Returns the number of invocations that share the services of a run. */
export function shardCount(
  { services }: { readonly services: { readonly length: number } },
  { servicesPerInvocation }: Pick<Deployment, 'servicesPerInvocation'>,
): number {
  return Math.max(1, Math.ceil(services.length / servicesPerInvocation));
}

/** Returns the memory of an invocation: as configured, or by the number of its services. */
export function checkerMemoryMb(
  config: ServiceList,
  deployment: Pick<Deployment, 'memoryMb' | 'servicesPerInvocation'>,
): number {
  if (deployment.memoryMb !== null) return deployment.memoryMb;
  const wanted = Math.ceil(config.services.length / shardCount(config, deployment)) * MB_A_SERVICE;
  return wanted <= CHECKER_MEMORY_MB ? CHECKER_MEMORY_MB : LARGEST_MEMORY_MB;
}

/** The time limit of a call of an AWS API, in milliseconds. */
const CALL_MS = 5_000;

/** The time limit for reading histories, and for writing them, in milliseconds. No alert waits for that. */
export const HISTORY_CALL_MS = 2_500;

/**
 * Returns the time of an invocation for reading secrets, saving and sending, in milliseconds. The last message may begin when the time for
 * sending ends. If the state can't be read, the run ends with two more calls, but saves nothing before.
 */
export function outputsMs(shards: number): number {
  return 4 * CALL_MS + sendingLimitMs({ count: shards });
}

/**
 * Returns after how long a run, without reading secrets, may still write histories: there is time only if no other output was slow.
 * So histories take no time from the checks. `config` has the services of the run, one of `shards`.
 */
export function historyLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - 2 * HISTORY_CALL_MS;
}

/** Returns after how long a run still has time for the phase after it. */
export function afterRunLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - AFTER_RUN_MS;
}

/** Returns after how long a run may still check the e-mail addresses. */
export function lookLimitMs(config: Config, shards: number): number {
  return longestCheckMs(config, 1) + outputsMs(shards) - CALL_MS - LOOK_MS;
}

/** A run with this interval or a longer one is retried: the next run is too far away. */
const LONG_INTERVAL_MS = 5 * 60_000;
const LONGEST_TRYING_MS = 15 * 60_000;
/** The shortest time that EventBridge Scheduler and Lambda can keep an event. */
const LEAST_AGE_MS = 60_000;

/** The retries of a run that could not be started or that failed. `maxAgeMs` counts from when it was due. */
export interface Retries {
  readonly attempts: number;
  readonly maxAgeMs: number;
}

/** Returns the retries for an interval: none for a short one, since the next run is due soon. */
export function retriesOf({ intervalMs }: Pick<Config, 'intervalMs'>): Retries {
  return intervalMs < LONG_INTERVAL_MS
    ? { attempts: 0, maxAgeMs: LEAST_AGE_MS }
    : { attempts: 3, maxAgeMs: Math.min(intervalMs / 2, LONGEST_TRYING_MS) };
}

/** A run ends this long before the next begins. */
const MARGIN_MS = 1_000;
/** The longest time that Lambda allows. */
const LONGEST_MS = 900_000;

/** Returns the time that one of `shards` invocations has for checking its services, in milliseconds. */
export function checkingLimitMs(config: Config, shards: number): number {
  const { intervalMs } = config;
  return Math.max(0, Math.min(intervalMs - MARGIN_MS, LONGEST_MS) - outputsMs(shards) - pulseMs(config));
}

/** Returns the time for the pulses, which are sent last, in milliseconds. */
export function pulseMs({ pulses }: Pick<Config, 'pulses'>): number {
  return pulses.length === 0 ? 0 : PULSE_MS;
}

/**
 * Returns the longest time for checking the services of an invocation, in milliseconds: all of them time out, `concurrency` at a time. A service
 * that refuses its secrets or its token is checked once more with new ones.
 */
export function longestCheckMs({ services, concurrency, confirmFrom }: Config, shards: number): number {
  const slowest = Math.max(...services.map((service) => longestServiceMs(service, confirmFrom !== null)));
  return Math.ceil(services.length / shards / concurrency) * slowest;
}

/** Returns how long regions may delay the alerts of a service, in milliseconds: at most by what its retries leave of their 4 s. */
export function confirmDelayMs({ retry }: Pick<Service, 'retry'>): number {
  return Math.max(0, LEAST_WAIT_MS - worstCaseMs(0, retry));
}

function longestServiceMs(service: Service, hasRegions: boolean): number {
  const { timeoutMs, retry, auth, confirmFrom } = service;
  const attemptMs = longestAttemptMs(timeoutMs, auth?.kind);
  const readingMs = isCheckable(service) ? 0 : RENEWAL_MS;
  const isRenewable = auth?.kind === 'oauth2' || !isCheckable(service);
  const confirmedMs = hasRegions && confirmFrom === null ? attemptMs + LEAST_WAIT_MS : 0;
  return Math.max(worstCaseMs(attemptMs, retry), confirmedMs) + readingMs + (isRenewable ? attemptMs : 0);
}
