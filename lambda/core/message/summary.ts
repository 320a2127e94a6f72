/** A notification in one line; of several alerts: how many services, what happened to them, what they have in common. */

import type { EventKind } from '../words/codes';
import { ID_LIMIT, SERVICE_ID } from '../words/service-id';
import { describeEnding } from './alert';
import { neutralize } from './neutralize';
import type { Notification } from './notification';
import { hostOf, shared, sharedMoment } from './shared';
import { isRemoval, matterWords, reasonOf } from './wording';

/** How many services or reasons a line names. */
export const MOST_NAMED = 3;

/** How much of a subject line is left after its title, in characters. */
const SUBJECT_LENGTH = 80;

/** One line for lists and programs. That of a single alert has texts from its service as they are. */
export function summaryOf(notification: Notification): string {
  const [{ summary, drill }, ...others] = notification.alerts;
  if (others.length === 0) return summary;
  return `${drill ? 'DRILL: ' : ''}${groupSentence(notification)}`;
}

/** `5 of 6 services down: all connection_refused, all on payments.internal`, or `5 are well again, billing is still down`. */
function groupSentence(notification: Notification): string {
  const [{ event, kind, reason }] = notification.alerts;
  if (event === 'resolved') return `${endOf(notification)}${stillDown(notification)}`;
  const isRelapse = notification.alerts.every(({ episode }) => episode?.relapsed === true);
  const deed = matterWords(kind)?.many(event, reason) ?? (isRelapse ? 'failing again' : DEEDS[event]);
  return `${servicesOf(notification)} ${deed}${nowDown(notification)}: ${commonTo(notification).join(', ')}`;
}

/** The same without what a title such as `[DOWN]` says: `5 of 6 services: all connection_refused (a, b, c, 2 more)`. */
export function groupSubject(notification: Notification): string {
  const { alerts } = notification;
  if (alerts[0].event === 'resolved') return groupSentence(notification);
  const ids = alerts.map(({ service }) => shownId(service.id));
  const subject = (most: number) =>
    `${servicesOf(notification)}${nowDown(notification)}: ${reasonsOf(alerts)} (${named(ids, most)})`;
  return [MOST_NAMED, 2].map(subject).find((text) => text.length <= SUBJECT_LENGTH) ?? subject(1);
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

/** `5 of 6 services`, or `5 more services` if people know of others already. */
function servicesOf(notification: Notification): string {
  const { alerts, watched } = notification;
  if (isMore(notification)) return `${alerts.length} more services`;
  return `${alerts.length} of ${Math.max(watched, alerts.length)} services`;
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

function endOf({ alerts, alsoFailing }: Notification): string {
  const well = alerts.filter((alert) => !isRemoval(alert)).length;
  const services = alsoFailing.length > 0 ? '' : ' services';
  if (well === 0) return `${alerts.length} services are no longer watched`;
  const rest = well < alerts.length ? `, ${alerts.length - well} no longer watched` : '';
  const [worst] = alerts;
  const words = matterWords(worst.kind);
  if (words !== null) return `${well}${services} ${words.many('resolved', reasonOf(worst))}${rest}`;
  const changed = rest === '' ? shared(alerts, (alert) => alert.changed) : null;
  const ending = changed === null ? '' : ` after ${neutralize(describeEnding(changed))}`;
  return `${well}${services} are well again${ending}${rest}`;
}

function commonTo({ alerts }: Notification): readonly string[] {
  const host = shared(alerts, ({ service }) => hostOf(service.url));
  const openedAt = sharedMoment(alerts.map((alert) => alert.openedAt));
  return [
    reasonsOf(alerts),
    ...(host === null ? [] : [`all on ${host}`]),
    ...(openedAt === null ? [] : [`all since ${openedAt.slice(11, 19)} UTC`]),
  ];
}

/** `all connection_refused`, or how many of each reason: `3 connection_refused, 2 http_503`. */
function reasonsOf(alerts: Notification['alerts']): string {
  const counts = new Map<string, number>();
  for (const { reason } of alerts) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  if (sorted.length === 1) return `all ${neutralize(alerts[0].reason)}`;
  return named(sorted.map(([reason, count]) => `${count} ${neutralize(reason)}`));
}
