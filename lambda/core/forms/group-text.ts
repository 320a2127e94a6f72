/** Several alerts in one notification, for people: what they have in common, then each of them, the worst first. */

import type { Alert } from '../message/alert';
import { neutralize } from '../message/neutralize';
import { type Notification, sharedBy } from '../message/notification';
import { VERDICT_PHRASES } from '../message/verdict-phrase';
import { cleanText } from '../words/clean-text';
import { describeDuration } from '../words/duration';
import { firstLook, type Labelled, pages, readable, shownId } from './alert-text';

/** How many alerts a mail and a card list. */
const MOST_LISTED = 20;
/** How many services or reasons a line names. */
const MOST_NAMED = 3;
/** How much of a message a list shows, in characters. */
const MESSAGE_LENGTH = 100;

/** The first line: how many services, what happened to them, and what they have in common. */
export function groupHeadline(notification: Notification): string {
  const { alerts, alsoFailing } = notification;
  const [{ event, drill }] = alerts;
  const what = event === 'resolved' ? endOf(notification) : `${services(notification)} are ${DEEDS[event]}`;
  const common = commonTo(notification).join(', ');
  const left = event === 'resolved' && alsoFailing.length > 0 ? `; ${isStillDown(alsoFailing)}` : '';
  return `${drill ? 'DRILL: ' : ''}${what}${common === '' ? '' : `: ${common}`}${left}`;
}

/** What a subject line says after the kind of the event. */
export function groupSubject(notification: Notification): string {
  const { alerts, alsoFailing } = notification;
  const [{ event }] = alerts;
  if (event === 'resolved') {
    const left = alsoFailing.length > 0 ? `; ${isStillDown(alsoFailing)}` : '';
    return `${endOf(notification)}${left}`;
  }
  const ids = alerts.map(({ service }) => cleanText(service.id));
  return `${services(notification)}: ${reasonsOf(alerts)} (${named(ids)})`;
}

/** What happened, as labels and values; a value may have several lines. */
export function groupFacts(
  notification: Notification,
): readonly (readonly [label: string, lines: readonly string[]])[] {
  const { alerts, alsoFailing } = notification;
  const { openedAt } = sharedBy(notification);
  const listed = alerts
    .slice(0, MOST_LISTED)
    .map((alert) => `${shownId(alert)}: ${describe(alert, openedAt === null)}`);
  const more = alerts.length > MOST_LISTED ? [`and ${alerts.length - MOST_LISTED} more`] : [];
  const others = alsoFailing.map((id) => neutralize(id));
  return [
    ...(openedAt === null ? [] : [['Since', [readable(openedAt)]] as const]),
    ['Services', [...listed, ...more]],
    ...(others.length === 0 ? [] : [['Also down', [named(others, MOST_LISTED)]] as const]),
  ];
}

/** What to do first: the advice for the worst of the alerts. */
export function groupAdvice({ alerts: [worst] }: Notification): readonly Labelled[] {
  return firstLook(worst);
}

export function groupPages({ alerts: [worst] }: Notification): readonly Labelled[] {
  return pages(worst);
}

const DEEDS = { opened: 'DOWN', updated: 'failing in another way', reminder: 'still DOWN' } as const;

/** `5 of 6 services`, or `5 more of 6 services` if people know of others already. */
function services({ alerts, watched, alsoFailing }: Notification): string {
  const isMore = alsoFailing.length > 0 && alerts[0].event === 'opened';
  return `${alerts.length}${isMore ? ' more' : ''} of ${Math.max(watched, alerts.length)} services`;
}

function endOf({ alerts }: Notification): string {
  const healthy = alerts.filter(({ verdict }) => verdict === 'healthy').length;
  if (healthy === 0) return `${alerts.length} services are no longer watched`;
  const longest = Math.max(...alerts.map(({ durationSeconds }) => durationSeconds));
  const rest = healthy < alerts.length ? `, ${alerts.length - healthy} no longer watched` : '';
  return `${healthy} services are healthy again after ${describeDuration(longest * 1_000)}${rest}`;
}

function isStillDown(ids: readonly string[]): string {
  return `${named(ids.map((id) => neutralize(id)))} ${ids.length === 1 ? 'is' : 'are'} still down`;
}

function commonTo(notification: Notification): readonly string[] {
  const { alerts } = notification;
  const { host, openedAt } = sharedBy(notification);
  if (alerts[0].event === 'resolved') return [];
  return [
    reasonsOf(alerts),
    ...(host === null ? [] : [`all on ${neutralize(host)}`]),
    ...(openedAt === null ? [] : [`all since ${openedAt.slice(11, 19)} UTC`]),
  ];
}

/** `all connection_refused`, or how many of each reason: `3 connection_refused, 2 http_503`. */
function reasonsOf(alerts: Notification['alerts']): string {
  const counts = new Map<string, number>();
  for (const { reason } of alerts) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  if (sorted.length === 1) return `all ${neutralize(alerts[0].reason)}`;
  const shown = sorted.slice(0, MOST_NAMED).map(([reason, count]) => `${count} ${neutralize(reason)}`);
  const others = sorted.slice(MOST_NAMED).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(others > 0 ? [`${others} others`] : [])].join(', ');
}

function named(ids: readonly string[], most = MOST_NAMED): string {
  const shown = ids.slice(0, most);
  return [...shown, ...(ids.length > most ? [`${ids.length - most} more`] : [])].join(', ');
}

function describe(alert: Alert, withTime: boolean): string {
  const { event, verdict, reason, message, openedAt, durationSeconds, previous } = alert;
  const length = describeDuration(durationSeconds * 1_000);
  if (event === 'resolved') {
    const was = previous ? `; it was ${VERDICT_PHRASES[previous.verdict]} (${previous.reason})` : '';
    return verdict === 'healthy' ? `healthy again after ${length}${was}` : `no longer watched${was}`;
  }
  const since = withTime ? ` since ${readable(openedAt)}` : '';
  return `${VERDICT_PHRASES[verdict]} (${neutralize(reason)})${since} — ${neutralize(message, MESSAGE_LENGTH)}`;
}
