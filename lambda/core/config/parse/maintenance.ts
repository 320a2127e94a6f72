/** The key `maintenance`: its faults that show only if several keys are compared or read, and what it means. */

import { Cron } from 'croner';
import {
  describeDuration,
  formatDuration,
  LONGEST_SILENCE_MS,
  parseDuration,
  parseInstant,
} from '../../words/duration';
import { type JsonObject, jsonObjectOf } from '../../words/json';
import type { Maintenance } from '../config';
import { type ConfigInput, keysAt } from '../schema/config-schema';
import { unknownServices } from './cross-checks';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, nearMiss } from './fault';

const ONCE = ['from', 'to'] as const;
const REPEATING = ['cron', 'for', 'timeZone'] as const;
const WOULD_BE_RIGHT = {
  from: 'expected the time of its beginning, such as 2026-12-06T04:00:00Z',
  to: 'expected the time of its end, such as 2026-12-06T06:00:00Z',
  cron: 'expected when it begins, such as 0 3 * * 0',
  for: 'expected how long it lasts, such as 1h',
};

export function maintenanceFaults(document: ConfigDocument): ConfigFault[] {
  const list = jsonObjectOf(document.value).maintenance;
  const windows = Array.isArray(list) ? list.map(jsonObjectOf) : [];
  const places = windows.map((window, index): [ConfigPath, unknown] => [pathOf(index, 'services'), window.services]);
  return [
    ...repeatedNames(windows, document),
    ...unknownServices(document, places),
    ...places.flatMap(([path, ids]) => repeatedIds(path, ids, document)),
    ...windows.flatMap((window, index) => [
      ...kindFaults(window, index, document),
      ...timeFaults(window, index, document),
      ...cronFaults(window, index, document),
    ]),
  ];
}

function pathOf(index: number, ...keys: ConfigPath): ConfigPath {
  return ['maintenance', index, ...keys];
}

/** People know a window by its name. */
function repeatedNames(windows: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const names = windows.map(({ name }) => name);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    if (typeof name !== 'string' || first === index) return [];
    const expected = `expected a unique name: maintenance[${first}] already has this one`;
    return [document.fault(pathOf(index, 'name'), expected)];
  });
}

function repeatedIds(path: ConfigPath, ids: unknown, document: ConfigDocument): ConfigFault[] {
  if (!Array.isArray(ids)) return [];
  return ids.flatMap((id: unknown, place) => {
    const first = ids.indexOf(id);
    if (typeof id !== 'string' || first === place) return [];
    return [document.fault([...path, place], `expected each service once: services[${first}] is the same`)];
  });
}

function kindFaults(window: JsonObject, index: number, document: ConfigDocument): ConfigFault[] {
  const known = keysAt(pathOf(index));
  // An unknown key may be a misspelt key that is missing.
  if (Object.keys(window).length === 0 || Object.keys(window).some((key) => !known.includes(key))) return [];
  const isOnce = ONCE.some((key) => window[key] !== undefined);
  const ofOther = REPEATING.find((key) => window[key] !== undefined);
  if (isOnce && ofOther !== undefined) {
    const expected = "can't be combined with from and to; expected either from and to, or cron and for";
    return [document.keyFault(pathOf(index, ofOther), expected)];
  }
  if (!isOnce && ofOther === undefined) {
    const expected = 'has no time; set from and to, or cron and for';
    return [{ ...document.fault(pathOf(index), expected), holds: null }];
  }
  const needed = isOnce ? ONCE : (['cron', 'for'] as const);
  return needed
    .filter((key) => window[key] === undefined)
    .map((key) => document.fault(pathOf(index, key), WOULD_BE_RIGHT[key]));
}

function timeFaults({ from, to }: JsonObject, index: number, document: ConfigDocument): ConfigFault[] {
  const begin = typeof from === 'string' ? parseInstant(from) : null;
  const end = typeof to === 'string' ? parseInstant(to) : null;
  if (begin === null || end === null) return [];
  if (end <= begin) return [document.fault(pathOf(index, 'to'), 'expected a time after from')];
  if (end - begin <= LONGEST_SILENCE_MS) return [];
  const expected = `expected a time at most ${formatDuration(LONGEST_SILENCE_MS)} after from`;
  return [document.fault(pathOf(index, 'to'), expected)];
}

function cronFaults(window: JsonObject, index: number, document: ConfigDocument): ConfigFault[] {
  const { cron, timeZone = 'UTC', for: length } = window;
  const faults: ConfigFault[] = [];
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
    const meant = nearMiss(timeZone, Intl.supportedValuesOf('timeZone'));
    const expected = `expected a time zone such as Europe/Berlin${meant ? `; did you mean "${meant}"?` : ''}`;
    faults.push(document.fault(pathOf(index, 'timeZone'), expected));
  }
  const wrong = typeof cron === 'string' ? wrongWith(cron) : null;
  if (wrong !== null) faults.push(document.fault(pathOf(index, 'cron'), wrong));
  const lengthMs = typeof length === 'string' ? parseDuration(length) : null;
  if (faults.length > 0 || typeof cron !== 'string' || typeof timeZone !== 'string' || lengthMs === null) return faults;
  const longest = longestGapMs(cron, timeZone, lengthMs);
  if (longest > lengthMs) return [];
  const expected = `begins again after ${describeDuration(longest)}: expected a "for" shorter than that`;
  return [document.fault(pathOf(index, 'for'), expected)];
}

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
 * For how long an expression does not begin at most, in milliseconds, as far as its first minutes, hours, days and months
 * show it: a window that is not shorter never ends. Looks no further if it finds more than `enough`.
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

/** The windows of a config without faults. */
export function buildMaintenance(windows: ConfigInput['maintenance'] = []): readonly Maintenance[] {
  return windows.map(({ name, services, from, to, cron, timeZone = 'UTC', forMs }) =>
    cron === undefined
      ? { kind: 'once', name, services, from: given(from), to: given(to) }
      : { kind: 'repeating', name, services, cron, timeZone, lengthMs: given(forMs) },
  );
}

function given(time: number | undefined): number {
  if (time === undefined) throw new Error('a window without its times is a fault');
  return time;
}
