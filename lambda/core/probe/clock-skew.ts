/** How far the clocks of services are off, and whether the checker's own clock is more likely to be wrong. */

import { cleanText } from '../words/clean-text';
import { describeDuration } from '../words/duration';
import { jsonObjectOf } from '../words/json';
import type { Timings } from './observation';
import type { Report, Warning } from './report';

/** A difference up to this is not mentioned, in milliseconds. */
const CLOCK_SKEW_LIMIT_MS = 60_000;
/** The clock of a single service does not show whether the checker's own is off. */
const SERVICES_NEEDED = 2;

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** The fault of a report's timestamp; `shown` is the timestamp to show, of the report in `json`. */
export function timestampWarnings(shown: string | null, json: unknown): Warning[] {
  if (shown === null || clockSkewMs(cleanText(String(jsonObjectOf(json).timestamp)), 0) !== null) return [];
  return [{ code: 'timestamp_invalid', message: `the timestamp "${cleanText(shown, 40)}" is not an ISO 8601 instant` }];
}

/** Milliseconds by which a timestamp is ahead of `now`; `null` if it is not an ISO 8601 instant. */
export function clockSkewMs(timestamp: string, now: number): number | null {
  const sent = ISO_INSTANT.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(sent) ? null : sent - now;
}

/** The parts of a check that say something about clocks. */
interface TimedCheck {
  readonly report: Report | null;
  /** The start of the attempt, in milliseconds since 1970. */
  readonly at: number;
  readonly timings: Timings;
}

/** Returns how far the clock of a report is ahead, in milliseconds; `null` if it gives no time, or if its time of arrival is unknown. */
export function skewFoundBy({ report, at, timings }: TimedCheck): number | null {
  const timestamp = report?.timestamp ?? null;
  return timestamp === null || timings.blockedMs !== undefined ? null : clockSkewMs(timestamp, at + timings.totalMs);
}

/** The checker's own clock against the clocks of most services. */
interface OwnClock {
  /** How far the services' clocks are ahead of it, in milliseconds. */
  readonly skewMs: number;
  /** How many services agree, and how many report the time. */
  readonly agreeing: number;
  readonly services: number;
}

/** Returns the skew if most services that report the time, at least two, are off by the same amount; otherwise `null`. */
function ownClock(checks: readonly TimedCheck[]): OwnClock | null {
  const skews = checks.flatMap((check) => skewFoundBy(check) ?? []).sort((left, right) => left - right);
  let agreeing: readonly number[] = [];
  let end = 0;
  for (const [start, least] of skews.entries()) {
    while (end < skews.length && (skews[end] ?? 0) - least <= CLOCK_SKEW_LIMIT_MS) end++;
    if (end - start > agreeing.length) agreeing = skews.slice(start, end);
  }
  const [least = 0, most = 0] = [agreeing[0], agreeing.at(-1)];
  const isOff = least > CLOCK_SKEW_LIMIT_MS || most < -CLOCK_SKEW_LIMIT_MS;
  if (agreeing.length < SERVICES_NEEDED || 2 * agreeing.length <= skews.length || !isOff) return null;
  return { skewMs: (least + most) / 2, agreeing: agreeing.length, services: skews.length };
}

/** Returns how far most services' clocks are ahead of the checker's own, in milliseconds; 0 if it is not suspected. */
export function ownSkewMs(checks: readonly TimedCheck[]): number {
  return ownClock(checks)?.skewMs ?? 0;
}

/**
 * Says so if the clocks of most services that report the time, at least two, are off by the same amount: then the checker's
 * own clock is rather wrong. Empty if there is nothing to say.
 */
export function ownClockWarnings(checks: readonly TimedCheck[]): readonly string[] {
  const clock = ownClock(checks);
  if (clock === null) return [];
  const { skewMs, agreeing, services } = clock;
  const off = describeDuration(Math.round(Math.abs(skewMs) / 1_000) * 1_000);
  const [theirs, own] = skewMs > 0 ? ['ahead', 'behind'] : ['behind', 'ahead'];
  const whose = agreeing === services ? `all ${services} services` : `${agreeing} of ${services} services`;
  return [
    `the clocks of ${whose} that report the time are ${off} ${theirs}: more likely the checker's clock is ${off} ${own}`,
  ];
}
