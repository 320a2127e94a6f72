/** Requests a drill from the scheduled runs, and waits for what arrives. It always removes what it has created. */

import type { Incident } from '../../lambda/core/incident/incident';
import { type DrillRequest, isOfDrill } from '../../lambda/core/silences/drill-request';
import type { ServiceState } from '../../lambda/core/state/service-state';
import type { Clock } from '../../lambda/core/words/clock';
import { isJsonObject, parseText } from '../../lambda/core/words/json';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { PassingError } from '../input/user-error';
import { findLeftovers, queueName, type RemovalResult, removeLeftovers } from './leftovers';
import type { Queue, VerifiedTable, VerifyApis } from './verify-apis';

export interface DrillPlan {
  /** The name of the deployment. */
  readonly deployment: string;
  readonly topicArn: string;
  readonly drill: DrillRequest;
  /** The ids of all receivers. */
  readonly receivers: readonly string[];
  /** An alarm that is put into `ALARM`, and the reason that it is given; `null` for none. */
  readonly alarm: { readonly name: string; readonly reason: string } | null;
  readonly limits: DrillLimits;
}

/** How long it may take at most from the request on, in milliseconds. */
export interface DrillLimits {
  readonly openedMs: number;
  readonly resolvedMs: number;
}

export interface DrillPorts {
  readonly apis: VerifyApis;
  readonly table: VerifiedTable;
  readonly clock: Clock;
  /** Ends the drill early. */
  readonly signal: AbortSignal;
  /** Shows what happens now. */
  readonly tell: (line: string) => void;
}

/** Times are in milliseconds after the request; `null` for what has not arrived. */
export interface DrillOutcome {
  readonly openedMs: number | null;
  readonly resolvedMs: number | null;
  readonly alarmMs: number | null;
  /** The state at the last poll; `null` before the first run. */
  readonly state: ServiceState | null;
  readonly removal: RemovalResult;
}

/** The pause between two polls, in milliseconds. */
const LOOK_MS = 1_000;

/** Throws a `PassingError` if another drill is under way. */
export async function conductDrill(plan: DrillPlan, ports: DrillPorts): Promise<DrillOutcome> {
  const { deployment, topicArn, drill, alarm } = plan;
  const { apis, table, clock, signal, tell } = ports;
  if ((await table.readRequested(clock.now())).drill !== null) throw underWay(deployment);
  const made: Made = { queue: null, subscription: null };
  let outcome: Omit<DrillOutcome, 'removal'>;
  try {
    tell('creating a queue that sees all alerts');
    const queue = await apis.createQueue(queueName(deployment, drill.id), topicArn);
    made.queue = queue;
    made.subscription = await apis.subscribe(topicArn, queue.arn);
    if (!(await table.askForDrill(drill, clock.now()))) throw underWay(deployment);
    const requestedAt = clock.elapsed();
    if (alarm !== null && !signal.aborted) {
      tell(`putting the alarm "${alarm.name}" into ALARM`);
      await apis.setAlarm(alarm.name, alarm.reason);
    }
    tell('waiting for the scheduled runs');
    outcome = await watch(plan, queue, requestedAt, ports);
  } catch (error) {
    const { failed } = await removeOwn(plan, made, ports);
    for (const what of failed) tell(`not removed: ${what}`);
    throw error;
  }
  tell('cleaning up');
  return { ...outcome, removal: await removeOwn(plan, made, ports) };
}

function underWay(deployment: string): PassingError {
  return new PassingError(
    `a drill of ${deployment} is running: wait until it ends, or remove what it left behind with "statuswatch verify --deployed ${deployment} --cleanup"`,
  );
}

/** The resources that this verification has certainly created. A call without an answer may have created more. */
interface Made {
  queue: Queue | null;
  /** The ARN of its subscription. */
  subscription: string | null;
}

/** Removes what this verification has made, also if an answer was lost. What can't be listed is named, and found by `--cleanup`. */
async function removeOwn(
  { deployment, topicArn, drill }: DrillPlan,
  { queue, subscription }: Made,
  { apis, table }: DrillPorts,
): Promise<RemovalResult> {
  const unlisted: string[] = [];
  const list = () =>
    findLeftovers(deployment, drill.id, topicArn, apis).catch((error: unknown) => {
      unlisted.push(`the queue ${queueName(deployment, drill.id)}: ${errorMessage(error)}`);
      return { queues: [], subscriptions: [] };
    });
  const listed = queue === null || subscription === null ? await list() : null;
  const subscriptions = subscription === null ? (listed?.subscriptions ?? []) : [subscription];
  const queues = queue === null ? (listed?.queues ?? []) : [queue];
  const { removed, failed } = await removeLeftovers({ drill: drill.id, subscriptions, queues }, table, apis);
  return { removed, failed: [...unlisted, ...failed] };
}

interface Watched {
  openedMs: number | null;
  resolvedMs: number | null;
  alarmMs: number | null;
}

async function watch(
  { drill, alarm, receivers, limits }: DrillPlan,
  queue: Queue,
  requestedAt: number,
  { apis, table, clock, signal, tell }: DrillPorts,
): Promise<Omit<DrillOutcome, 'removal'>> {
  const seen: Watched = { openedMs: null, resolvedMs: null, alarmMs: null };
  let state: ServiceState | null = null;
  for (;;) {
    const bodies = await apis.receive(queue, signal);
    const tookMs = Math.round(clock.elapsed() - requestedAt);
    for (const body of bodies) {
      const message = messageIn(body, drill);
      if (message === null) continue;
      if (message.kind === 'alarm') {
        if (message.reason === alarm?.reason) seen.alarmMs ??= tookMs;
      } else if (message.event === 'opened') {
        seen.openedMs ??= tookMs;
        tell('the alert has arrived; waiting for its recovery');
      } else if (message.event === 'resolved') {
        seen.resolvedMs ??= tookMs;
        tell('the recovery has arrived');
      }
    }
    state = (await table.readDrillState(clock.now())) ?? state;
    const incident = state && incidentOf(state, drill);
    const isOpenedLate = seen.openedMs === null && tookMs >= limits.openedMs;
    const isAllSeen = seen.resolvedMs !== null && (alarm === null || seen.alarmMs !== null);
    const isDone = isAllSeen && state !== null && incident && isSettled(state, incident, receivers);
    if (isDone || signal.aborted || tookMs >= limits.resolvedMs || (isOpenedLate && state === null)) break;
    await clock.sleep(LOOK_MS, signal);
  }
  return { ...seen, state };
}

/** A message in the queue of a verification: an alert of its drill, or the message of the alarm. */
type SeenMessage =
  | { readonly kind: 'alert'; readonly event: string }
  | { readonly kind: 'alarm'; readonly reason: string };

/**
 * The message in a body; `null` if it is neither. Source: Amazon SNS developer guide, "Fanout to Amazon SQS queues": without raw delivery the
 * body is JSON with `Message`.
 */
export function messageIn(body: string, drill: { readonly id: string }): SeenMessage | null {
  const envelope = parseText(body);
  const message = isJsonObject(envelope) && typeof envelope.Message === 'string' ? parseText(envelope.Message) : null;
  if (!isJsonObject(message)) return null;
  if (typeof message.AlarmName === 'string' && message.NewStateValue === 'ALARM')
    return { kind: 'alarm', reason: String(message.NewStateReason ?? '') };
  const { drill: isDrill, incidentId, event } = message;
  if (isDrill !== true || typeof incidentId !== 'string' || !isOfDrill(incidentId, drill)) return null;
  return { kind: 'alert', event: String(event) };
}

/** The incident of a drill; `null` if it has not opened. */
export function incidentOf(state: ServiceState, drill: Pick<DrillRequest, 'id'>): Incident | null {
  return state.incidents.find(({ id }) => isOfDrill(id, drill)) ?? null;
}

/** Whether each receiver that got the opening of the incident has accepted its recovery. */
function isSettled({ notified }: ServiceState, { id, over }: Incident, receivers: readonly string[]): boolean {
  if (over === null) return false;
  const records = Object.entries(notified[id] ?? {}).filter(([receiver]) => receivers.includes(receiver));
  return records.every(([, record]) => record.over !== null);
}
