/** Receivers that refuse for an hour and take again, while processes run at once and die: the others are notified of that, and then of its end. */

import fc from 'fast-check';
import { NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import { createRefusalsWorld, type Death, RECEIVERS, type RefusalsWorld, type SendingIs } from './refusals-world';

interface Turn {
  readonly minutes: number;
  readonly who: readonly number[];
  readonly dies: Death | null;
}

/** Some turns with the same faults. */
interface Spell {
  readonly turns: readonly Turn[];
  readonly sendingIs: readonly [SendingIs, SendingIs, SendingIs];
  readonly isSilenced: boolean;
  readonly isStoreAway: boolean;
}

const who = fc.constantFrom<(readonly number[])[]>([0], [1], [0, 1], [1, 0]);
const sending = fc.constantFrom<SendingIs[]>('taken', 'taken', 'refused', 'refused', 'unanswered', 'lost');

/** If processes may die, the store is always there: of what one has sent that died while the store was away, nobody knows. */
function spellsOf(mayDie: boolean): fc.Arbitrary<readonly Spell[]> {
  const death = fc.record({ atCall: fc.integer({ min: 1, max: 25 }), isAfter: fc.boolean() });
  const turn = fc.record({
    minutes: fc.constantFrom(1, 1, 1, 21, 41),
    who,
    dies: mayDie ? fc.option(death, { freq: 2 }) : fc.constant(null),
  });
  const spell = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    sendingIs: fc.tuple(sending, sending, sending),
    isSilenced: fc.boolean(),
    isStoreAway: mayDie ? fc.constant(false) : fc.constantFrom(false, false, true),
  });
  return fc.array(spell, { minLength: 1, maxLength: 8 });
}

function take(world: RefusalsWorld, { sendingIs, isSilenced, isStoreAway }: Omit<Spell, 'turns'>) {
  for (const [index, id] of RECEIVERS.entries()) world.sendingIs.set(id, sendingIs[index] as SendingIs);
  Object.assign(world.options, { isSilenced, isStoreAway });
}

const QUIET = { sendingIs: ['taken', 'taken', 'taken'], isSilenced: false, isStoreAway: false } as const;

function expectNone(faults: readonly string[], { story }: RefusalsWorld): void {
  if (faults.length > 0) throw new Error([...faults, '', 'What happened:', ...story].join('\n'));
}

/** What was never to be sent. */
function wrong({ notices, refused, keyOf }: RefusalsWorld): readonly string[] {
  const known = new Set<string>();
  return notices.flatMap((one) => {
    const { to, notice } = one;
    const faults: string[] = [];
    if (to === notice.receiver) faults.push(`${to} was notified of itself`);
    if (notice.event === 'opened') known.add(keyOf(one));
    else if (!known.has(keyOf(one))) faults.push(`${keyOf(one)} ends before it begins`);
    if (!refused.get(notice.receiver)?.has(minuteOf(notice.since))) faults.push(`${keyOf(one)} did not begin then`);
    if (notice.at - notice.since < 3_600_000) faults.push(`${keyOf(one)} lasted less than an hour`);
    return faults;
  });
}

function withoutEnd({ notices, keyOf }: RefusalsWorld): readonly string[] {
  const ended = new Set(notices.flatMap((one) => (one.notice.event === 'resolved' ? [keyOf(one)] : [])));
  return [...new Set(notices.map(keyOf))].filter((key) => !ended.has(key)).map((key) => `${key} has no end`);
}

it.each([
  ['all services, no process dies', false, false],
  ['all services, processes die', false, true],
  ['parts, no process dies', true, false],
  ['parts, processes die', true, true],
])('each other receiver is notified of the beginning, and then of the end: %s', async (_, hasParts, mayDie) => {
  const long = fc.record({
    which: fc.integer({ min: 0, max: 2 }),
    deaths: fc.array(
      fc.option(fc.record({ atCall: fc.integer({ min: 1, max: 25 }), isAfter: fc.boolean() }), { freq: 2 }),
      { minLength: 12, maxLength: 12 },
    ),
  });
  const property = fc.asyncProperty(spellsOf(mayDie), long, async (spells, { which, deaths }) => {
    const world = createRefusalsWorld({ hasParts });
    let minute = 0;
    const live = async (turns: readonly Turn[]) => {
      for (const { minutes, who: processes, dies } of turns) {
        minute += minutes;
        await world.run(minute, processes, dies);
      }
    };
    const quiet = (count: number) =>
      Array.from(
        { length: count },
        (__, index): Turn => ({ minutes: 1, who: [index % 2, 1 - (index % 2)], dies: null }),
      );
    const end = async () => {
      take(world, QUIET);
      await live(quiet(12));
      expectNone([...wrong(world), ...withoutEnd(world), ...world.open()], world);
      expectNone(
        [...world.records.stored.keys()].map((id) => `${id} has a record`),
        world,
      );
    };
    for (const spell of spells) {
      take(world, spell);
      await live(spell.turns);
    }
    await end();
    // One refuses for an hour, in which processes may die, and two runs more.
    const refusing = RECEIVERS[which] as string;
    const before = world.notices.length;
    world.sendingIs.set(refusing, 'refused');
    await live(quiet(2));
    await live(deaths.map((dies, index) => ({ minutes: 5, who: [index % 2], dies: mayDie ? dies : null })));
    await live(quiet(2));
    const others = RECEIVERS.filter((id) => id !== refusing);
    const found = world.notices.slice(before);
    const notified = (id: string) =>
      found.some(({ to, notice }) => to === id && notice.receiver === refusing && notice.event === 'opened');
    expectNone(
      others.filter((id) => !notified(id)).map((id) => `${id} was not notified of ${refusing}`),
      world,
    );
    await end();
    expectNone(
      world.failures.filter((message) => message.includes('this is a bug')),
      world,
    );
  });
  await fc.assert(property, { numRuns: runs(8, 180) });
});

/** As the world counts. */
function minuteOf(at: number): number {
  return Math.round((at - NOW) / 60_000);
}
