/** Sends what services owe: together what belongs together, and at a pace that a topic and people's mailboxes bear. */

import { fits } from '../forms/sns-message';
import type { Notification } from '../message/notification';
import type { ServiceState } from '../state/service-state';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';
import { alsoFailing } from './also-failing';
import { afterFailing, afterSending } from './debtor';
import { createDebts, type Debts, type MarkingPorts, type Waiting } from './debts';
import { type Group, type NextOwed, nextGroups, threadOf } from './groups';
import { type NotificationSink, UnansweredError, UnfitError } from './notification-sink';
import { createPace, longestTurnMs, type Part } from './pace';

export interface SendingPorts extends MarkingPorts {
  readonly send: NotificationSink;
  readonly clock: Clock;
  /** How many alerts go out together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** How many services the deployment watches. */
  readonly watched: number;
  readonly part: Part;
}

export interface Sender {
  /**
   * Sends for all who wait, and lets them go on. `states` are those of all services of the run; `null` while they are not
   * known. Never rejects.
   */
  sendAll(waiting: readonly Waiting[], states: ReadonlyMap<string, ServiceState> | null): Promise<void>;
  /** What was sent so far. */
  readonly sent: readonly Notification[];
  /** Why alerts could not be sent so far. */
  readonly failures: readonly RunFailure[];
}

/** After this time, in milliseconds, and a wait for its turn, nothing more is sent: the rest waits for the next run. */
export const SENDING_LIMIT_MS = 5_000;

export function createSender(ports: SendingPorts): Sender {
  const { send, clock, groupFrom, watched, part } = ports;
  const pace = createPace(part, clock);
  const sent: Notification[] = [];
  const failures: RunFailure[] = [];

  const sendGroup = async (group: Group, notification: Notification, debts: Debts): Promise<readonly Group[]> => {
    try {
      await send(notification);
      sent.push(notification);
      for (const { service, owed } of group)
        debts.update(service, (debtor) => afterSending(debtor, owed, notification));
    } catch (error) {
      if (error instanceof UnfitError && group.length > 1) return group.map((one): Group => [one]);
      failures.push(failureOf(group, messageOf(error)));
      const isUnanswered = error instanceof UnansweredError;
      for (const { service } of group) debts.update(service, (debtor) => afterFailing(debtor, isUnanswered));
    }
    return [];
  };

  return {
    sent,
    failures,
    sendAll: async (waiting, states) => {
      const debts = createDebts(waiting, ports);
      const notificationOf = (group: Group): Notification => ({
        alerts: group.map(({ owed }) => owed.alert) as unknown as Notification['alerts'],
        threadId: threadOf(group[0].owed),
        watched,
        alsoFailing: states === null ? [] : alsoFailing(group, states),
      });
      const until = clock.elapsed() + SENDING_LIMIT_MS + longestTurnMs(part);
      for (let next = debts.next(); next.length > 0; next = debts.next()) {
        const queue = nextGroups(next, groupFrom).flatMap((group) => splitToFit(group, notificationOf));
        for (let group = queue.shift(); group; group = queue.shift()) {
          if (!(await pace.turn(until))) {
            failures.push(lateness(debts.next()));
            for (const { service } of debts.next()) debts.update(service, (debtor) => afterFailing(debtor, false));
            break;
          }
          queue.unshift(...(await sendGroup(group, notificationOf(group), debts)));
        }
      }
      await debts.marked();
    },
  };
}

function splitToFit(group: Group, notificationOf: (group: Group) => Notification): readonly Group[] {
  if (group.length === 1 || fits(notificationOf(group))) return [group];
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)].flatMap((part) =>
    splitToFit(part as unknown as Group, notificationOf),
  );
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
