/** Several alerts in one notification, for people: what they have in common, then each of them, the worst first. */

import type { Alert } from '../message/alert';
import { neutralize } from '../message/neutralize';
import type { Notification } from '../message/notification';
import { hostOf, shared, sharedClues, sharedMoment } from '../message/shared';
import { named, shownId, summaryOf } from '../message/summary';
import { VERDICT_PHRASES } from '../message/verdict-phrase';
import { describeEpisode, isRemoval } from '../message/wording';
import { describeDuration } from '../words/duration';
import {
  adviceOf,
  beyondReason,
  cluesFact,
  describeAnswer,
  describeBefore,
  describeChange,
  describeRuns,
  omittedFact,
  silencedFact,
} from './alert-text';
import { type Content, type Fact, MOST_LISTED } from './content';
import { period, readable, timeOf } from './readable-time';

/** How much of a message a list shows, in characters. */
const MESSAGE_LENGTH = 100;

/** The content of a notification of several alerts. */
export function groupContent(notification: Notification): Content {
  const { alerts } = notification;
  const [worst] = alerts;
  const advice = adviceOf(worst);
  const isShared = shared(alerts, (alert) => alert.reason) !== null;
  const silenced = shared(alerts, (alert) => alert.silenced);
  return {
    headline: summaryOf(notification),
    facts: [
      times(alerts),
      ...silencedFact({ silenced }),
      ...omittedFact(alerts),
      ...seen(alerts),
      ...changes(alerts),
      ['Services', listOf(alerts)],
      ...cluesFact(worst.event, cluesOf(alerts)),
    ],
    firstLook: advice === null || isShared ? advice : `${shownId(worst.service.id)}: ${advice}`,
    where: whereOf(alerts),
  };
}

function times(alerts: Notification['alerts']): Fact {
  const openings = alerts.map(({ openedAt }) => openedAt).sort();
  const [first = '', last = ''] = [openings[0], openings.at(-1)];
  if (alerts[0].event === 'resolved') {
    const ends = alerts.map(({ resolvedAt, at }) => resolvedAt ?? at).sort();
    const label = alerts[0].kind === 'outage' ? 'Down' : 'Lasted';
    const ofIt = alerts.some(({ failures }) => failures > 1) ? ' of it' : '';
    const length = isOneLength(alerts) ? ` (${lengthOf(alerts)}${ofIt})` : '';
    return [label, [`${period(first, ends.at(-1) ?? last)}${length}`]];
  }
  if (sharedMoment(openings) === null) return ['Since', [`${period(first, last)}, one after the other`]];
  const runs = shared(alerts, ({ kind, failedRuns }) => (kind === 'outage' ? failedRuns : null));
  const details = [...(lengthOf(alerts) === '0 s' ? [] : [lengthOf(alerts)]), ...(runs ? [describeRuns(runs)] : [])];
  return ['Since', [`${readable(first)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`]];
}

/** Whether their outages have begun together and ended together, and failed for as long between. */
function isOneLength(alerts: Notification['alerts']): boolean {
  const lengths = alerts.map(({ durationSeconds }) => new Date(durationSeconds * 1_000).toISOString());
  return (
    sharedMoment(alerts.map(({ openedAt }) => openedAt)) !== null &&
    sharedMoment(alerts.map(({ resolvedAt, at }) => resolvedAt ?? at)) !== null &&
    sharedMoment(lengths) !== null
  );
}

function lengthOf(alerts: Notification['alerts']): string {
  return describeDuration(Math.max(...alerts.map(({ durationSeconds }) => durationSeconds)) * 1_000);
}

/** What the checker saw, if it saw the same of all. */
function seen(alerts: Notification['alerts']): readonly Fact[] {
  const [alert] = alerts;
  if (!isOneAnswer(alerts)) return [];
  if (alert.kind !== 'outage' && !isRemoval(alert)) return [];
  if (alert.event !== 'resolved') return [['Seen', [describeAnswer(alert)]]];
  return alert.verdict === 'healthy'
    ? [['Now', [`HTTP ${alert.httpStatus ?? 200}`]]]
    : [['Why', [neutralize(alert.message)]]];
}

function isOneAnswer(alerts: Notification['alerts']): boolean {
  return shared(alerts, ({ verdict, httpStatus, message }) => [verdict, httpStatus, message]) !== null;
}

function changes(alerts: Notification['alerts']): readonly Fact[] {
  const [{ event, kind, previous, changed }] = alerts;
  const sharedMessage = shared(alerts, (alert) => alert.previous?.message ?? '');
  const lastWell = sharedMoment(alerts.map(({ lastHealthy }) => lastHealthy?.at ?? ''));
  return [
    ...(previous && event !== 'reminder' && kind === 'outage' && shared(alerts, previousOf) !== null
      ? [['Was', [describeBefore({ ...previous, message: sharedMessage ?? '' })]] as const]
      : []),
    ...(changed && shared(alerts, (alert) => alert.changed) !== null
      ? [['Changed', [describeChange(changed)]] as const]
      : []),
    ...(lastWell && kind === 'outage' && event !== 'resolved' ? [['Last well', [readable(lastWell)]] as const] : []),
  ];
}

/** What it was before, but for the text. */
function previousOf({ previous }: Alert): unknown {
  return previous && [previous.verdict, previous.reason];
}

function whereOf(alerts: Notification['alerts']): string | null {
  const hosts = [...new Set(alerts.flatMap(({ service }) => hostOf(service.url) ?? []))];
  const environment = neutralize(alerts[0].service.environment ?? '', 60);
  if (hosts.length === 0) return environment || null;
  return environment === '' ? named(hosts) : `${named(hosts)} (${environment})`;
}

/** Those of single services name them. */
function cluesOf(alerts: Notification['alerts']): readonly string[] {
  return sharedClues(alerts).map(({ message, services }) => {
    const whose = services.length === alerts.length ? '' : `${named(services.map(shownId))}: `;
    return `${whose}${neutralize(message)}`;
  });
}

/** Each service, with what it does not share with the others. */
function listOf(alerts: Notification['alerts']): readonly string[] {
  const describe = alerts[0].event === 'resolved' ? endIn(alerts) : failureIn(alerts);
  const listed = alerts.slice(0, MOST_LISTED).map((alert) => {
    const own = describe(alert).filter((part) => part !== '');
    return `${shownId(alert.service.id)}${own.length > 0 ? `: ${own.join('; ')}` : ''}`;
  });
  return [...listed, ...(alerts.length > MOST_LISTED ? [`and ${alerts.length - MOST_LISTED} more`] : [])];
}

function failureIn(alerts: Notification['alerts']): (alert: Alert) => readonly string[] {
  const isOneReason = shared(alerts, ({ verdict, reason }) => [verdict, reason]) !== null;
  const isOneTime = sharedMoment(alerts.map(({ openedAt }) => openedAt)) !== null;
  // The figures of a matter are those of its service.
  const isOneAnswerOfAll = alerts[0].kind === 'outage' && isOneAnswer(alerts);
  const isOneBefore = shared(alerts, previousOf) !== null;
  return ({ event, verdict, reason, message, openedAt, previous, episode, at }) => [
    isOneReason ? '' : `${VERDICT_PHRASES[verdict]} (${neutralize(reason)})`,
    isOneTime ? '' : `since ${timeOf(openedAt)} UTC`,
    isOneBefore || event !== 'updated' || alerts[0].kind !== 'outage' ? '' : wasBefore(previous),
    episode === null ? '' : describeEpisode({ ...episode, since: Date.parse(episode.since) }, Date.parse(at)),
    isOneAnswerOfAll ? '' : beyondReason(reason, message, MESSAGE_LENGTH),
  ];
}

function endIn(alerts: Notification['alerts']): (alert: Alert) => readonly string[] {
  const isOneEnd = shared(alerts, isRemoval) !== null;
  const isOutage = alerts[0].kind === 'outage';
  const isOneBefore = !isOutage || shared(alerts, previousOf) !== null;
  const isOneChange = shared(alerts, ({ changed }) => changed) !== null;
  const isOneTime = isOneLength(alerts);
  return ({ durationSeconds, previous, changed, ...alert }) => [
    isOneEnd || !isRemoval(alert) ? '' : 'no longer watched',
    isOneTime ? '' : `${isOutage ? 'down ' : ''}for ${describeDuration(durationSeconds * 1_000)}`,
    isOneBefore ? '' : wasBefore(previous),
    isOneChange || changed === null ? '' : describeChange(changed),
  ];
}

function wasBefore(previous: Alert['previous']): string {
  return previous === null ? '' : `it was ${VERDICT_PHRASES[previous.verdict]} (${neutralize(previous.reason)})`;
}
