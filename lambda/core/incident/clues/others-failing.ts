/** Other services that fail since the same time: what an outage keeps of them, and the clue that this is. */

import { cleanText } from '../../words/clean-text';
import { timeOfDay } from '../../words/duration';
import { CLUE_LENGTH, type Clue, OTHERS_STORED, type OthersFailing } from '../clue';
import type { Incident } from '../incident';
import { strongest } from './clue-order';

/** Services that began to fail within this time of each other may have the same cause, in milliseconds. */
export const SAME_TIME_MS = 120_000;

/** A service that fails, whether that is an incident yet or not. */
export interface FailingService {
  readonly id: string;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** The IP address of its latest check; `null` if that is not known. */
  readonly address: string | null;
  /** Its group of the config; `null` if it has none. */
  readonly group: string | null;
}

/**
 * Makes the function that says what the others did when an outage of a service (`own`) began, `null` if no other service fails since the same
 * time. `failing` are all services that fail, this service too, `healthyAt` the addresses of those that are healthy. Each call costs a search,
 * whatever the number of services.
 */
export function createOthersFailing(
  failing: readonly FailingService[],
  healthyAt: ReadonlySet<string>,
): (openedAt: number, own: FailingService) => OthersFailing | null {
  const sorted = failing.toSorted((left, right) => left.since - right.since || (left.id < right.id ? -1 : 1));
  const addresses = changesIn(sorted.map(({ address }) => address));
  const groups = changesIn(sorted.map(({ group }) => group));
  return (openedAt, own) => {
    const from = firstSince(sorted, openedAt - SAME_TIME_MS);
    const to = firstSince(sorted, openedAt + SAME_TIME_MS + 1);
    const first = sorted[from];
    // After a relapse it fails since later, so it is not among them.
    const isOneOfThem = Math.abs(own.since - openedAt) <= SAME_TIME_MS;
    const count = to - from - (isOneOfThem ? 1 : 0);
    if (first === undefined || count < 1) return null;
    const areAlike = (changes: readonly number[]) => changes[from] === changes[to - 1];
    const { address, group } = own;
    const isSameAddress = address !== null && first.address === address && areAlike(addresses);
    const ids = sorted.slice(from, Math.min(to, from + OTHERS_STORED + 1)).map(({ id }) => id);
    return {
      count,
      ids: ids.filter((id) => id !== own.id).slice(0, OTHERS_STORED),
      since: Math.min(openedAt, first.since),
      address: isSameAddress && !healthyAt.has(address) ? address : null,
      group: first.group === group && areAlike(groups) ? group : null,
    };
  };
}

/** For each value how often the values before it changed: of two places with the same number all values between are the same. */
function changesIn(values: readonly (string | null)[]): readonly number[] {
  let changes = 0;
  return values.map((value, index) => {
    if (index > 0 && value !== values[index - 1]) changes += 1;
    return changes;
  });
}

/** The index of the first service that began to fail at `since` or later. */
function firstSince(sorted: readonly FailingService[], since: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.since ?? since) < since) low = middle + 1;
    else high = middle;
  }
  return low;
}

type OutageWithOthers = Pick<Incident, 'others' | 'openedAt' | 'over'>;

/** How many of the others a clue names. */
const MOST_NAMED = 3;

/** All clues to an incident, the strongest, newest first. */
export function cluesTo(incident: Incident & OutageWithOthers): readonly Clue[] {
  const others = othersClue([incident]);
  return others === null ? incident.clues : strongest([...incident.clues, others]);
}

/**
 * The clue to outages that are named together: which others failed with them. `named` are the services that a message names, its own too, with
 * the beginning of their outages. `null` if that says nothing new.
 */
export function othersClue(
  outages: readonly OutageWithOthers[],
  named: ReadonlyMap<string, number> = new Map(),
): Clue | null {
  const known = outages.flatMap(({ others }) => others ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const isShared = known.length === outages.length;
  const shared = (key: 'address' | 'group') =>
    isShared && known.every((others) => others[key] === first[key]) ? first[key] : null;
  const address = shared('address');
  const group = shared('group');
  const place = address === null ? [] : [`all on ${address}`];
  const since = Math.min(...known.map((others) => others.since));
  const count = Math.max(...outages.map((outage) => othersNotNamed(outage, named)));
  const ids = [...new Set(known.flatMap((others) => others.ids))].filter((id) => !named.has(id)).slice(0, MOST_NAMED);
  if (count === 0 || ids.length === 0) return place.length === 0 ? null : clueOf(since, `they are ${place}`);
  const isOver = outages.every(({ over }) => over !== null);
  const more = count > ids.length ? [`${count - ids.length} more`] : [];
  const common = [...(group === null ? [] : [`all in ${group}`]), ...place].join(', ');
  const who = `${[...ids, ...more].join(', ')}${common === '' ? '' : ` (${common})`}`;
  return clueOf(since, `also ${isOver ? 'failed at' : 'failing since'} ${timeOfDay(since)}: ${who}`);
}

function othersNotNamed({ others, openedAt }: OutageWithOthers, named: ReadonlyMap<string, number>): number {
  const together = [...named.values()].filter((since) => Math.abs(since - openedAt) <= SAME_TIME_MS).length;
  return Math.max(0, (others?.count ?? 0) - Math.max(0, together - 1));
}

function clueOf(at: number, message: string): Clue {
  return { code: 'others_failing', at, message: cleanText(message, CLUE_LENGTH) };
}
