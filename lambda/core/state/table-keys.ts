/** The keys of the table, each once: which items there are, and where they lie. */

import { DRILL } from '../words/ids';

/** The attributes that are the table's partition key and its sort key. */
export const TABLE_KEYS = { partition: 'deployment', sort: 'service' } as const;

/** The attribute with the time after which DynamoDB deletes an item, in seconds since 1970. */
export const EXPIRES = 'expires';

export interface TableKey {
  readonly partition: string;
  readonly sort: string;
}

/** Neither the name of a deployment nor the id of a service may hold it, so no two things share a partition. */
const SEPARATOR = '/';

/** The state of a service. Each service has a partition of its own, so that no partition has too many services. */
export function stateKey(deployment: string, service: string): TableKey {
  return { partition: `${deployment}${SEPARATOR}${service}`, sort: 'state' };
}

/** The partition of items that belong to the deployment as a whole. No service has an empty id. */
export function deploymentPartition(deployment: string): string {
  return `${deployment}${SEPARATOR}`;
}

/** The prefix of the sort values of the roster: the ids of all services that have a state, an item for each shard. */
export const ROSTER = 'services/';

export function rosterKey(deployment: string, shard: number): TableKey {
  return { partition: deploymentPartition(deployment), sort: `${ROSTER}${shard}` };
}

/** How the sort values begin under which each shard keeps in brief how its services are. */
export const OVERVIEWS = 'overview/';

export function overviewKey(deployment: string, shard: number): TableKey {
  return { partition: deploymentPartition(deployment), sort: `${OVERVIEWS}${shard}` };
}

/** The prefix of the sort values of the silences that people created, one item each. */
export const SILENCES = 'silences/';

export function silenceKey(deployment: string, id: string): TableKey {
  return { partition: deploymentPartition(deployment), sort: `${SILENCES}${id}` };
}

/** The key of a requested drill: it is read with the silences, none of which has this id. */
export function drillKey(deployment: string): TableKey {
  return { partition: deploymentPartition(deployment), sort: `${SILENCES}${DRILL}` };
}

/** The prefix of the sort values of posts on the public page, an item for each. */
export const POSTS = 'posts/';

export function postKey(deployment: string, id: string): TableKey {
  return { partition: deploymentPartition(deployment), sort: `${POSTS}${id}` };
}

/** Which services a notification was about, by its id. */
export function notificationKey(deployment: string, id: string): TableKey {
  return { partition: deploymentPartition(deployment), sort: `notifications/${id}` };
}

/** The record of a receiver. */
export function receiverKey(deployment: string, receiver: string): TableKey {
  return { partition: deploymentPartition(deployment), sort: `receivers/${receiver}` };
}
