/** The phase *notify*, for one receiver: sends all due alerts, grouped into messages, at the receiver's pace. */

import { WHOLE } from '../config/shard';
import type { Group, GroupMember } from '../deliver/groups';
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
import { type Message, nextTurn } from './next-turn';
import { afterAnswer, type BatchContext, newProgress, type Progress, type ReceiverResult } from './progress';
import { renewAlerts } from './renew-alerts';
import type { Moment, Sending, Using } from './run-context';
import { type Answer, noAnswer, sendGroup } from './send-group';

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
  let progress = newProgress(services, batch);
  let isAllSent = false;
  try {
    for (;;) {
      const { messages, members, broken } = nextTurn(progress, receiver, run);
      progress = withBroken(progress, broken);
      isAllSent = members.length === 0;
      if (isAllSent || run.signal?.aborted) break;
      const pause = requestedPause(progress, line, run);
      const answers = pause === null ? await sendTurn(messages, line, run) : [];
      if (answers.length === 0) {
        const why = pause ?? 'for the next run: sending is slow, or too many alerts are due';
        progress = withWaiting(progress, members, why, receiver);
        break;
      }
      const answering = { receiver, run, answeredAt: run.clock.now() };
      progress = answers.reduce((before, answer) => afterAnswer(before, answer, answering), progress);
    }
    progress = await withRenewed(progress, line, run);
  } catch (error) {
    // Nothing should get here. If something does, everything sent before still counts, and no other receiver waits.
    const message = `this is a bug in statuswatch, please report it: ${receiver.id} can't be notified: ${errorMessage(error)}`;
    progress = { ...progress, failures: [...progress.failures, { output: 'alerts', service: null, message }] };
  }
  const pausing = pausingServices(progress, receiver, run);
  return {
    ...progress,
    failures: [...progress.failures, ...pausingFailures(pausing, receiver)],
    receiver: receiver.id,
    isAllSent: isAllSent && pausing.length === 0,
    pause: requestedPause(progress, line, run),
    pace: line.pace,
    recording: Promise.all(line.records).then((all) => all.flat()),
  };
}

/** The state of sending to a receiver during a run. */
interface Line {
  readonly receiver: Receiver;
  readonly pace: Pace;
  /** Why the batch before ended with a pause; `null` if it did not. */
  readonly pauseBefore: string | null;
  /** How many messages may be unanswered at once. */
  readonly atOnce: number;
  /** When the last message may begin, by `clock.elapsed`. */
  readonly until: number;
  /** The records of the notifications, for buttons: they delay no notification. */
  readonly records: Promise<readonly RunFailure[]>[];
}

function openLine(receiver: Receiver, { earlier }: BatchContext, { clock, shard }: Sending): Line {
  const sendsAlertsAlone = receiver.sendsAlertsAlone ?? false;
  const ownShard = sendsAlertsAlone ? WHOLE : shard;
  return {
    receiver,
    pace: earlier?.pace ?? createPace(ownShard, clock, sendsAlertsAlone ? SINGLE_SLOT_MS : SLOT_MS),
    pauseBefore: earlier?.pause ?? null,
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
  { receiver, pauseBefore }: Line,
  { clock, pauses }: Sending,
): string | null {
  const until = busyUntil ?? pauses.get(receiver.id) ?? null;
  if (isBusy(until, clock.now())) return `until ${new Date(until).toISOString().slice(11, 19)} UTC, as it has asked`;
  return wasTooMuch ? 'for the next run: too much was sent' : pauseBefore;
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
async function withRenewed(progress: Progress, line: Line, run: Sending): Promise<Progress> {
  const hasAcceptedNothing = progress.fault !== null && progress.sent.length === 0;
  if (run.signal?.aborted || hasAcceptedNothing || requestedPause(progress, line, run) !== null) return progress;
  const services = [...progress.services.values()].filter(({ id }) => !progress.broken.has(id));
  const renewal = await renewAlerts(services, line.receiver, ANSWER_LIMIT_MS, run);
  if (renewal === null) return progress;
  return {
    ...progress,
    fault: progress.fault ?? renewal.fault,
    isRenewed: renewal.failures.length === 0,
    failures: [...progress.failures, ...renewal.failures],
  };
}

/** Adds a failure that says how many alerts wait, and why. */
function withWaiting(progress: Progress, members: readonly GroupMember[], why: string, { id }: Receiver): Progress {
  const states = members.flatMap(({ service }) => progress.services.get(service)?.snapshot.state ?? []);
  const count = states.flatMap((state) =>
    state.incidents.filter((incident) => hasPendingAlert(notifiedOf(state, incident.id, id))),
  ).length;
  const message = `alerts of ${count} ${count === 1 ? 'incident' : 'incidents'}${id === TOPIC ? '' : ` for ${id}`} wait ${why}`;
  const service = members.length === 1 ? (members[0]?.service ?? null) : null;
  return { ...progress, failures: [...progress.failures, { output: 'alerts', service, message }] };
}

/** The ids of the services with an unanswered alert from an earlier run that waits to be sent again. */
function pausingServices(
  { services, failed, broken }: Progress,
  receiver: Receiver,
  { silencing }: Sending,
): readonly string[] {
  const isWaiting = (service: CheckedService) =>
    !failed.has(service.id) &&
    !broken.has(service.id) &&
    isPausing(service.snapshot.state, notifyContext(service, receiver, silencing));
  return [...services.values()].filter(isWaiting).map(({ id }) => id);
}

/** While what was not answered waits before it is sent again, the receiver has not been notified: the run has failed. */
function pausingFailures([first, ...others]: readonly string[], { id }: Receiver): readonly RunFailure[] {
  if (first === undefined) return [];
  const whose = others.length === 0 ? first : `${others.length + 1} services`;
  const message = `alerts of ${whose} were sent${id === TOPIC ? '' : ` to ${id}`} and not answered: they are sent again after a pause`;
  return [{ output: 'alerts', service: others.length === 0 ? first : null, message }];
}
