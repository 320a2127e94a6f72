/** Sends what services owe: together what belongs together, and at a pace that a topic and people's mailboxes bear. */

import type { Part } from '../config/part';
import { fits } from '../forms/sns-message';
import { withClue } from '../message/alert';
import type { Notification } from '../message/notification';
import { sentTogether } from '../message/sent-alert';
import type { ServiceState } from '../state/service-state';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';
import { alsoFailing, countDown } from './also-failing';
import { afterFailing, afterSending } from './debtor';
import type { Debts } from './debts';
import { type Group, type NextOwed, nextGroups, threadOf } from './groups';
import { keepRecord, type NotificationRecords } from './notification-record';
import { type NotificationSink, UnansweredError, UnfitError } from './notification-sink';
import { othersClue } from './others-clue';
import { createPace, sendingLimitMs } from './pace';

export interface SendingPorts {
  readonly send: NotificationSink;
  /** Where the services of a notification are kept; missing if nobody asks for them. */
  readonly records?: Pick<NotificationRecords, 'keep'>;
  readonly clock: Clock;
  /** How many alerts go out together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** How many services the deployment watches. */
  readonly watched: number;
  readonly part: Part;
}

/** The run, as it goes on while its alerts are sent. */
export interface RunSoFar {
  /** Adds to the debts what need not wait any longer. */
  readonly admit: () => void;
  /** When the run had its last verdict, by `clock.elapsed`; `null` before that. */
  readonly closedAt: () => number | null;
  /** Of all services that have their verdict. */
  readonly states: ReadonlyMap<string, ServiceState>;
}

export interface Sender {
  /** Sends all debts, also those that are admitted meanwhile, until they are paid or the time is over. Never rejects. */
  sendAll(): Promise<void>;
  /** Resolves when all records of what was sent are kept, or have failed. Never rejects. */
  settle(): Promise<void>;
  /** What was sent so far. */
  readonly sent: readonly Notification[];
  /** Why alerts could not be sent so far. */
  readonly failures: readonly RunFailure[];
}

export function createSender(debts: Debts, run: RunSoFar, ports: SendingPorts): Sender {
  const { send, records, clock, groupFrom, watched, part } = ports;
  const pace = createPace(part, clock);
  const sent: Notification[] = [];
  const failures: RunFailure[] = [];
  const keeping: Promise<readonly RunFailure[]>[] = [];

  const notificationOf = (group: Group): Notification => {
    // Before the last verdict, what is known of the others is not all.
    const isKnown = run.closedAt() !== null;
    const clue = isKnown ? othersClue(group, run.states) : null;
    const alerts = group.map(({ owed }) => (clue === null ? owed.alert : withClue(owed.alert, clue)));
    return {
      alerts: alerts as unknown as Notification['alerts'],
      threadId: threadOf(group[0].owed),
      watched,
      alsoFailing: isKnown ? alsoFailing(group, run.states) : [],
      // Other invocations know the services of other parts.
      down: isKnown && part.shards === 1 ? countDown(run.states) : null,
    };
  };

  /** The parts of a group that was refused; none for any other. */
  const sendGroup = async (group: Group): Promise<readonly Group[]> => {
    try {
      const notification = notificationOf(group);
      // If the records are away, people are notified no later: nothing waits for them until all is sent.
      if (records) keeping.push(keepRecord(notification, records, clock));
      await send(notification);
      sent.push(notification);
      const sentIn = { threadId: notification.threadId, notification: sentTogether(notification) };
      for (const { service, owed } of group) debts.update(service, (debtor) => afterSending(debtor, owed, sentIn));
    } catch (error) {
      if (error instanceof UnfitError && group.length > 1) return halvesOf(group);
      failures.push(failureOf(group, messageOf(error)));
      const isUnanswered = error instanceof UnansweredError;
      for (const { service, owed } of group)
        debts.update(service, (debtor) => afterFailing(debtor, owed, isUnanswered));
    }
    return [];
  };

  const stop = () => {
    const left = debts.next();
    failures.push(lateness(left));
    for (const { service } of left) debts.update(service, (debtor) => ({ ...debtor, isLate: true }));
  };

  return {
    sent,
    failures,
    settle: async () => {
      failures.push(...(await Promise.all(keeping.splice(0))).flat());
    },
    sendAll: async () => {
      const begunAt = clock.elapsed();
      let refused: readonly Group[] = [];
      for (run.admit(); debts.next().length > 0; run.admit()) {
        const wait = pace.waitMs();
        if (clock.elapsed() + wait > (run.closedAt() ?? begunAt) + sendingLimitMs(part)) return stop();
        if (wait > 0) {
          await clock.sleep(wait);
          run.admit();
        }
        pace.take();
        // The group is made up when its turn has come: what came meanwhile goes with it.
        const [group, ...others] = refused.length > 0 ? refused : nextGroups(debts.next(), groupFrom);
        if (!group) return;
        const [first, ...rest] = splitToFit(group, notificationOf) as [Group, ...Group[]];
        const halves = await sendGroup(first);
        refused = [...halves, ...rest, ...(refused.length > 0 ? others : [])];
      }
    },
  };
}

/** Sorted as the group is; what can't even be rendered is alone in the end. */
function splitToFit(group: Group, notificationOf: (group: Group) => Notification): readonly Group[] {
  if (group.length === 1 || canBeSent(group, notificationOf)) return [group];
  return halvesOf(group).flatMap((half) => splitToFit(half, notificationOf));
}

function canBeSent(group: Group, notificationOf: (group: Group) => Notification): boolean {
  try {
    return fits(notificationOf(group));
  } catch {
    return false;
  }
}

function halvesOf(group: Group): readonly Group[] {
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)] as unknown as readonly Group[];
}

function failureOf([first, ...others]: Group, message: string): RunFailure {
  const { summary } = first.owed.alert;
  if (others.length === 0)
    return { output: 'alerts', service: first.service, message: `the alert "${summary}" can't be sent: ${message}` };
  const what = `the notification of ${others.length + 1} services, of which the first says "${summary}",`;
  return { output: 'alerts', service: null, message: `${what} can't be sent: ${message}` };
}

function lateness(left: readonly NextOwed[]): RunFailure {
  const count = left.reduce((sum, { owedInAll }) => sum + owedInAll, 0);
  const service = left.length === 1 ? (left[0]?.service ?? null) : null;
  const message = `${count} alerts wait for the next run: sending is slow, or too many are owed`;
  return { output: 'alerts', service, message };
}
