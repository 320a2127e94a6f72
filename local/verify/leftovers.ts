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

/** A name of its own for each verification: SQS takes no name for a minute after its queue was deleted. */
export function queueName(deployment: string, id: string): string {
  return `${queuePrefix(deployment)}${id}`;
}

function queuePrefix(deployment: string): string {
  return `${deployment}-verify-`;
}

/** The id of a drill, at the end of the name of its queue. */
const DRILL_ID = /^[0-9a-f]{8}$/;

/** Whether it is the queue of a verification: another deployment, or another program, may have names that begin alike. */
function isOfVerification(queueArn: string, deployment: string): boolean {
  const name = queueArn.slice(queueArn.lastIndexOf(':') + 1);
  const prefix = queuePrefix(deployment);
  return name.startsWith(prefix) && DRILL_ID.test(name.slice(prefix.length));
}

/** The leftovers of verifications of a deployment, including one that is still running. */
export async function findLeftovers(deployment: string, topicArn: string, apis: VerifyApis): Promise<Leftovers> {
  const [queues, subscriptions] = await Promise.all([
    apis.listQueues(queuePrefix(deployment)),
    apis.listSubscriptions(topicArn),
  ]);
  return {
    drill: null,
    subscriptions: subscriptions.flatMap(({ arn, endpoint }) => (isOfVerification(endpoint, deployment) ? [arn] : [])),
    queues: queues.filter(({ arn }) => isOfVerification(arn, deployment)),
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
  const remove = async (what: string, removing: () => Promise<boolean>) => {
    try {
      if (await removing()) removed.push(what);
    } catch (error) {
      failed.push(`${what}: ${errorMessage(error)}`);
    }
  };
  await remove('the drill in the table', () => table.removeDrill(drill ?? undefined));
  for (const arn of subscriptions)
    await remove(`the subscription ${arn}`, () => apis.unsubscribe(arn).then(() => true));
  for (const queue of queues)
    await remove(`the queue ${queue.arn.slice(queue.arn.lastIndexOf(':') + 1)}`, () =>
      apis.deleteQueue(queue).then(() => true),
    );
  return { removed, failed };
}
