/** The facts about a deployment: each as an API has returned it, or the reason why it is unknown. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import type { PublicPage } from '../../lambda/core/config/status-page';
import type { ListedSubscription } from '../../lambda/core/deliver/subscriptions/address-faults';
import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import type { ReceiverFact } from './receiver-facts';

/** `action` is the permission that the API needs, such as `sns:GetTopicAttributes`. */
export type Fact<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  /** The permission is missing. */
  | { readonly kind: 'denied'; readonly action: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** The fact depends on another fact that is unknown. */
  | { readonly kind: 'unasked' };

/** The settings of the checker's function. */
export interface FunctionFact {
  readonly functionArn: string;
  /** `null` if the function's environment lacks it: another version was deployed, or somebody changed it. */
  readonly table: string | null;
  readonly topicArns: Readonly<Record<TopicRole, string | null>>;
  readonly configHash: string | null;
  /** The address of the public page; `null` if there is none. */
  readonly publicUrl: string | null;
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

export interface SlackFact {
  readonly workspaceId: string;
  readonly channelId: string;
  readonly topicArns: readonly string[];
  readonly state: string;
}

export interface Facts {
  readonly checker: Fact<FunctionFact>;
  /** `null` if the deployed config is that of the file. */
  readonly deployed: Fact<DeployedConfig> | null;
  readonly heartbeats: Fact<readonly HeartbeatFact[]>;
  readonly schedules: Fact<readonly ScheduleFact[]>;
  readonly subscriptions: Readonly<Record<TopicRole, Fact<readonly ListedSubscription[]>>>;
  /** The policies of the topics, as JSON. */
  readonly policies: Readonly<Record<TopicRole, Fact<string>>>;
  readonly alarms: Fact<readonly AlarmFact[]>;
  /** The configurations of the account's channels; `null` if the config names no channel. */
  readonly slack: Fact<readonly SlackFact[]> | null;
  readonly table: Fact<true>;
  /** The number of invocations that the account may run at once in this region without a reservation. */
  readonly concurrency: Fact<number>;
  /** The topic first, then the receivers of the config, and the pulses by the names of their records. */
  readonly receivers: Fact<readonly ReceiverFact[]>;
  /** The tokens of the page; none if there is no page. */
  readonly pageTokens: readonly PageTokenFact[];
  /** The answer of the page, without a session; `null` if there is no page. */
  readonly login: Fact<PageAnswer> | null;
  /** The age that the public page reports; `null` if there is no public page. */
  readonly fresh: Fact<PageAnswer> | null;
  /** The public pages of all deployments in the account. */
  readonly publicPages: Fact<readonly PublicPage[]>;
  /** The secrets that the config names, by name or ARN, and whether they exist. */
  readonly secrets: readonly { readonly id: string; readonly fact: Fact<boolean> }[];
}

export interface PageTokenFact {
  /** People log in with `token`, programs read `/metrics` with `metricsToken`. */
  readonly key: 'token' | 'metricsToken';
  /** The secret that holds it. */
  readonly secret: string;
  /** Its fault, in words that do not contain it; `null` if there is none. */
  readonly fault: Fact<string | null>;
}

/** The doctor's questions to AWS. Each call reads all pages, and rejects with the error of its API. */
export interface Apis {
  /** `null` if there is no such function. */
  readFunction(functionName: string): Promise<FunctionFact | null>;
  readConfig(functionName: string): Promise<DeployedConfig>;
  /** The number of invocations that the account may run at once in this region without a reservation. */
  readConcurrency(): Promise<number>;
  readHeartbeats(config: Config, shards: number, from: number, to: number): Promise<readonly HeartbeatFact[]>;
  listSchedules(group: string): Promise<readonly ScheduleFact[]>;
  listSubscriptions(topicArn: string): Promise<readonly ListedSubscription[]>;
  readPolicy(topicArn: string): Promise<string>;
  listAlarms(prefix: string): Promise<readonly AlarmFact[]>;
  listSlackChannels(): Promise<readonly SlackFact[]>;
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
  /** Lists the pages of all deployments of the account; none in a partition that has no CloudFront. */
  listPublicPages(partition: string): Promise<readonly PublicPage[]>;
  /** Whether a secret with this name or ARN exists and is not going to be deleted. */
  hasSecret(id: string): Promise<boolean>;
  /** The text of a secret, by name or ARN. */
  readSecret(id: string): Promise<string>;
}
