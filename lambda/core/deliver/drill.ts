/** Sends a drill to all receivers that would get such an alert, and returns what each answered. */

import type { Alert } from '../message/alert';
import { notificationOf } from '../message/notification';
import type { Clock } from '../words/clock';
import { errorMessage } from '../words/run-failure';
import { isUnanswered } from './notification-sink';
import type { Receiver } from './receiver';

/** The result of a drill for a receiver. */
export interface DrillResult {
  readonly receiver: string;
  /** The ids of the alerts that it accepted. */
  readonly alertsSent: readonly string[];
  /** Why it did not accept all alerts; `null` if it did. */
  readonly fault: string | null;
}

/** The pause between the alert and its recovery, in milliseconds: with less, chats and phones show them in any order. */
export const PAUSE_MS = 2_000;

/** Sends the alerts of an incident in order. No receiver waits for another. Never rejects. */
export function sendDrill(
  alerts: readonly Alert[],
  receivers: readonly Receiver[],
  clock: Pick<Clock, 'sleep'>,
): Promise<readonly DrillResult[]> {
  return Promise.all(drillReceivers(alerts, receivers).map((receiver) => drillOne(alerts, receiver, clock)));
}

/** Returns the receivers that would get alerts about this incident. */
export function drillReceivers(alerts: readonly Alert[], receivers: readonly Receiver[]): readonly Receiver[] {
  const [first] = alerts;
  return receivers.filter(({ filter }) => first && (filter?.wants({ ...first, service: first.service.id }) ?? true));
}

async function drillOne(
  alerts: readonly Alert[],
  { id, filter, send }: Receiver,
  clock: Pick<Clock, 'sleep'>,
): Promise<DrillResult> {
  const wanted = alerts.filter(({ event }) => filter?.events.includes(event) ?? true);
  const alertsSent: string[] = [];
  let fault: string | null = null;
  for (const [index, alert] of wanted.entries()) {
    if (index > 0) await clock.sleep(PAUSE_MS);
    try {
      await send(notificationOf(alert));
      alertsSent.push(alert.id);
    } catch (error) {
      fault ??= errorMessage(error);
      // An opening that may have arrived is still resolved: it may have woken somebody.
      if (!isUnanswered(error)) break;
    }
  }
  return { receiver: id, alertsSent, fault };
}

/** Returns a line for people: `2 alerts were sent to sns; pager failed: refused with 401`. */
export function drillWords(results: readonly DrillResult[]): string {
  const accepted = results.filter(({ fault, alertsSent }) => fault === null && alertsSent.length > 0);
  const most = Math.max(0, ...accepted.map(({ alertsSent }) => alertsSent.length));
  const to = accepted.map(({ receiver }) => receiver).join(', ');
  const sent =
    accepted.length === 0 ? 'nothing was sent' : `${most} ${most === 1 ? 'alert was' : 'alerts were'} sent to ${to}`;
  const faults = results.flatMap(({ receiver, fault }) => (fault === null ? [] : [`; ${receiver} failed: ${fault}`]));
  return [sent, ...faults].join('');
}
