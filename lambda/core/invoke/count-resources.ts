/** Counts the resources of a deployment, which CloudFormation limits. */

import type { Config, Deployment } from '../config/config';
import { shardCount } from './invocation';

/**
 * The most resources of a deployment, those of nested stacks included. Source: AWS CloudFormation user guide, "Understand
 * CloudFormation quotas": "you can't create, update, or delete more than 2500 of those resources in a single deployment".
 */
export const MOST_RESOURCES = 2_500;
/** The most resources in a stack. Source: the same guide: "Maximum number of resources that you can declare in your CloudFormation template." */
export const MOST_OF_A_STACK = 500;

/** The most alarms in a nested stack: its template must stay below 1 MB. */
export const ALARMS_A_STACK = 400;

/** Returns the number of nested stacks for the alarms of services; 0 if the alarms are in the stack itself. */
export function alarmStacks(services: number): number {
  return services > ALARMS_A_STACK ? Math.ceil(services / ALARMS_A_STACK) : 0;
}

/** The resources of every deployment, and of keys that are not counted here: an upper bound. */
const EVERY_DEPLOYMENT = 45;
/** The resources of a page: its function, address, two permissions, role, log, invocation settings and alarms. */
const A_PAGE = 10;
/** The resources of an e-mail subscription, at both topics. */
const A_SUBSCRIPTION = 4;

/** The resources of a public page: bucket, policies, distribution, access control, and the cleaner of the bucket. */
const A_STATUS_PAGE = 12;

/**
 * The most shards: one alarm combines the alarms on their silence. Source: Amazon CloudWatch API reference,
 * PutCompositeAlarm: "The rule expression of a composite alarm can include as many as 100 underlying alarms", and the rule has at
 * most 10,240 characters, of which each alarm may take 150.
 */
export const MOST_SHARDS = 50;

export interface Resources {
  /** In the stack itself. */
  readonly own: number;
  /** In the stack and its nested stacks. */
  readonly all: number;
}

/** Returns the most resources that a deployment can have, without other resources in the user's own stack. */
export function countResources(config: Config, deployment: Deployment): Resources {
  const { serviceAlarms, subscriptions, page } = deployment;
  const shards = shardCount(config, deployment);
  const alarms = serviceAlarms === true ? config.services.length : 0;
  const nested = alarmStacks(alarms);
  // Each shard has a schedule, an alarm on its silence, and maybe an alarm on the health of its services.
  const shardResources = shards * (serviceAlarms === 'parts' ? 3 : 2);
  const pages = (deployment.statusPage === null ? 0 : A_STATUS_PAGE) + (page === null ? 0 : A_PAGE);
  const own =
    EVERY_DEPLOYMENT + pages + A_SUBSCRIPTION * subscriptions.length + shardResources + (nested > 0 ? nested : alarms);
  return { own, all: own + (nested > 0 ? alarms + nested : 0) };
}
