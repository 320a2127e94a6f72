/** When and where the services that are down began to fail. */

import { summaryStateOf } from '../state';
import type { DeploymentFacts, ServiceFacts } from './deployment-facts';
import { isBeginningKnown, startOfState, stateOf } from './service-view';
import { shownAs } from './shown-state';

/** Services that began to fail within this many intervals of each other failed at once. */
export const AT_ONCE_INTERVALS = 1.5;

/** `BeginningsDocument` has the fields; times in milliseconds since 1970. */
interface Beginnings {
  readonly text: string;
  readonly from: number;
  readonly to: number | null;
  readonly first: string | null;
  readonly group: string | null;
}

/** Returns the beginnings; `null` if fewer than two services are down. */
export function beginningsOf(known: DeploymentFacts): Beginnings | null {
  const down = known.services.filter((service) => summaryStateOf(shownAs(known, service)) === 'down');
  if (down.length < 2) return null;
  const found = down.map((service) => beginningOf(known, service)).sort((left, right) => left.at - right.at);
  const group = groupOf(down);
  const howMany = (count: number) => (count === down.length ? 'all' : `${count} of ${down.length}`);
  const longest = AT_ONCE_INTERVALS * known.intervalMs;
  const together = closest(timesOf(found, true), longest);
  const already = timesOf(found, false);
  const first = already.length > 0 ? null : firstOf(found, known.intervalMs);
  if (together.length > down.length / 2) {
    return {
      text: `${howMany(together.length)} at once, at`,
      from: together[0] ?? known.now,
      to: null,
      first,
      group,
    };
  }
  const [text, times] =
    already.length > 0
      ? [`${howMany(already.length)} already failing when checks began,`, already]
      : ['one after the other,', timesOf(found, true)];
  const from = times[0] ?? known.now;
  const to = times.at(-1) ?? known.now;
  return to - from <= longest
    ? { text: `${text} at`, from, to: null, first, group }
    : { text: `${text} from`, from, to, first, group };
}

/** Returns the service that began to fail in an earlier run than all others; `found` is sorted. */
function firstOf(found: readonly Beginning[], intervalMs: number): string | null {
  const [first, second] = found;
  if (first === undefined || second === undefined) return null;
  return second.at - first.at < intervalMs / 2 ? null : first.service;
}

interface Beginning {
  readonly service: string;
  readonly at: number;
  /** Whether the service certainly began to fail then; otherwise that is when a check first found it. */
  readonly isKnown: boolean;
}

function beginningOf(known: DeploymentFacts, service: ServiceFacts): Beginning {
  const at = startOfState(stateOf(known, service), service) ?? known.now;
  const { state } = service;
  // For a large fleet only the time since when each service fails is read.
  return {
    service: service.service.id,
    at,
    isKnown: state === null || isBeginningKnown(known, state, { since: at, lastHealthy: state.lastHealthy }),
  };
}

function timesOf(beginnings: readonly Beginning[], isKnown: boolean): readonly number[] {
  return beginnings.filter((beginning) => beginning.isKnown === isKnown).map(({ at }) => at);
}

/** Returns the most times that lie within `longest` of each other; `times` are sorted. */
function closest(times: readonly number[], longest: number): readonly number[] {
  let at = 0;
  let most = 0;
  let end = 0;
  for (const [index, time] of times.entries()) {
    while (end < times.length && (times[end] ?? 0) - time <= longest) end++;
    if (end - index > most) [at, most] = [index, end - index];
  }
  return times.slice(at, at + most);
}

function groupOf(down: readonly ServiceFacts[]): string | null {
  const counts = new Map<string, number>();
  for (const { service } of down)
    if (service.group !== null) counts.set(service.group, (counts.get(service.group) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, left], [, right]) => right - left);
  if (first === undefined || first[1] < 2 || first[1] <= down.length / 2 || first[1] === second?.[1]) return null;
  return `${first[1] === down.length ? 'all' : first[1]} in ${first[0]}`;
}
