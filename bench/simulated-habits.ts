/** Simulated services with the habits of real services: the results of each run, with virtual time and a seed. */

import type { Service } from '../lambda/core/config/config';
import type { CheckResult } from '../lambda/core/probe/check-result';
import type { Report } from '../lambda/core/probe/report';
import { cleanText } from '../lambda/core/words/clean-text';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The fault of a simulated service from `from` on, in milliseconds since 1970. */
export type Fault =
  | { readonly kind: 'crash loop'; readonly from: number; readonly everyMs: number }
  | { readonly kind: 'frozen report'; readonly from: number };

/** An instance of a service. */
interface Instance {
  startedAt: number;
  version: number;
  /** The number of its collector's cycles up to `until` that are over since `since`, the start of the first. */
  cycles: { count: number; until: number; since: number };
}

interface Habits {
  readonly baseMs: number;
  readonly noise: number;
  readonly tailShare: number;
  readonly load: number;
  readonly busyHour: number;
  readonly totalMb: number;
  readonly restingShare: number;
  readonly loadShare: number;
  readonly cycleMs: number;
  readonly cycleShare: number;
  readonly warmUpMs: number;
  readonly growsHeap: boolean;
  readonly instances: number;
  readonly deploysAWeek: number;
  readonly outagesAMonth: number;
  readonly gapsAMonth: number;
  readonly retryShare: number;
}

/** A cycle of the collector, from a few minutes to some hours; none for a third of the services. */
function habitsOf(random: () => number): Habits {
  const between = (least: number, most: number) => least + random() * (most - least);
  const kind = random();
  const cycleMs = () => {
    if (kind < 0.3) return 0;
    return kind < 0.65 ? between(1, 10) * MINUTE_MS : between(0.2, 6) * HOUR_MS;
  };
  return {
    baseMs: between(5, 300),
    noise: between(0.05, 0.5),
    tailShare: between(0, 0.02),
    load: between(0, 0.8),
    busyHour: between(0, 24),
    totalMb: [256, 512, 1_024, 2_048, 4_096][Math.floor(random() * 5)] ?? 512,
    restingShare: between(0.15, 0.5),
    loadShare: between(0, 0.15),
    cycleMs: cycleMs(),
    cycleShare: between(0.03, 0.3),
    warmUpMs: between(1, 60) * MINUTE_MS,
    growsHeap: random() < 0.25,
    instances: random() < 0.7 ? 1 : 2 + Math.floor(random() * 5),
    deploysAWeek: between(0, 10),
    outagesAMonth: between(0, 3),
    gapsAMonth: between(0, 2),
    retryShare: between(0, 0.01),
  };
}

const NOT_RUN = null;

/** `null` if the checker did not run. */
export type NextCheck = (now: number) => CheckResult | typeof NOT_RUN;

export interface Simulated {
  readonly next: NextCheck;
  /**
   * The time of the third start within 15 minutes, and of the third start that a check could see, which is the last before it. `null`
   * before.
   */
  readonly outcome: { thirdStartAt: number | null; thirdSeenAt: number | null };
}

export function simulate(service: Service, seed: number, start: number, fault: Fault | null = null): Simulated {
  const random = randomOf(seed);
  const habits = habitsOf(random);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const count = fault === null ? habits.instances : 1;
  const instances: Instance[] = Array.from({ length: count }, () => {
    const startedAt = start - random() * 20 * DAY_MS;
    return {
      startedAt,
      version: 1,
      cycles: { count: (startedAt / habits.cycleMs) % 1, until: start, since: startedAt },
    };
  });
  const outcome: Simulated['outcome'] = { thirdStartAt: null, thirdSeenAt: null };
  let version = 1;
  let rollout: { at: number; everyMs: number; next: number; version: number } | null = null;
  let outageUntil = 0;
  let gapUntil = 0;
  const chanceOf = (times: number, withinMs: number) => random() < (times * MINUTE_MS) / withinMs;
  const crashes: number[] = [];
  const seen: number[] = [];

  const loadAt = (now: number) => {
    const hour = ((now / HOUR_MS) % 24) - habits.busyHour;
    const weekday = Math.floor(now / DAY_MS) % 7;
    const curve = 0.5 + 0.5 * Math.cos((hour / 12) * Math.PI);
    return curve * (weekday >= 5 ? 0.5 : 1);
  };

  // The more load, the sooner a cycle is over.
  const cyclesOf = (instance: Instance, now: number): number => {
    const { startedAt, cycles } = instance;
    const isNew = cycles.since !== startedAt;
    const from = isNew ? startedAt : cycles.until;
    const count = (isNew ? 0 : cycles.count) + Math.max(0, now - from) / (habits.cycleMs * (1.3 - 0.6 * loadAt(now)));
    instance.cycles = { count, until: now, since: startedAt };
    return count;
  };

  const memoryOf = (instance: Instance, now: number): { used: number; total: number } => {
    const { totalMb, restingShare, loadShare, cycleMs, cycleShare, warmUpMs, growsHeap } = habits;
    const { startedAt } = instance;
    const warm = 0.6 + 0.4 * (1 - Math.exp(-(now - startedAt) / warmUpMs));
    const saw = cycleMs === 0 ? 0 : cycleShare * (cyclesOf(instance, now) % 1);
    const resting = restingShare * warm + loadShare * loadAt(now);
    const share = resting + saw + 0.004 * normal();
    const used = totalMb * Math.min(1, Math.max(0.02, share));
    return {
      used: Math.round(used * 10) / 10,
      total: growsHeap ? Math.ceil((used * 1.15) / 8) * 8 : totalMb,
    };
  };

  const deploy = (now: number) => {
    const isBusy = (now / HOUR_MS) % 24 > 8 && (now / HOUR_MS) % 24 < 18;
    if (rollout === null && isBusy && chanceOf(habits.deploysAWeek * 2.4, 7 * DAY_MS)) {
      // A rollout in twenty is rolled back, and one in ten is a restart with the same version.
      const kind = random();
      if (kind < 0.05 && version > 1) version -= 1;
      else if (kind < 0.9) version += 1;
      rollout = { at: now, everyMs: (0.3 + random() * 2) * MINUTE_MS, next: 0, version };
    }
    while (rollout !== null && now >= rollout.at + rollout.next * rollout.everyMs) {
      const instance = instances[rollout.next];
      if (instance === undefined) {
        rollout = null;
        break;
      }
      instance.startedAt = rollout.at + rollout.next * rollout.everyMs;
      instance.version = rollout.version;
      rollout.next += 1;
    }
  };

  const crash = (now: number) => {
    const [instance] = instances;
    if (fault?.kind !== 'crash loop' || now < fault.from || instance === undefined) return;
    const last = fault.from + Math.floor((now - fault.from) / fault.everyMs) * fault.everyMs;
    for (let at = Math.max(fault.from, instance.startedAt + 1); at <= last; at += fault.everyMs) {
      const begun = fault.from + Math.ceil((at - fault.from) / fault.everyMs) * fault.everyMs;
      if (begun <= last) crashes.push(begun);
    }
    if (instance.startedAt < last) instance.startedAt = last;
    if (seen.at(-1) !== last) seen.push(last);
    outcome.thirdStartAt = thirdOf(crashes);
    outcome.thirdSeenAt = thirdOf(seen);
  };

  const next: NextCheck = (now) => {
    if (now < gapUntil) return NOT_RUN;
    if (fault === null) deploy(now);
    crash(now);
    if (fault === null && chanceOf(habits.gapsAMonth, 30 * DAY_MS)) {
      gapUntil = now + random() * 3 * HOUR_MS;
      return NOT_RUN;
    }
    if (fault === null && chanceOf(habits.outagesAMonth, 30 * DAY_MS)) {
      outageUntil = now + random() * 30 * MINUTE_MS;
      // Half of all outages end with a start.
      for (const instance of instances) if (random() < 0.5) instance.startedAt = outageUntil - 20_000 * random();
    }
    if (now < outageUntil) return failed(service, now);
    const instance = instances[Math.floor(random() * instances.length)];
    if (instance === undefined) return failed(service, now);
    const tail = random() < habits.tailShare ? 1 + 20 * random() : 1;
    const ms = habits.baseMs * (1 + habits.load * loadAt(now)) * Math.exp(habits.noise * normal()) * tail;
    const attempts = random() < habits.retryShare ? 2 : 1;
    const seenAt = fault?.kind === 'frozen report' && now >= fault.from ? fault.from : now;
    const uptime = (seenAt - Math.min(instance.startedAt, seenAt)) / 1_000;
    const report: Report = {
      status: 'healthy',
      service: service.id,
      environment: 'production',
      version: `1.${instance.version}.0`,
      timestamp: new Date(seenAt + 400 * normal()).toISOString(),
      uptime: Math.round(uptime * 10) / 10,
      memory: memoryOf(instance, seenAt),
      others: {},
    };
    const frozen = seenAt === now ? report : { ...report, timestamp: new Date(seenAt).toISOString() };
    return healthy(service, now, ms, attempts, frozen);
  };
  return { next, outcome };
}

/** The first start that is the third within 15 minutes. */
function thirdOf(starts: readonly number[]): number | null {
  return starts.find((at, index) => index >= 2 && at - (starts[index - 2] ?? 0) <= 15 * MINUTE_MS) ?? null;
}

const NOTHING = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null };

export function healthy(service: Service, at: number, ms: number, attempts: number, report: Report): CheckResult {
  // Certificates are renewed 30 days before their end, each 60 days.
  const daysLeft = 90 - (Math.floor(at / DAY_MS) % 60);
  return {
    service,
    at,
    attempts,
    kind: 'healthy',
    reason: 'ok',
    message: 'healthy',
    httpStatus: 200,
    errorCode: null,
    report,
    errorBody: null,
    warnings: [],
    timings: { ...NOTHING, totalMs: ms },
    certificate: { expiresAt: at + daysLeft * DAY_MS, daysLeft },
  };
}

export function failed(service: Service, at: number): CheckResult {
  return {
    service,
    at,
    attempts: 3,
    kind: 'unreachable',
    reason: 'connection_refused',
    httpStatus: null,
    message: cleanText('connection refused'),
    errorCode: 'ECONNREFUSED',
    report: null,
    errorBody: null,
    warnings: [],
    certificate: null,
    timings: { ...NOTHING, totalMs: 1 },
  };
}
