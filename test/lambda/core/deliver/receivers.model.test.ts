/** Two processes that may run at once and may die, a store that fails, and three receivers with faults of their own. */

import fc from 'fast-check';
import { runs } from '../../../support/jest/lane';
import {
  createReceiversWorld,
  policies,
  quietSpell,
  RECEIVERS,
  type ReceiversWorld,
  SECOND_LINE,
  type Spell,
  spellsOf,
} from './receivers-world';

/** Of one incident, in the order in which one receiver was notified. */
interface Course {
  readonly receiver: string;
  readonly incidentId: string;
  readonly service: string;
  readonly events: readonly string[];
}

function coursesOf({ received, unknown }: Pick<ReceiversWorld, 'received' | 'unknown'>): readonly Course[] {
  const courses = new Map<string, { receiver: string; incidentId: string; service: string; events: string[] }>();
  for (const { receiver, alert } of received) {
    const { incidentId, service, event } = alert;
    const key = `${receiver} ${incidentId}`;
    const course = courses.get(key) ?? { receiver, incidentId, service: service.id, events: [] };
    course.events.push(event);
    courses.set(key, course);
  }
  // Nobody is left who knows of it.
  return [...courses].filter(([key]) => !unknown.has(key)).map(([, course]) => course);
}

function withoutBeginning(world: ReceiversWorld): string[] {
  return coursesOf(world)
    .filter(({ events }) => events[0] !== 'opened')
    .map(({ receiver, incidentId, events }) => `${receiver}: ${incidentId} begins with ${events[0]}`);
}

function withoutEnd(world: ReceiversWorld): string[] {
  return coursesOf(world)
    .filter(({ events }) => !events.includes('resolved'))
    .map(({ receiver, incidentId }) => `${receiver}: ${incidentId} has no end`);
}

/**
 * Whoever takes what comes after an end for another beginning, as PagerDuty does, is left with the end. What a process sent that could not use
 * the store is left out: another one may have sent the end at the same time, or it may have died; `said-after` has what is sent after it. An
 * acknowledgement opens nothing. Source: PagerDuty developer documentation, "Events API v2 Overview": one without an open alert is dropped.
 */
function leftOpen({ received, unknown }: ReceiversWorld): string[] {
  const keyOf = ({ receiver, incidentId }: { readonly receiver: string; readonly incidentId: string }) =>
    `${receiver} ${incidentId}`;
  const away = new Set(
    received.flatMap(({ receiver, alert, isAway }) =>
      isAway ? [keyOf({ receiver, incidentId: alert.incidentId })] : [],
    ),
  );
  return coursesOf({ received, unknown })
    .filter((course) => !away.has(keyOf(course)))
    .map((course) => ({ ...course, events: course.events.filter((event) => event !== 'acknowledged') }))
    .filter(({ events }) => events.includes('resolved') && events.at(-1) !== 'resolved')
    .map(({ receiver, incidentId, events }) => `${receiver}: ${incidentId} ends with ${events.at(-1)}`);
}

/** What was saved as due is sent. */
function withheldDue({ promised, received }: ReceiversWorld): string[] {
  const sent = new Set(received.map(({ receiver, alert }) => `${receiver} ${alert.incidentId}`));
  return [...promised].filter((one) => !sent.has(one)).map((one) => `${one} was due and is not sent`);
}

/** What the second line is notified of though its filter leaves it out. */
function beyondFilter({ received }: ReceiversWorld): string[] {
  const { id, filter } = SECOND_LINE;
  return received.flatMap(({ receiver, alert: { event, openedAt, at, id: alert } }) => {
    if (receiver !== id) return [];
    const isEarly = event === 'opened' && Date.parse(at) - Date.parse(openedAt) < filter.afterMs;
    const isLeftOut = !filter.events.some((one) => one === event);
    return isEarly || isLeftOut ? [`${receiver}: ${alert} at ${at}`] : [];
  });
}

/**
 * That somebody is on it comes after the beginning and before the end, and to nobody who shows no such thing. An end that was sent while the
 * store was away is unknown to others, and who can't read the store knows of no end.
 */
function acknowledgedOutOfTurn(world: ReceiversWorld): string[] {
  const known = coursesOf({ ...world, received: world.received.filter(({ isAway }) => !isAway) });
  return coursesOf(world).flatMap(({ receiver, incidentId, events }) => {
    const first = events.indexOf('acknowledged');
    if (first < 0) return [];
    const own = known.find((one) => one.receiver === receiver && one.incidentId === incidentId)?.events ?? [];
    const end = own.indexOf('resolved');
    const isInTurn = events.indexOf('opened') < first && (end < 0 || own.lastIndexOf('acknowledged') < end);
    return receiver === 'pager' && isInTurn ? [] : [`${receiver}: ${incidentId} has ${events.join(', ')}`];
  });
}

/** Somebody is on all that fails. */
function unacknowledged(world: ReceiversWorld): string[] {
  return coursesOf(world).flatMap(({ receiver, incidentId, events }) => {
    const isKnown = events.includes('resolved') || events.includes('acknowledged');
    return receiver !== 'pager' || isKnown ? [] : [`${receiver}: nobody is on ${incidentId}`];
  });
}

/** All fail, and have failed for long enough. */
function thoughtWell(world: ReceiversWorld): string[] {
  const courses = coursesOf(world);
  return RECEIVERS.flatMap((receiver) =>
    ['a', 'b'].flatMap((id) => {
      const knows = courses.some(
        (one) => one.receiver === receiver && one.service === id && !one.events.includes('resolved'),
      );
      return knows ? [] : [`${receiver}: ${id} fails, and it does not know`];
    }),
  );
}

function expectNone(faults: readonly string[], { story }: ReceiversWorld): void {
  if (faults.length > 0) throw new Error([...faults, '', 'What happened:', ...story].join('\n'));
}

/** The spells, and then: all well for hours, all failing, all well. */
async function live(world: ReceiversWorld, spells: readonly Spell[]): Promise<void> {
  for (const spell of spells) await world.run(spell);
  await world.run(quietSpell('well', [41, 1, 1, 31, 31, 31, 31, 31]));
  expectNone([...withoutEnd(world), ...world.left()], world);
  await world.run(quietSpell('http_503', [1, 1, 1, 4, 4, 4]));
  expectNone(thoughtWell(world), world);
  await world.run({ ...quietSpell('http_503', [1, 1, 1]), ackedFor: 40 });
  expectNone(unacknowledged(world), world);
  await world.run(quietSpell('well', [1, 1, 1, 31, 31, 31, 31, 31, 31]));
  expectNone(
    [
      ...world.bugs,
      ...withoutBeginning(world),
      ...withoutEnd(world),
      ...leftOpen(world),
      ...withheldDue(world),
      ...beyondFilter(world),
      ...acknowledgedOutOfTurn(world),
      ...world.left(),
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
    await live(createReceiversWorld(policy, groupFrom), spells);
  });
  await fc.assert(property, { numRuns: runs(12, 180) });
});
