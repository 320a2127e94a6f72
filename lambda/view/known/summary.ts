/** One sentence that sums up the state of all services. */

import { VERDICT_PHRASES } from '../../core/message/verdict-phrase';
import { FAILURE_KINDS } from '../../core/words/codes';
import { roughDuration } from '../../core/words/duration';
import { nameSome } from '../../core/words/shown-value';
import { ackWord } from '../words/ack-words';
import { describeInstant } from '../words/format';
import { degradedWords } from '../words/incident-words';
import { countSilenced, silenceWord } from '../words/silence-words';
import type { Known, KnownService } from './known';
import { byUrgency } from './listing';
import { ackOn, hasChangedKind, isRecovering, lastKnown, silencesOn, sinceOf, stateOf } from './service-view';
import { isFailing, type State } from './state';

/** A part of the sentence: its text, and for how long it has been so. */
export interface Clause {
  readonly text: string;
  /** A text such as `for 4 min`; `null` if it would say nothing. */
  readonly time: string | null;
}

/**
 * The state of the whole: that of its worst service. One that is only informed about does not make the whole fail: it counts for
 * nothing beside others, and where there are no others it degrades the whole.
 */
export type Whole = 'healthy' | 'degraded' | 'failing' | 'unknown';

/** Up to this many services are named one by one; more are counted by kind. */
const NAMED = 3;

export function wholeOf(known: Known): Whole {
  const counted = known.services.filter(({ service }) => service.severity !== 'info');
  const states = (counted.length > 0 ? counted : known.services).map((service) => stateOf(known, service));
  if (states.some(isFailing)) return counted.length > 0 ? 'failing' : 'degraded';
  return (['unknown', 'degraded'] as const).find((state) => states.includes(state)) ?? 'healthy';
}

/** Parts such as `5 of 6 healthy` and `payment-service unreachable for 4 min`, to be joined by commas. */
export function summaryClauses(known: Known): readonly Clause[] {
  const all = byUrgency(known, known.services).map((service) => ({ service, state: stateOf(known, service) }));
  if (all.every(({ service }) => lastKnown(service) === null)) {
    const text = known.problems.length > 0 ? 'Nothing is known of the services' : 'The first check is under way';
    return [{ text, time: null }];
  }
  const healthy = all.filter(({ state }) => state === 'healthy');
  const failing = all.filter(({ state }) => isFailing(state));
  const unknown = all.filter(({ state }) => state === 'unknown');
  const degraded = all.filter(({ state }) => state === 'degraded');
  const recovering = all.filter(({ state, service }) => isRecovering(state, service));
  const named = (those: readonly { service: KnownService; state: State }[]) =>
    those.map(({ service, state }) => clauseOf(known, service, state));
  const counted = FAILURE_KINDS.map((kind) => [failing.filter(({ state }) => state === kind).length, kind] as const);
  const silenced = countSilenced(failing.map(({ service }) => silencesOn(known, service)[0] ?? null));
  return [
    { text: `${healthy.length} of ${all.length} healthy`, time: null },
    ...(failing.length <= NAMED
      ? named(failing)
      : [
          ...counted
            .filter(([count]) => count > 0)
            .map(([count, kind]) => ({ text: `${count} ${VERDICT_PHRASES[kind]}`, time: null })),
          ...(silenced === null ? [] : [{ text: silenced, time: null }]),
        ]),
    ...(unknown.length <= NAMED ? named(unknown) : [{ text: `${unknown.length} not checked lately`, time: null }]),
    ...(degraded.length <= NAMED ? named(degraded) : [{ text: `${degraded.length} degraded`, time: null }]),
    ...(recovering.length <= NAMED
      ? recovering.map(({ service }) => ({ text: `${service.service.id} recovering`, time: null }))
      : [{ text: `${recovering.length} recovering`, time: null }]),
  ];
}

/** Services that began to fail within this many intervals of each other failed at once. */
export const AT_ONCE_INTERVALS = 1.5;

/**
 * Which services fail, if the sentence only counts them, and whether they began to fail at once: `all at once, 09:41:00 UTC`. `null` if
 * one alone fails, or none.
 */
export function beginningsText(known: Known): string | null {
  const failing = known.services
    .map((service) => ({ id: service.service.id, state: stateOf(known, service), service }))
    .filter(({ state }) => isFailing(state))
    .map(({ id, state, service }) => ({
      id,
      isInfo: service.service.severity === 'info',
      since: sinceOf(state, service) ?? known.now,
    }))
    .sort((left, right) => left.since - right.since);
  const [first, last] = [failing[0], failing.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const named = failing.toSorted((left, right) => Number(left.isInfo) - Number(right.isInfo)).map(({ id }) => id);
  return [
    ...(failing.length > NAMED ? [nameSome(named, MOST_NAMES)] : []),
    describeBeginnings(
      failing.map(({ since }) => since),
      known,
    ),
  ].join(' · ');
}

const MOST_NAMES = 8;

/** `times` are sorted. */
function describeBeginnings(times: readonly number[], { now, intervalMs }: Known): string {
  const at = (time: number | undefined) => describeInstant(time ?? now, now);
  let [first, most, end] = [0, 0, 0];
  for (const [index, time] of times.entries()) {
    while (end < times.length && (times[end] ?? 0) - time <= AT_ONCE_INTERVALS * intervalMs) end++;
    if (end - index > most) [first, most] = [index, end - index];
  }
  if (most === times.length) return `all at once, ${at(times[0])}`;
  if (most > times.length / 2) return `${most} of ${times.length} at once, ${at(times[first])}`;
  return `one after the other, from ${at(times[0])} to ${at(times.at(-1))}`;
}

/** The sentence without times: it changes only if a state does. */
export function news(known: Known): string {
  return newsIn(summaryClauses(known));
}

export function newsIn(clauses: readonly Clause[]): string {
  return clauses.map(({ text }) => text).join(', ');
}

function clauseOf(known: Known, service: KnownService, state: State): Clause {
  const { now } = known;
  const { id } = service.service;
  const since = sinceOf(state, service);
  if (state === 'unknown') {
    return { text: `${id} not checked`, time: since === null ? 'yet' : `since ${describeInstant(since, now)}` };
  }
  const time = since === null ? null : `for ${roughDuration(now - since)}`;
  if (state === 'degraded') {
    const codes = (lastKnown(service)?.conditions ?? []).map(({ code }) => code);
    return { text: `${id} ${degradedWords(codes)}`, time };
  }
  const failing = hasChangedKind(state, service) ? ', failing' : '';
  const [silence] = silencesOn(known, service);
  const ack = ackOn(known, service);
  const held = silence ? ` (${silenceWord(silence)})` : ack ? ` (${ackWord(ack)})` : '';
  return { text: `${id} ${VERDICT_PHRASES[state]}${held}${failing}`, time };
}
