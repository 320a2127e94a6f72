/** Random plans for model tests: which services there are, what they answer, and what fails when. */

import fc from 'fast-check';
import type { AlertPolicy } from '../../../lambda/core/config/config';
import type { Run } from '../../../lambda/core/run/run';
import { type Fate, type Fault, type Pause, READ_ONLY, type Script, UNREADABLE } from './faults';
import { modelConfig } from './model-config';
import { answerIn, type Health, type RunAnswers, type ServiceAnswer } from './model-verdicts';
import { createWorld, type Meeting, type World, type WorldRun } from './world';

/** `calm` is always well; `leaving` is missing from the config at times. */
export const SERVICES = ['shop', 'mail', 'leaving', 'calm'] as const;
type ServiceId = (typeof SERVICES)[number];

/** One run, and all that goes wrong in it. */
export interface Plan extends RunAnswers, Pick<WorldRun, 'stepMs'> {
  readonly script: Script;
  /** Whether the run is of the process of the run before, and remembers; a crash ends a process. */
  readonly sameProcess: boolean;
  /** A service that isn't in the config at this run. */
  readonly without: string | null;
}

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

const anyFate = fc.constantFrom<(Fate | null)[]>(null, null, null, 'fails', 'fails late', 'conflict');
/** Of the calls of a run in their order; those beyond don't fail. */
const faults: fc.Arbitrary<Script> = fc
  .array(anyFate, { maxLength: 13 })
  .map((fates) => fates.flatMap((fate, at) => (fate === null ? [] : [{ at, fate }])));

const death = fc.constantFrom<Fate[]>('dies', 'dies late');
const anyCall: fc.Arbitrary<Fault> = fc.record({ at: fc.integer({ min: 0, max: 10 }), fate: death });
/** Between what is sent and its save. */
const aroundSending: fc.Arbitrary<Fault> = fc.record({
  call: fc.constantFrom('send' as const, 'save' as const),
  at: fc.integer({ min: 0, max: 3 }),
  fate: death,
});
const crash: fc.Arbitrary<Script> = fc
  .option(fc.oneof(anyCall, aroundSending), { freq: 3 })
  .map((fault) => (fault === null ? [] : [fault]));

const networkIs = fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'gone' as const);
const anyRun = {
  networkIs,
  health: healths,
  sameProcess: fc.boolean(),
  without: fc.constantFrom(null, null, null, 'leaving'),
};
const anyStep = fc.integer({ min: -4, max: 5 }).map((minutes) => minutes * MINUTE_MS);

/** A run in which nothing fails but the checker's own network, on a clock that goes on. */
export const calmPlan: fc.Arbitrary<Plan> = fc.record({
  ...anyRun,
  script: fc.constant([]),
  stepMs: fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * MINUTE_MS),
});

/** A run in which anything can fail but its process, which remembers all. */
export const survivedPlan: fc.Arbitrary<Plan> = fc.record({
  ...anyRun,
  script: faults,
  sameProcess: fc.constant(true),
  stepMs: anyStep,
});

/** A run in which anything can fail, of a process that may be killed. */
export const stormyPlan: fc.Arbitrary<Plan> = fc.record({
  ...anyRun,
  script: fc.tuple(crash, faults).map((scripts) => scripts.flat()),
  stepMs: anyStep,
});

/** The store can't be used; all else can. */
export const cutOffPlan: fc.Arbitrary<Plan> = fc.record({
  ...anyRun,
  script: fc.constantFrom(UNREADABLE, READ_ONLY),
  stepMs: anyStep,
  without: fc.constant(null),
});

/** A run without a fault, in which each service is as said; the others are well. */
export function quietPlan(sick: Plan['health'] = {}): Plan {
  return { health: sick, networkIs: 'up', script: [], sameProcess: true, stepMs: MINUTE_MS, without: null };
}

/** Runs without a fault on a clock that is right, after which each service is settled: of those that are well, every outage is over. */
export function quietRuns(sick: Plan['health'] = {}): readonly Plan[] {
  const isSick = Object.keys(sick).length > 0;
  const steps = [null, ...Array<number>(ENOUGH_RUNS - 1).fill(MINUTE_MS), ...(isSick ? [] : [LONGEST_RECOVERY_MS])];
  return steps.map((stepMs) => ({ ...quietPlan(sick), stepMs }));
}

/** A world of these services, whose runs go by plans. */
export interface PlannedWorld {
  readonly world: World;
  run(plan: Plan, process?: number, meeting?: Meeting): Promise<Run | null>;
}

export interface PlannedOptions {
  readonly processes?: number;
  readonly pause?: Pause;
  /** The services of the config; those that are not in `SERVICES` are always well. */
  readonly services?: readonly string[];
}

export function plannedWorld(
  alerts: Policies,
  { processes = 1, pause, services = SERVICES }: PlannedOptions = {},
): PlannedWorld {
  const config = modelConfig(services, (id) => ({ alerts: alerts[id as ServiceId] ?? AT_ONCE }));
  const world = createWorld({ processes, ...(pause && { pause }) });
  const run: PlannedWorld['run'] = (
    { health: answers, networkIs, without, sameProcess, script, stepMs },
    process = 0,
    meeting,
  ) =>
    world.run(process, {
      config: { ...config, services: config.services.filter(({ id }) => id !== without) },
      answer: (service) => answerIn({ health: answers, networkIs }, service),
      words: JSON.stringify(networkIs === 'gone' ? 'no network' : answers),
      script,
      stepMs,
      isNew: !sameProcess,
      ...(meeting && { meeting }),
    });
  return { world, run };
}
