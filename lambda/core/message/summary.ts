/** A notification in a line: which services or how many, what happened to them, what they have in common. */

import { cleanText } from '../words/clean-text';
import { type AlertEvent, VERDICT_PHRASES } from '../words/codes';
import { describeDuration } from '../words/duration';
import { ID_LIMIT, SERVICE_ID } from '../words/ids';
import { type Alert, describeEnding, describeWell } from './alert';
import { neutralize, neutralizeEnd } from './neutralize';
import type { Notification } from './notification';
import { hostOf, shared, sharedMoment } from './shared';
import { isRemoval, problemWords, reasonOf } from './wording';

/** How many services or reasons a line names. */
export const MOST_NAMED = 3;
/** And with less room. */
const NAMED_IN_SUBJECT = [MOST_NAMED, 2, 1] as const;

/** A line for lists and programs. That of a single alert has texts from its service as they are. */
export function summaryOf(notification: Notification): string {
  const [{ summary }, ...others] = notification.alerts;
  return others.length === 0 ? summary : headlineOf(notification);
}

/**
 * The first line of a mail or a card: `billing is UNREACHABLE (connection_refused)`; of several alerts `5 of 6 services down: all
 * in payments, all connection_refused`, or `5 services recovered, billing is still down`.
 */
export function headlineOf(notification: Notification): string {
  const [alert, ...others] = notification.alerts;
  const { event, kind, reason, service, verdict, drill } = alert;
  const line = () => {
    if (event === 'resolved') return endOf(notification, null);
    const words = problemWords(kind);
    const action = ACTIONS[isRelapse(notification) ? 'again' : event];
    if (others.length > 0)
      return `${countOf(notification)} ${words?.plural(event, reason) ?? action.plural}${nowDown(notification)}: ${commonTo(notification).join(', ')}`;
    const is = words?.singular(event, reason) ?? `${action.singular} ${VERDICT_PHRASES[verdict].toUpperCase()}`;
    return `${shownId(service.id)} ${is} (${reason})`;
  };
  return `${drill ? 'DRILL: ' : ''}${line()}`;
}

/**
 * The text of a subject line after a title such as `[DOWN]`: names first, since people know them, then the fault:
 * `billing unreachable: connection_refused`. Of several alerts what the services have in common: `7 of 14: cart, ledger,
 * pdf-render, 4 more; all in payments, all http_503`. The best first, then shorter texts.
 */
export function subjectsOf(notification: Notification): readonly string[] {
  const { alerts, alsoFailing } = notification;
  const [{ event, kind, verdict, reason, service }, ...others] = alerts;
  // At an end, services that are still down are more important than those that recovered.
  if (event === 'resolved')
    return (alsoFailing.length > 0 ? [null] : NAMED_IN_SUBJECT).map((most) => endOf(notification, most));
  if (others.length === 0)
    return [`${shownId(service.id)} ${problemWords(kind)?.singular(event, reason) ?? verdict}: ${reason}`];
  const causes = [...groupOf(notification), reasonsOf(alerts)];
  const who = isMore(notification) ? `${alerts.length} more${nowDown(notification)}` : shareOf(notification);
  const named3To1 = NAMED_IN_SUBJECT.map((most) => `${who}: ${named(idsOf(alerts), most)}`);
  return [
    ...named3To1.flatMap((names) =>
      causes.map((_, left) => `${names}; ${causes.slice(0, causes.length - left).join(', ')}`),
    ),
    ...named3To1.slice(-1),
  ];
}

/** An id from the config may contain dots; they make no link. Another id is no longer than ids are. */
export function shownId(id: string): string {
  return SERVICE_ID.test(id) ? id : neutralizeEnd(cleanText(neutralize(id, ID_LIMIT), ID_LIMIT));
}

/** At most so many of these texts in a line, and how many more there are. */
export function named(texts: readonly string[], most = MOST_NAMED): string {
  const shown = texts.slice(0, most);
  return [...shown, ...(texts.length > most ? [`${texts.length - most} more`] : [])].join(', ');
}

/** Whether all of them say that their service fails again. */
export function isRelapse({ alerts }: Notification): boolean {
  return alerts.every(({ episode }) => episode?.relapsed === true);
}

/** The words after the name of a single service, before its verdict, and after a number of services. */
const ACTIONS: Readonly<Record<Exclude<AlertEvent, 'resolved'> | 'again', { singular: string; plural: string }>> = {
  opened: { singular: 'is', plural: 'down' },
  updated: { singular: 'is now', plural: 'failing in another way' },
  reminder: { singular: 'is still', plural: 'still down' },
  acknowledged: { singular: 'is acknowledged:', plural: 'down and acknowledged' },
  again: { singular: 'is failing again:', plural: 'failing again' },
};

/** `5 of 6 services`, or `2 more services`. */
function countOf(notification: Notification): string {
  return `${isMore(notification) ? `${notification.alerts.length} more` : shareOf(notification)} services`;
}

/** `5 of 6`. */
function shareOf({ alerts, watched }: Notification): string {
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
function endOf({ alerts, alsoFailing }: Notification, most: number | null): string {
  const [alert, ...others] = alerts;
  const still =
    alsoFailing.length === 0
      ? ''
      : `, ${named(alsoFailing.map(shownId))} ${alsoFailing.length === 1 ? 'is' : 'are'} still down`;
  if (others.length === 0) return `${shownId(alert.service.id)} ${endOfOne(alert)}${still}`;
  const well = alerts.filter((alert) => !isRemoval(alert));
  const who = (those: readonly Alert[]) => {
    if (most !== null) return named(idsOf(those), most);
    if (alsoFailing.length > 0) return String(those.length);
    return those.length === 1 ? '1 service' : `${those.length} services`;
  };
  if (well.length === 0) return `${who(alerts)} are no longer watched${still}`;
  const removed = alerts.length - well.length;
  const rest = removed === 0 ? '' : `, ${removed} no longer watched`;
  return `${who(well)} ${wellAgain(well, removed === 0)}${rest}${still}`;
}

/** The words after the name of a service; its own length stands only here. */
function endOfOne(alert: Alert): string {
  const { kind, verdict, durationSeconds, previous, changed } = alert;
  const duration = describeDuration(durationSeconds * 1_000);
  const words = problemWords(kind);
  if (isRemoval(alert)) {
    const was = `it was ${VERDICT_PHRASES[previous?.verdict ?? verdict]} for ${duration}`;
    return `is no longer watched; ${words === null ? was : `its incident of ${duration} is closed`}`;
  }
  return words === null
    ? describeWell(duration, changed && shownChange(changed))
    : `${words.singular('resolved', reasonOf(alert))}, after ${duration}`;
}

function wellAgain([worst, ...others]: readonly Alert[], isAll: boolean): string {
  if (worst === undefined) return '';
  const words = problemWords(worst.kind);
  if (words !== null) return words[others.length === 0 ? 'singular' : 'plural']('resolved', reasonOf(worst));
  const changed = isAll ? shared([worst, ...others], (alert) => alert.changed) : null;
  const ending = changed === null ? '' : ` after ${describeEnding(shownChange(changed))}`;
  return `recovered${ending}`;
}

/** Versions are texts of the service. */
export function shownChange({ restarted, version }: NonNullable<Alert['changed']>): NonNullable<Alert['changed']> {
  return { restarted, version: version && { from: neutralize(version.from, 60), to: neutralize(version.to, 60) } };
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
