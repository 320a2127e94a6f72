/** The resources that a verification creates in an account. It removes them at its end, or `verify --cleanup` does after it was killed. */

import { errorMessage } from '../../lambda/core/words/run-failure';
import type { Queue, VerifiedTable, VerifyApis } from './verify-apis';

/** All that a verification makes. */
export interface Leftovers {
  /** The id of its drill; `null` for any drill. */
  readonly drill: string | null;
  /** The ARNs of subscriptions. */
  readonly subscriptions: readonly string[];
  readonly queues: readonly Queue[];
}

export interface RemovalResult {
  /** Descriptions of the resources that were removed. */
  readonly removed: readonly string[];
  /** The resources that could not be removed, each with its fault. */
  readonly failed: readonly string[];
}

/** Each verification has a new name: SQS refuses the name of a deleted queue for a minute. */
export function queueName(deployment: string, drill: string): string {
  return `${deployment}-verify-${drill}`;
}

/** The id of a drill, at the end of the name of its queue. */
const DRILL_ID = /^[0-9a-f]{8}$/;

/** Finds the leftovers of one drill of a deployment, or of all if `drill` is `null`, including one that is still running. */
export async function findLeftovers(
  deployment: string,
  drill: string | null,
  topicArn: string,
  apis: VerifyApis,
): Promise<Leftovers> {
  const prefix = queueName(deployment, drill ?? '');
  // Another deployment, or another program, may have names that begin alike.
  const isOwn = (queueArn: string) => {
    const name = queueArn.slice(queueArn.lastIndexOf(':') + 1);
    return name.startsWith(prefix) && DRILL_ID.test(name.slice(queueName(deployment, '').length));
  };
  const [queues, subscriptions] = await Promise.all([apis.listQueues(prefix), apis.listSubscriptions(topicArn)]);
  return {
    drill,
    subscriptions: subscriptions.flatMap(({ arn, endpoint }) => (isOwn(endpoint) ? [arn] : [])),
    queues: queues.filter(({ arn }) => isOwn(arn)),
  };
}

/**
 * Removes the drill first, so that it ends, and a queue after its subscription. What can't be removed prevents nothing else. Never rejects.
 */
export async function removeLeftovers(
  { drill, subscriptions, queues }: Leftovers,
  table: VerifiedTable,
  apis: VerifyApis,
): Promise<RemovalResult> {
  const removed: string[] = [];
  const failed: string[] = [];
  const remove = async (what: string, removing: () => Promise<unknown>) => {
    try {
      if ((await removing()) !== false) removed.push(what);
    } catch (error) {
      failed.push(`${what}: ${errorMessage(error)}`);
    }
  };
  await remove('the drill in the table', () => table.removeDrill(drill ?? undefined));
  for (const arn of subscriptions) await remove(`the subscription ${arn}`, () => apis.unsubscribe(arn));
  for (const queue of queues)
    await remove(`the queue ${queue.arn.slice(queue.arn.lastIndexOf(':') + 1)}`, () => apis.deleteQueue(queue));
  return { removed, failed };
}
