/** Two processes that may run at once and may die, a store that fails, and three receivers with faults of their own. */

import fc from 'fast-check';
import type { AlertPolicy } from '../../../../lambda/core/config/config';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { ALERT_EVENTS } from '../../../../lambda/core/words/codes';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { runs } from '../../../support/jest/lane';
import { type Fate, type Fault, READ_ONLY, type Script, UNREADABLE } from '../../../support/models/faults';
import {
  acknowledgedOutOfTurn,
  bugs,
  expectNone,
  leftOpen,
  leftOver,
  markedInVain,
  unacknowledged,
  unknownFailures,
  withoutBeginning,
  withoutEnd,
} from '../../../support/models/laws';
import { modelConfig } from '../../../support/models/model-config';
import { answerOf, type Health } from '../../../support/models/model-verdicts';
import { createWorld, THE_TOPIC, type World, type WorldReceiver } from '../../../support/models/world';

const MINUTE_MS = 60_000;
const SERVICES = ['a', 'b'] as const;
/** Of the first service: the incident of its budget is over two and a half hours after all is well. */
const OBJECTIVE = { availability: 0.999, responseTime: null, windowMs: 86_400_000 };
/** Shows who is on what, as PagerDuty does. */
const PAGER: WorldReceiver = { id: 'pager', filter: { wants: () => true, events: ALERT_EVENTS, afterMs: 0 } };
/** Is notified only of what lasts, and only of beginnings and ends. */
const SECOND_LINE = {
  id: 'second-line',
  filter: { wants: () => true, events: ['opened', 'resolved'], afterMs: 2 * MINUTE_MS },
} as const;
const ALL: readonly WorldReceiver[] = [THE_TOPIC, PAGER, SECOND_LINE];
const RECEIVERS = ALL.map(({ id }) => id);

interface Turn {
  readonly minutes: number;
  /** The processes that run at once. */
  readonly who: readonly (0 | 1)[];
  readonly health: Readonly<Record<(typeof SERVICES)[number], Health>>;
  /** The process that ran first dies. */
  readonly death: Script;
}

/** Some turns with the same faults. */
interface Spell {
  readonly turns: readonly Turn[];
  /** What becomes of what each process does with the store. */
  readonly store: readonly [Script, Script];
  /** What becomes of what each receiver is sent. */
  readonly sending: readonly [Fate | null, Fate | null, Fate | null];
  /** For each process: the receiver that its config does not have; `null` if it has all. */
  readonly without: readonly [string | null, string | null];
  /** For how many minutes all is silenced from its beginning on; `null` if it is not. */
  readonly silencedFor: number | null;
  /** For how many minutes somebody is on what fails at its beginning; `null` if nobody is. */
  readonly ackedFor: number | null;
}

const often = <Value>(usual: Value, ...rare: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...Array<Value>(3).fill(usual), ...rare);
const health = fc.constantFrom<Health[]>('healthy', 'healthy', '503', '503', 'refused');
const store = often<Script>([], UNREADABLE, READ_ONLY, [{ call: 'save', fate: 'unanswered' }]);
const missing = often<string | null>(null, ...RECEIVERS.slice(1));
const sending = often<Fate | null>(null, 'fails', 'unanswered', 'lost');

function spellsOf({ mayDie }: { readonly mayDie: boolean }): fc.Arbitrary<Spell[]> {
  const death = fc.record<Fault>({
    at: fc.integer({ min: 0, max: 13 }),
    fate: fc.constantFrom<Fate[]>('dies', 'dies late'),
  });
  const turn: fc.Arbitrary<Turn> = fc.record({
    minutes: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
    ),
    who: fc.constantFrom<(readonly (0 | 1)[])[]>([0], [0], [1], [0, 1], [1, 0]),
    health: fc.record({ a: health, b: health }),
    death: mayDie ? fc.option(death, { freq: 7 }).map((fault) => (fault === null ? [] : [fault])) : fc.constant([]),
  });
  const spell: fc.Arbitrary<Spell> = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    store: fc.tuple(store, store),
    sending: fc.tuple(sending, sending, sending),
    without: fc.tuple(missing, missing),
    silencedFor: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
    ackedFor: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
  });
  return fc.array(spell, { minLength: 1, maxLength: 8 });
}

/** Turns in which nothing fails but the services, which are all alike. The processes run one after the other, and once both at once. */
function quietSpell(all: Health, minutes: readonly number[]): Spell {
  const who = [[0], [1], [0, 1]] as const;
  return {
    turns: minutes.map((after, index) => ({
      minutes: after,
      who: who[index % 3] ?? [0],
      health: { a: all, b: all },
      death: [],
    })),
    store: [[], []],
    sending: [null, null, null],
    without: [null, null],
    silencedFor: null,
    ackedFor: null,
  };
}

const policies: fc.Arbitrary<AlertPolicy> = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 2 }),
  successThreshold: fc.integer({ min: 1, max: 2 }),
  remindEveryMs: fc.constantFrom(null, 3 * MINUTE_MS),
});

function begin(alerts: AlertPolicy, groupFrom: number | null) {
  const world = createWorld({ processes: 2 });
  const objectiveOf = (id: string) => (id === 'a' ? OBJECTIVE : null);
  const config = {
    ...modelConfig(SERVICES, (id) => ({ alerts, objective: objectiveOf(id) })),
    groupFrom,
  };
  let silence: Silence | null = null;
  let ack: Silence | null = null;
  const run = async (spell: Spell) => {
    const at = world.begun();
    if (spell.ackedFor !== null) ack = ackAt(at, { until: at + spell.ackedFor * MINUTE_MS });
    if (spell.silencedFor !== null) silence = silenceAt(at, { until: at + spell.silencedFor * MINUTE_MS });
    const sendingScript = RECEIVERS.flatMap((of, index): Script => {
      const fate = spell.sending[index] ?? null;
      return fate === null ? [] : [{ call: 'send', of, fate }];
    });
    for (const { minutes, who, health: found, death } of spell.turns) {
      const running = who.map((process, which) =>
        world.run(process, {
          config,
          answer: (service) => answerOf(found[service as 'a' | 'b'], service),
          words: JSON.stringify(found),
          silences: [silence ?? [], ack ?? []].flat(),
          stepMs: which === 0 ? minutes * MINUTE_MS : 0,
          script: [...(which === 0 ? death : []), ...spell.store[process], ...sendingScript],
          receivers: ALL.filter(({ id }) => id !== spell.without[process]),
        }),
      );
      await Promise.all(running);
    }
  };
  return { world, run };
}

/** What the second line is notified of though its filter leaves it out. */
function beyondFilter({ arrivals }: World): readonly string[] {
  const { id, filter } = SECOND_LINE;
  return arrivals.flatMap(({ receiver, alert: { event, openedAt, at, id: alert } }) => {
    if (receiver !== id) return [];
    const isEarly = event === 'opened' && Date.parse(at) - Date.parse(openedAt) < filter.afterMs;
    const isLeftOut = !filter.events.some((wanted) => wanted === event);
    return isEarly || isLeftOut ? [`${receiver}: ${alert} at ${at}`] : [];
  });
}

/** The spells, and then: all well for hours, all failing, all well. */
async function live({ world, run }: ReturnType<typeof begin>, spells: readonly Spell[]): Promise<void> {
  for (const spell of spells) await run(spell);
  await run(quietSpell('healthy', [41, 1, 1, 31, 31, 31, 31, 31]));
  expectNone([...withoutEnd(world), ...leftOver(world)], world);
  await run(quietSpell('503', [1, 1, 1, 4, 4, 4]));
  expectNone(unknownFailures(world, RECEIVERS, SERVICES), world);
  await run({ ...quietSpell('503', [1, 1, 1]), ackedFor: 40 });
  expectNone(unacknowledged(world, PAGER.id), world);
  await run(quietSpell('healthy', [1, 1, 1, 31, 31, 31, 31, 31, 31]));
  expectNone(
    [
      ...bugs(world),
      ...withoutBeginning(world),
      ...withoutEnd(world),
      ...leftOpen(world),
      ...markedInVain(world),
      ...beyondFilter(world),
      ...acknowledgedOutOfTurn(world, PAGER.id),
      ...leftOver(world),
    ],
    world,
  );
}

const groups = fc.constantFrom(null, 2);

it.each([
  ['if no process dies', false],
  ['if processes die, but for what only one knew that has died', true],
])('each receiver is notified of all beginnings, and then of their ends: %s', async (_, mayDie) => {
  const property = fc.asyncProperty(policies, groups, spellsOf({ mayDie }), async (policy, groupFrom, spells) => {
    await live(begin(policy, groupFrom), spells);
  });
  await fc.assert(property, { numRuns: runs(6, 180) });
});
