/** Runs simulated services through the real `nextState`, and counts what people are notified of. */

import type { Service } from '../lambda/core/config/config';
import { nextState } from '../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../lambda/core/state/service-state';
import { CONDITION_CODES, type ConditionCode } from '../lambda/core/words/codes';
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
  readonly code: ConditionCode;
  readonly at: number;
  readonly notifies: boolean;
  readonly message: string;
}

interface Course {
  readonly begun: readonly Begun[];
  readonly fullAt: number | null;
  readonly thirdStartAt: number | null;
  readonly thirdSeenAt: number | null;
  readonly runs: number;
  readonly state: ServiceState;
}

/** One service for some time; ends early once `until` says so. */
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
    if (state.conditions !== before.conditions) {
      for (const { code, notifies, message } of state.conditions) {
        if (!before.conditions.some((one) => one.code === code)) begun.push({ code, at: now, notifies, message });
      }
    }
    if (until?.(begun) || (outcome.fullAt !== null && now > outcome.fullAt)) break;
  }
  return { begun, ...outcome, runs, state };
}

export interface FalseAlarms {
  readonly months: number;
  /** How often each began, in services without a fault. */
  readonly notified: Readonly<Partial<Record<ConditionCode, number>>>;
  readonly shown: Readonly<Partial<Record<ConditionCode, number>>>;
  readonly examples: readonly (Begun & { readonly seed: number })[];
}

/** Months of services that have nothing but their habits: whatever notifies is a false alarm. */
export function falseAlarms(seed: number, services: number, days = 30): FalseAlarms {
  const seeds = seedsOf(seed, services);
  const examples = seeds.flatMap((one) =>
    watch(one, days * DAY_MS, null).begun.map((begun) => ({ ...begun, seed: one })),
  );
  const count = (notifies: boolean) =>
    Object.fromEntries(
      CONDITION_CODES.map(
        (code) => [code, examples.filter((one) => one.code === code && one.notifies === notifies).length] as const,
      ).filter(([, times]) => times > 0),
    );
  return { months: (services * days) / 30, notified: count(true), shown: count(false), examples };
}

/** What became of services that have a fault: the time from it to the first notification, or that to the end, in minutes. */
export interface NotifyTimes {
  readonly services: number;
  readonly missed: number;
  /** In minutes, in rising order. */
  readonly minutes: readonly number[];
}

/** How long before its memory was full people were notified of a leak of this length. */
export function leadOfLeaks(seed: number, services: number, lengthMs: number): NotifyTimes {
  return notifyTimes(seed, services, (one, offsetMs) => {
    const from = START + 3 * DAY_MS + offsetMs;
    const { begun, fullAt } = watch(one, 3 * DAY_MS + offsetMs + 1.1 * lengthMs, { kind: 'leak', from, lengthMs });
    const first = begun.find(({ code, at }) => code === 'memory_filling' && at >= from);
    return first === undefined || fullAt === null ? null : fullAt - first.at;
  });
}

/** How long after its third start people were notified of a crash loop; or after the third that a check could see. */
export function delayOfCrashLoops(
  seed: number,
  services: number,
  everyMs: number,
  since: 'thirdStartAt' | 'thirdSeenAt' = 'thirdStartAt',
): NotifyTimes {
  return notifyTimes(seed, services, (one, offsetMs) => {
    const from = START + DAY_MS + offsetMs;
    const { begun, [since]: third } = watch(one, DAY_MS + offsetMs + HOUR_MS, { kind: 'crash loop', from, everyMs });
    const first = begun.find(({ code, at }) => code === 'restarting' && at >= from);
    return first === undefined || third === null ? null : Math.max(0, first.at - third);
  });
}

export function delayOfFrozenReports(seed: number, services: number): NotifyTimes {
  return notifyTimes(seed, services, (one, offsetMs) => {
    const from = START + DAY_MS + offsetMs;
    const { begun } = watch(one, DAY_MS + offsetMs + HOUR_MS, { kind: 'frozen report', from });
    const first = begun.find(({ code, at }) => code === 'report_frozen' && at >= from);
    return first === undefined ? null : first.at - from;
  });
}

function notifyTimes(
  seed: number,
  services: number,
  measure: (seed: number, offsetMs: number) => number | null,
): NotifyTimes {
  const random = randomOf(seed);
  const found = seedsOf(seed, services).map((one) => measure(one, random() * DAY_MS));
  const minutes = found.flatMap((ms) => (ms === null ? [] : [ms / MINUTE_MS])).sort((left, right) => left - right);
  return { services, missed: services - minutes.length, minutes };
}

function seedsOf(seed: number, count: number): number[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => Math.floor(random() * 2 ** 32));
}
