/** Runs simulated services through the real `nextState`, and counts the alerts. */

import { CONDITION_CODES, type ConditionCode } from '../lambda/core/conditions/conditions';
import type { Service } from '../lambda/core/config/config';
import { nextState } from '../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../lambda/core/state/service-state';
import { configFrom } from './bench-config';
import { type Fault, randomOf, simulate } from './simulated-habits';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
export const START = Date.parse('2026-03-02T00:00:00.000Z');
export const CONTEXT = {
  deployment: 'simulated',
  links: { dashboard: null, logs: null, runbook: null },
  intervalMs: MINUTE_MS,
  silences: [],
};

export interface Begun {
  readonly code: ConditionCode | 'report_stale';
  readonly at: number;
  readonly notifies: boolean;
  readonly message: string;
}

interface Course {
  readonly begun: readonly Begun[];
  readonly thirdStartAt: number | null;
  readonly thirdSeenAt: number | null;
  readonly runs: number;
  readonly state: ServiceState;
}

/** A service for some time; ends early once `until` returns `true`. */
function watch(
  seed: number,
  lengthMs: number,
  fault: Fault | null,
  until?: (begun: readonly Begun[]) => boolean,
): Course {
  const [service] = configFrom('services: [{ id: simulated, baseUrl: "http://simulated.internal" }]')
    .services as readonly Service[];
  if (service === undefined) throw new Error('there is no service');
  const { next, outcome } = simulate(service, seed, START, fault);
  const begun: Begun[] = [];
  let state = NEW_STATE;
  let runs = 0;
  for (let now = START; now < START + lengthMs; now += MINUTE_MS) {
    const check = next(now);
    if (check === null) continue;
    const before = state;
    state = nextState(before, check, CONTEXT);
    runs += 1;
    if (state.latest?.reason === 'report_stale' && before.latest?.reason !== 'report_stale') {
      begun.push({ code: 'report_stale', at: now, notifies: true, message: state.latest.message });
    }
    if (state.conditions !== before.conditions) {
      for (const { code, notifies, message } of state.conditions) {
        if (!before.conditions.some((open) => open.code === code)) begun.push({ code, at: now, notifies, message });
      }
    }
    if (until?.(begun)) break;
  }
  return { begun, ...outcome, runs, state };
}

export interface FalseAlarms {
  readonly months: number;
  /** The number of beginnings of each condition, in services without a fault. */
  readonly notified: Readonly<Partial<Record<ConditionCode, number>>>;
  readonly shown: Readonly<Partial<Record<ConditionCode, number>>>;
  readonly examples: readonly (Begun & { readonly seed: number })[];
}

/** Months of services with their habits alone: each alert is a false alarm. */
export function falseAlarms(seed: number, services: number, days = 30): FalseAlarms {
  const seeds = seedsOf(seed, services);
  const examples = seeds.flatMap((each) =>
    watch(each, days * DAY_MS, null).begun.map((begun) => ({ ...begun, seed: each })),
  );
  const count = (notifies: boolean) =>
    Object.fromEntries(
      CONDITION_CODES.map(
        (code) =>
          [code, examples.filter((example) => example.code === code && example.notifies === notifies).length] as const,
      ).filter(([, times]) => times > 0),
    );
  return { months: (services * days) / 30, notified: count(true), shown: count(false), examples };
}

/** The results for services with a fault: the time from it to the first notification, in minutes. */
export interface NotifyTimes {
  readonly services: number;
  readonly missed: number;
  /** In minutes, in rising order. */
  readonly minutes: readonly number[];
}

/** The time from the third start of a crash loop, or from the third that a check could see, to the notification. */
export function delayOfCrashLoops(
  seed: number,
  services: number,
  everyMs: number,
  since: 'thirdStartAt' | 'thirdSeenAt' = 'thirdStartAt',
): NotifyTimes {
  return notifyTimes(seed, services, (each, offsetMs) => {
    const from = START + DAY_MS + offsetMs;
    const { begun, [since]: third } = watch(each, DAY_MS + offsetMs + HOUR_MS, { kind: 'crash loop', from, everyMs });
    const first = begun.find(({ code, at }) => code === 'restarting' && at >= from);
    return first === undefined || third === null ? null : Math.max(0, first.at - third);
  });
}

export function delayOfFrozenReports(seed: number, services: number): NotifyTimes {
  return notifyTimes(seed, services, (each, offsetMs) => {
    const from = START + DAY_MS + offsetMs;
    const { begun } = watch(each, DAY_MS + offsetMs + HOUR_MS, { kind: 'frozen report', from });
    const first = begun.find(({ code, at }) => code === 'report_stale' && at >= from);
    return first === undefined ? null : first.at - from;
  });
}

function notifyTimes(
  seed: number,
  services: number,
  measure: (seed: number, offsetMs: number) => number | null,
): NotifyTimes {
  const random = randomOf(seed);
  const found = seedsOf(seed, services).map((each) => measure(each, random() * DAY_MS));
  const minutes = found.flatMap((ms) => (ms === null ? [] : [ms / MINUTE_MS])).sort((left, right) => left - right);
  return { services, missed: services - minutes.length, minutes };
}

function seedsOf(seed: number, count: number): number[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => Math.floor(random() * 2 ** 32));
}
