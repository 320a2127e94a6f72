/** The key `maintenance`: windows of planned maintenance. */

import { Cron } from 'croner';
import * as z from 'zod';
import { compared, type ReportFault, repeated } from '../../keys/compared';
import { nearMiss } from '../../keys/near-miss';
import { type Duration, duration, instant, line, list, map, orNull } from '../../keys/values';
import { describeDuration, formatDuration, LONGEST_SILENCE_MS } from '../../words/duration';

const WINDOWS = 100;
const ONCE = ['from', 'to'] as const;
const REPEATING = ['cron', 'for', 'timeZone'] as const;
const WOULD_BE_RIGHT = {
  from: 'expected the time of its beginning, such as 2026-12-06T04:00:00Z',
  to: 'expected the time of its end, such as 2026-12-06T06:00:00Z',
  cron: 'expected when it begins, such as 0 3 * * 0',
  for: 'expected how long it lasts, such as 1h',
};

const keys = map(
  {
    name: line('a name such as weekly upgrade', 80).describe('A unique name that people see.'),
    services: orNull(list(z.string(), 'expected a list of ids')).describe('Only these services. Default: all.'),
    from: instant().describe('When a single window starts, with a zone or Z.').optional(),
    to: instant().describe('Its end, at most 30 days later.').optional(),
    cron: z
      .string({ error: 'expected five fields, in quotes, such as "0 3 * * 0"' })
      .max(200, { error: 'expected an expression of at most 200 characters' })
      .superRefine((value, { addIssue }) => {
        const message = wrongWith(value);
        if (message !== null) addIssue({ code: 'custom', message });
      })
      .describe(
        'When a repeated window starts: minute, hour, day of month, month, day of week. 1-5, 1,3, */2, MON, L (last day), MON#1.',
      )
      .optional(),
    timeZone: z
      .string({ error: 'expected a time zone such as Europe/Berlin' })
      .superRefine((value, { addIssue }) => {
        if (isTimeZone(value)) return;
        const meant = nearMiss(value, Intl.supportedValuesOf('timeZone'));
        const hint = meant ? `; did you mean "${meant}"?` : '';
        addIssue({ code: 'custom', message: `expected a time zone such as Europe/Berlin${hint}` });
      })
      .describe('The time zone of cron, such as Europe/Berlin. Default: UTC.')
      .optional(),
    for: duration(60_000, LONGEST_SILENCE_MS, '1h')
      .describe('How long a repeated window lasts: up to 30d, and less than its period.')
      .optional(),
  },
  'expected a map with a name and either from and to, or cron and for',
);
const window = compared(keys, ({ from, to, cron, timeZone, for: length, services }, report, { given, unknown }) => {
  // An unknown key may be a missing one, misspelt.
  if (unknown.length === 0 && given.length > 0) checkKind(given, report);
  for (const { index, first } of repeated(services ?? [])) {
    report(['services', index], `expected each service once: services[${first}] is the same`);
  }
  if (from !== undefined && to !== undefined) {
    if (to <= from) report(['to'], 'expected a time after from');
    else if (to - from > LONGEST_SILENCE_MS) {
      report(['to'], `expected a time at most ${formatDuration(LONGEST_SILENCE_MS)} after from`);
    }
  }
  const isZoneKnown = timeZone !== undefined || !given.includes('timeZone');
  if (cron === undefined || length === undefined || !isZoneKnown) return;
  const longest = longestGapMs(cron, timeZone ?? 'UTC', length.ms);
  if (longest <= length.ms) {
    report(['for'], `begins again after ${describeDuration(longest)}: expected a "for" shorter than that`);
  }
});

/** Returns what a window without faults means: one time, or each time that the clock of a time zone says so. */
function planned({ from, to, cron, timeZone = 'UTC', for: length, ...named }: z.output<typeof keys>) {
  return cron === undefined
    ? { kind: 'once' as const, ...named, from: from as number, to: to as number }
    : { kind: 'repeating' as const, ...named, cron, timeZone, length: length as Duration };
}

/** A window has either the keys of a single time, or those of one that repeats. */
function checkKind(given: readonly string[], report: ReportFault): void {
  const isOnce = ONCE.some((key) => given.includes(key));
  const repeating = REPEATING.find((key) => given.includes(key));
  if (isOnce && repeating !== undefined) {
    report([repeating], "can't be combined with from and to; expected either from and to, or cron and for", 'key');
    return;
  }
  if (!isOnce && repeating === undefined) {
    report([], 'has no time; set from and to, or cron and for', 'key');
    return;
  }
  for (const key of isOnce ? ONCE : (['cron', 'for'] as const)) {
    if (!given.includes(key)) report([key], WOULD_BE_RIGHT[key]);
  }
}

export const maintenance = compared(
  list(window.transform(planned), 'expected a list of windows, each with a name').max(WINDOWS, {
    error: `expected at most ${WINDOWS} windows`,
  }),
  (windows, report) => {
    for (const { index, first } of repeated(windows.map((each) => each?.name))) {
      report([index, 'name'], `expected a unique name: maintenance[${first}] already has this one`);
    }
  },
).describe("Planned maintenance: its services notify nobody, and don't count for availability.");

/** A name of the IANA database. An offset such as `+01:00` knows no daylight saving, and older versions of Node do not know it. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

const FIELDS = 'expected five fields (minute, hour, day of month, month, day of week), such as 0 3 * * 0';
/** No expression is read against the present. */
const SOME_TIME = new Date(Date.UTC(2026, 0));

/** The fault of a cron expression, as what is expected instead; `null` if it has none. */
function wrongWith(cron: string): string | null {
  if (cron.trim().split(/\s+/).length !== 5) return FIELDS;
  try {
    const start = new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true }).nextRun(SOME_TIME);
    return start === null ? 'expected an expression for a day that exists: this one never begins' : null;
  } catch (error) {
    return `${FIELDS}; ${(error as Error).message.replace(/^\w+: /, '')}`;
  }
}

/** Each minute of an hour, each hour of a day, each day of a month, each month of a year. */
const LOOKED_AT: readonly (readonly [count: number, stepMs: number])[] = [
  [60, 60_000],
  [24, 3_600_000],
  [31, 86_400_000],
  [12, 31 * 86_400_000],
];

/**
 * Returns the longest time between two starts of an expression, in milliseconds, within its first minutes, hours, days and months.
 * A window that is not shorter never ends. Stops once it finds more than `enough`.
 */
function longestGapMs(cron: string, timezone: string, enough: number): number {
  const starts = new Cron(cron, { timezone, mode: '5-part', paused: true });
  const first = starts.nextRun(SOME_TIME)?.getTime() ?? 0;
  let longest = 0;
  for (const [count, stepMs] of LOOKED_AT) {
    for (let step = 0; step < count && longest <= enough; step++) {
      const time = first + step * stepMs;
      longest = Math.max(longest, (starts.nextRun(new Date(time))?.getTime() ?? Number.POSITIVE_INFINITY) - time);
    }
  }
  return longest;
}
