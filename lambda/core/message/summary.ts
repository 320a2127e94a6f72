/** A notification in one line; of several alerts: how many services or which, what happened to them, what they have in common. */

import type { EventKind } from '../words/codes';
import { ID_LIMIT, SERVICE_ID } from '../words/service-id';
import { type Alert, describeEnding } from './alert';
import { neutralize } from './neutralize';
import type { Notification } from './notification';
import { hostOf, shared, sharedMoment } from './shared';
import { isRemoval, matterWords, reasonOf } from './wording';

/** How many services or reasons a line names. */
export const MOST_NAMED = 3;

/** One line for lists and programs. That of a single alert has texts from its service as they are. */
export function summaryOf(notification: Notification): string {
  const [{ summary, drill }, ...others] = notification.alerts;
  if (others.length === 0) return summary;
  return `${drill ? 'DRILL: ' : ''}${groupSentence(notification)}`;
}

/** `5 of 6 services down: all in payments, all connection_refused`, or `5 services are well again, billing is still down`. */
function groupSentence(notification: Notification): string {
  const [{ event, kind, reason }] = notification.alerts;
  if (event === 'resolved') return endSentence(notification, null);
  const isRelapse = notification.alerts.every(({ episode }) => episode?.relapsed === true);
  const deed = matterWords(kind)?.many(event, reason) ?? (isRelapse ? 'failing again' : DEEDS[event]);
  const who = isMore(notification)
    ? `${notification.alerts.length} more services`
    : `${countOf(notification)} services`;
  return `${who} ${deed}${nowDown(notification)}: ${commonTo(notification).join(', ')}`;
}

/**
 * What a subject line says after a title such as `[DOWN]`: names first, since people know them, then what the services have in
 * common: `7 of 14: cart, ledger, pdf-render, 4 more; all in payments, all http_503`. The best first, then shorter ones.
 */
export function groupSubjects(notification: Notification): readonly string[] {
  const { alerts, alsoFailing } = notification;
  // Of an end, what is still down matters more than what is well.
  if (alerts[0].event === 'resolved')
    return (alsoFailing.length > 0 ? [null] : [MOST_NAMED, 2, 1]).map((most) => endSentence(notification, most));
  const ids = idsOf(alerts);
  const who = isMore(notification) ? `${alerts.length} more${nowDown(notification)}` : countOf(notification);
  const causes = [...groupOf(notification), reasonsOf(alerts)];
  const named3To1 = [MOST_NAMED, 2, 1].map((most) => `${who}: ${named(ids, most)}`);
  return [
    ...named3To1.flatMap((names) =>
      causes.map((_, left) => `${names}; ${causes.slice(0, causes.length - left).join(', ')}`),
    ),
    ...named3To1.slice(-1),
  ];
}

/** `, payment-service is still down`, of an end; empty if no other service is known to be down. */
export function stillDown({ alsoFailing }: Pick<Notification, 'alsoFailing'>): string {
  if (alsoFailing.length === 0) return '';
  return `, ${named(alsoFailing.map(shownId))} ${alsoFailing.length === 1 ? 'is' : 'are'} still down`;
}

/** An id from the config may contain dots; they make no link. */
export function shownId(id: string): string {
  return SERVICE_ID.test(id) ? id : neutralize(id, ID_LIMIT);
}

/** At most so many of these texts in a line, and how many more there are. */
export function named(texts: readonly string[], most = MOST_NAMED): string {
  const shown = texts.slice(0, most);
  return [...shown, ...(texts.length > most ? [`${texts.length - most} more`] : [])].join(', ');
}

const DEEDS: Readonly<Record<Exclude<EventKind, 'resolved'>, string>> = {
  opened: 'down',
  updated: 'failing in another way',
  reminder: 'still down',
};

/** `5 of 6`. */
function countOf({ alerts, watched }: Notification): string {
  return `${alerts.length} of ${Math.max(watched, alerts.length)}`;
}

/** Services of other severities count too, although `alsoFailing` does not name them. */
function nowDown(notification: Notification): string {
  const { alerts, watched, alsoFailing, down } = notification;
  if (down === null || !isMore(notification)) return '';
  const all = Math.max(down, alerts.length + alsoFailing.length);
  return `, ${all} of ${Math.max(watched, all)} now`;
}

function isMore({ alerts: [{ event }], alsoFailing }: Notification): boolean {
  return event === 'opened' && alsoFailing.length > 0;
}

/** The end of their incidents, and who is still down; with at most so many names, or with `null` how many they are. */
function endSentence(notification: Notification, most: number | null): string {
  const { alerts, alsoFailing } = notification;
  const well = alerts.filter((alert) => !isRemoval(alert));
  const who = (those: readonly Alert[]) => {
    if (most !== null) return named(idsOf(those), most);
    if (alsoFailing.length > 0) return String(those.length);
    return those.length === 1 ? '1 service' : `${those.length} services`;
  };
  if (well.length === 0) return `${who(alerts)} are no longer watched${stillDown(notification)}`;
  const removed = alerts.length - well.length;
  const rest = removed === 0 ? '' : `, ${removed} no longer watched`;
  return `${who(well)} ${endOf(well, removed === 0)}${rest}${stillDown(notification)}`;
}

function endOf([worst, ...others]: readonly Alert[], isAll: boolean): string {
  if (worst === undefined) return '';
  const words = matterWords(worst.kind);
  if (words !== null) return words[others.length === 0 ? 'one' : 'many']('resolved', reasonOf(worst));
  const changed = isAll ? shared([worst, ...others], (alert) => alert.changed) : null;
  const ending = changed === null ? '' : ` after ${neutralize(describeEnding(changed))}`;
  return `${others.length === 0 ? 'is' : 'are'} well again${ending}`;
}

function idsOf(alerts: readonly Alert[]): readonly string[] {
  return alerts.map(({ service }) => shownId(service.id));
}

function commonTo(notification: Notification): readonly string[] {
  const { alerts } = notification;
  const host = shared(alerts, ({ service }) => hostOf(service.url));
  const openedAt = sharedMoment(alerts.map((alert) => alert.openedAt));
  return [
    ...groupOf(notification),
    reasonsOf(alerts),
    ...(host === null ? [] : [`all on ${host}`]),
    ...(openedAt === null ? [] : [`all since ${openedAt.slice(11, 19)} UTC`]),
  ];
}

/** `all in payments`; nothing if they have no group in common. */
function groupOf({ serviceGroup }: Notification): readonly string[] {
  return serviceGroup === undefined ? [] : [`all in ${neutralize(serviceGroup)}`];
}

/** `all connection_refused`, or how many of each reason: `3 connection_refused, 2 http_503`. */
function reasonsOf(alerts: Notification['alerts']): string {
  const counts = new Map<string, number>();
  for (const { reason } of alerts) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  if (sorted.length === 1) return `all ${neutralize(alerts[0].reason)}`;
  return named(sorted.map(([reason, count]) => `${count} ${neutralize(reason)}`));
}
