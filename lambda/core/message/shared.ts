/** Finds values that several alerts share: often they are the cause. */

import { MOST_CLUES } from '../incident/clue';
import { grouped } from '../words/in-batches';
import type { Alert } from './alert';

/** Returns the value that all alerts share; `null` if they differ. Values are compared as JSON. */
export function shared<Value>([first, ...others]: readonly Alert[], of: (alert: Alert) => Value): Value | null {
  if (first === undefined) return null;
  const value = of(first);
  const text = JSON.stringify(value);
  return others.every((alert) => JSON.stringify(of(alert)) === text) ? value : null;
}

/** A clue, and the services that have it. */
export interface SharedClue {
  readonly code: string;
  readonly message: string;
  /** The ids of the services. */
  readonly services: readonly string[];
}

/** Returns the clues that the most alerts share, at most as many as an alert has. Clues with the same text count as the same. */
export function sharedClues(alerts: readonly Alert[]): readonly SharedClue[] {
  const all = alerts.flatMap(({ clues, service }) => clues.map((clue) => ({ clue, id: service.id })));
  return [...grouped(all, ({ clue }) => clue.message)]
    .map(([message, same]) => ({
      code: same[0]?.clue.code ?? '',
      message,
      services: [...new Set(same.map(({ id }) => id))],
    }))
    .sort((left, right) => right.services.length - left.services.length)
    .slice(0, MOST_CLUES);
}

/** How far apart times can be and still be the same moment to people: a run does not check all services in the same millisecond. */
const MOMENT_MS = 10_000;

/** Returns the first instant (ISO 8601, UTC) if all are the same moment to people; otherwise `null`. */
export function sharedMoment(instants: readonly string[]): string | null {
  const sorted = [...instants].sort();
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return null;
  return Date.parse(last) - Date.parse(first) < MOMENT_MS ? first : null;
}

/** Returns the host of a service's URL; `null` if the URL is invalid, or has a variable of the config. */
export function hostOf(url: string): string | null {
  return url.includes('$') || !URL.canParse(url) ? null : new URL(url).hostname;
}
