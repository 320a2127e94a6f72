/** The phase *notify*, for one receiver: sends all due alerts, grouped into messages, at the receiver's pace. */

import { WHOLE } from '../config/shard';
import type { Group } from '../deliver/groups';
import type { NotificationSink } from '../deliver/notification-sink';
import { createPace, type Pace, SINGLE_SLOT_MS, SINGLES_AT_ONCE, SLOT_MS, sendingLimitMs } from '../deliver/pace';
import { keepRecord, type Receiver, TOPIC } from '../deliver/receiver';
import { isBusy } from '../deliver/receiver-record';
import type { Notification } from '../message/notification';
import { noticeOf } from '../message/receiver-notice';
import { incidentOf, isPausing } from '../notify/due';
import { hasPendingAlert, notifiedOf } from '../notify/notified';
import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import { type CheckedService, notifyContext } from './checked-service';
import { type BatchContext, type Message, nextTurn, pendingMembers } from './next-turn';
import { afterAnswer, newProgress, type Progress } from './progress';
import { renewAlerts } from './renew-alerts';
import type { Known, Moment, Sending, Using, Watched } from './run-context';
import { type Answer, noAnswer, sendGroup } from './send-group';

/** The result for a receiver after it was notified. */
export interface ReceiverResult {
  readonly receiver: string;
  readonly services: ReadonlyMap<string, CheckedService>;
  /** The notifications that the receiver accepted. */
  readonly sent: readonly Notification[];
  readonly failures: readonly RunFailure[];
  /** Whether it accepted what it was sent again. */
  readonly isRenewed: boolean;
  /** Why it rejected something; `null` if it accepted everything. */
  readonly fault: string | null;
  /** The end of the pause that it asked for in this batch, in milliseconds since 1970; `null` if it asked for none. */
  readonly busyUntil: number | null;
  /** Whether nothing is due to it any more. */
  readonly isAllSent: boolean;
  /** The ids of services with an unanswered alert from an earlier run that waits to be sent again. */
  readonly pausing: readonly string[];
  /** Why it is sent nothing more for now; `null` if it has not asked for a pause. */
  readonly pause: string | null;
  readonly pace: Pace;
  /** The records for the buttons of its messages that could not be kept: no save waits for it. */
  readonly recording: Promise<readonly RunFailure[]>;
}

/** A message without an answer in this time may have arrived, in milliseconds: longer than each adapter waits by itself. */
const ANSWER_LIMIT_MS = 12_000;

/** Sends what is due in turns, until nothing is left or the time is over. Never rejects; touches nothing but its result. */
export async function notifyReceiver(
  receiver: Receiver,
  services: readonly CheckedService[],
  batch: BatchContext,
  run: Sending,
): Promise<ReceiverResult> {
  const line = openLine(receiver, batch, run);
  let progress = newProgress(services);
  try {
    for (;;) {
      const { messages, broken } = nextTurn(progress, receiver, batch, run);
      progress = withBroken(progress, broken);
      if (messages.length === 0 || run.signal?.aborted) break;
      const pause = requestedPause(progress, receiver, batch, run);
      const answers = pause === null ? await sendTurn(messages, line, run) : [];
      if (answers.length === 0) {
        const why = pause ?? 'for the next run: sending is slow, or too many alerts are due';
        progress = withWaiting(progress, why, receiver, run);
        break;
      }
      const answering = { receiver, run, answeredAt: run.clock.now() };
      progress = answers.reduce((before, answer) => afterAnswer(before, answer, answering), progress);
    }
    progress = await withRenewed(progress, receiver, batch, run);
  } catch (error) {
    // Nothing should get here. If something does, everything sent before still counts, and no other receiver waits.
    const message = `this is a bug in statuswatch, please report it: ${receiver.id} can't be notified: ${errorMessage(error)}`;
    progress = { ...progress, failures: [...progress.failures, { output: 'alerts', service: null, message }] };
  }
  return resultOf(progress, line, batch, run);
}

/** The state of sending to a receiver during a run. */
interface Line {
  readonly receiver: Receiver;
  readonly pace: Pace;
  /** How many messages may be unanswered at once. */
  readonly atOnce: number;
  /** When the last message may begin, by `clock.elapsed`. */
  readonly until: number;
  /** The records of the notifications, for buttons: they delay no notification. */
  readonly records: Promise<readonly RunFailure[]>[];
}

function openLine(receiver: Receiver, { earlier }: BatchContext, { clock, shard }: Moment & Watched): Line {
  const sendsAlertsAlone = receiver.sendsAlertsAlone ?? false;
  const ownShard = sendsAlertsAlone ? WHOLE : shard;
  return {
    receiver,
    pace: earlier.pace ?? createPace(ownShard, clock, sendsAlertsAlone ? SINGLE_SLOT_MS : SLOT_MS),
    atOnce: sendsAlertsAlone ? SINGLES_AT_ONCE : 1,
    until: clock.elapsed() + sendingLimitMs(ownShard),
    records: [],
  };
}

/** Sends the messages in turn, as long as there is time and the receiver does not ask for a pause; returns the answers to those that were sent. */
async function sendTurn(
  messages: readonly Message[],
  line: Line,
  run: Moment & Using<'links'>,
): Promise<readonly Answer[]> {
  const { clock } = run;
  const answers: Answer[] = [];
  const underWay = new Set<Promise<void>>();
  for (const { group, notification } of messages) {
    const waitMs = line.pace.waitMs();
    if (clock.elapsed() + waitMs > line.until) break;
    if (waitMs > 0) await clock.sleep(waitMs);
    if (answers.some(asksForPause)) break;
    line.pace.take();
    const { records } = line.receiver;
    if (records) line.records.push(keepRecord(notification, records, clock));
    const sending = sendInTime(group, notification, sinkFor(group, line.receiver, run), clock).then((answer) => {
      answers.push(answer);
      underWay.delete(sending);
    });
    underWay.add(sending);
    if (underWay.size >= line.atOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return answers;
}

/** An alert of the deployment itself is in a group of its own, and goes as a notice. */
function sinkFor([{ pending }]: Group, { send, sendNotice }: Receiver, { outputs }: Using<'links'>): NotificationSink {
  const { subject } = incidentOf(pending.next);
  if (subject === null) return send;
  return async ({ alerts: [alert] }) => sendNotice?.(noticeOf(alert, subject, outputs.links));
}

/** Sends with a time limit: a receiver whose adapter never answers must not delay the save. */
async function sendInTime(
  group: Group,
  notification: Notification,
  send: NotificationSink,
  clock: Clock,
): Promise<Answer> {
  const sending = sendGroup(group, notification, send);
  const [answer] = await resultsBy([sending], clock.elapsed() + ANSWER_LIMIT_MS, clock);
  return answer ?? noAnswer(group, `no answer within ${ANSWER_LIMIT_MS} ms`);
}

function asksForPause(answer: Answer): boolean {
  return answer.kind === 'failed' && answer.isBusy;
}

/** Why nothing more is sent for now; `null` if the receiver has not asked for a pause, in this run or before. */
function requestedPause(
  { busyUntil, wasTooMuch }: Progress,
  { id }: Receiver,
  { earlier }: BatchContext,
  { clock, pauses }: Moment & Known,
): string | null {
  const until = busyUntil ?? pauses.get(id) ?? null;
  if (isBusy(until, clock.now())) return `until ${new Date(until).toISOString().slice(11, 19)} UTC, as it has asked`;
  return wasTooMuch ? 'for the next run: too much was sent' : earlier.pause;
}

function withBroken(progress: Progress, broken: ReadonlyMap<string, RunFailure>): Progress {
  if (broken.size === 0) return progress;
  return {
    ...progress,
    broken: new Set([...progress.broken, ...broken.keys()]),
    failures: [...progress.failures, ...broken.values()],
  };
}

/** Re-sends open alerts, unless the receiver asked for a pause or accepted nothing of what was due. */
async function withRenewed(
  progress: Progress,
  receiver: Receiver,
  batch: BatchContext,
  run: Sending,
): Promise<Progress> {
  const hasAcceptedNothing = progress.fault !== null && progress.sent.length === 0;
  if (run.signal?.aborted || hasAcceptedNothing || requestedPause(progress, receiver, batch, run) !== null)
    return progress;
  const services = [...progress.services.values()].filter(({ id }) => !progress.broken.has(id));
  const renewal = await renewAlerts(services, receiver, ANSWER_LIMIT_MS, run);
  if (renewal === null) return progress;
  return {
    ...progress,
    fault: progress.fault ?? renewal.fault,
    isRenewed: renewal.failures.length === 0,
    failures: [...progress.failures, ...renewal.failures],
  };
}

/** Adds a failure that says how many alerts wait, and why. */
function withWaiting(progress: Progress, why: string, receiver: Receiver, run: Sending): Progress {
  const { members } = pendingMembers(progress, receiver, run);
  const count = members.reduce(
    (sum, { service }) => sum + countPending(progress.services.get(service), receiver.id),
    0,
  );
  if (count === 0) return progress;
  const whose = receiver.id === TOPIC ? '' : ` for ${receiver.id}`;
  const message = `alerts of ${count} ${count === 1 ? 'incident' : 'incidents'}${whose} wait ${why}`;
  const service = members.length === 1 ? (members[0]?.service ?? null) : null;
  return { ...progress, failures: [...progress.failures, { output: 'alerts', service, message }] };
}

function countPending(service: CheckedService | undefined, receiver: string): number {
  if (service === undefined) return 0;
  const { state } = service.snapshot;
  return state.incidents.filter(({ id }) => hasPendingAlert(notifiedOf(state, id, receiver))).length;
}

function resultOf(
  progress: Progress,
  { receiver, pace, records }: Line,
  batch: BatchContext,
  run: Sending,
): ReceiverResult {
  const { services, sent, isRenewed, fault, busyUntil, failures } = progress;
  const pausing = pausingServices(progress, receiver, run);
  return {
    receiver: receiver.id,
    services,
    sent,
    failures,
    isRenewed,
    fault,
    busyUntil,
    isAllSent: pausing.length === 0 && pendingMembers(progress, receiver, run).members.length === 0,
    pausing,
    pause: requestedPause(progress, receiver, batch, run),
    pace,
    recording: Promise.all(records).then((all) => all.flat()),
  };
}

function pausingServices(
  { services, failed, broken }: Progress,
  receiver: Receiver,
  { silencing }: Known,
): readonly string[] {
  const isWaiting = (service: CheckedService) =>
    !failed.has(service.id) &&
    !broken.has(service.id) &&
    isPausing(service.snapshot.state, notifyContext(service, receiver, silencing));
  return [...services.values()].filter(isWaiting).map(({ id }) => id);
}
