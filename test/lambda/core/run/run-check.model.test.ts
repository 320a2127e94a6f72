/** What must hold of alerts always: random verdicts, faults and crashes, run after run, against a world that remembers all. */

import fc from 'fast-check';
import type { Run } from '../../../../lambda/core/run/run';
import type { RunFailure } from '../../../../lambda/core/words/run-failure';
import { runs } from '../../../support/jest/lane';
import type { Fate, Fault } from '../../../support/models/faults';
import {
  aboutTheWell,
  coursesOf,
  expectNone,
  faultsOfSending,
  missedIncidents,
  overdueAlerts,
  silentFailures,
} from '../../../support/models/laws';
import {
  AT_ONCE,
  calmPlan,
  cutOffPlan,
  health,
  type Plan,
  type PlannedWorld,
  plannedWorld,
  policies,
  quietPlan,
  quietRuns,
  SERVICES,
  stormyPlan,
  survivedPlan,
} from '../../../support/models/model-plans';
import { foundIn, type Health, predict, type RunFinding, VERDICT_OF } from '../../../support/models/model-verdicts';
import type { World } from '../../../support/models/world';

async function runAll({ run }: PlannedWorld, plans: readonly Plan[]): Promise<void> {
  for (const plan of plans) await run(plan);
}

/** Nothing that was sent is wrong, whatever has happened. */
function expectTrue(world: World): void {
  expectNone([...faultsOfSending(world), ...aboutTheWell(world, 'calm')], world);
}

const MINUTE_MS = 60_000;

describe('without faults', () => {
  it('sends exactly what a plain reading of the rules predicts, once each and at once', async () => {
    const property = fc.asyncProperty(policies, fc.array(calmPlan, { maxLength: 24 }), async (alerts, plans) => {
      const { world, run: runPlan } = plannedWorld(alerts);
      const done: (Run | null)[] = [];
      const failures: RunFailure[] = [];
      for (const plan of plans) {
        const run = await runPlan(plan);
        done.push(run);
        failures.push(...(run?.failures ?? []));
      }
      expect(failures.filter(({ output }) => output !== 'probe')).toEqual([]);
      for (const service of SERVICES) {
        const series = plans.flatMap((plan, run): RunFinding[] => {
          const check = done[run]?.results.find((one) => one.service.id === service);
          const at = check?.at ?? (done[run]?.startedAt as number);
          const answer = foundIn(plan, service);
          if (plan.without === service) return [{ run, verdict: null, at }];
          return answer === 'not-asked' ? [] : [{ run, verdict: VERDICT_OF[answer], at }];
        });
        const sent = world.arrivals
          .filter(({ alert }) => alert.service.id === service)
          .map(({ alert: { event, verdict, durationSeconds }, run }) => ({ run, event, verdict, durationSeconds }));
        const predicted = predict(series, alerts[service], MINUTE_MS).map(({ downMs, ...notice }) => ({
          ...notice,
          durationSeconds: downMs === undefined ? expect.any(Number) : Math.floor(downMs / 1_000),
        }));
        expect(sent).toEqual(predicted);
      }
      expect(world.arrivals.filter(({ alert }) => alert.possiblyRepeated)).toEqual([]);
      expectTrue(world);
      expectNone(overdueAlerts(world), world);
    });
    await fc.assert(property, { numRuns: runs(7, 300) });
  });
});

describe('whatever fails, and wherever a process is killed', () => {
  it('has sent the opening and the recovery of every incident once the faults are over', async () => {
    const histories = fc.array(stormyPlan, { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(
      policies,
      histories,
      health,
      fc.boolean(),
      async (alerts, plans, last, survives) => {
        const planned = plannedWorld(alerts);
        const { world } = planned;
        await runAll(planned, plans);
        expectTrue(world);
        if (!survives) world.restart();

        await runAll(planned, quietRuns({ shop: last, mail: '500' }));
        expectNone(silentFailures(world, last === 'healthy' ? ['mail'] : ['shop', 'mail'], 'kept'), world);

        await runAll(planned, quietRuns());
        expectNone(missedIncidents(world, 'persisted'), world);
        expectTrue(world);
        expectNone(overdueAlerts(world), world);
      },
    );
    await fc.assert(property, { numRuns: runs(14, 600) });
  });

  it('ends also what never reached the store, where the process that sent of it lives on', async () => {
    const histories = fc.array(survivedPlan, { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(policies, histories, async (alerts, plans) => {
      const planned = plannedWorld(alerts);
      const { world } = planned;
      await runAll(planned, [...plans, ...quietRuns({ shop: '503' })]);
      expectNone(silentFailures(world, ['shop'], 'all'), world);
      await runAll(planned, quietRuns());
      expectNone(missedIncidents(world, 'all'), world);
      expectTrue(world);
    });
    await fc.assert(property, { numRuns: runs(14, 600) });
  });
});

describe('what runs do', () => {
  /** All that is stored and sent, as it would be written. */
  const bytesOf = ({ stored, arrivals, failures }: World) =>
    JSON.stringify([[...stored].map(([id, { revision, state }]) => [id, revision, state]), arrivals, failures]);

  it('is the same, byte for byte, of the same answers at the same times with the same faults', async () => {
    const property = fc.asyncProperty(policies, fc.array(stormyPlan, { maxLength: 10 }), async (alerts, plans) => {
      const worlds = [plannedWorld(alerts), plannedWorld(alerts)] as const;
      for (const planned of worlds) await runAll(planned, plans);
      expect(bytesOf(worlds[0].world)).toBe(bytesOf(worlds[1].world));
    });
    await fc.assert(property, { numRuns: runs(5, 200) });
  });

  it('about a service do not depend on others: another service, or another order, changes none of them', async () => {
    const orders = fc.shuffledSubarray(['another', ...SERVICES], { minLength: SERVICES.length + 1 });
    const property = fc.asyncProperty(
      policies,
      orders,
      fc.array(calmPlan, { minLength: 1, maxLength: 16 }),
      async (alerts, order, plans) => {
        const some = plannedWorld(alerts);
        const more = plannedWorld(alerts, { services: order });
        for (const planned of [some, more]) await runAll(planned, plans);
        for (const service of SERVICES) {
          const alertsOf = ({ world }: PlannedWorld) =>
            world.arrivals.filter(({ alert }) => alert.service.id === service).map(({ alert, run }) => [run, alert]);
          expect(alertsOf(more)).toEqual(alertsOf(some));
        }
      },
    );
    await fc.assert(property, { numRuns: runs(5, 200) });
  });
});

describe('a process that is killed while it sends an update', () => {
  const places = [{ call: 'send', at: 0 } as const, ...[0, 1, 2, 3].map((at) => ({ call: 'save', at }) as const)];
  const crashes: readonly Fault[] = places.flatMap((place) =>
    (['dies', 'dies late'] as const).map((fate) => ({ ...place, fate })),
  );
  const eventsAfter = async (crash: Fault, last: Health): Promise<readonly string[]> => {
    const { world, run } = plannedWorld({ shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE });
    await run(quietPlan({ shop: '503' }));
    expect(await run({ ...quietPlan({ shop: '500' }), script: [crash] })).toBeNull();
    await run(quietPlan({ shop: last }));
    expectNone(overdueAlerts(world), world);
    return coursesOf(world.arrivals)[0]?.events ?? [];
  };

  it.each(crashes)('has it sent by the next run if it still holds: $call $at, $fate', async (crash) => {
    expect(await eventsAfter(crash, '500')).toEqual(['opened', 'updated']);
  });

  it('has only its recovery sent if the service is healthy by then', async () => {
    const all = await Promise.all(crashes.map((crash) => eventsAfter(crash, 'healthy')));
    const texts = all.map((events) => events.join());
    expect([...new Set(texts)].sort()).toEqual(['opened,resolved', 'opened,updated,resolved']);
  });
});

describe('a process that begins without having read the store', () => {
  /** Whether a run reads; a run that does not is of a new process, unless the run before was of one. */
  const reading = fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
  const lost = fc.constantFrom<Fate[]>('fails', 'fails late');
  const round = fc.record({ shop: health, mail: health, reads: reading, fault: lost });
  const SICK = ['shop', 'mail'] as const;

  it('counts its failing runs with those before and after them, neither fewer nor more', async () => {
    const rounds = fc.array(round, { minLength: 3, maxLength: 16 });
    const property = fc.asyncProperty(policies, rounds, async (alerts, all) => {
      const planned = plannedWorld(alerts);
      const { world } = planned;
      const failing = { shop: 0, mail: 0 };
      for (const [run, { shop, mail, reads, fault }] of all.entries()) {
        const isNew = !reads && (all[run - 1]?.reads ?? true);
        const script = reads ? [] : [{ call: 'load', at: 0, fate: fault } as const];
        const plan = { ...quietPlan({ shop, mail }), script, sameProcess: !isNew };
        await planned.run(plan);
        for (const service of SICK) failing[service] = plan.health[service] === 'healthy' ? 0 : failing[service] + 1;
        const isKnowable = (service: 'shop' | 'mail') => failing[service] >= alerts[service].failureThreshold;
        if (reads) expectNone(silentFailures(world, SICK.filter(isKnowable), 'all'), world);
        const opened = world.arrivals.filter((one) => one.run === run && one.alert.event === 'opened');
        expect(opened.filter(({ alert }) => !isKnowable(alert.service.id as 'shop' | 'mail'))).toEqual([]);
      }
      await runAll(planned, quietRuns());
      expectNone(missedIncidents(world, 'all'), world);
      expectTrue(world);
      expectNone(overdueAlerts(world), world);
    });
    await fc.assert(property, { numRuns: runs(14, 300) });
  });
});

describe('while the store can not be used', () => {
  it('sends of every outage at once, and says that it may have been sent before', async () => {
    const property = fc.asyncProperty(fc.array(cutOffPlan, { minLength: 1, maxLength: 6 }), async (plans) => {
      const planned = plannedWorld({ shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE });
      const { world } = planned;
      await runAll(planned, plans);
      expect([...world.persisted]).toEqual([]);
      expect(world.arrivals.filter(({ alert }) => !alert.possiblyRepeated)).toEqual([]);
      for (const service of SERVICES) {
        const failsFirstIn = plans.findIndex((plan) => !['healthy', 'not-asked'].includes(foundIn(plan, service)));
        const first = world.arrivals.find(({ alert }) => alert.service.id === service);
        expect(first && { run: first.run, event: first.alert.event }).toEqual(
          failsFirstIn === -1 ? undefined : { run: failsFirstIn, event: 'opened' },
        );
      }
    });
    await fc.assert(property, { numRuns: runs(3, 120) });
  });
});

describe('a poisonous service', () => {
  it('neither silences nor delays another, whatever it answers and however its saves and sends fail', async () => {
    const how = fc.constantFrom('fails' as const, 'hangs' as const);
    // A receiver that does not answer keeps all alerts waiting, whatever they are about.
    const poison = (fate: 'fails' | 'hangs') =>
      [
        { call: 'save', of: 'shop', fate },
        { call: 'send', of: 'shop', fate: 'fails' },
      ] as const;
    const poisoned = fc.tuple(calmPlan, fc.option(how, { freq: 4 }), health);
    const property = fc.asyncProperty(
      policies,
      fc.array(poisoned, { minLength: 1, maxLength: 8 }),
      async (alerts, all) => {
        const pure = plannedWorld(alerts);
        const sick = plannedWorld(alerts);
        await runAll(
          pure,
          all.map(([plan]) => ({ ...plan, health: { ...plan.health, shop: 'healthy' } })),
        );
        await runAll(
          sick,
          all.map(([plan, kind, shop]) => ({
            ...plan,
            health: { ...plan.health, shop },
            script: kind === null ? [] : poison(kind),
          })),
        );
        const others = ({ world }: PlannedWorld) =>
          SERVICES.filter((id) => id !== 'shop').map((id) =>
            world.arrivals
              .filter(({ alert }) => alert.service.id === id)
              .map(({ alert, run }) => [run, alert.event, alert.verdict]),
          );
        expect(others(sick)).toEqual(others(pure));
      },
    );
    await fc.assert(property, { numRuns: runs(5, 240) });
  });
});
