/** A notification in a line: the services or their number, what happened, and what they have in common. */

import { cleanText } from '../words/clean-text';
import type { AlertEvent } from '../words/codes';
import { describeDuration } from '../words/duration';
import { ID_LIMIT, SERVICE_ID } from '../words/ids';
import { grouped } from '../words/in-batches';
import { plural } from '../words/plural';
import type { Alert } from './alert';
import { neutralize, neutralizeEnd } from './neutralize';
import type { Notification } from './notification';
import {
  describeTimes,
  isAnswering,
  isRemoval,
  otherBefore,
  ownWords,
  problemWords,
  reasonOf,
  shownFinding,
  shownPhrase,
} from './wording';

/** How many services or reasons a line names. */
export const MOST_NAMED = 3;
/** How many a subject names, with less and less room. */
const NAMED_IN_SUBJECT = [MOST_NAMED, 2, 1] as const;

/** Returns a line for lists and programs. For a single alert it has its service's texts unchanged. */
export function summaryOf(notification: Notification): string {
  const [{ summary }, ...others] = notification.alerts;
  return others.length === 0 ? summary : headlineOf(notification);
}

/**
 * Returns the first line of a mail or a card: `billing is down: connection refused`; for several alerts `5 services in payments are down:
 * connection refused`, or `5 services recovered. Still down: billing`.
 */
export function headlineOf(notification: Notification): string {
  const [alert, ...others] = notification.alerts;
  const line = () => {
    if (alert.event === 'resolved') return endOf(notification);
    return others.length === 0 ? beginningOfOne(notification) : beginningOfSeveral(notification);
  };
  return `${alert.drill ? 'DRILL: ' : ''}${line()}`;
}

function beginningOfOne(notification: Notification): string {
  const [alert] = notification.alerts;
  const { event, kind, reason, service } = alert;
  const words = problemWords(kind);
  if (isAnswering(alert)) return `${shownId(service.id)} ${neutralize(alert.message)}`;
  if (words !== null) return `${shownId(service.id)} ${words.singular(event, reason)}`;
  const length = event === 'reminder' ? `, for ${durationOf(alert)}` : '';
  return `${shownId(service.id)} ${ACTIONS[actionOf(notification)].singular}: ${foundNow(alert)}${length}`;
}

function beginningOfSeveral(notification: Notification): string {
  const [{ event, kind }] = notification.alerts;
  if (notification.alerts.every(isAnswering))
    return `${countOf(notification)} answer again: ${named(idsOf(notification.alerts))}`;
  const are = problemWords(kind)?.plural(event) ?? ACTIONS[actionOf(notification)].plural;
  return `${groupedCount(notification)} ${are}${nowDown(notification)}: ${reasonsOf(notification.alerts)}`;
}

/** Returns `HTTP 503`; for a change `HTTP 503, was connection refused`. */
function foundNow(alert: Alert): string {
  const before = alert.event === 'updated' ? otherBefore(alert) : null;
  return `${shownFinding(alert)}${before === null ? '' : `, was ${before}`}`;
}

/**
 * Returns texts for a subject line after a title such as `[DOWN]`, the best first, then shorter ones: `billing: connection refused`, once
 * resolved `billing: down for 12 min`, and for several alerts `7 of 14 services: cart, ledger, pdf-render, 4 more; HTTP 503`, or
 * `7 of 14 services, all in payments: HTTP 503`.
 */
export function subjectsOf(notification: Notification): readonly string[] {
  const { alerts } = notification;
  const [alert, ...others] = alerts;
  if (alert.event === 'resolved')
    return others.length === 0 ? [endOfOneSubject(notification)] : endSubjects(notification);
  if (others.length === 0) {
    if (isAnswering(alert)) return [`${shownId(alert.service.id)} ${neutralize(alert.message)}`];
    const phrase = shownFinding(alert);
    const more = moreInSubject(alert);
    const texts = [...(more === null ? [] : [`${phrase}, ${more}`]), foundNow(alert), phrase];
    return [...new Set(texts)].map((text) => `${shownId(alert.service.id)}: ${text}`);
  }
  const who = `${countOf(notification)}${nowDown(notification)}`;
  if (isAnswering(alert)) return withNames(alerts, who, ['answer again']);
  const { serviceGroup } = notification;
  const group = serviceGroup === undefined ? [] : [`${who}, all in ${neutralize(serviceGroup)}: ${reasonsOf(alerts)}`];
  return [...group, ...withNames(alerts, who, [reasonsOf(alerts)])];
}

/** Returns how often it failed, of a relapse; how long it has lasted, of a reminder; otherwise the service's own words, if it gave any. */
function moreInSubject(alert: Alert): string | null {
  const { event, kind, at, episode } = alert;
  if (kind !== 'outage') return null;
  if (episode?.relapsed) return describeTimes({ ...episode, since: Date.parse(episode.since) }, Date.parse(at));
  if (event === 'reminder') return `for ${durationOf(alert)}`;
  return event === 'opened' ? ownWords(alert) : null;
}

/** Returns `who: names; parts`, then with fewer parts and fewer names for less room. */
function withNames(alerts: readonly Alert[], who: string, parts: readonly string[]): readonly string[] {
  const named3To1 = NAMED_IN_SUBJECT.map((most) => `${who}: ${named(idsOf(alerts), most)}`);
  return [
    ...named3To1.flatMap((names) =>
      parts.map((_, left) => `${names}; ${parts.slice(0, parts.length - left).join(', ')}`),
    ),
    ...named3To1.slice(-1),
  ];
}

/** Returns an id as shown. An id from the config may contain dots, which make no link; any other text is neutralized and cut. */
export function shownId(id: string): string {
  return SERVICE_ID.test(id) ? id : neutralizeEnd(cleanText(neutralize(id, ID_LIMIT), ID_LIMIT));
}

/** Returns at most `most` of these texts in a line, and the number of others. */
export function named(texts: readonly string[], most = MOST_NAMED): string {
  const shown = texts.slice(0, most);
  return [...shown, ...(texts.length > most ? [`${texts.length - most} more`] : [])].join(', ');
}

/** Returns whether all alerts say that their service fails again. */
export function isRelapse({ alerts }: Notification): boolean {
  return alerts.every(({ episode }) => episode?.relapsed === true);
}

type Action = Exclude<AlertEvent, 'resolved'> | 'again';

function actionOf(notification: Notification): Action {
  if (isRelapse(notification)) return 'again';
  const [{ event }] = notification.alerts;
  return event === 'resolved' ? 'opened' : event;
}

/** The words after the name of a single service, and after a number of services. */
const ACTIONS: Readonly<Record<Action, { singular: string; plural: string }>> = {
  opened: { singular: 'is down', plural: 'are down' },
  updated: { singular: 'is still down', plural: 'are down in another way' },
  reminder: { singular: 'is still down', plural: 'are still down' },
  acknowledged: { singular: 'is acknowledged', plural: 'are down and acknowledged' },
  again: { singular: 'is down again', plural: 'are down again' },
};

/** Returns `5 of 6 services`, or `2 more services`. */
function countOf(notification: Notification): string {
  return `${isMore(notification) ? `${notification.alerts.length} more` : shareOf(notification)} services`;
}

/** Returns `5 services in payments` if a group of the config has all of them, or `5 of 6 services`. */
function groupedCount(notification: Notification): string {
  const { alerts, serviceGroup } = notification;
  if (serviceGroup === undefined) return countOf(notification);
  return `${alerts.length}${isMore(notification) ? ' more' : ''} services in ${neutralize(serviceGroup)}`;
}

/** Returns `5 of 6`. */
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

/** Returns `. Still down: cart`; empty if no other service is down. */
function stillDown({ alsoFailing }: Notification): string {
  return alsoFailing.length === 0 ? '' : `. Still down: ${named(alsoFailing.map(shownId))}`;
}

/** Returns a recovery in words, and the services that are still down. */
function endOf(notification: Notification): string {
  const { alerts } = notification;
  const [alert, ...others] = alerts;
  const still = stillDown(notification);
  if (others.length === 0) return `${shownId(alert.service.id)} ${endOfOne(alert)}${still}`;
  const well = alerts.filter((alert) => !isRemoval(alert));
  if (well.length === 0) return `${plural(alerts.length, 'service')} are no longer watched${still}`;
  const removed = alerts.length - well.length;
  const rest = removed === 0 ? '' : `, ${removed} no longer watched`;
  return `${plural(well.length, 'service')} ${wellAgain(well)}${rest}${still}`;
}

/** Returns the words after the name of a service, with its duration. */
function endOfOne(alert: Alert): string {
  const { kind } = alert;
  const duration = durationOf(alert);
  const words = problemWords(kind);
  if (isRemoval(alert)) {
    const was = words === null ? `it was down for ${duration}` : `its incident of ${duration} is closed`;
    return `is no longer watched; ${was}`;
  }
  return words === null ? `recovered after ${duration}` : words.ended(reasonOf(alert), duration);
}

function durationOf({ durationSeconds }: Alert): string {
  return describeDuration(durationSeconds * 1_000);
}

function wellAgain(alerts: readonly Alert[]): string {
  const [worst, ...others] = alerts;
  if (worst === undefined) return '';
  const words = problemWords(worst.kind);
  if (words !== null) {
    return others.length === 0
      ? words.ended(reasonOf(worst), durationOf(worst))
      : `${words.endedPlural}: ${reasonsOf(alerts)}`;
  }
  return 'recovered';
}

/** Returns `billing: down for 12 min. Still down: cart`. */
function endOfOneSubject(notification: Notification): string {
  const [alert] = notification.alerts;
  const { kind, service } = alert;
  const line = (text: string) => `${shownId(service.id)}: ${text}${stillDown(notification)}`;
  const words = problemWords(kind);
  const lasted = words?.lasted(reasonOf(alert), durationOf(alert)) ?? `down for ${durationOf(alert)}`;
  if (isRemoval(alert)) return line(`no longer watched, ${words === null ? `was ${lasted}` : lasted}`);
  return line(lasted);
}

/**
 * Returns `5 services: cart, ledger, pdf-render, 2 more; down for 12 min`. Services that are still down are more important
 * than those that recovered.
 */
function endSubjects(notification: Notification): readonly string[] {
  const { alerts, alsoFailing } = notification;
  if (alsoFailing.length > 0) return [`${plural(alerts.length, 'service')}${stillDown(notification)}`];
  const well = alerts.filter((alert) => !isRemoval(alert));
  const [first] = well;
  if (first === undefined) return withNames(alerts, plural(alerts.length, 'service'), ['no longer watched']);
  const removed = alerts.length - well.length;
  return withNames(well, plural(well.length, 'service'), [
    `${problemWords(first.kind)?.state ?? 'down'} for ${longestOf(well)}`,
    ...(removed === 0 ? [] : [`${removed} no longer watched`]),
  ]);
}

/** Returns `12 min`, or `up to 12 min` if the durations differ. */
function longestOf(alerts: readonly Alert[]): string {
  const [longest] = alerts.toSorted((left, right) => right.durationSeconds - left.durationSeconds);
  const text = longest === undefined ? '' : durationOf(longest);
  return alerts.every((alert) => durationOf(alert) === text) ? text : `up to ${text}`;
}

function idsOf(alerts: readonly Alert[]): readonly string[] {
  return alerts.map(({ service }) => shownId(service.id));
}

/** `connection refused`, or how many of each: `connection refused (3), HTTP 503 (2)`. */
function reasonsOf(alerts: readonly Alert[]): string {
  const phrases = alerts.map((alert) => shownPhrase(reasonOf(alert)));
  const counts = [...grouped(phrases, (phrase) => phrase)].sort(([, left], [, right]) => right.length - left.length);
  const [[only = ''] = [], ...others] = counts;
  return others.length === 0 ? only : named(counts.map(([phrase, { length }]) => `${phrase} (${length})`));
}
