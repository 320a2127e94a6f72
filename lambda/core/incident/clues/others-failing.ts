/** Other services that fail since the same time: what an outage keeps of them, and the clue that this is. */

import { cleanText } from '../../words/clean-text';
import { timeOfDay } from '../../words/duration';
import { CLUE_LENGTH, type Clue, type OthersFailing } from '../clue';
import type { Incident } from '../incident';
import { strongest } from './clue-order';

/** Services that began to fail within this time of each other may have the same cause, in milliseconds. */
export const SAME_TIME_MS = 120_000;

/** A service that fails, whether that is an incident yet or not. */
export interface FailingService {
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
  const sorted = failing.toSorted((left, right) => left.since - right.since);
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
    return {
      count,
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

/** All clues to an incident, the strongest, newest first. */
export function cluesTo(incident: Incident & OutageWithOthers): readonly Clue[] {
  const others = othersClue([incident]);
  return others === null ? incident.clues : strongest([...incident.clues, others]);
}

/**
 * The clue to outages that are named together: how many others failed with them, without those that are named, and those of which a message
 * says more, which failed since `alsoNamed`. `null` if that says nothing new.
 */
export function othersClue(outages: readonly OutageWithOthers[], alsoNamed: readonly number[] = []): Clue | null {
  const known = outages.flatMap(({ others }) => others ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const isShared = known.length === outages.length;
  const shared = (key: 'address' | 'group') =>
    isShared && known.every((others) => others[key] === first[key]) ? first[key] : null;
  const address = shared('address');
  const place = address === null ? null : `all on ${address}`;
  const since = Math.min(...known.map((others) => others.since));
  const named = [...outages.map(({ openedAt }) => openedAt), ...alsoNamed];
  const count = Math.max(...outages.map((outage) => othersNotNamed(outage, named)));
  if (count === 0) return place === null ? null : clueOf(since, `they are ${place}`);
  const group = shared('group');
  const isOver = outages.every(({ over }) => over !== null);
  const fail = count === 1 ? 'fails' : 'fail';
  const parts = [
    `${count} more ${count === 1 ? 'service' : 'services'} ${isOver ? 'failed' : fail}`,
    ` since ${timeOfDay(since)}`,
    group === null ? '' : `, all in ${group}`,
    place === null ? '' : `, ${place}`,
  ];
  return clueOf(since, parts.join(''));
}

/** `named` are the beginnings of all that are named, its own too. */
function othersNotNamed({ others, openedAt }: OutageWithOthers, named: readonly number[]): number {
  const together = named.filter((since) => Math.abs(since - openedAt) <= SAME_TIME_MS).length - 1;
  return Math.max(0, (others?.count ?? 0) - together);
}

function clueOf(at: number, message: string): Clue {
  return { code: 'others_failing', at, message: cleanText(message, CLUE_LENGTH) };
}
