/** What must be true of every world, always or once its faults are over: each law gives what breaks it, in words. */

import { openIncidents } from '../../../lambda/core/incident/incident';
import type { Alert } from '../../../lambda/core/message/alert';
import { noticeKey } from '../../../lambda/core/message/receiver-notice';
import { unsentAlerts } from '../../../lambda/core/notify/unsent-alerts';
import { readState } from '../../../lambda/core/state/stored-state';
import type { AlertEvent } from '../../../lambda/core/words/codes';
import type { Arrival, World } from './world';
import { knownBy } from './world-store';

/** What arrived of one incident at one receiver: the first arrival of each alert, in order. */
export interface Course {
  readonly receiver: string;
  readonly incidentId: string;
  readonly service: string;
  readonly events: readonly AlertEvent[];
}

type Arrived = Pick<Arrival, 'receiver' | 'alert'>;

/** The courses of what arrived, in the order of their first alert. */
export function coursesOf(arrivals: readonly Arrived[]): readonly Course[] {
  const seen = new Set<string>();
  const courses = new Map<string, Course & { events: AlertEvent[] }>();
  for (const { receiver, alert } of arrivals) {
    const { id, incidentId, service, event } = alert;
    if (seen.has(knownBy(receiver, id))) continue;
    seen.add(knownBy(receiver, id));
    const key = knownBy(receiver, incidentId);
    const course = courses.get(key) ?? { receiver, incidentId, service: service.id, events: [] };
    course.events.push(event);
    courses.set(key, course);
  }
  return [...courses.values()];
}

/** Those of which anybody but people knows: see `World.forgotten`. */
function remembered({ arrivals, forgotten }: World): readonly Course[] {
  return coursesOf(arrivals).filter(({ receiver, incidentId }) => !forgotten.has(knownBy(receiver, incidentId)));
}

/** Throws what breaks the laws, and all that led to it. */
export function expectNone(faults: readonly string[], { story }: World): void {
  if (faults.length > 0) throw new Error([...faults, '', 'What happened:', ...story].join('\n'));
}

/** What runs report as bugs of the program. */
export function bugs({ failures }: World): readonly string[] {
  return failures.map(({ message }) => message).filter((message) => message.includes('this is a bug'));
}

// Always.

/** What was sent is as it must be, whether its story is over or not. */
export function faultsOfSending(world: World): readonly string[] {
  return [
    ...bugs(world),
    ...withoutBeginning(world),
    ...unannounced(world),
    ...shorterThanNothing(world),
    ...twoMeanings(world),
  ];
}

/** Each incident begins with its beginning. */
export function withoutBeginning(world: World): readonly string[] {
  return remembered(world)
    .filter(({ events }) => events[0] !== 'opened')
    .map(({ receiver, incidentId, events }) => `${receiver}: ${incidentId} begins with ${events[0]}`);
}

/** What was sent before it was stored says that it may come again. */
function unannounced({ arrivals }: World): readonly string[] {
  return arrivals
    .filter(({ alert, isMarked }) => !isMarked && !alert.possiblyRepeated)
    .map(({ alert }) => `${alert.id} was sent before it was stored, and doesn't say that it may come again`);
}

function shorterThanNothing({ arrivals }: World): readonly string[] {
  return arrivals
    .filter(
      ({ alert }) => alert.durationSeconds < 0 || (alert.resolvedAt !== null && alert.resolvedAt < alert.openedAt),
    )
    .map(({ alert }) => `${alert.id} lasted less than nothing`);
}

/** An id stands for one event: whoever drops the second arrival loses nothing. */
function twoMeanings({ arrivals }: World): readonly string[] {
  const first = new Map<string, string>();
  return arrivals.flatMap(({ alert }) => {
    const meaning = JSON.stringify([alert.event, alert.incidentId, alert.openedAt]);
    const known = first.get(alert.id) ?? meaning;
    first.set(alert.id, known);
    return known === meaning ? [] : [`${alert.id} means ${known} and ${meaning}`];
  });
}

/** Nobody is notified of a service that was always well. */
export function aboutTheWell({ arrivals }: World, well: string): readonly string[] {
  return arrivals.filter(({ alert }) => alert.service.id === well).map(({ alert }) => `${well} is well: ${alert.id}`);
}

// Once all is over.

/**
 * Incidents of which people miss the beginning or the end, or are notified more often. Of those about one outage, which two processes opened or one
 * that did not know of the other, people need to know one. Those that never reached the store count with `all` alone: when the process
 * that sent of one is gone, nobody knows of it any more.
 */
export function missedIncidents(
  { arrivals, persisted, duplicateOf }: World,
  all: 'all' | 'persisted',
): readonly string[] {
  const known = new Map(coursesOf(arrivals).map(({ incidentId, events }) => [incidentId, events]));
  const ids = new Set([...persisted, ...(all === 'all' ? known.keys() : [])]);
  const realOf = (id: string) => duplicateOf.get(id) ?? id;
  const isCovered = (id: string) => !known.has(id) && [...known.keys()].some((other) => realOf(other) === realOf(id));
  return [...ids].flatMap((id) => {
    if (isCovered(id)) return [];
    const wrong = (['opened', 'resolved'] as const).filter((event) => timesOf(event, known.get(id) ?? []) !== 1);
    return wrong.map((event) => `nobody was notified that ${id} was ${event}`);
  });
}

export function withoutEnd(world: World): readonly string[] {
  return remembered(world)
    .filter(({ events }) => !events.includes('resolved'))
    .map(({ receiver, incidentId }) => `${receiver}: ${incidentId} has no end`);
}

/** Each incident that people know of has one beginning, which comes first, and one end. */
export function withoutBeginningOrEnd({ arrivals }: World): readonly string[] {
  return coursesOf(arrivals)
    .filter(
      ({ events }) => events[0] !== 'opened' || timesOf('opened', events) !== 1 || timesOf('resolved', events) !== 1,
    )
    .map(({ incidentId, events }) => `${incidentId} has not one beginning and one end: ${events.join(', ')}`);
}

/** Nothing comes after an end. */
export function afterEnd({ arrivals }: World): readonly string[] {
  return coursesOf(arrivals)
    .filter(({ events }) => events.includes('resolved') && events.at(-1) !== 'resolved')
    .map(({ incidentId, events }) => `${incidentId} goes on after its end: ${events.join(', ')}`);
}

/**
 * Whoever takes what comes after an end for another beginning, as PagerDuty does, is left with the end. What a process sent that could not use
 * the store is left out: another one may have sent the end at the same time, or it may have died. An
 * acknowledgement opens nothing. Source: PagerDuty developer documentation, "Events API v2 Overview": one without an open alert is dropped.
 */
export function leftOpen({ arrivals, forgotten }: World): readonly string[] {
  const leftOut = new Set(forgotten);
  for (const { receiver, alert, isCutOff } of arrivals) if (isCutOff) leftOut.add(knownBy(receiver, alert.incidentId));
  const last = new Map<string, AlertEvent>();
  const over = new Set<string>();
  for (const { receiver, alert } of arrivals) {
    const key = knownBy(receiver, alert.incidentId);
    if (leftOut.has(key) || alert.event === 'acknowledged') continue;
    last.set(key, alert.event);
    if (alert.event === 'resolved') over.add(key);
  }
  return [...over].filter((key) => last.get(key) !== 'resolved').map((key) => `${key} ends with ${last.get(key)}`);
}

/** What was stored as due is sent. */
export function markedInVain({ marked, arrivals }: World): readonly string[] {
  const sent = new Set(arrivals.map(({ receiver, alert }) => knownBy(receiver, alert.incidentId)));
  return [...marked].filter((key) => !sent.has(key)).map((key) => `${key} was due and is not sent`);
}

/** What the store still owes. */
export function overdueAlerts({ stored }: World): readonly string[] {
  return statesIn(stored).flatMap(([service, state]) =>
    unsentAlerts(state).map(({ event, incident }) => `${service} owes ${event} of ${incident}`),
  );
}

/** What the store still owes, or has as open. */
export function leftOver(world: World): readonly string[] {
  const open = statesIn(world.stored).flatMap(([service, state]) =>
    openIncidents(state).map(({ id }) => `${service} has ${id} open`),
  );
  return [...overdueAlerts(world), ...open];
}

function statesIn(stored: World['stored']) {
  return [...stored].flatMap(([service, { state }]) => {
    const read = readState(state);
    return read === null ? [] : [[service, read] as const];
  });
}

// While services have been failing for long enough.

/**
 * Of services that fail: those of which nobody knows. With `all`, an end counts however it
 * was sent; with `kept`, only where the store knew of it. When it didn't, and the process that sent it is gone, a new
 * failure looks like the old one to whoever comes next.
 */
export function silentFailures(
  { arrivals }: World,
  services: readonly string[],
  ends: 'all' | 'kept',
): readonly string[] {
  const counting = arrivals.filter(
    ({ alert, isMarked }) => alert.kind === 'outage' && (alert.event !== 'resolved' || ends === 'all' || isMarked),
  );
  const courses = coursesOf(counting);
  return services
    .filter((service) => !isKnown(courses, service))
    .map((service) => `${service} fails, and nobody knows`);
}

/** The same for each receiver. */
export function unknownFailures(
  world: World,
  receivers: readonly string[],
  services: readonly string[],
): readonly string[] {
  const courses = remembered(world);
  return receivers.flatMap((receiver) => {
    const own = courses.filter((course) => course.receiver === receiver);
    return services.filter((id) => !isKnown(own, id)).map((id) => `${receiver}: ${id} fails, and it does not know`);
  });
}

function isKnown(courses: readonly Course[], service: string): boolean {
  return courses.some(
    (course) => course.service === service && course.events.includes('opened') && !course.events.includes('resolved'),
  );
}

// Acknowledgements.

/**
 * That somebody is on it comes after the beginning and before the end, and to nobody but `shows`. An end that was sent while the
 * store was away is unknown to others, and who can't read the store knows of no end.
 */
export function acknowledgedOutOfTurn(world: World, shows: string): readonly string[] {
  const inTurn = eventsBy(world.arrivals.filter(({ isCutOff }) => !isCutOff));
  const all = eventsBy(world.arrivals);
  return remembered(world).flatMap(({ receiver, incidentId }) => {
    const key = knownBy(receiver, incidentId);
    const events = all.get(key) ?? [];
    const first = events.indexOf('acknowledged');
    if (first < 0) return [];
    const own = inTurn.get(key) ?? [];
    const end = own.indexOf('resolved');
    const isInTurn = events.indexOf('opened') < first && (end < 0 || own.lastIndexOf('acknowledged') < end);
    return receiver === shows && isInTurn ? [] : [`${receiver}: ${incidentId} has ${events.join(', ')}`];
  });
}

/** Somebody is on all that fails, and who shows that knows it. */
export function unacknowledged(world: World, shows: string): readonly string[] {
  return remembered(world)
    .filter(({ receiver, events }) => receiver === shows && !events.includes('resolved'))
    .filter(({ events }) => !events.includes('acknowledged'))
    .map(({ receiver, incidentId }) => `${receiver}: nobody is on ${incidentId}`);
}

/** All events that arrived, also those that came again. */
function eventsBy(arrivals: readonly Arrived[]): ReadonlyMap<string, readonly AlertEvent[]> {
  const events = new Map<string, AlertEvent[]>();
  for (const { receiver, alert } of arrivals) {
    const key = knownBy(receiver, alert.incidentId);
    events.set(key, [...(events.get(key) ?? []), alert.event]);
  }
  return events;
}

// A backlog.

/** Of each service the alerts come in the order of their times; of each incident its beginning comes first, and nothing after its end. */
export function outOfOrder({ arrivals }: World): readonly string[] {
  const last = new Map<string, string>();
  const seen = new Set<string>();
  const open = new Set<string>();
  const faults: string[] = [];
  for (const { alert } of arrivals) {
    const { id, at, event, incidentId, service } = alert;
    if (seen.has(id)) continue;
    seen.add(id);
    if (at < (last.get(service.id) ?? '')) faults.push(`${id} comes after what is later`);
    last.set(service.id, at);
    if (event === 'opened') open.add(incidentId);
    if (!open.has(incidentId)) faults.push(`${id} is not within its incident`);
    if (event === 'resolved') open.delete(incidentId);
  }
  return faults;
}

// Receivers that refuse.

/** What nobody was ever to be notified of: itself, an end before its beginning, a beginning in which nothing was refused, what lasted less than an hour. */
export function wrongNotices({ notices, vain }: World): readonly string[] {
  const known = new Set<string>();
  return notices.flatMap(({ receiver, notice }) => {
    const key = `${receiver}: ${noticeKey(notice)}`;
    const faults: string[] = [];
    if (receiver === notice.about.id) faults.push(`${receiver} was notified of itself`);
    if (notice.event === 'opened') known.add(key);
    else if (!known.has(key)) faults.push(`${key} ends before it begins`);
    const isTrue = vain.some(
      (one) => one.receiver === notice.about.id && one.from <= notice.since && notice.since <= one.to + LONGEST_RUN_MS,
    );
    if (!isTrue) faults.push(`${key} did not begin then`);
    if (notice.at - notice.since < HOUR_MS) faults.push(`${key} lasted less than an hour`);
    return faults;
  });
}

const HOUR_MS = 3_600_000;
/** From what a receiver refuses to the end of its run. */
const LONGEST_RUN_MS = 60_000;

export function noticesWithoutEnd({ notices }: World): readonly string[] {
  const keyOf = ({ receiver, notice }: World['notices'][number]) => `${receiver}: ${noticeKey(notice)}`;
  const ended = new Set(notices.flatMap((arrival) => (arrival.notice.event === 'resolved' ? [keyOf(arrival)] : [])));
  return [...new Set(notices.map(keyOf))].filter((key) => !ended.has(key)).map((key) => `${key} has no end`);
}

function timesOf(event: Alert['event'], events: readonly AlertEvent[]): number {
  return events.filter((each) => each === event).length;
}
