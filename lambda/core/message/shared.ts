/** What several alerts have in common: it often is the cause. */

import type { Alert } from './alert';

/** What all of them have; `null` if they differ. Values are compared as JSON. */
export function shared<Value>([first, ...others]: readonly Alert[], of: (alert: Alert) => Value): Value | null {
  if (first === undefined) return null;
  const value = of(first);
  const text = JSON.stringify(value);
  return others.every((alert) => JSON.stringify(of(alert)) === text) ? value : null;
}

/** The services of a run are not asked in the same millisecond: these are one moment to people. */
const MOMENT_MS = 10_000;

/** The first of some instants (ISO 8601, UTC), if they are one moment to people; otherwise `null`. */
export function sharedMoment(instants: readonly string[]): string | null {
  const sorted = [...instants].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  return Date.parse(last) - Date.parse(first) < MOMENT_MS ? first : null;
}

/** The host of a service's URL; `null` if it is not known, or a variable of the config. */
export function hostOf(url: string): string | null {
  return url.includes('$') || !URL.canParse(url) ? null : new URL(url).hostname;
}
