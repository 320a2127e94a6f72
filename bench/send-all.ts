/** Sends all due alerts of simulated services at once, to a receiver that does nothing. */

import { type Alert, type AlertContext, alertOf } from '../lambda/core/message/alert';
import type { DueAlert } from '../lambda/core/message/due-alert';
import { sentAlert } from '../lambda/core/message/sent-alert';
import { EVERYTHING, type NotifyContext, nextAlerts } from '../lambda/core/notify/due';
import { type Markable, markDue, markSent, withSent } from '../lambda/core/notify/mark';

export interface SentAll<State> {
  readonly state: State;
  readonly sent: readonly { readonly due: DueAlert; readonly alert: Alert }[];
}

/** Marks due alerts first. None is refused, and none unanswered. */
export function sendAll<State extends Markable>(
  before: State,
  notify: NotifyContext,
  alerts: AlertContext,
): SentAll<State> {
  let state = markDue(before, notify);
  const sent: { due: DueAlert; alert: Alert }[] = [];
  for (let [next] = nextAlerts(state, notify); next !== undefined; [next] = nextAlerts(state, notify)) {
    if (!('due' in next)) throw new Error('an alert is repeated that was answered');
    const alert = alertOf(next.due, alerts);
    sent.push({ due: next.due, alert });
    if (sent.length > 1_000) throw new Error(`${alert.id} is due again and again`);
    state = markSent(state, next, { ...notify, alert, thread: alert.incidentId });
    const kept = sentAlert(alert, { notification: null, sentAt: notify.now });
    state = withSent(state, next.due.incident, notify.receiver, kept);
  }
  return { state, sent };
}

/** For a service with one receiver, and without silences. */
export function toOne(now: number, remindEveryMs: number | null = null): NotifyContext {
  return { receiver: 'people', filter: EVERYTHING, now, remindEveryMs, silenceFor: () => null, ackFor: () => null };
}
