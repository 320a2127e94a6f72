/** What sums up all services: a headline, what they have in common, and a title for a tab. */

import { cleanText } from '../../words/clean-text';
import { nameSome } from '../../words/shown-value';
import { VERDICT_PHRASES } from '../../words/verdict-phrase';
import { GLANCES, type Glance, isFailing, shownWord } from '../state';
import { ackWord } from '../words/ack-words';
import { conditionWords, degradedWords } from '../words/incident-words';
import { silenceWord } from '../words/silence-words';
import { countGlances, glanceOf, shownAs } from './glance';
import type { Known, KnownService } from './known';
import { byUrgency } from './listing';
import { ackOn, isBeginningKnown, lastKnown, silencesOn, sinceOf, stateOf } from './service-view';

/**
 * The state of the whole: that of its worst service. One that is only informed about does not make the whole fail: it counts for
 * nothing beside others, and where there are no others it degrades the whole. What is silenced, in maintenance or recovers degrades it too.
 */
export type Whole = 'healthy' | 'degraded' | 'failing' | 'unknown';

const WHOLES: Readonly<Record<Glance, Whole>> = {
  down: 'failing',
  unknown: 'unknown',
  degraded: 'degraded',
  recovering: 'degraded',
  silenced: 'degraded',
  maintenance: 'degraded',
  healthy: 'healthy',
};

export function wholeOf(known: Known): Whole {
  const { worst, isInformed } = worstOf(known);
  return worst === 'down' && isInformed ? 'degraded' : WHOLES[worst];
}

/** Of the services that count; if all are only informed about, of all. */
function worstOf(known: Known): { readonly worst: Glance; readonly isInformed: boolean } {
  const counted = known.services.filter(({ service }) => service.severity !== 'info');
  const isInformed = counted.length === 0;
  const found = new Set((isInformed ? known.services : counted).map((service) => glanceOf(shownAs(known, service))));
  return { worst: GLANCES.find((glance) => found.has(glance)) ?? 'healthy', isInformed };
}

/** `9 of 14 down`, `14 of 14 healthy`: how many are in the worst way. */
export function headlineOf(known: Known): string {
  if (known.services.every((service) => lastKnown(service) === null)) {
    return known.problems.length > 0 ? 'Nothing is known of the services' : 'The first check is under way';
  }
  const { worst } = worstOf(known);
  const count = countGlances(known).find(([glance]) => glance === worst)?.[1] ?? 0;
  return `${count} of ${known.services.length} ${shownWord(worst)}`;
}

/** Up to this many services are named one by one. */
const NAMED = 3;

/** All in one sentence, for those who hear what changes: without times, so that it changes only if a state does. */
export function news(known: Known): string {
  const { worst } = worstOf(known);
  const clauses = countGlances(known)
    .filter(([glance]) => glance !== 'healthy')
    .map(([glance, count]) => {
      const named = count <= NAMED ? inWay(known, glance).map((service) => clauseOf(known, service)) : [];
      const names = named.length > 0 ? `: ${named.join(', ')}` : '';
      return glance === worst ? names : ` · ${count} ${shownWord(glance)}${names}`;
    });
  return `${headlineOf(known)}${clauses.join('')}`;
}

const TITLE_LENGTH = 60;

/** As much of it as a tab has room for: `✖ 1 of 6 down: payment-service · shop`. */
export function titleOf(known: Known, mark: string): string {
  const { worst } = worstOf(known);
  const ids = worst === 'healthy' ? [] : inWay(known, worst).map(({ service }) => service.id);
  const [headline, end] = [`${mark} ${headlineOf(known)}`, ` · ${known.deployment}`];
  const texts = [...(ids.length > 0 ? [`${headline}: ${nameSome(ids, NAMED)}${end}`] : []), headline + end];
  return texts.find((text) => text.length <= TITLE_LENGTH) ?? cleanText(headline + end, TITLE_LENGTH);
}

function inWay(known: Known, glance: Glance): readonly KnownService[] {
  return byUrgency(known, known.services).filter((service) => glanceOf(shownAs(known, service)) === glance);
}

/** `payment-service unreachable (ana is on it)`, `mail certificate expires soon`; only the name if the way says it all. */
function clauseOf(known: Known, service: KnownService): string {
  const { id } = service.service;
  const state = stateOf(known, service);
  const [silence] = silencesOn(known, service);
  const ack = ackOn(known, service);
  const held = silence && state !== 'healthy' ? ` (${silenceWord(silence)})` : ack ? ` (${ackWord(ack)})` : '';
  if (state === 'degraded') {
    const codes = (lastKnown(service)?.conditions ?? []).map(({ code }) => code);
    return `${id} ${codes.length === 1 ? conditionWords(codes[0] ?? '') : degradedWords(codes)}${held}`;
  }
  return isFailing(state) ? `${id} ${VERDICT_PHRASES[state]}${held}` : id;
}

/** Services that began to fail within this many intervals of each other failed at once. */
export const AT_ONCE_INTERVALS = 1.5;

/** What the services that are down have in common. */
export interface Beginnings {
  /** Before the time of the first: `all at once, at`, `3 of 5 at once, at`, `all already failing when checks began, at`, `one after the other, from`. */
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  /** The last of several that did not begin at once; otherwise `null`. */
  readonly to: number | null;
  /** `3 in payments`: the group that most of them are in; `null` if none stands out. */
  readonly group: string | null;
}

/** `null` if one alone is down, or none. */
export function beginningsOf(known: Known): Beginnings | null {
  const down = known.services.filter((service) => glanceOf(shownAs(known, service)) === 'down');
  if (down.length < 2) return null;
  const found = down.map((service) => beginningOf(known, service)).sort((left, right) => left.at - right.at);
  const group = groupOf(down);
  const howMany = (count: number) => (count === down.length ? 'all' : `${count} of ${down.length}`);
  const longest = AT_ONCE_INTERVALS * known.intervalMs;
  const together = closest(timesOf(found, true), longest);
  if (together.length > down.length / 2) {
    return { text: `${howMany(together.length)} at once, at`, from: together[0] ?? known.now, to: null, group };
  }
  const already = timesOf(found, false);
  const [text, times] =
    already.length > 0
      ? [`${howMany(already.length)} already failing when checks began,`, already]
      : ['one after the other,', timesOf(found, true)];
  const [from, to] = [times[0] ?? known.now, times.at(-1) ?? known.now];
  return to - from <= longest
    ? { text: `${text} at`, from, to: null, group }
    : { text: `${text} from`, from, to, group };
}

interface Beginning {
  readonly at: number;
  /** Whether the service began to fail then; otherwise that is when it was first seen to fail. */
  readonly isKnown: boolean;
}

function beginningOf(known: Known, service: KnownService): Beginning {
  const at = sinceOf(stateOf(known, service), service) ?? known.now;
  const { state } = service;
  // Of a large fleet no more is read than since when each service fails.
  return {
    at,
    isKnown: state === null || isBeginningKnown(known, state, { since: at, lastHealthy: state.lastHealthy }),
  };
}

function timesOf(beginnings: readonly Beginning[], isKnown: boolean): readonly number[] {
  return beginnings.filter((one) => one.isKnown === isKnown).map(({ at }) => at);
}

/** As many of the times as lie within `longest` of each other; `times` are sorted. */
function closest(times: readonly number[], longest: number): readonly number[] {
  let [at, most, end] = [0, 0, 0];
  for (const [index, time] of times.entries()) {
    while (end < times.length && (times[end] ?? 0) - time <= longest) end++;
    if (end - index > most) [at, most] = [index, end - index];
  }
  return times.slice(at, at + most);
}

function groupOf(down: readonly KnownService[]): string | null {
  const counts = new Map<string, number>();
  for (const { service } of down)
    if (service.group !== null) counts.set(service.group, (counts.get(service.group) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, left], [, right]) => right - left);
  if (first === undefined || first[1] < 2 || first[1] <= down.length / 2 || first[1] === second?.[1]) return null;
  return `${first[1] === down.length ? 'all' : first[1]} in ${first[0]}`;
}
