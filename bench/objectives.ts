/** How soon people are notified that a budget is used too fast, and how often without need: months of a service, through the real code. */

import type { Service } from '../lambda/core/config/config';
import { hoursToWrite, withWritten } from '../lambda/core/history/running-history';
import type { CheckResult } from '../lambda/core/probe/check-result';
import type { Silence } from '../lambda/core/silences/silence';
import { nextState } from '../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../lambda/core/state/service-state';
import { settle } from '../lambda/core/state/settle';
import { configFrom } from './bench-config';
import { sendAll, toOne } from './send-all';
import { type Spread, spreadOf } from './statistics';
import type { Row, Topic } from './topic';

export const SEED = 20_261_122;
const TRIALS = 3;
const MINUTE_MS = 60_000;
const DAY = 1_440;
const START = Date.parse('2026-11-01T00:00:00.000Z');
/** The share of checks that may fail, at a check a minute. */
const ALLOWED = 0.001;

/** The failures of a service, minute by minute. */
export interface Fate {
  readonly days: number;
  /** The share of checks that fail in a minute, from 0 to 1. */
  readonly failing: (minute: number) => number;
  readonly isMaintained?: (minute: number) => boolean;
  /** Without chance: one life is enough. */
  readonly isCertain?: true;
}

export interface Lived {
  /** The minutes in which alerts about the budget were sent, and about outages; from the start. */
  readonly fast: readonly number[];
  readonly slowly: readonly number[];
  readonly ended: readonly number[];
  readonly outages: readonly number[];
}

const SERVICE = configFrom(
  JSON.stringify({
    retry: { attempts: 1 },
    objective: { availability: '99.9%' },
    services: [{ id: 'simulated', baseUrl: 'https://simulated.internal' }],
  }),
).services[0] as Service;
const MAINTENANCE: Silence = {
  id: 'maintenance-1',
  services: null,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
  untilWell: false,
  reason: 'upgrade',
  by: null,
  planned: true,
};
const CONTEXT = { intervalMs: MINUTE_MS };
const ALERTS = { deployment: 'bench', service: SERVICE, timings: null, links: { dashboard: null, logs: null } };
const TIMINGS = { dnsMs: 1, connectMs: 1, tlsMs: 1, firstByteMs: 1, downloadMs: 1, totalMs: 40 };
const SAID = { errorCode: null, report: null, errorBody: null, warnings: [], certificate: null, remoteAddress: null };

function checkAt(at: number, fails: boolean): CheckResult {
  const verdict = fails
    ? { kind: 'unhealthy', reason: 'http_503', message: 'HTTP 503', httpStatus: 503 }
    : { kind: 'healthy', reason: 'ok', message: 'healthy', httpStatus: 200 };
  return { ...SAID, ...verdict, service: SERVICE, attempts: 1, at, timings: TIMINGS } as unknown as CheckResult;
}

/** Lives a fate from its first minute on; the same for the same seed. All due alerts are sent at once. */
export function live({ days, failing, isMaintained = () => false }: Fate, seed: number): Lived {
  const random = createRandom(seed);
  const lived = { fast: [] as number[], slowly: [] as number[], ended: [] as number[], outages: [] as number[] };
  let state: ServiceState = NEW_STATE;
  for (let minute = 0; minute < days * DAY; minute += 1) {
    const silences = isMaintained(minute) ? [MAINTENANCE] : [];
    const next = nextState(state, checkAt(START + minute * MINUTE_MS, random() < failing(minute)), {
      ...CONTEXT,
      silences,
    });
    const { sent, state: after } = sendAll(
      next,
      { ...toOne(START + minute * MINUTE_MS, SERVICE.alerts.remindEveryMs), silenceFor: () => silences[0] ?? null },
      ALERTS,
    );
    for (const { alert } of sent) {
      if (alert.kind === 'outage' && alert.event === 'opened') lived.outages.push(minute);
      if (alert.kind !== 'objective') continue;
      if (alert.event === 'resolved') lived.ended.push(minute);
      else (alert.reason.endsWith('fast') ? lived.fast : lived.slowly).push(minute);
    }
    state = settle({ ...after, history: withWritten(after.history, hoursToWrite(after.history)) });
  }
  return lived;
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The time at which the first pair of windows notices a steady share of failing checks, in minutes. Source: Google, "The Site Reliability
 * Workbook", chapter 5: "((1 - SLO) / error ratio) * alerting window size * burn rate". `null` for never.
 */
export function predicted(share: number): number | null {
  const pairs = [
    [14.4, 60],
    [6, 360],
    [3, DAY],
    [1, 3 * DAY],
  ] as const;
  const found = pairs
    .filter(([rate]) => share / ALLOWED > rate)
    .map(([rate, length]) => (ALLOWED / share) * length * rate);
  return found.length === 0 ? null : Math.min(...found);
}

/** Failing from the fourth day on; three days are the longest window. */
export const BEGIN = 3 * DAY;
export const steady = (share: number): Fate => ({
  days: share < 0.05 ? 6 : 4,
  failing: (minute) => (minute < BEGIN ? 0 : share),
});
const at = (from: number, length: number) => (minute: number) => minute >= from && minute < from + length;
const nightly = (minute: number) => minute % DAY < 60;

const FATES: Readonly<Record<string, Fate>> = {
  'a month without a fault': { days: 30, isCertain: true, failing: () => 0 },
  'a month, half of what may fail': { days: 30, failing: () => ALLOWED / 2 },
  'a month, 1 check fails each day': { days: 30, isCertain: true, failing: (minute) => (minute % DAY === 700 ? 1 : 0) },
  'one outage of 45 minutes': { days: 8, isCertain: true, failing: (minute) => (at(BEGIN, 45)(minute) ? 1 : 0) },
  'one outage of 24 hours': { days: 8, isCertain: true, failing: (minute) => (at(BEGIN, DAY)(minute) ? 1 : 0) },
  'maintenance for an hour each night, in which all fails': {
    days: 14,
    isCertain: true,
    failing: (minute: number) => (nightly(minute) ? 1 : 0),
    isMaintained: nightly,
  },
  '30 % fail for half an hour': { days: 8, failing: (minute) => (at(BEGIN, 30)(minute) ? 0.3 : 0) },
  '20 % fail for 15 minutes in each hour of a day': {
    days: 8,
    failing: (minute: number) => (at(BEGIN, DAY)(minute) && minute % 60 < 15 ? 0.2 : 0),
  },
  'more fail each day: 0.05 % more': { days: 10, failing: (minute) => (Math.floor(minute / DAY) * ALLOWED) / 2 },
};

export async function objectiveAlerts(): Promise<Topic> {
  const rows = [
    ...[1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002].map((share) => steadyRow(share)),
    ...Object.entries(FATES).map(([name, fate]) => rowOf(name, fate, null)),
  ];
  return {
    title: `Objectives: 99.9 % over 30 days, one check a minute, ${TRIALS} lives each, if chance has a part in it; seed ${SEED}`,
    columns: ['first alert after, min', 'by the Workbook, min', 'fast', 'slow', 'open for, h', 'outage alerts'],
    rows,
    note: 'A steady share of checks fails by chance. At least three must have failed, and one outage alone notifies as an outage.',
  };
}

function steadyRow(share: number): Row {
  const fate = steady(share);
  return rowOf(`${share * 100} % fail, for ${fate.days - 3} days`, fate, predicted(share));
}

function rowOf(name: string, fate: Fate, expected: number | null): Row {
  const lives = Array.from({ length: fate.isCertain ? 1 : TRIALS }, (_, trial) => live(fate, SEED + trial));
  const firsts = lives.flatMap(({ fast, slowly }) => {
    const first = Math.min(...fast, ...slowly);
    return Number.isFinite(first) ? [first - BEGIN] : [];
  });
  const lengths = lives.flatMap(({ fast, slowly, ended }) => {
    const first = Math.min(...fast, ...slowly);
    const last = ended.at(-1);
    return last === undefined ? [] : [(last - first) / 60];
  });
  const counts = (of: (lived: Lived) => readonly number[]) => spreadOf(lives.map((lived) => of(lived).length));
  return {
    name,
    figures: [
      spreadOf(firsts),
      single(expected),
      counts(({ fast }) => fast),
      counts(({ slowly }) => slowly),
      spreadOf(lengths),
      counts(({ outages }) => outages),
    ],
  };
}

function single(value: number | null): Spread | null {
  return value === null ? null : { min: value, median: value, max: value };
}
