/** What must hold of changes of version always: random deploys, outages, faults and crashes, against a world that remembers what was stored as due. */

import fc from 'fast-check';
import { answer, reportOf } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import type { Script } from '../../../support/models/faults';
import { bugs, expectNone } from '../../../support/models/laws';
import { modelConfig } from '../../../support/models/model-config';
import { AT_ONCE, stormyPlan } from '../../../support/models/model-plans';
import { answerIn, type ServiceAnswer } from '../../../support/models/model-verdicts';
import { createWorld, type World, type WorldReceiver } from '../../../support/models/world';
import { knownBy, versionKey } from '../../../support/models/world-store';

const SERVICES = ['shop', 'mail', 'calm'];
const RECEIVERS: readonly WorldReceiver[] = [
  { id: 'quiet' },
  { id: 'bus', mostChanges: 2 },
  { id: 'pager', mostChanges: 1 },
];
const MINUTE_MS = 60_000;

interface Plan {
  readonly health: Readonly<Record<string, ServiceAnswer>>;
  readonly networkIs: 'up' | 'gone';
  readonly script: Script;
  readonly sameProcess: boolean;
  readonly stepMs: number | null;
  /** The services that have another version from now on. */
  readonly deployed: readonly string[];
  readonly process: number;
}

const plan: fc.Arbitrary<Plan> = fc
  .tuple(stormyPlan, fc.subarray(SERVICES), fc.nat({ max: 1 }))
  .map(([of, deployed, process]) => ({ ...of, deployed, process }));

/** Versions never return: those that take turns are a condition. */
function versionedWorld() {
  const config = modelConfig(SERVICES, () => ({ alerts: AT_ONCE }));
  const world = createWorld({ processes: 2, receivers: RECEIVERS });
  const versions = new Map(SERVICES.map((service) => [service, 1]));
  const run = ({ deployed, process, script, stepMs, sameProcess, ...answers }: Plan) => {
    for (const service of deployed) versions.set(service, (versions.get(service) ?? 0) + 1);
    return world.run(process, {
      config,
      answer: (service) => {
        const found = answerIn(answers, service);
        if (found.kind !== 'answer' || found.httpStatus !== 200 || answers.health[service] === 'garbage') return found;
        const version = String(versions.get(service));
        return answer(200, reportOf({ service, version, timestamp: undefined, uptime: undefined }));
      },
      words: JSON.stringify([answers, [...versions]]),
      script,
      stepMs,
      isNew: !sameProcess,
    });
  };
  return { world, versions, run };
}

const quiet = (process: number, stepMs: number | null): Plan => ({
  health: {},
  networkIs: 'up',
  script: [],
  sameProcess: true,
  stepMs,
  deployed: [],
  process,
});

/** What was stored as due, and has never arrived. */
function neverArrived({ dueVersions, versions }: World): readonly string[] {
  const arrived = new Set(
    versions.map(({ receiver, change }) => knownBy(receiver, versionKey(change.service.id, change.to))),
  );
  return [...dueVersions].filter((key) => !arrived.has(key)).map((key) => `${key} was due and has never arrived`);
}

/** What arrived and is wrong: to somebody who wants none, of no version that there was, with an id that stands for another one too. */
function wrongVersions({ versions }: World, latest: ReadonlyMap<string, number>): readonly string[] {
  const meanings = new Map<string, string>();
  return versions.flatMap(({ receiver, change: { id, service, from, to } }) => {
    const meaning = `${service.id}: ${from} to ${to}`;
    const known = meanings.get(id) ?? meaning;
    meanings.set(id, known);
    return [
      ...(receiver === 'quiet' ? [`${receiver} wants none`] : []),
      ...(Number(from) < Number(to) && Number(to) <= (latest.get(service.id) ?? 0) ? [] : [`${meaning} was never`]),
      ...(known === meaning ? [] : [`${id} stands for ${known} and for ${meaning}`]),
    ];
  });
}

it('is sent at least once to each receiver that wants it once the faults are over, if it was ever stored as due', async () => {
  const histories = fc.array(plan, { minLength: 1, maxLength: 10 });
  const property = fc.asyncProperty(histories, fc.boolean(), async (plans, survives) => {
    const { world, versions, run } = versionedWorld();
    for (const one of plans) await run(one);
    if (!survives) world.restart();
    for (const stepMs of [null, 10 * MINUTE_MS, MINUTE_MS])
      for (const process of [0, 1]) await run(quiet(process, stepMs));
    expectNone([...bugs(world), ...neverArrived(world), ...wrongVersions(world, versions)], world);
    // Nothing is due any more.
    const count = world.versions.length;
    await run(quiet(0, MINUTE_MS));
    expect(world.versions).toHaveLength(count);
  });
  await fc.assert(property, { numRuns: runs(20, 600) });
});

it('is sent once without faults, in the run that finds it', async () => {
  const deploys = fc.array(fc.subarray(SERVICES), { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(deploys, async (all) => {
    const { world, run } = versionedWorld();
    await run(quiet(0, MINUTE_MS));
    for (const deployed of all) await run({ ...quiet(0, MINUTE_MS), deployed });
    const found = all.flatMap((deployed, index) => deployed.map((service) => `${service} ${index + 1}`));
    for (const receiver of ['bus', 'pager']) {
      const own = world.versions.filter((arrival) => arrival.receiver === receiver);
      expect(own.map(({ change, run: number }) => `${change.service.id} ${number}`).sort()).toEqual([...found].sort());
    }
    expect(world.failures).toEqual([]);
  });
  await fc.assert(property, { numRuns: runs(10, 150) });
});
