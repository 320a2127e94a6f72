/** Random steps for the model of combinations: each is one run, with what changed before it and what fails in it. */

import fc from 'fast-check';
import type { AlertPolicy } from '../../../../lambda/core/config/config';
import type { Severity } from '../../../../lambda/core/words/codes';
import { type Fault, READ_ONLY, type Script, UNREADABLE } from '../../../support/models/faults';
import type { Health } from '../../../support/models/model-verdicts';

const MINUTE_MS = 60_000;
const UNREADABLE_SILENCES: Fault = { call: 'silences', fate: 'fails' };

export const SERVICES = ['a', 'b', 'c'] as const;
export type ServiceId = (typeof SERVICES)[number];

/** What a service answers, and whether its certificate ends in a few days. */
export interface ScriptedAnswer {
  readonly health: Health;
  readonly certificateEnds: boolean;
}

export interface Step {
  /** How far the clock goes before the run; negative if it is set back. */
  readonly minutes: number;
  readonly process: 0 | 1;
  /** Whether the process begins anew, so that it remembers nothing. */
  readonly isNew: boolean;
  readonly answers: Readonly<Record<ServiceId, ScriptedAnswer>>;
  /** A service that the config does not have in this run. */
  readonly without: ServiceId | null;
  readonly script: Script;
  /** A silence that somebody asks for a moment before the run; `services` as in `Silence`. */
  readonly silence: NewSilence | null;
  /** Whether somebody ends the oldest silence. */
  readonly endsSilence: boolean;
  /** The policy of all services from now on; `null` if it stays. */
  readonly policy: AlertPolicy | null;
  readonly severity: Severity;
}

export interface NewSilence {
  readonly services: readonly ServiceId[] | null;
  /** `null`: until services are well. */
  readonly minutes: number | null;
  /** Whether it is an acknowledgement, and silences nobody. */
  readonly isAck: boolean;
}

const often = <Value>(usual: Value, ...rare: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...Array<Value>(4).fill(usual), ...rare);

/** Or `null`. */
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const scriptedAnswer: fc.Arbitrary<ScriptedAnswer> = fc.record({
  health: fc.constantFrom<Health[]>(...Array<Health>(5).fill('healthy'), '503', '503', '500', 'refused'),
  certificateEnds: fc.boolean(),
});
const policy: fc.Arbitrary<AlertPolicy> = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 3 }),
  successThreshold: fc.integer({ min: 1, max: 3 }),
  remindEveryMs: fc.constantFrom(null, 3 * MINUTE_MS),
});
const silence: fc.Arbitrary<NewSilence> = fc.record({
  services: fc.constantFrom<(readonly ServiceId[] | null)[]>(null, ['a'], ['a', 'b']),
  minutes: sometimes(fc.integer({ min: 1, max: 40 })),
  isAck: often(false, true),
});

const inAnyStep = {
  minutes: fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: 40 }) },
  ),
  process: fc.constantFrom<(0 | 1)[]>(0, 0, 1),
  answers: fc.record({ a: scriptedAnswer, b: scriptedAnswer, c: scriptedAnswer }),
  without: often<ServiceId | null>(null, 'a', 'b'),
  silence: sometimes(silence),
  endsSilence: often(false, true),
  policy: sometimes(policy),
  severity: fc.constantFrom<Severity[]>('critical', 'critical', 'warning', 'info'),
};

const sending = often<Script>(
  [],
  [{ call: 'send', fate: 'fails' }],
  [{ call: 'send', fate: 'unanswered' }],
  [{ call: 'send', fate: 'lost' }],
);
/** The silences are in the same store as the states. */
const store = often<Script>([], [...UNREADABLE, UNREADABLE_SILENCES], READ_ONLY);
const silences = often<Script>([], [UNREADABLE_SILENCES]);

/** Steps in which the store does as it should. A process may die: what it knew is stored. */
export const safeSteps: fc.Arbitrary<Step[]> = stepsOf({ ...inAnyStep, isNew: often(false, true), script: sending });

/** Steps in which the store may fail. All processes live on: what one could not save nobody would know after it. */
export const unsafeSteps: fc.Arbitrary<Step[]> = stepsOf({
  ...inAnyStep,
  isNew: fc.constant(false),
  script: fc.tuple(sending, store, silences).map((scripts) => scripts.flat()),
});

function stepsOf(parts: { readonly [Part in keyof Step]: fc.Arbitrary<Step[Part]> }): fc.Arbitrary<Step[]> {
  return fc.array(fc.record<Step>(parts), { minLength: 1, maxLength: 16 });
}

/** A run in which nothing fails but the services, which are all alike; people are notified of each. */
export function quietStep(minutes: number, process: 0 | 1, each: ScriptedAnswer): Step {
  return {
    minutes,
    process,
    isNew: false,
    answers: { a: each, b: each, c: each },
    without: null,
    severity: 'critical',
    script: [],
    silence: null,
    endsSilence: false,
    policy: null,
  };
}
