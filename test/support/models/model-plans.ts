/** Random plans for model tests: which services there are, what they answer, and what fails when. */

import fc from 'fast-check';
import type { AlertPolicy, Config } from '../../../lambda/core/config/config';
import { parseConfig } from '../../../lambda/core/config/parse/parse-config';
import type { Health, ServiceAnswer } from './model-verdicts';
import type { Crash, Fault, Plan } from './model-world';

/** `calm` is always well; `leaving` is missing from the config at times. */
export const SERVICES = ['shop', 'mail', 'leaving', 'calm'] as const;
type ServiceId = (typeof SERVICES)[number];

export type Policies = Readonly<Record<ServiceId, AlertPolicy>>;

const MINUTE_MS = 60_000;
export const AT_ONCE: AlertPolicy = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };
/** How many runs in a row settle any service's state, whatever its policy here. */
const ENOUGH_RUNS = 4;
/** After this time without a failing run every outage is over. */
const LONGEST_RECOVERY_MS = 30 * MINUTE_MS;

const policy: fc.Arbitrary<AlertPolicy> = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 3 }),
  successThreshold: fc.integer({ min: 1, max: 3 }),
  remindEveryMs: fc.constantFrom(null, 3 * MINUTE_MS),
});
export const policies: fc.Arbitrary<Policies> = fc.oneof(
  fc.constant({ shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE }),
  fc.record({ shop: policy, mail: policy, leaving: policy, calm: policy }),
);

/** A failing answer is as likely as a healthy one. */
export const health: fc.Arbitrary<Health> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('healthy' as const) },
  { weight: 5, arbitrary: fc.constantFrom<Health>('503', '500', 'refused', 'garbage') },
);
/** Now and then the checker lacks what it needs to ask. */
const asking: fc.Arbitrary<ServiceAnswer> = fc.oneof(
  { weight: 9, arbitrary: health },
  { weight: 1, arbitrary: fc.constant('not-asked' as const) },
);
const healths = fc.record({ shop: asking, mail: asking, leaving: asking, calm: fc.constant<Health>('healthy') });

const faults = fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'before', 'after', 'conflict'), {
  maxLength: 12,
});
const anyCall = fc.record({ atCall: fc.integer({ min: 0, max: 9 }), afterEffect: fc.boolean() });
/** Between what is sent and its save. */
const aroundSending = fc.record({
  of: fc.constantFrom('send' as const, 'save' as const),
  atCall: fc.integer({ min: 0, max: 3 }),
  afterEffect: fc.boolean(),
});
const crash = fc.option(fc.oneof<[fc.Arbitrary<Crash>, fc.Arbitrary<Crash>]>(anyCall, aroundSending), { freq: 3 });

const NO_TROUBLE = { storeIs: fc.constant('up' as const), poison: fc.constant(null) };
const networkIs = fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'gone' as const);

/** A run in which nothing fails but the checker's own network, on a clock that goes on. */
export const calmPlan: fc.Arbitrary<Plan> = fc.record({
  ...NO_TROUBLE,
  networkIs,
  health: healths,
  faults: fc.constant([]),
  crash: fc.constant(null),
  sameProcess: fc.boolean(),
  clockStepMs: fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * MINUTE_MS),
  without: fc.constantFrom(null, null, null, 'leaving'),
});

/** A run in which anything can fail, of a process that may be killed. */
export const stormyPlan: fc.Arbitrary<Plan> = fc.record({
  ...NO_TROUBLE,
  networkIs,
  health: healths,
  faults,
  crash,
  sameProcess: fc.boolean(),
  clockStepMs: fc.integer({ min: -4, max: 5 }).map((minutes) => minutes * MINUTE_MS),
  without: fc.constantFrom(null, null, null, 'leaving'),
});

/** Anything can fail but the process, which remembers all. */
export const survivedPlan: fc.Arbitrary<Plan> = stormyPlan.map((plan) => ({ ...plan, crash: null, sameProcess: true }));

/** The store can't be used; all else can. */
export const cutOffPlan: fc.Arbitrary<Plan> = fc
  .tuple(stormyPlan, fc.constantFrom('unreadable' as const, 'read-only' as const))
  .map(([plan, storeIs]) => ({ ...plan, faults: [], crash: null, storeIs, without: null }));

/** A run without a fault, in which each service is as said; the others are well. */
export function quietPlan(sick: Plan['health'] = {}): Plan {
  const noTrouble = { faults: [], crash: null, storeIs: 'up', networkIs: 'up', poison: null, without: null } as const;
  return { ...noTrouble, health: sick, sameProcess: true, clockStepMs: MINUTE_MS };
}

/** Runs without a fault on a clock that is right, after which each service is settled: of those that are well, every outage is over. */
export function quietRuns(sick: Plan['health'] = {}): readonly Plan[] {
  const isSick = Object.keys(sick).length > 0;
  const steps = [null, ...Array<number>(ENOUGH_RUNS - 1).fill(MINUTE_MS), ...(isSick ? [] : [LONGEST_RECOVERY_MS])];
  return steps.map((clockStepMs) => ({ ...quietPlan(sick), clockStepMs }));
}

const parsed = parseConfig({
  file: 'model.yaml',
  text: JSON.stringify({
    name: 'model',
    retry: { attempts: 1 },
    services: SERVICES.map((id) => ({ id, baseUrl: `https://${id}.example.org` })),
  }),
  environment: {},
  readCa: () => '',
  probing: 'none',
});

/** The config of a model: four services, each with its policy. */
export function modelConfig(alerts: Policies): Config {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const { config } = parsed;
  return { ...config, services: config.services.map((one) => ({ ...one, alerts: alerts[one.id as ServiceId] })) };
}
