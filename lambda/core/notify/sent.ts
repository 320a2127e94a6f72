/** The alerts that were sent about the incidents of a service, for people who look: the first and the last of each incident to each receiver. */

import type { Incident } from '../incident/incident';
import { rankOf, type SentAlert } from '../message/sent-alert';
import type { NotifiedRecords, NotifyState } from './notified';

export interface DeliveredAlert extends SentAlert {
  /** The incident's id, as its service counts it. */
  readonly incident: string;
  /** The id of the receiver that was notified. */
  readonly receiver: string;
  /** Whether other alerts came between its first alert about the incident and this alert: these are not kept. */
  readonly isAfterOthers: boolean;
}

/** An alert, and the receivers that were sent it at about the same time: the alert is that of the first. */
export interface FoldedAlert {
  readonly alert: DeliveredAlert;
  /** In the order of their ids. */
  readonly receivers: readonly string[];
}

/** The alerts about an incident, oldest first; also to receivers that have left the config. */
export function sentAbout({ notified }: NotifiedRecords, incident: string): readonly DeliveredAlert[] {
  return Object.entries(notified[incident] ?? {})
    .flatMap(([receiver, { sent }]): readonly DeliveredAlert[] => {
      if (sent === null) return [];
      const { first, last, count } = sent;
      const kept = first.id === last.id ? [first] : [first, last];
      return kept.map((alert) => ({ ...alert, incident, receiver, isAfterOthers: alert !== first && count > 2 }));
    })
    .sort(byTime);
}

/** The alerts about all incidents of a service, oldest first. */
export function sentAlerts(
  state: NotifyState & { readonly incidents: readonly Incident[] },
): readonly DeliveredAlert[] {
  return state.incidents.flatMap(({ id }) => sentAbout(state, id)).sort(byTime);
}

/** An alert that a receiver was sent later than this after the first receiver was held up. */
const TOGETHER_MS = 60_000;

/** Each alert once, with all receivers that were sent it within a minute of the first. */
export function foldAlerts(alerts: readonly DeliveredAlert[]): readonly FoldedAlert[] {
  const folded: { readonly alert: DeliveredAlert; readonly receivers: string[] }[] = [];
  const last = new Map<string, (typeof folded)[number]>();
  for (const alert of alerts.toSorted((left, right) => left.sentAt - right.sentAt)) {
    const same = last.get(alert.id);
    if (same !== undefined && alert.sentAt - same.alert.sentAt < TOGETHER_MS) {
      same.receivers.push(alert.receiver);
      continue;
    }
    const next = { alert, receivers: [alert.receiver] };
    last.set(alert.id, next);
    folded.push(next);
  }
  for (const { receivers } of folded) receivers.sort(compare);
  return folded;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function byTime(left: DeliveredAlert, right: DeliveredAlert): number {
  return rankOf(left) - rankOf(right) || compare(left.receiver, right.receiver);
}
