/**
 * What people are notified of if all of this meets: silences, acknowledgements, alerts that do not arrive, a certificate that ends beside an
 * outage, relapses, groups, a config that changes, services that leave and come back, clock steps, two processes.
 */

import fc from 'fast-check';
import { runs } from '../../../support/jest/lane';
import { storiesOf } from '../../../support/models/model-oracle';
import { quietStep, type ScriptedAnswer, SERVICES, type Step, safeSteps, unsafeSteps } from './combined-steps';
import { createWorld, type World } from './combined-world';

const WELL: ScriptedAnswer = { reason: 'well', certificateEnds: false };
const FAILING: ScriptedAnswer = { reason: 'http_503', certificateEnds: false };
/** The certificate stays what it may have been: an outage is over, a condition need not be. */
const WELL_ENOUGH: ScriptedAnswer = { reason: 'well', certificateEnds: true };

/**
 * Longer than an end is held and a relapse expected: what fails afterwards is another incident. Both processes see it. One that
 * could save nothing, and sleeps until services fail anew, takes its old incident for one that goes on.
 */
const quiet = [1, 31, 31, 31, 31].map((minutes, index) => quietStep(minutes, index % 2 === 0 ? 0 : 1, WELL_ENOUGH));
/** Enough runs for each policy. */
const failing = [1, 4, 4, 4].map((minutes, index) => quietStep(minutes, index % 2 === 0 ? 0 : 1, FAILING));
const over = [1, 1, 1, 31, 16].map((minutes) => quietStep(minutes, 0, WELL));

/** While a plain silence covers a service, nobody is notified of it. */
function withinSilences({ arrivals }: World): string[] {
  return arrivals.flatMap(({ alert, within }) => (within ? [`${alert.id} arrived within silence ${within.id}`] : []));
}

/** Nobody is reminded of what somebody is on. */
function remindedWithinAcks({ arrivals }: World): string[] {
  return arrivals.flatMap(({ alert, isAcknowledged }) =>
    isAcknowledged && alert.event === 'reminder' ? [`${alert.id} arrived although somebody is on it`] : [],
  );
}

/** If a service fails for long enough, and no plain silence covers it, people know. Here all fail. */
function unknownOutages({ arrivals }: World): string[] {
  const outages = storiesOf({ deliveries: arrivals.filter(({ alert }) => alert.kind === 'outage') });
  return SERVICES.filter(
    (id) => !outages.some(({ service, events }) => service === id && events[0] === 'opened' && !isEnded(events)),
  ).map((id) => `${id} fails, and nobody knows`);
}

/** Each incident that people know of begins with one "opened", and ends with one "resolved". Here all is over. */
function withoutBeginningOrEnd({ arrivals }: World): string[] {
  return storiesOf({ deliveries: arrivals })
    .filter(({ events }) => events[0] !== 'opened' || !isOnce(events, 'opened') || !isOnce(events, 'resolved'))
    .map(({ incidentId, events }) => `${incidentId} has not one beginning and one end: ${events.join(', ')}`);
}

/** Nothing comes after an end. */
function afterEnd({ arrivals }: World): string[] {
  return storiesOf({ deliveries: arrivals })
    .filter(({ events }) => isEnded(events) && events.at(-1) !== 'resolved')
    .map(({ incidentId, events }) => `${incidentId} goes on after its end: ${events.join(', ')}`);
}

function isOnce(events: readonly string[], wanted: string): boolean {
  return events.filter((event) => event === wanted).length === 1;
}

function isEnded(events: readonly string[]): boolean {
  return events.includes('resolved');
}

/** When all is over, nothing is owed, and nothing is thought to go on. */
function leftOver(world: World): string[] {
  return SERVICES.flatMap((id) => world.left(id).map((what) => `${id} ${what}`));
}

/** Names the faults, and all that led to them. */
function expectNone(faults: readonly string[], { story }: World): void {
  if (faults.length > 0) throw new Error([...faults, '', 'What happened:', ...story].join('\n'));
}

/** The steps, and then: all well for hours, all failing, all well. */
async function live(world: World, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await world.run(step);
  world.endSilences('plain');
  for (const step of [...quiet, ...failing]) await world.run(step);
  expectNone(unknownOutages(world), world);
  world.endSilences('all');
  for (const step of over) await world.run(step);
  const faults = [withinSilences, remindedWithinAcks, withoutBeginningOrEnd, leftOver].flatMap((faultsOf) =>
    faultsOf(world),
  );
  expectNone([...world.bugs, ...faults], world);
}

const groups = fc.constantFrom(null, 2, 3);

it('people are notified of all that they must know, of nothing that is silenced, and of nothing after its end', async () => {
  const property = fc.asyncProperty(groups, safeSteps, async (groupFrom, steps) => {
    const world = createWorld(groupFrom);
    await live(world, steps);
    expectNone(afterEnd(world), world);
  });
  await fc.assert(property, { numRuns: runs(12, 250) });
});

// An end that could not be saved is unknown to another process, which may send an update after it.
it('people are notified of all that they must know, also if the store fails', async () => {
  const property = fc.asyncProperty(groups, unsafeSteps, async (groupFrom, steps) => {
    await live(createWorld(groupFrom), steps);
  });
  await fc.assert(property, { numRuns: runs(12, 150) });
});
