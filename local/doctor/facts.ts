/** The facts about a deployment. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import type { ReceiverRecord } from '../../lambda/core/deliver/receiver-record';
import type { ListedSubscription, SubscriptionsByTopic } from '../../lambda/core/deliver/subscriptions/address-faults';
import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import type { Ask, Fact, Finding } from './finding';

/** The settings of the checker's function. */
export interface FunctionFact {
  readonly functionArn: string;
  readonly region: string;
  /** `null` if the function's environment lacks it: another version was deployed, or somebody changed it. */
  readonly table: string | null;
  readonly topicArns: Readonly<Record<TopicRole, string | null>>;
  readonly configHash: string | null;
  /** Returns an environment variable; `null` if it is missing or empty. */
  readonly variable: (name: string) => string | null;
}

/** The answer at an address of a deployment. */
export interface PageAnswer {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** The config that the function returns: header values are hidden. */
export interface DeployedConfig {
  readonly config: Config;
  readonly deployment: Deployment;
}

/** The newest heartbeat of a shard in the checked time. */
export interface HeartbeatFact {
  /** From 1. */
  readonly shard: number;
  /** The beginning of the minute in which the run began, in milliseconds since 1970; `null` if there was no run. */
  readonly at: number | null;
  /** The number of services that the run has checked. */
  readonly checked: number;
}

export interface ScheduleFact {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly targetArn: string;
}

export interface AlarmFact {
  readonly name: string;
  readonly actionsEnabled: boolean;
  /** ARNs. */
  readonly actions: readonly string[];
  readonly state: string;
  /** The time at which the state began, in milliseconds since 1970. */
  readonly since: number;
}

/** Since when a receiver refuses its alerts, how many are pending, and the last alert. */
export interface ReceiverFact {
  readonly id: string;
  /** The time of the first refused alert, in milliseconds since 1970, and the last fault; `null` if the receiver accepts alerts. */
  readonly refusal: ReceiverRecord | null;
  /** The number of pending alerts that no silence holds back. */
  readonly pendingAlerts: number;
  /** The time of the last alert that was sent, and its text in one line; `null` if none is stored. */
  readonly last: { readonly at: number; readonly summary: string } | null;
}

/** A checker whose function has all that the facts are read by. */
export interface Checker extends FunctionFact {
  readonly table: string;
  readonly topicArns: Readonly<Record<TopicRole, string>>;
}

export interface Facts {
  readonly checker: Checker;
  /** `null` if the deployed config is that of the file, or can't be compared. */
  readonly deployed: Fact<DeployedConfig> | null;
  readonly heartbeats: Fact<readonly HeartbeatFact[]>;
  readonly schedules: Fact<readonly ScheduleFact[]>;
  readonly subscriptions: Fact<SubscriptionsByTopic>;
  readonly alarms: Fact<readonly AlarmFact[]>;
  readonly table: Fact<true>;
  /** The number of invocations that the account may run at once in this region without a reservation. */
  readonly concurrency: Fact<number>;
  /** The topic first, then the receivers of the config, and the pulses by the names of their records. */
  readonly receivers: Fact<readonly ReceiverFact[]>;
  /** The answers of the page, without a session: its login, and its metrics if they have a token; `null` if there is no page. */
  readonly page: Fact<readonly PageAnswer[]> | null;
  /** The findings of features. */
  readonly further: readonly Finding[];
  /** The secrets that the config names but that do not exist, by name or ARN; `null` if it names none. */
  readonly missingSecrets: Fact<readonly string[]> | null;
}

/** The check of a feature, with its own questions. */
export type Check = (
  config: Config,
  checker: FunctionFact,
  asking: { readonly ask: Ask; readonly now: number } & Pick<Apis, 'readPage'>,
) => Promise<readonly Finding[]>;

/** The doctor's questions to AWS. Each call reads all pages, and rejects with the error of its API. */
export interface Apis {
  /** Rejects with a `UserError` if there is no such function. */
  readFunction(functionName: string): Promise<FunctionFact>;
  readConfig(functionName: string): Promise<DeployedConfig>;
  /** The number of invocations that the account may run at once in this region without a reservation. */
  readConcurrency(): Promise<number>;
  readHeartbeats(config: Config, shards: number, from: number, to: number): Promise<readonly HeartbeatFact[]>;
  listSchedules(group: string): Promise<readonly ScheduleFact[]>;
  listSubscriptions(topicArn: string): Promise<readonly ListedSubscription[]>;
  listAlarms(prefix: string): Promise<readonly AlarmFact[]>;
  readTable(table: string, deployment: string): Promise<true>;
  /** Reads facts about receivers, by their ids, from the states of these services. `now` in milliseconds since 1970. */
  readReceivers(
    table: string,
    deployment: string,
    asked: { readonly services: readonly string[]; readonly receivers: readonly string[]; readonly now: number },
  ): Promise<readonly ReceiverFact[]>;
  /** The address of a function; `null` if it has none. */
  readFunctionUrl(functionName: string): Promise<string | null>;
  /** Reads a page, without following redirects. */
  readPage(url: string): Promise<PageAnswer>;
  /** The checks of features. */
  readonly checks: readonly Check[];
  /** Whether a secret with this name or ARN exists and is not going to be deleted. */
  hasSecret(id: string): Promise<boolean>;
}
