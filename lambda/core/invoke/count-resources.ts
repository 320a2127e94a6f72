/** Counts the resources of a deployment, which CloudFormation limits. */

import type { Config, Deployment } from '../config/config';
import { comparesServices } from '../metrics/metrics';
import { shardCount } from './invocation';

/**
 * The most resources of a stack. Source: AWS CloudFormation user guide, "Understand CloudFormation quotas": "Maximum number of resources that you
 * can declare in your CloudFormation template."
 */
export const MOST_RESOURCES = 500;

/** The resources of every deployment, and of keys that are not counted here, such as a public page: an upper bound. */
const EVERY_DEPLOYMENT = 57;
/** The resources of a page: its function, address, two permissions, role, log, invocation settings and alarms. */
const A_PAGE = 10;
/** The resources of an e-mail subscription, at both topics. */
const A_SUBSCRIPTION = 4;

/**
 * The most shards: one alarm combines the alarms on their silence. Source: Amazon CloudWatch API reference,
 * PutCompositeAlarm: "The rule expression of a composite alarm can include as many as 100 underlying alarms", and the rule has at
 * most 10,240 characters, of which each alarm may take 150.
 */
export const MOST_SHARDS = 50;

/** Returns how many resources the stack has at most; what else is in a stack of somebody's own is not known. */
export function countResources(config: Config, deployment: Deployment): number {
  const { subscriptions, page } = deployment;
  const ofPage = page === null ? 0 : A_PAGE;
  // Each shard has a schedule, and an alarm on its silence.
  const ofShards = 2 * shardCount(config, deployment);
  const alarms = comparesServices(config) ? config.services.length : 0;
  return EVERY_DEPLOYMENT + ofPage + A_SUBSCRIPTION * subscriptions.length + ofShards + alarms;
}
