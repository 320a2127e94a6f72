/** The facts in alerts: facts that all alerts share come once, the others with each service. */

import { capitalized } from '../../words/capitalized';
import { describeDuration } from '../../words/duration';
import { plural } from '../../words/plural';
import { unreachableFrom } from '../../words/regions/region-views';
import { actorName } from '../../words/shown-value';
import type { Alert } from '../alert';
import { neutralize } from '../neutralize';
import type { Notification } from '../notification';
import { hostOf, shared, sharedClues, sharedMoment } from '../shared';
import { named, shownId } from '../summary';
import { describeEpisode, isAnswering, isRemoval, shownFinding } from '../wording';
import { describeCause, describeChange, describeHealth, detailOf } from './finding-words';
import { periodOn, readableOn, timeOf } from './readable-time';

/** A label, with a line or several. */
export type Fact = readonly [label: string, lines: readonly string[]];
/** Facts that belong together. */
export type Thought = readonly Fact[];

type Alerts = Notification['alerts'];

/** How many services or alerts a mail and a card list. */
export const MOST_LISTED = 20;
/** The length to which the list of services cuts a message, in characters. */
const MESSAGE_LENGTH = 100;

/** The labels that begin a sentence; others are followed by a colon. */
const BEGINNINGS: ReadonlyMap<string, string> = new Map([
  ['Since', 'Since'],
  ['Down', 'Down from'],
  ['Last healthy', 'Last healthy at'],
  ['Ack by', 'Acknowledged by'],
  ['Unreachable from', 'Unreachable from'],
]);

/** Returns a label as shown: `Since`, `Cause:`. */
export function shownLabel(label: string): string {
  return BEGINNINGS.get(label) ?? `${label}:`;
}

/** Returns the facts in the order in which people ask for them, without the ones that have no data. */
export function factsOf(alerts: Alerts): readonly Thought[] {
  const isEnd = alerts[0].event === 'resolved';
  const isOver = isEnd || isAnswering(alerts[0]);
  const thoughts: readonly (readonly Draft[])[] = [
    [['Services', services(alerts)]],
    [
      times(alerts),
      ['Unreachable from', isOver ? null : regionsText(alerts)],
      ['Last healthy', lastWell(alerts)],
      ['Again', shared(alerts, episodeOf)],
      [isEnd ? 'Cause' : 'Was', isOver ? causeOf(alerts) : null],
      ['Now', isAnswering(alerts[0]) ? ['healthy', ...figures(alerts)].join(', ') : null],
      ['Fixed with', shared(alerts, changeOf)],
      ['In common', inCommon(alerts)],
    ],
    [
      ['Ack by', ackText(alerts)],
      ['Silenced', silenced(alerts, false)],
      ['Maintenance', silenced(alerts, true)],
      ['Held back', heldBehind(alerts)],
      ['Needed by', isEnd ? [] : alerts.flatMap(neededBy)],
      ['Also', omitted(alerts)],
    ],
    [
      ['Changed before', isEnd ? [] : clues(alerts, true)],
      ['Clues', isEnd ? [] : clues(alerts, false)],
    ],
  ];
  return thoughts.map(withoutEmpty).filter(({ length }) => length > 0);
}

/** Returns from how many regions the services are unreachable, if it is the same for all. */
function regionsText(alerts: Alerts): string | null {
  const views = shared(alerts, ({ regions }) => regions) ?? [];
  return views.length === 0 ? null : unreachableFrom(views);
}

/** A fact that may be empty: `null`, or no line, if nothing is recorded or shared. */
type Draft = readonly [label: string, text: string | readonly string[] | null];

function withoutEmpty(facts: readonly Draft[]): Thought {
  return facts.flatMap(([label, text]) => {
    const lines = typeof text === 'string' ? [text] : (text ?? []);
    return lines.length === 0 ? [] : [[label, lines] as const];
  });
}

function times(alerts: Alerts): Draft {
  const [{ at, event, kind, episode, failures }, ...others] = alerts;
  const openings = alerts.map(({ openedAt }) => openedAt).sort();
  const [first = '', last = ''] = [openings[0], openings.at(-1)];
  const isSingle = others.length === 0;
  const failedRuns = kind === 'outage' ? shared(alerts, (alert) => alert.failedRuns) : null;
  const runs = failedRuns === null ? [] : [plural(failedRuns, 'failed check')];
  if (event === 'resolved') {
    const end = alerts.map(endOf).sort().at(-1) ?? '';
    const outages = isSingle && failures > 1 ? `, in ${failures} outages` : '';
    // The first line of a single recovery has its length.
    const details = isSingle ? runs : isOneLength(alerts) ? [lengthOf(alerts)] : [];
    return [kind === 'outage' ? 'Down' : 'Lasted', `${periodOn(at, first, end)}${inBrackets(details)}${outages}`];
  }
  if (isSingle && isAnswering(alerts[0])) return ['Since', null];
  if (sharedMoment(openings) === null)
    return ['Since', `${readableOn(at, first)}, the last one since ${readableOn(at, last)}`];
  const length = lengthOf(alerts);
  // The first line of a single reminder has its length.
  const isLong = length !== '0 s' && !(isSingle && event === 'reminder');
  const hasRelapsed = alerts.some((alert) => alert.failures > 1);
  const details = [...(isLong ? [`${hasRelapsed ? 'down for ' : ''}${length}`] : []), ...runs];
  const before = isSingle && episode?.relapsed ? healthyBefore(episode) : '';
  const again = isSingle ? (episode?.againSince ?? null) : null;
  const since = again === null ? `${readableOn(at, first)}${inBrackets(details)}` : readableOn(at, again);
  return ['Since', `${since}${before}${isSingle ? '' : ', all at once'}`];
}

function healthyBefore({ healthySeconds }: NonNullable<Alert['episode']>): string {
  return healthySeconds === null ? '' : `, healthy for ${describeDuration(healthySeconds * 1_000)} before`;
}

/** Returns the longest duration. */
function lengthOf(alerts: readonly Alert[]): string {
  return describeDuration(Math.max(...alerts.map(({ durationSeconds }) => durationSeconds)) * 1_000);
}

function inBrackets(details: readonly string[]): string {
  return details.length === 0 ? '' : ` (${details.join(', ')})`;
}

function endOf({ resolvedAt, at }: Alert): string {
  return resolvedAt ?? at;
}

/** Returns whether the outages began and ended together, and failed for equally long. */
function isOneLength(alerts: Alerts): boolean {
  const lengths = alerts.map(({ durationSeconds }) => new Date(durationSeconds * 1_000).toISOString());
  return [alerts.map(({ openedAt }) => openedAt), alerts.map(endOf), lengths].every(
    (all) => sharedMoment(all) !== null,
  );
}

/** Returns why people are notified only now. */
function silenced(alerts: Alerts, isPlanned: boolean): string | null {
  const silence = shared(alerts, (alert) => alert.silenced);
  if (silence === null || silence.planned !== isPlanned || silence.behind !== undefined) return null;
  const { until, by, reason } = silence;
  const why = `${by === null ? '' : ` by ${neutralize(by, 80)}`}${reason === null ? '' : `: ${neutralize(reason)}`}`;
  return `until ${readableOn(alerts[0].at, until)}${why}`;
}

/** Returns the failing needed service because of which people are notified only now. */
function heldBehind(alerts: Alerts): string | null {
  const held = shared(alerts, (alert) => alert.silenced);
  if (held?.behind === undefined) return null;
  return `until ${readableOn(alerts[0].at, held.until)}, while ${shownId(held.behind)} was down`;
}

/** Returns the services that need it, and the failing ones; with several alerts it names its service. */
function neededBy({ neededBy, service }: Alert, _index: number, { length }: readonly Alert[]): readonly string[] {
  if (neededBy === undefined) return [];
  const { services, failing, isWhole, named: ids } = neededBy;
  const whose = length === 1 ? '' : `${shownId(service.id)}: `;
  const all = `${whose}${plural(services, 'service')}`;
  if (failing === 0) return [all];
  const count = `${isWhole ? '' : 'at least '}${failing}`;
  const more = failing > ids.length ? `, ${failing - ids.length} more` : '';
  return [`${all}, ${count} of them ${failing === 1 ? 'is' : 'are'} down: ${ids.map(shownId).join(', ')}${more}`];
}

/** Returns who acknowledged it and when; of a reminder, when the next one comes. */
function ackText(alerts: Alerts): string | null {
  const [{ at, event, nextReminderAt, silencesUnknown }] = alerts;
  const ack = shared(alerts, (alert) => alert.ack);
  if (ack !== null) {
    const note = ack.note === null ? '' : `: ${neutralize(ack.note)}`;
    return `${neutralize(actorName(ack.by), 80)} at ${readableOn(at, ack.since)}${note}`;
  }
  const isNobody = event === 'reminder' && !silencesUnknown && alerts.every((alert) => alert.ack === null);
  if (!isNobody) return null;
  return `nobody${nextReminderAt === null ? '' : `. Next reminder at ${readableOn(at, nextReminderAt)}`}`;
}

/** Returns the number of earlier incidents that people only get the count of. */
function omitted(alerts: Alerts): string | null {
  const count = alerts.reduce((sum, alert) => sum + alert.omitted, 0);
  if (count === 0) return null;
  const what = plural(count, 'earlier incident');
  const whose = alerts.length === 1 ? 'it' : 'these services';
  return `${what} of ${whose}, which ${count === 1 ? 'was' : 'were'} over before you could be notified`;
}

/** Returns how often the service failed; once resolved, only if it had failed before this outage. */
function episodeOf({ episode, at, resolvedAt, failures }: Alert): string | null {
  if (episode === null) return null;
  const since = Date.parse(episode.since);
  if (resolvedAt === null) return describeEpisode({ ...episode, since }, Date.parse(at));
  if (episode.times <= failures) return null;
  return `${plural(episode.times, 'failure')} in ${describeDuration(Date.parse(resolvedAt) - since)}`;
}

/** Returns what a check found, beyond the first line of the message, if it was the same for all services. */
export function resultOf(alerts: Alerts): string | null {
  const [alert, ...others] = alerts;
  const { event, kind, message, previous } = alert;
  if (isAnswering(alert)) return null;
  if (kind !== 'outage' && !isRemoval(alert)) {
    const found = event === 'resolved' ? (previous?.message ?? message) : message;
    return others.length === 0 ? capitalized(neutralize(found)) : null;
  }
  if (!isOneAnswer(alerts)) return null;
  if (event !== 'resolved') return detailOf(alert);
  return isRemoval(alert) ? capitalized(neutralize(message)) : null;
}

function isOneAnswer(alerts: Alerts): boolean {
  return shared(alerts, ({ verdict, httpStatus, message }) => [verdict, httpStatus, message]) !== null;
}

/** Returns the figures of a single service's report; several services have different figures. */
function figures([{ lastHealthy }, ...others]: Alerts): readonly string[] {
  const known = lastHealthy === null || others.length > 0 ? '' : describeHealth(lastHealthy);
  return known === '' ? [] : [known];
}

/** Returns what was wrong. */
function causeOf(alerts: Alerts): string | null {
  const [{ kind, previous }] = alerts;
  if (previous === null || kind !== 'outage' || !isOneBefore(alerts)) return null;
  const message = shared(alerts, (alert) => alert.previous?.message ?? '') ?? '';
  const length = isAnswering(alerts[0]) && alerts.length === 1 ? `, for ${lengthOf(alerts)}` : '';
  return `${describeCause({ ...previous, message })}${length}`;
}

function isOneBefore(alerts: Alerts): boolean {
  return shared(alerts, ({ previous }) => [previous?.verdict, previous?.reason]) !== null;
}

function changeOf({ changed }: Alert): string | null {
  return changed && describeChange(changed);
}

function lastWell(alerts: Alerts): string | null {
  const [{ at, kind, event, episode }] = alerts;
  const isWell = alerts.some((alert) => isAnswering(alert) || (alert.event === 'resolved' && !isRemoval(alert)));
  const moment = sharedMoment(alerts.map(({ lastHealthy }) => lastHealthy?.at ?? ''));
  // A reminder repeats only what is needed now. Of a relapse, the line above says how long it was healthy.
  if (kind !== 'outage' || isWell || moment === null || event === 'reminder' || episode?.relapsed) return null;
  return [readableOn(at, moment), ...figures(alerts)].join(', ');
}

/** Returns the services of a group: in a line, or each with the facts that it does not share. */
function services(alerts: Alerts): readonly string[] {
  if (alerts.length === 1) return [];
  const parts = ownParts(alerts);
  const listed = alerts.slice(0, MOST_LISTED).map((alert) => {
    const own = parts.map((partOf) => partOf(alert)).filter((part) => part);
    return { id: shownId(alert.service.id), own: own.join('; ') };
  });
  if (listed.every(({ own }) => own === ''))
    return [
      named(
        alerts.map(({ service }) => shownId(service.id)),
        MOST_LISTED,
      ),
    ];
  const more = alerts.length > MOST_LISTED ? [`and ${alerts.length - MOST_LISTED} more`] : [];
  return [...listed.map(({ id, own }) => `${id}${own === '' ? '' : `: ${own}`}`), ...more];
}

type Part = (alert: Alert) => string | null;

function ownParts(alerts: Alerts): readonly Part[] {
  const [{ event, kind }] = alerts;
  const isOutage = kind === 'outage';
  const unless = (isSaid: boolean, part: Part) => (isSaid ? [] : [part]);
  const subject = [
    ...unless(shared(alerts, ({ severity }) => severity) !== null, ({ severity }) => severity),
    ...unless(
      alerts.every((alert) => environmentOf(alert) === environmentOf(alerts[0])),
      environmentOf,
    ),
  ];
  if (event === 'resolved')
    return [
      ...subject,
      ...unless(shared(alerts, isRemoval) !== null, (alert) => (isRemoval(alert) ? 'no longer watched' : null)),
      ...unless(isOneLength(alerts), (alert) => `${isOutage ? 'down ' : ''}for ${lengthOf([alert])}`),
      ...unless(!isOutage || isOneBefore(alerts), ({ previous }) => previous && shownFinding(previous)),
      ...unless(shared(alerts, changeOf) !== null, changeOf),
    ];
  return [
    ...subject,
    ...unless(shared(alerts, shownFinding) !== null, shownFinding),
    // The figures of a condition or an objective, such as how many answers were slow, belong to one service.
    ...unless(
      isOutage && isOneAnswer(alerts),
      isOutage ? ownDetail : ({ message }) => neutralize(message, MESSAGE_LENGTH),
    ),
    ...unless(sharedMoment(alerts.map(({ openedAt }) => openedAt)) !== null, openedTime),
    ...unless(event !== 'updated' || !isOutage || isOneBefore(alerts), wasBefore),
    ...unless(shared(alerts, episodeOf) !== null, episodeOf),
    ...unless(shared(alerts, ({ ack }) => ack) !== null, ackWordOf),
  ];
}

function ownDetail(alert: Alert): string | null {
  return detailOf({ ...alert, message: neutralize(alert.message, MESSAGE_LENGTH) });
}

function environmentOf({ service: { environment } }: Alert): string | null {
  return environment && neutralize(environment, 60);
}

function openedTime({ openedAt }: Alert): string {
  return `since ${timeOf(openedAt)} UTC`;
}

function wasBefore({ previous }: Alert): string | null {
  return previous && `before: ${shownFinding(previous)}`;
}

function ackWordOf({ ack }: Alert): string | null {
  return ack && `acknowledged by ${neutralize(actorName(ack.by), 80)}`;
}

/** Returns the host that all of several services have. */
function inCommon(alerts: Alerts): string | null {
  const host = shared(alerts, ({ service }) => hostOf(service.url));
  return alerts.length === 1 || alerts[0].event === 'resolved' || host === null ? null : `all on ${host}`;
}

/** The clues that say that the service itself changed. */
const CHANGES: ReadonlySet<string> = new Set(['version_changed', 'restarted']);

/** Returns the clues about changes, or the others; a clue that only some services have names them. */
function clues(alerts: Alerts, areChanges: boolean): readonly string[] {
  return sharedClues(alerts)
    .filter(({ code }) => CHANGES.has(code) === areChanges)
    .map(({ message, services }) => {
      const whose = services.length === alerts.length ? '' : `${named(services.map(shownId))}: `;
      return `${whose}${neutralize(message)}`;
    });
}
