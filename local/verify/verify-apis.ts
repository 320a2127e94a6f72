/** The calls of a verification: those of the doctor, and those of a drill. */

import type { DrillRequest } from '../../lambda/core/silences/drill-request';
import type { Silence } from '../../lambda/core/silences/silence';
import type { ServiceState } from '../../lambda/core/state/service-state';
import type { Apis } from '../doctor/facts';

/** A queue that was made for a verification. */
export interface Queue {
  readonly url: string;
  readonly arn: string;
}

/** Each call rejects with the error of its API. */
export interface VerifyApis extends Apis {
  /** The table of a deployment. */
  openTable(table: string, deployment: string): VerifiedTable;
  /** The queue takes messages of this topic, and of no other. */
  createQueue(name: string, topicArn: string): Promise<Queue>;
  /** The bodies of the messages that have arrived; waits for some seconds if there are none, unless `signal` is aborted. A message is returned once. */
  receive(queue: Pick<Queue, 'url'>, signal: AbortSignal): Promise<readonly string[]>;
  /** The queues of this account and region whose names begin so. */
  listQueues(prefix: string): Promise<readonly Queue[]>;
  deleteQueue(queue: Pick<Queue, 'url'>): Promise<void>;
  /** Subscribes a queue to a topic, without a filter; resolves to the ARN of the subscription. */
  subscribe(topicArn: string, queueArn: string): Promise<string>;
  unsubscribe(subscriptionArn: string): Promise<void>;
  /** Puts an alarm into `ALARM` until CloudWatch evaluates it again. */
  setAlarm(name: string, reason: string): Promise<void>;
}

export interface VerifiedTable {
  /** Requests a drill from the runs; resolves to `false` if there is another that has not ended at `now`. */
  askForDrill(drill: DrillRequest, now: number): Promise<boolean>;
  /** The silences from requests, and the drill. */
  readRequested(now: number): Promise<{ readonly silences: readonly Silence[]; readonly drill: DrillRequest | null }>;
  /** Removes the drill, if it is of this id; any drill without an id. Resolves to whether there was one. */
  removeDrill(id?: string): Promise<boolean>;
  /** The state of the drill; `null` before the first run. */
  readDrillState(now: number): Promise<ServiceState | null>;
}
