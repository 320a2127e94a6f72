/** What must hold of alerts always: random verdicts, faults and crashes, run after run, against a world that remembers all. */

import fc from 'fast-check';
import type { Run } from '../../../../lambda/core/run/run';
import type { RunFailure } from '../../../../lambda/core/words/run-failure';
import { runs } from '../../../support/jest/lane';
import {
  faultsOfSending,
  missedIncidents,
  silentFailures,
  storiesOf,
  unsentAlerts,
} from '../../../support/models/model-oracle';
import {
  AT_ONCE,
  calmPlan,
  cutOffPlan,
  health,
  modelConfig,
  policies,
  quietPlan,
  quietRuns,
  SERVICES,
  stormyPlan,
  survivedPlan,
} from '../../../support/models/model-plans';
import { foundIn, type Health, predict, type RunFinding, VERDICT_OF } from '../../../support/models/model-verdicts';
import {
  type Crash,
  createWorld,
  type Fault,
  type Plan,
  type Process,
  type World,
} from '../../../support/models/model-world';

const newProcess = (): Process => ({ memory: new Map() });

async function runAll(world: World, plans: readonly Plan[], process = newProcess()): Promise<void> {
  for (const plan of plans) await world.run(plan, process);
}

describe('without faults', () => {
  it('sends exactly what a plain reading of the rules predicts, once each and at once', async () => {
    const property = fc.asyncProperty(policies, fc.array(calmPlan, { maxLength: 24 }), async (alerts, plans) => {
      const config = modelConfig(alerts);
      const world = createWorld(config);
      const process = newProcess();
      const done: (Run | null)[] = [];
      const failures: RunFailure[] = [];
      for (const plan of plans) {
        const run = await world.run(plan, process);
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
        const sent = world.deliveries
          .filter(({ alert }) => alert.service.id === service)
          .map(({ alert: { event, verdict, durationSeconds }, run }) => ({ run, event, verdict, durationSeconds }));
        const predicted = predict(series, alerts[service], config.intervalMs).map(({ downMs, ...notice }) => ({
          ...notice,
          durationSeconds: downMs === undefined ? expect.any(Number) : Math.floor(downMs / 1_000),
        }));
        expect(sent).toEqual(predicted);
      }
      expect(world.deliveries.filter(({ alert }) => alert.possiblyRepeated)).toEqual([]);
      expect(faultsOfSending(world)).toEqual([]);
      expect(unsentAlerts(world)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(7, 300) });
  });
});

describe('whatever fails, and wherever a process is killed', () => {
  it('has sent the beginning and the end of every incident once the faults are over', async () => {
    const histories = fc.array(stormyPlan, { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(
      policies,
      histories,
      health,
      fc.boolean(),
      async (alerts, plans, last, survives) => {
        const world = createWorld(modelConfig(alerts));
        const process = newProcess();
        await runAll(world, plans, process);
        expect(faultsOfSending(world)).toEqual([]);
        if (!survives) process.memory = new Map();

        await runAll(world, quietRuns({ shop: last, mail: '500' }), process);
        expect(silentFailures(world, last === 'healthy' ? ['mail'] : ['shop', 'mail'], 'kept')).toEqual([]);

        await runAll(world, quietRuns(), process);
        expect(missedIncidents(world, 'persisted')).toEqual([]);
        expect(faultsOfSending(world)).toEqual([]);
        expect(unsentAlerts(world)).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: runs(14, 600) });
  });

  it('ends also what never reached the store, where the process that sent of it lives on', async () => {
    const histories = fc.array(survivedPlan, { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(policies, histories, async (alerts, plans) => {
      const world = createWorld(modelConfig(alerts));
      const process = newProcess();
      await runAll(world, [...plans, ...quietRuns({ shop: '503' })], process);
      expect(silentFailures(world, ['shop'], 'all')).toEqual([]);
      await runAll(world, quietRuns(), process);
      expect(missedIncidents(world, 'all')).toEqual([]);
      expect(faultsOfSending(world)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(14, 600) });
  });
});

describe('a process that is killed while it sends an update', () => {
  const places = [
    { of: 'send', atCall: 0 } as const,
    ...[0, 1, 2, 3].map((atCall) => ({ of: 'save', atCall }) as const),
  ];
  const crashes: readonly Crash[] = places.flatMap((place) =>
    [true, false].map((afterEffect) => ({ ...place, afterEffect })),
  );
  const eventsAfter = async (crash: Crash, last: Health): Promise<readonly string[]> => {
    const world = createWorld(modelConfig({ shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE }));
    const process = newProcess();
    await world.run(quietPlan({ shop: '503' }), process);
    const killed = await world.run({ ...quietPlan({ shop: '500' }), crash }, process);
    expect(killed === null).toBe(true);
    await world.run(quietPlan({ shop: last }), process);
    expect(unsentAlerts(world)).toEqual([]);
    return storiesOf(world)[0]?.events ?? [];
  };

  it.each(crashes)('has it sent by the next run if it still holds: $of $atCall, $afterEffect', async (crash) => {
    expect(await eventsAfter(crash, '500')).toEqual(['opened', 'updated']);
  });

  // docs/why/architecture.md: "An update or a reminder that was not sent before a crash is sent if it still holds".
  it('has the end alone sent if the service is well by then', async () => {
    const all = await Promise.all(crashes.map((crash) => eventsAfter(crash, 'healthy')));
    const texts = all.map((events) => events.join());
    expect([...new Set(texts)].sort()).toEqual(['opened,resolved', 'opened,updated,resolved']);
  });
});

describe('a process that begins without having read the store', () => {
  /** Whether a run reads; a run that does not is of a new process, unless the run before was of one. */
  const reading = fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
  const lost = fc.constantFrom<Fault>('before', 'after');
  const round = fc.record({ shop: health, mail: health, reads: reading, fault: lost });
  const SICK = ['shop', 'mail'] as const;

  it('counts its failing runs with those before and after them, neither fewer nor more', async () => {
    const rounds = fc.array(round, { minLength: 3, maxLength: 16 });
    const property = fc.asyncProperty(policies, rounds, async (alerts, all) => {
      const world = createWorld(modelConfig(alerts));
      const process = newProcess();
      const failing = { shop: 0, mail: 0 };
      for (const [run, { shop, mail, reads, fault }] of all.entries()) {
        const isNew = !reads && (all[run - 1]?.reads ?? true);
        const plan = { ...quietPlan({ shop, mail }), faults: reads ? [] : [fault], sameProcess: !isNew };
        await world.run(plan, process);
        for (const service of SICK) failing[service] = plan.health[service] === 'healthy' ? 0 : failing[service] + 1;
        const isKnowable = (service: 'shop' | 'mail') => failing[service] >= alerts[service].failureThreshold;
        if (reads) expect(silentFailures(world, SICK.filter(isKnowable), 'all')).toEqual([]);
        const opened = world.deliveries.filter((one) => one.run === run && one.alert.event === 'opened');
        expect(opened.filter(({ alert }) => !isKnowable(alert.service.id as 'shop' | 'mail'))).toEqual([]);
      }
      await runAll(world, quietRuns(), process);
      expect(missedIncidents(world, 'all')).toEqual([]);
      expect(faultsOfSending(world)).toEqual([]);
      expect(unsentAlerts(world)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(14, 300) });
  });
});

describe('while the store can not be used', () => {
  it('sends of every outage at once, and says that it may have been sent before', async () => {
    const property = fc.asyncProperty(fc.array(cutOffPlan, { minLength: 1, maxLength: 6 }), async (plans) => {
      const world = createWorld(modelConfig({ shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE }));
      await runAll(world, plans);
      expect([...world.persisted]).toEqual([]);
      expect(world.deliveries.filter(({ alert }) => !alert.possiblyRepeated)).toEqual([]);
      for (const service of SERVICES) {
        const failsFirstIn = plans.findIndex((plan) => !['healthy', 'not-asked'].includes(foundIn(plan, service)));
        const first = world.deliveries.find(({ alert }) => alert.service.id === service);
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
    const poisoned = fc.tuple(calmPlan, fc.option(how, { freq: 4 }), health);
    const property = fc.asyncProperty(
      policies,
      fc.array(poisoned, { minLength: 1, maxLength: 8 }),
      async (alerts, all) => {
        const pure = createWorld(modelConfig(alerts));
        const sick = createWorld(modelConfig(alerts));
        await runAll(
          pure,
          all.map(([plan]) => ({ ...plan, health: { ...plan.health, shop: 'healthy' } })),
        );
        await runAll(
          sick,
          all.map(([plan, kind, shop]) => ({
            ...plan,
            health: { ...plan.health, shop },
            poison: kind && { service: 'shop', how: kind },
          })),
        );
        const others = (world: World) =>
          SERVICES.filter((id) => id !== 'shop').map((id) =>
            world.deliveries
              .filter(({ alert }) => alert.service.id === id)
              .map(({ alert, run }) => [run, alert.event, alert.verdict]),
          );
        expect(others(sick)).toEqual(others(pure));
      },
    );
    await fc.assert(property, { numRuns: runs(5, 240) });
  });
});
