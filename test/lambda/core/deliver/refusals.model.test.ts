/** Receivers that refuse for an hour and take again, while processes run at once and die: the others are notified of that, and then of its end. */

import fc from 'fast-check';
import { runs } from '../../../support/jest/lane';
import { type Fate, type Fault, type Script, UNREADABLE } from '../../../support/models/faults';
import { bugs, expectNone, noticesWithoutEnd, wrongNotices } from '../../../support/models/laws';
import { createRefusalsStory, RECEIVERS, type RefusalsStory } from './refusals-story';

interface Turn {
  readonly minutes: number;
  readonly who: readonly number[];
  /** The process that ran first dies. */
  readonly death: Script;
}

/** Some turns with the same faults. */
interface Spell {
  readonly turns: readonly Turn[];
  readonly sending: readonly [Fate | null, Fate | null, Fate | null];
  readonly isSilenced: boolean;
  readonly script: Script;
}

const who = fc.constantFrom<(readonly number[])[]>([0], [1], [0, 1], [1, 0]);
const sending = fc.constantFrom<(Fate | null)[]>(null, null, 'fails', 'fails', 'unanswered', 'lost');
const death = fc.record<Fault>({
  at: fc.integer({ min: 0, max: 29 }),
  fate: fc.constantFrom<Fate[]>('dies', 'dies late'),
});
const sometimesDeath = fc.option(death, { freq: 2 }).map((fault): Script => (fault === null ? [] : [fault]));
const STORE_AWAY: Script = [...UNREADABLE, { call: 'receivers', fate: 'fails' }];

/** If processes may die, the store is always there: of what one has sent that died while the store was away, nobody knows. */
function spellsOf(mayDie: boolean): fc.Arbitrary<readonly Spell[]> {
  const turn = fc.record({
    minutes: fc.constantFrom(1, 1, 1, 21, 41),
    who,
    death: mayDie ? sometimesDeath : fc.constant([]),
  });
  const spell = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    sending: fc.tuple(sending, sending, sending),
    isSilenced: fc.boolean(),
    script: mayDie ? fc.constant([]) : fc.constantFrom<Script[]>([], [], STORE_AWAY),
  });
  return fc.array(spell, { minLength: 1, maxLength: 8 });
}

function take(story: RefusalsStory, spell: Omit<Spell, 'turns'>) {
  story.sending.clear();
  for (const [index, id] of RECEIVERS.entries()) {
    const fate = spell.sending[index] ?? null;
    if (fate !== null) story.sending.set(id, fate);
  }
  Object.assign(story.options, { isSilenced: spell.isSilenced, script: spell.script });
}

const QUIET: Omit<Spell, 'turns'> = { sending: [null, null, null], isSilenced: false, script: [] };

function quiet(count: number): readonly Turn[] {
  return Array.from({ length: count }, (_, index) => ({ minutes: 1, who: [index % 2, 1 - (index % 2)], death: [] }));
}

it.each([
  ['all services, no process dies', false, false],
  ['all services, processes die', false, true],
  ['parts, no process dies', true, false],
  ['parts, processes die', true, true],
])('each other receiver is notified of the beginning, and then of the end: %s', async (_, hasShards, mayDie) => {
  const long = fc.record({
    which: fc.integer({ min: 0, max: 2 }),
    deaths: fc.array(sometimesDeath, { minLength: 12, maxLength: 12 }),
  });
  const property = fc.asyncProperty(spellsOf(mayDie), long, async (spells, { which, deaths }) => {
    const story = createRefusalsStory({ hasShards });
    const { world } = story;
    let minute = 0;
    const live = async (turns: readonly Turn[]) => {
      for (const turn of turns) {
        minute += turn.minutes;
        await story.run(minute, turn.who, turn.death);
      }
    };
    const end = async () => {
      take(story, QUIET);
      await live(quiet(12));
      const records = [...world.records.stored.keys()].map((id) => `${id} has a record`);
      expectNone([...wrongNotices(world), ...noticesWithoutEnd(world), ...story.open(), ...records], world);
    };
    for (const spell of spells) {
      take(story, spell);
      await live(spell.turns);
    }
    await end();
    // One refuses for an hour, in which processes may die, and two runs more.
    const refusing = RECEIVERS[which] as string;
    const before = world.notices.length;
    story.sending.set(refusing, 'fails');
    await live(quiet(2));
    await live(deaths.map((each, index) => ({ minutes: 5, who: [index % 2], death: mayDie ? each : [] })));
    await live(quiet(2));
    const found = world.notices.slice(before);
    const isNotified = (id: string) =>
      found.some(
        ({ receiver, notice }) => receiver === id && notice.about.id === refusing && notice.event === 'opened',
      );
    const others = RECEIVERS.filter((id) => id !== refusing && !isNotified(id));
    expectNone(
      others.map((id) => `${id} was not notified of ${refusing}`),
      world,
    );
    await end();
    expectNone(bugs(world), world);
  });
  await fc.assert(property, { numRuns: runs(4, 60) });
});
