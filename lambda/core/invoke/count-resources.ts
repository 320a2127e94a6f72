/** How many resources a deployment has: CloudFormation takes so many and no more. */

import type { Config, Deployment } from '../config/config';
import { shardCount } from './invocation';

/**
 * The most resources of a deployment, those of nested stacks included. Source: AWS CloudFormation user guide, "Understand
 * CloudFormation quotas": "you can't create, update, or delete more than 2500 of those resources in a single deployment".
 */
export const MOST_RESOURCES = 2_500;
/** The most resources of a stack. Source: the same: "Maximum number of resources that you can declare in your CloudFormation template." */
export const MOST_OF_A_STACK = 500;

/** How many alarms a nested stack has, at most: besides its resources, its template must stay below 1 MB. */
export const ALARMS_A_STACK = 400;

/** How many nested stacks hold the alarms of so many services; 0 if they stand in the stack itself. */
export function alarmStacks(services: number): number {
  return services > ALARMS_A_STACK ? Math.ceil(services / ALARMS_A_STACK) : 0;
}

/** The resources whatever the config says, and those of its other keys: with room, since this is an upper bound. */
const BESIDES = 45;
/** Of a page: its function, address, two permissions, role, log, invocation settings and alarms. */
const A_PAGE = 10;
/** Of an e-mail subscription: at both topics. */
const A_SUBSCRIPTION = 4;

/** Of a public page: bucket, policies, distribution, access control, and what empties the bucket at the end. */
const A_STATUS_PAGE = 12;

/**
 * The most shards of the services: one alarm combines those on their silence. Source: Amazon CloudWatch API reference,
 * PutCompositeAlarm: "The rule expression of a composite alarm can include as many as 100 underlying alarms", and the rule has at
 * most 10,240 characters, of which each alarm may take 150.
 */
export const MOST_SHARDS = 50;

export interface Resources {
  /** Of the stack itself. */
  readonly own: number;
  /** With those of its nested stacks. */
  readonly all: number;
}

/** How many resources a deployment has at most; what else is in a stack of somebody's own is not known. */
export function countResources(config: Config, deployment: Deployment): Resources {
  const { serviceAlarms, subscriptions, page } = deployment;
  const shards = shardCount(config, deployment);
  const alarms = serviceAlarms === true ? config.services.length : 0;
  const nested = alarmStacks(alarms);
  // Each shard has a schedule, an alarm on its silence, and maybe an alarm on the health of its services.
  const ofShards = shards * (serviceAlarms === 'parts' ? 3 : 2);
  const pages = (deployment.statusPage === null ? 0 : A_STATUS_PAGE) + (page === null ? 0 : A_PAGE);
  const own = BESIDES + pages + A_SUBSCRIPTION * subscriptions.length + ofShards + (nested > 0 ? nested : alarms);
  return { own, all: own + (nested > 0 ? alarms + nested : 0) };
}
