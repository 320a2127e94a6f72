/** Sends what services owe one receiver: together what belongs together, and at a pace that a topic and people's mailboxes bear. */

import { type Part, WHOLE } from '../config/part';
import { fits } from '../forms/sns-message';
import { bareAlert, withClue } from '../message/alert';
import type { Notification } from '../message/notification';
import { sentTogether } from '../message/sent-alert';
import { busyUntil } from '../notify/due';
import type { ServiceState } from '../state/service-state';
import type { Clock } from '../words/clock';
import { inBatches } from '../words/in-batches';
import { messageOf, type RunFailure } from '../words/run-failure';
import { alsoFailing, countDown } from './also-failing';
import {
  afterAskedToWait,
  afterFailing,
  afterSending,
  countOwed,
  type Debtor,
  nextOwed,
  type OwingContext,
  pauses,
} from './debtors';
import { type Group, type GroupMember, nextGroups, threadOf } from './groups';
import { keepRecord } from './notification-record';
import { isBusyError, isUnanswered, isUnfit } from './notification-sink';
import { othersClue } from './others-clue';
import { createPace, SINGLE_SLOT_MS, SINGLES_AT_ONCE, SLOT_MS, sendingLimitMs } from './pace';
import { type Receiver, TOPIC } from './receiver';
import type { ReceiverNews } from './refusal';
import { sharedGroup } from './shared-group';

export interface SendingContext extends OwingContext {
  readonly clock: Clock;
  /** How many alerts go out together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** How many services the deployment watches. */
  readonly watched: number;
  /** The group of each service that has one in the config, by its id. */
  readonly groups: ReadonlyMap<string, string>;
  readonly part: Part;
}

/** The services of a run while alerts are sent. */
export interface Debtors {
  all(): readonly Debtor[];
  /** Of all services that have their verdict. */
  states(): ReadonlyMap<string, ServiceState>;
  update(service: string, change: (debtor: Debtor) => Debtor): void;
}

export interface SendingResult {
  /** What was sent. */
  readonly sent: Notification[];
  readonly failures: RunFailure[];
  /** The records of what was sent, as they are kept. */
  readonly records: Promise<readonly RunFailure[]>[];
}

export interface Sender {
  /**
   * Sends all that is owed until it is paid or the time is over. `closedAt` is when the run had its last verdict, by `clock.elapsed`; `null` if
   * more verdicts follow, and so another call. Never rejects.
   */
  sendAll(closedAt: number | null): Promise<void>;
  /** What its receiver has done with what was sent so far; `null` if that says nothing of it. */
  news(): ReceiverNews | null;
}

export function createSender(
  receiver: Receiver,
  debtors: Debtors,
  sending: SendingResult,
  context: SendingContext,
): Sender {
  const { clock, watched, groups } = context;
  const isSingle = receiver.isSingle ?? false;
  const bySubject = receiver.id === TOPIC;
  const grouping = { groupFrom: isSingle ? null : context.groupFrom, bySubject };
  const part = isSingle ? WHOLE : context.part;
  const pace = createPace(part, clock, isSingle ? SINGLE_SLOT_MS : SLOT_MS);
  /** Whether it has asked for a pause in this run. */
  let isBusy = false;
  let hasTaken = false;
  let fault: string | null = null;

  const notificationOf = (group: Group, isKnown: boolean): Notification => {
    // Before the last verdict, what is known of the others is not all.
    const states = debtors.states();
    const clue = isKnown ? othersClue(group, states, groups) : null;
    const ids = group.map(({ service }) => service);
    const serviceGroup = sharedGroup(ids, groups);
    const [first, ...rest] = group.map(({ owed }) => (clue === null ? owed.alert : withClue(owed.alert, clue)));
    return {
      alerts: [first as Notification['alerts'][0], ...rest],
      threadId: threadOf(group[0].owed),
      watched,
      alsoFailing: isKnown ? alsoFailing(group, states, receiver.id, bySubject) : [],
      // Other invocations know the services of other parts.
      down: isKnown && context.part.shards === 1 ? countDown(states) : null,
      ...(serviceGroup !== null && { serviceGroup }),
    };
  };

  const send = async (group: Group, notification: Notification) => {
    // If the records are away, people are notified no later: nothing waits for them until all is sent.
    if (receiver.records) sending.records.push(keepRecord(notification, receiver.records, clock));
    await receiver.send(notification);
    hasTaken = true;
    sending.sent.push(notification);
    pay(group, notification);
  };

  const pay = (group: Group, notification: Notification) => {
    const { threadId } = notification;
    const sentIn = { threadId, notification: sentTogether(notification), receiver };
    for (const { service, owed } of group)
      debtors.update(service, (debtor) => afterSending(debtor, owed, sentIn, context));
  };

  /** The parts of a group that was refused; none for any other. */
  const sendGroup = async (group: Group, isKnown: boolean): Promise<readonly Group[]> => {
    const notification = notificationOf(group, isKnown);
    try {
      await send(group, notification);
    } catch (error) {
      if (isUnfit(error) && group.length > 1) return group.map((one): Group => [one]);
      sending.failures.push(failureOf(group, receiver.id, messageOf(error)));
      if (isUnfit(error)) await sendBare(group, notification);
      else fail(group, error);
    }
    return [];
  };

  const fail = (group: Group, error: unknown) => {
    fault = messageOf(error);
    isBusy ||= isBusyError(error);
    const until = isBusyError(error) ? error.until : null;
    for (const { service, owed } of group)
      debtors.update(service, (debtor) => {
        const failing = afterFailing(debtor, receiver.id, owed, isUnanswered(error));
        return until === null ? failing : afterAskedToWait(failing, receiver.id, owed, until, clock.now());
      });
  };

  /** What is refused for what it holds goes once more without the texts of its service. If that is refused too, nothing ever would go. */
  const sendBare = async (group: Group, notification: Notification) => {
    const bare = { ...notification, alerts: [bareAlert(notification.alerts[0])] as const };
    try {
      await send(group, bare);
    } catch (error) {
      if (!isUnfit(error)) return fail(group, error);
      fault = messageOf(error);
      pay(group, bare);
    }
  };

  /** Services whose alerts can't even be made: nothing should get here, and if something does, it costs no other service anything. */
  const broken = new Set<string>();
  const owing = (): GroupMember[] =>
    debtors.all().flatMap((debtor) => {
      if (!debtor.isMarked || broken.has(debtor.id)) return [];
      try {
        const owed = nextOwed(debtor, receiver, context);
        return owed === null ? [] : [{ service: debtor.id, owed }];
      } catch (error) {
        broken.add(debtor.id);
        const message = `this is a bug in statuswatch, please report it: its alert can't be made: ${messageOf(error)}`;
        sending.failures.push({ output: 'alerts', service: debtor.id, message });
        return [];
      }
    });

  /** Why nothing more is sent for now, since the receiver has asked for that in this run or before; `null` if it has not. */
  const pauseAskedFor = (): string | null => {
    const now = clock.now();
    const times = debtors
      .all()
      .flatMap(({ snapshot }) => busyUntil(snapshot.state, { receiver: receiver.id, now }) ?? []);
    if (times.length === 0) return isBusy ? 'for the next run: too much was sent' : null;
    return `until ${new Date(Math.max(...times)).toISOString().slice(11, 19)} UTC, as it has asked`;
  };

  const leave = (why: string) => {
    const ids = new Set(owing().map(({ service }) => service));
    const left = debtors.all().filter(({ id }) => ids.has(id));
    if (left.length === 0) return;
    const count = left.reduce((sum, debtor) => sum + countOwed(debtor, receiver.id), 0);
    const whose = receiver.id === TOPIC ? '' : ` for ${receiver.id}`;
    const message = `alerts of ${count} ${count === 1 ? 'incident' : 'incidents'}${whose} wait ${why}`;
    const service = left.length === 1 ? (left[0]?.id ?? null) : null;
    sending.failures.push({ output: 'alerts', service, message });
  };

  return {
    sendAll: async (closedAt) => {
      const limit = (closedAt ?? clock.elapsed()) + sendingLimitMs(part);
      const fitting = (one: Group) =>
        splitToFit(one, (group) => (receiver.fits ?? fits)(notificationOf(group, closedAt !== null)));
      const underWay = new Set<Promise<unknown>>();
      const stop = async (why: string) => {
        await Promise.all(underWay);
        // Before the last round there is time later.
        if (closedAt !== null) leave(why);
      };
      let waiting: readonly Group[] = [];
      for (;;) {
        const pause = pauseAskedFor();
        if (pause !== null) return stop(pause);
        if (waiting.length === 0)
          waiting = nextGroups(owing(), grouping)
            .slice(0, isSingle ? undefined : 1)
            .flatMap(fitting);
        const [group, ...others] = waiting;
        if (group === undefined) return;
        const wait = pace.waitMs();
        if (clock.elapsed() + wait > limit) return stop('for the next run: sending is slow, or too many are owed');
        if (wait > 0) await clock.sleep(wait);
        if (isBusy) continue;
        pace.take();
        const sending = sendGroup(group, closedAt !== null);
        if (isSingle) {
          waiting = others;
          underWay.add(sending);
          const isOver = () => underWay.delete(sending);
          void sending.then(isOver, isOver);
          // Each of these is about another service. What comes after it waits for its answer.
          if (others.length === 0) await Promise.all(underWay);
          else if (underWay.size >= SINGLES_AT_ONCE) await Promise.race(underWay);
        } else waiting = [...(await sending), ...others];
      }
    },
    news: () => {
      if (fault !== null) return { receiver: receiver.id, fault };
      const isPaid = () => owing().length === 0 && !debtors.all().some((debtor) => pauses(debtor, receiver, context));
      return hasTaken && isPaid() ? { receiver: receiver.id, fault } : null;
    },
  };
}

/** Sorted as the group is; what can't even be rendered is alone in the end. */
function splitToFit(group: Group, isFitting: (group: Group) => boolean): readonly Group[] {
  if (group.length === 1 || canBeSent(group, isFitting)) return [group];
  return inBatches(group, Math.ceil(group.length / 2)).flatMap((half) => splitToFit(half, isFitting));
}

function canBeSent(group: Group, isFitting: (group: Group) => boolean): boolean {
  try {
    return isFitting(group);
  } catch {
    return false;
  }
}

/** The topic needs no name: everybody has it. */
function failureOf([first, ...others]: Group, receiver: string, fault: string): RunFailure {
  const message = `can't be sent${receiver === TOPIC ? '' : ` to ${receiver}`}: ${fault}`;
  const { summary } = first.owed.alert;
  if (others.length === 0)
    return { output: 'alerts', service: first.service, message: `the alert "${summary}" ${message}` };
  const what = `the notification of ${others.length + 1} services, of which the first says "${summary}",`;
  return { output: 'alerts', service: null, message: `${what} ${message}` };
}
