/** The facts in alerts: facts that all alerts share come once, the others with each service. */

import { describeDuration } from '../../words/duration';
import { plural } from '../../words/plural';
import { actorName } from '../../words/shown-value';
import type { Alert } from '../alert';
import { neutralize } from '../neutralize';
import type { Notification } from '../notification';
import { shared, sharedClues, sharedMoment } from '../shared';
import { named, shownId } from '../summary';
import { describeAgain, describeEpisode, isAnswering, isRemoval, reasonOf, shownFinding } from '../wording';
import { beyondPhrase, describeAnswer, describeBefore, describeChange, describeHealth } from './finding-words';
import { between, period, readable, timeOf } from './readable-time';

/** A label, with a line or several. */
export type Fact = readonly [label: string, lines: readonly string[]];

type Alerts = Notification['alerts'];

/** How many services or alerts a mail and a card list. */
export const MOST_LISTED = 20;
/** The length to which the list of services cuts a message, in characters. */
const MESSAGE_LENGTH = 100;

/** Returns the facts in the order in which people ask for them, without the ones that have no data. */
export function factsOf(alerts: Alerts): readonly Fact[] {
  const isEnd = alerts[0].event === 'resolved';
  const facts: readonly Draft[] = [
    times(alerts),
    ['Silenced', silenced(alerts, false)],
    ['Maintenance', silenced(alerts, true)],
    ['Held back', heldBehind(alerts)],
    ['Ack by', ackText(shared(alerts, ({ ack }) => ack))],
    ['Needed by', isEnd ? [] : alerts.flatMap(neededBy)],
    ['Also', omitted(alerts)],
    [isEnd || isAnswering(alerts[0]) ? 'Flapping' : 'Again', shared(alerts, episodeOf)],
    resultFact(alerts),
    [isEnd || isAnswering(alerts[0]) ? 'Cause' : 'Before', before(alerts)],
    ['Changed', shared(alerts, changeOf)],
    ['Last healthy', lastWell(alerts)],
    ['Services', services(alerts)],
    ['Clues', isEnd ? [] : clues(alerts)],
    ['Reason', isAnswering(alerts[0]) ? null : codes(alerts)],
  ];
  return facts.flatMap(([label, text]) => {
    const lines = typeof text === 'string' ? [text] : (text ?? []);
    return lines.length === 0 ? [] : [[label, lines] as const];
  });
}

/** A fact that may be empty: `null`, or no line, if nothing is recorded or shared. */
type Draft = readonly [label: string, text: string | readonly string[] | null];

function times(alerts: Alerts): Draft {
  const [{ event, kind, episode }, ...others] = alerts;
  const openings = alerts.map(({ openedAt }) => openedAt).sort();
  const [first = '', last = ''] = [openings[0], openings.at(-1)];
  const length = lengthOf(alerts);
  const hasRelapsed = alerts.some(({ failures }) => failures > 1);
  const failedRuns = kind === 'outage' ? shared(alerts, (alert) => alert.failedRuns) : null;
  const runs = failedRuns === null ? [] : [plural(failedRuns, 'failed check')];
  if (event === 'resolved') {
    const end = alerts.map(endOf).sort().at(-1) ?? '';
    const isSingle = others.length === 0;
    const isOne = isSingle || isOneLength(alerts);
    // If it was healthy in between, it was not down all the time.
    const time = hasRelapsed && isOne ? `for ${length} ${between(first, end)}` : period(first, end);
    // The first line of a single recovery has its length.
    const ofSeveral = isOne && !hasRelapsed ? [length] : [];
    return [kind === 'outage' ? 'Down' : 'Lasted', `${time}${inBrackets(isSingle ? runs : ofSeveral)}`];
  }
  if (sharedMoment(openings) === null) return ['Since', `${period(first, last)}, one after the other`];
  const details = [...(length !== '0 s' ? [`${hasRelapsed ? 'down for ' : ''}${length}`] : []), ...runs];
  const againSince = others.length === 0 ? episode?.againSince : null;
  return ['Since', `${againSince ? describeAgain(againSince, first) : readable(first)}${inBrackets(details)}`];
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
  return `until ${readable(until)}${why}`;
}

/** Returns the failing needed service because of which people are notified only now. */
function heldBehind(alerts: Alerts): string | null {
  const held = shared(alerts, (alert) => alert.silenced);
  return held?.behind === undefined ? null : `until ${readable(held.until)}, while ${shownId(held.behind)} was down`;
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

/** Returns who acknowledged the alert, and since when. */
function ackText(ack: Alert['ack']): string | null {
  if (ack === null) return null;
  const note = ack.note === null ? '' : `: ${neutralize(ack.note)}`;
  return `${neutralize(actorName(ack.by), 80)}, since ${readable(ack.since)}${note}`;
}

/** Returns the number of earlier incidents that people only get the count of. */
function omitted(alerts: Alerts): string | null {
  const count = alerts.reduce((sum, alert) => sum + alert.omitted, 0);
  if (count === 0) return null;
  const what = plural(count, 'earlier incident');
  const whose = alerts.length === 1 ? 'it' : 'these services';
  return `${what} of ${whose}, which ${count === 1 ? 'was' : 'were'} over before you could be notified`;
}

/** Returns how often the service failed; once resolved, how long it had been healthy when people were notified. */
function episodeOf({ episode, at, resolvedAt, verdict, lastHealthy }: Alert): string | null {
  if (episode === null) return null;
  const since = Date.parse(episode.since);
  if (resolvedAt === null) return describeEpisode({ ...episode, since }, Date.parse(at));
  const length = describeDuration(Date.parse(resolvedAt) - since);
  const heldMs = verdict === 'healthy' && lastHealthy ? Date.parse(lastHealthy.at) - Date.parse(resolvedAt) : 0;
  const held = heldMs >= 1_000 ? `, healthy for ${describeDuration(heldMs)}` : '';
  return `${plural(episode.times, 'failure')} in ${length}${held}`;
}

/** Returns the answer that the checker saw, if it was the same from all services. */
function resultFact(alerts: Alerts): Draft {
  const [alert, ...others] = alerts;
  const { event, kind, message, previous, httpStatus, verdict } = alert;
  if (isAnswering(alert)) return ['Now', [`HTTP ${httpStatus ?? 200}`, ...figures(alerts)].join(', ')];
  if (kind !== 'outage' && !isRemoval(alert)) {
    const found = event === 'resolved' ? (previous?.message ?? message) : message;
    return ['Found', others.length === 0 ? neutralize(found) : null];
  }
  const isOne = isOneAnswer(alerts);
  if (event !== 'resolved') return ['Result', isOne ? describeAnswer(alert) : null];
  if (verdict !== 'healthy') return ['Why', isOne ? neutralize(message) : null];
  return ['Now', isOne ? [`HTTP ${httpStatus ?? 200}`, ...figures(alerts)].join(', ') : null];
}

function isOneAnswer(alerts: Alerts): boolean {
  return shared(alerts, ({ verdict, httpStatus, message }) => [verdict, httpStatus, message]) !== null;
}

/** Returns the figures of a single service's report; several services have different figures. */
function figures([{ lastHealthy }, ...others]: Alerts): readonly string[] {
  const known = lastHealthy === null || others.length > 0 ? '' : describeHealth(lastHealthy);
  return known === '' ? [] : [known];
}

/** Returns the finding that people were notified of before. */
function before(alerts: Alerts): string | null {
  const [{ event, kind, previous }] = alerts;
  if (previous === null || event === 'reminder' || kind !== 'outage' || !isOneBefore(alerts)) return null;
  const message = shared(alerts, (alert) => alert.previous?.message ?? '') ?? '';
  return describeBefore({ ...previous, message });
}

function isOneBefore(alerts: Alerts): boolean {
  return shared(alerts, ({ previous }) => [previous?.verdict, previous?.reason]) !== null;
}

function changeOf({ changed }: Alert): string | null {
  return changed && describeChange(changed);
}

function lastWell(alerts: Alerts): string | null {
  const isWell = alerts.some((alert) => isAnswering(alert) || (alert.event === 'resolved' && !isRemoval(alert)));
  const moment = sharedMoment(alerts.map(({ lastHealthy }) => lastHealthy?.at ?? ''));
  if (alerts[0].kind !== 'outage' || isWell || moment === null) return null;
  return [readable(moment), ...figures(alerts)].join(', ');
}

/** Returns each of several services, with the facts that it does not share. */
function services(alerts: Alerts): readonly string[] {
  if (alerts.length === 1) return [];
  const parts = ownParts(alerts);
  const listed = alerts.slice(0, MOST_LISTED).map((alert) => {
    const own = parts.map((partOf) => partOf(alert)).filter((part) => part);
    return `${shownId(alert.service.id)}${own.length > 0 ? `: ${own.join('; ')}` : ''}`;
  });
  return [...listed, ...(alerts.length > MOST_LISTED ? [`and ${alerts.length - MOST_LISTED} more`] : [])];
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
    ...unless(sharedMoment(alerts.map(({ openedAt }) => openedAt)) !== null, openedTime),
    ...unless(event !== 'updated' || !isOutage || isOneBefore(alerts), wasBefore),
    ...unless(shared(alerts, episodeOf) !== null, episodeOf),
    ...unless(shared(alerts, ({ ack }) => ack) !== null, ackWordOf),
    // The figures of a condition or an objective, such as how many answers were slow, belong to one service.
    ...unless(isOutage && isOneAnswer(alerts), (alert) => beyondPhrase(alert, MESSAGE_LENGTH)),
  ];
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

/** Returns the codes of their reasons, to search for: `http_503`, `http_503, connection_refused`. */
function codes(alerts: Alerts): string {
  return named([...new Set(alerts.map((alert) => neutralize(reasonOf(alert))))], MOST_LISTED);
}

/** Returns the clues; a clue that only some services have names them. */
function clues(alerts: Alerts): readonly string[] {
  return sharedClues(alerts).map(({ message, services }) => {
    const whose = services.length === alerts.length ? '' : `${named(services.map(shownId))}: `;
    return `${whose}${neutralize(message)}`;
  });
}
