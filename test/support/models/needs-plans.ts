/** Random worlds of services that need each other: graphs, receivers with filters, silences, and what fails when. */

import fc from 'fast-check';
import type { AlertPolicy, Config, Service, Subscription } from '../../../lambda/core/config/config';
import { audiencesOf } from '../../../lambda/core/deliver/audiences';
import { TOPIC } from '../../../lambda/core/deliver/receiver';
import type { Run } from '../../../lambda/core/run/run';
import type { Silence } from '../../../lambda/core/silences/silence';
import { ALERT_EVENTS, EVENTS, SEVERITIES, type Severity } from '../../../lambda/core/words/codes';
import { silenceAt } from '../core/silences';
import type { Fate, Script } from './faults';
import { modelConfig } from './model-config';
import { answerOf, type Health } from './model-verdicts';
import { createWorld, THE_TOPIC, type World, type WorldReceiver } from './world';

export const SERVICES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
export type ServiceId = (typeof SERVICES)[number];

const MINUTE_MS = 60_000;
/** Longer than the first batch of a run waits. */
const SLOW_MS = 20_000;
/** The incident of this budget is over two and a half hours after all is well. */
const OBJECTIVE = { availability: 0.999, responseTime: null, windowMs: 86_400_000 };
const WITH_OBJECTIVE: readonly string[] = ['b', 'c', 'd'];

/** The services that somebody is notified of; `null` for all. */
interface Choice {
  readonly services: readonly ServiceId[] | null;
  readonly severities: readonly Severity[] | null;
}

export interface NeedsConfig {
  readonly needs: Readonly<Partial<Record<ServiceId, readonly ServiceId[]>>>;
  readonly severities: Readonly<Record<ServiceId, Severity>>;
  readonly policy: AlertPolicy;
  readonly groupFrom: number | null;
  /** The addresses of the topic. */
  readonly addresses: readonly Choice[];
  /** Gets what it has chosen at once, gets beginnings and ends alone, and gets what lasts. */
  readonly choices: readonly [Choice, Choice, Choice];
  /** For each of them, whether it is notified of nothing that its services need. */
  readonly areApart: readonly [boolean, boolean, boolean];
}

/** A silence, planned or asked for, or an acknowledgement, from a moment before the run. */
interface NewSilence {
  readonly kind: 'silence' | 'until well' | 'planned' | 'ack';
  readonly services: readonly ServiceId[] | null;
  readonly minutes: number;
}

/** A minute, or more, and what changes in it. */
export interface NeedsStep {
  readonly minutes: number;
  /** Whose answers change, and to what: a service, it and all that need it, or all services. */
  readonly who: 'none' | 'one' | 'with dependents' | 'all';
  readonly service: ServiceId;
  readonly health: Health | 'not-asked';
  readonly slow: readonly ServiceId[];
  readonly silence: NewSilence | null;
  /** For each process: what goes wrong in its run. */
  readonly scripts: readonly Script[];
  /** Whether a process begins anew. */
  readonly isNew: boolean;
}

const often = <Value>(usual: Value, ...rare: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...Array<Value>(4).fill(usual), ...rare);

const someServices = fc.subarray([...SERVICES], { minLength: 1 });
const severity = fc.constantFrom<Severity[]>('critical', 'critical', 'critical', 'warning');
const choice: fc.Arbitrary<Choice> = fc.record({
  services: fc.option(someServices, { freq: 1 }),
  severities: often<readonly Severity[] | null>(null, ['critical'], ['warning']),
});

/** No service needs one that comes before it in a random order. */
const needs = fc
  .tuple(
    fc.shuffledSubarray([...SERVICES], { minLength: SERVICES.length }),
    fc.array(fc.tuple(fc.nat(SERVICES.length - 1), fc.nat(SERVICES.length - 1)), { minLength: 3, maxLength: 14 }),
  )
  .map(([order, pairs]) => {
    const lists: Partial<Record<ServiceId, readonly ServiceId[]>> = {};
    for (const [left, right] of pairs) {
      const from = order[Math.min(left, right)] as ServiceId;
      const to = order[Math.max(left, right)] as ServiceId;
      if (from !== to) lists[from] = [...new Set([...(lists[from] ?? []), to])];
    }
    return lists;
  });

export const needsConfigs: fc.Arbitrary<NeedsConfig> = fc.record({
  needs,
  severities: fc
    .tuple(...SERVICES.map(() => severity))
    .map((all) => Object.fromEntries(SERVICES.map((id, index) => [id, all[index]])) as Record<ServiceId, Severity>),
  policy: fc.record({
    failureThreshold: fc.integer({ min: 1, max: 3 }),
    successThreshold: fc.integer({ min: 1, max: 2 }),
    remindEveryMs: fc.constantFrom(null, 3 * MINUTE_MS),
  }),
  groupFrom: fc.constantFrom(null, 2),
  addresses: fc.array(choice, { maxLength: 2 }),
  choices: fc.tuple(choice, choice, choice),
  areApart: fc.tuple(fc.constant(false), fc.boolean(), fc.boolean()),
});

const silence: fc.Arbitrary<NewSilence> = fc.record({
  kind: fc.constantFrom<NewSilence['kind'][]>('silence', 'until well', 'planned', 'ack', 'ack'),
  services: fc.option(fc.subarray([...SERVICES], { minLength: 1, maxLength: 3 }), { freq: 4 }),
  minutes: fc.integer({ min: 1, max: 20 }),
});

const inAnyStep = {
  who: fc.constantFrom<NeedsStep['who'][]>('none', 'none', 'one', 'one', 'with dependents', 'with dependents', 'all'),
  service: fc.constantFrom(...SERVICES),
  health: fc.constantFrom<NeedsStep['health'][]>('healthy', 'healthy', 'healthy', '503', '503', 'refused', 'not-asked'),
  silence: fc.option(silence, { freq: 6 }),
};
const forwards = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
);

/** Nothing fails but services. */
export const calmSteps: fc.Arbitrary<NeedsStep[]> = fc.array(
  fc.record<NeedsStep>({
    ...inAnyStep,
    minutes: forwards,
    slow: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...SERVICES], { minLength: 1, maxLength: 3 }) },
    ),
    scripts: fc.constant([]),
    isNew: often(false, true),
  }),
  { minLength: 10, maxLength: 40 },
);

const store = often<Script>(
  [],
  [{ call: 'load', fate: 'fails' }],
  [{ call: 'load', at: 1, fate: 'fails' }],
  [{ call: 'save', fate: 'fails' }],
  [{ call: 'save', fate: 'unanswered' }],
);
const sending = often<Script>(
  [],
  [{ call: 'send', fate: 'fails' }],
  [{ call: 'send', of: 'pager', fate: 'unanswered' }],
  [{ call: 'send', of: 'log', fate: 'lost' }],
);
const death: fc.Arbitrary<Script> = fc
  .option(fc.record({ at: fc.integer({ min: 0, max: 20 }), fate: fc.constantFrom<Fate[]>('dies', 'dies late') }), {
    freq: 8,
  })
  .map((fault) => (fault === null ? [] : [fault]));
const script = fc.tuple(death, store, sending).map((scripts) => scripts.flat());

/** Anything may fail, processes may die, and clocks may be set back. */
export const stormySteps: fc.Arbitrary<NeedsStep[]> = fc.array(
  fc.record<NeedsStep>({
    ...inAnyStep,
    minutes: fc.oneof({ weight: 9, arbitrary: forwards }, { weight: 1, arbitrary: fc.integer({ min: -3, max: 0 }) }),
    slow: fc.constant([]),
    scripts: fc.tuple(script, script, script),
    isNew: often(false, true),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Steps in which nothing fails but all services, or none. */
export function quietSteps(health: 'healthy' | '503', minutes: readonly number[]): readonly NeedsStep[] {
  return minutes.map((after) => ({
    minutes: after,
    who: 'all',
    service: SERVICES[0],
    health,
    slow: [],
    silence: null,
    scripts: [],
    isNew: false,
  }));
}

/** A receiver as the laws see it: whom it notifies, each by what they are notified of. */
export interface Listener {
  readonly id: string;
  readonly afterMs: number;
  /** Whether each of those whom it notifies is notified of a service, in a list that is as long for each service. */
  readonly wants: (service: string, severity: Severity) => readonly boolean[];
}

export interface NeedsWorld {
  readonly world: World;
  readonly config: Config;
  readonly listeners: readonly Listener[];
  /** By the beginning of the latest step. */
  silences(): readonly Silence[];
  endSilences(): void;
  /** A run of each process, one after the other. */
  run(step: NeedsStep): Promise<readonly (Run | null)[]>;
}

export interface NeedsOptions {
  /** Whether services need what the plan says; otherwise nothing. */
  readonly isNeeded?: boolean;
  /** How many shards there are, each with its own process. */
  readonly shards?: number;
}

export function needsWorld(plan: NeedsConfig, { isNeeded = true, shards = 1 }: NeedsOptions = {}): NeedsWorld {
  const { needs, severities, policy, groupFrom, addresses, areApart } = plan;
  const choices = plan.choices.map((one, index) => (areApart[index] ? withoutNeeded(one, needs) : one));
  const config = {
    ...modelConfig(
      SERVICES,
      (id): Partial<Service> => ({
        alerts: policy,
        severity: severities[id as ServiceId],
        objective: WITH_OBJECTIVE.includes(id) ? OBJECTIVE : null,
        needs: isNeeded ? (needs[id as ServiceId] ?? []) : [],
      }),
    ),
    groupFrom,
  };
  const [pager, log, second] = choices as [Choice, Choice, Choice];
  const receivers: readonly WorldReceiver[] = [
    { ...THE_TOPIC, audiences: audiencesOf(addresses.map(subscriptionOf)) },
    { id: 'pager', filter: { wants: wantsOf(pager), events: ALERT_EVENTS, afterMs: 0 } },
    { id: 'log', filter: { wants: wantsOf(log), events: ['opened', 'resolved'], afterMs: 0 } },
    { id: 'second', filter: { wants: wantsOf(second), events: EVENTS, afterMs: 3 * MINUTE_MS } },
  ];
  const listeners = receivers.map(({ id, filter }, index): Listener => {
    const own = index === 0 ? addresses : [choices[index - 1] as Choice];
    return {
      id,
      afterMs: filter?.afterMs ?? 0,
      wants: (service, severity) => own.map((one) => isChosen(one, service, severity)),
    };
  });
  const processes = Array.from({ length: shards }, (_, index) => index);
  const world = createWorld({
    receivers,
    processes: shards,
    ...(shards > 1 && { shards: processes.map((shard) => SERVICES.filter((_, index) => index % shards === shard)) }),
  });
  const health: Partial<Record<string, NeedsStep['health']>> = {};
  let silences: readonly Silence[] = [];
  let count = 0;
  return {
    world,
    config,
    listeners,
    silences: () => silences,
    endSilences: () => {
      silences = [];
    },
    run: async (step) => {
      for (const id of changedBy(step, needs)) health[id] = step.health;
      const from = world.begun() + step.minutes * MINUTE_MS - 1;
      if (step.silence !== null) silences = [...silences, silenceOf(step.silence, `s${count++}`, from)];
      const runs: (Run | null)[] = [];
      for (const process of processes)
        runs.push(
          await world.run(process, {
            config,
            answer: (service) => {
              const found = health[service] ?? 'healthy';
              if (found === 'not-asked') throw new Error('EMFILE: too many open files');
              return answerOf(found, service);
            },
            answerMs: (service) => (step.slow.some((id) => id === service) ? SLOW_MS : 0),
            words: JSON.stringify(health),
            silences,
            stepMs: process === 0 ? step.minutes * MINUTE_MS : 0,
            script: step.scripts[process] ?? [],
            isNew: step.isNew,
          }),
        );
      return runs;
    },
  };
}

/** Without the services that another of them needs. */
function withoutNeeded({ services, severities }: Choice, needs: NeedsConfig['needs']): Choice {
  const chosen = services ?? SERVICES;
  const needed = new Set(chosen.flatMap((id) => needs[id] ?? []));
  return { services: chosen.filter((id) => !needed.has(id)), severities };
}

function changedBy(
  { who, service }: Pick<NeedsStep, 'who' | 'service'>,
  needs: NeedsConfig['needs'],
): readonly ServiceId[] {
  switch (who) {
    case 'none':
      return [];
    case 'one':
      return [service];
    case 'with dependents':
      return [service, ...SERVICES.filter((id) => needs[id]?.includes(service))];
    case 'all':
      return SERVICES;
  }
}

function silenceOf({ kind, services, minutes }: NewSilence, id: string, from: number): Silence {
  return silenceAt(from, {
    id,
    services,
    until: from + minutes * MINUTE_MS,
    untilWell: kind === 'until well' || kind === 'ack',
    planned: kind === 'planned',
    ...(kind === 'ack' && { kind }),
  });
}

function isChosen({ services, severities }: Choice, service: string, severity: Severity): boolean {
  return (services?.some((id) => id === service) ?? true) && (severities?.includes(severity) ?? true);
}

function wantsOf(choice: Choice): NonNullable<WorldReceiver['filter']>['wants'] {
  return ({ service, severity }) => isChosen(choice, service, severity);
}

function subscriptionOf({ services, severities }: Choice): Subscription {
  const all = { protocol: 'email', endpoint: 'ana@example.org', services, severities, events: null };
  return all as unknown as Subscription;
}

/** Whether what is needed may ever hold back a receiver from what needs it, whatever their severities are. */
export function couldHoldBack(listener: Listener, dependent: string, needed: string): boolean {
  return SEVERITIES.some((own) => {
    if (!isNotified(listener, dependent, own)) return false;
    return SEVERITIES.some((other) => holdsBack(listener, [dependent, own], [needed, other]));
  });
}

/** The topic gets all, whoever is behind it. */
export function isNotified({ id, wants }: Listener, service: string, severity: Severity): boolean {
  return id === TOPIC || wants(service, severity).some(Boolean);
}

/** Whether everybody who is notified of a service by this receiver is notified of the one that it needs; each with its severity. */
export function holdsBack(
  { wants }: Listener,
  dependent: readonly [string, Severity],
  needed: readonly [string, Severity],
): boolean {
  const isNotified = wants(...needed);
  return wants(...dependent).every((isWanted, index) => !isWanted || isNotified[index]);
}
