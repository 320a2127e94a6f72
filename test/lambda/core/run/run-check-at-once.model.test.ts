/** What must hold where two runs meet on one store, put into any order at every await. */

import fc from 'fast-check';
import { readBuckets } from '../../../../lambda/core/history/past';
import { distinctIncidents } from '../../../../lambda/core/incident/incident';
import { readState } from '../../../../lambda/core/state/stored-state';
import { NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import type { Fate } from '../../../support/models/faults';
import {
  aboutTheWell,
  expectNone,
  faultsOfSending,
  missedIncidents,
  overdueAlerts,
  silentFailures,
} from '../../../support/models/laws';
import {
  AT_ONCE,
  calmPlan,
  health,
  type Plan,
  type Policies,
  plannedWorld,
  policies,
  quietPlan,
  quietRuns,
  stormyPlan,
} from '../../../support/models/model-plans';
import { type Meeting, meetingOf, type World } from '../../../support/models/world';

interface ScheduledWorld {
  readonly world: World;
  /** Runs that begin at the same moment, each of another process, or of none for `null`; resolves when all are over. */
  together(plans: readonly (Plan | null)[], meeting?: Meeting): Promise<void>;
  /** A run of each process, one after the other. */
  inTurn(plan: Plan): Promise<void>;
}

function createScheduledWorld(alerts: Policies, scheduler: fc.Scheduler): ScheduledWorld {
  const { world, run } = plannedWorld(alerts, {
    processes: 2,
    pause: () => scheduler.schedule(Promise.resolve()),
  });
  const together = async (plans: readonly (Plan | null)[], meeting?: Meeting) => {
    const running = plans.map((plan, process) => plan && run(plan, process, meeting));
    await scheduler.waitFor(Promise.all(running));
  };
  const inTurn = async (plan: Plan) => {
    for (const process of [0, 1]) await scheduler.waitFor(run(plan, process));
  };
  return { world, together, inTurn };
}

/** Nothing that was sent is wrong, whatever has happened. */
function expectTrue(world: World): void {
  expectNone([...faultsOfSending(world), ...aboutTheWell(world, 'calm')], world);
}

const MINUTE_MS = 60_000;

function historyIn(stored: unknown) {
  const state = readState(stored);
  if (state === null) throw new Error('a state that makes no sense');
  return state.history;
}

describe('two runs at once', () => {
  it('lose nothing between them, whatever fails and wherever one is killed', async () => {
    const rounds = fc.array(fc.array(stormyPlan, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(fc.scheduler(), policies, rounds, async (scheduler, alerts, all) => {
      const { world, together } = createScheduledWorld(alerts, scheduler);
      for (const plans of all) await together(plans);
      expectTrue(world);
      for (const plan of quietRuns({ shop: '503' })) await together([plan]);
      expectNone(silentFailures(world, ['shop'], 'kept'), world);
      for (const plan of quietRuns()) await together([plan]);
      expectNone(missedIncidents(world, 'persisted'), world);
      expectTrue(world);
      expectNone(overdueAlerts(world), world);
    });
    await fc.assert(property, { numRuns: runs(7, 500) });
  });

  it('open one incident for one outage where nothing fails, and notify of it once or twice, however they meet', async () => {
    const property = fc.asyncProperty(fc.scheduler(), policies, async (scheduler, alerts) => {
      const { world, together } = createScheduledWorld(alerts, scheduler);
      const sick = { shop: '503', mail: 'refused' } as const;
      for (const plan of [...quietRuns(sick), ...quietRuns()]) await together([plan, plan]);
      expect(world.persisted.size).toBe(2);
      const ids = world.arrivals.map(({ alert }) => alert.id);
      expect(ids.filter((id) => ids.filter((other) => other === id).length > 2)).toEqual([]);
      expectNone(missedIncidents(world, 'all'), world);
      expectTrue(world);
    });
    await fc.assert(property, { numRuns: runs(4, 280) });
  });

  // An hour and a half, in steps that leave each process with checks of its own when an hour ends.
  it('count no check twice, and at least those of one of them, also if both write the same hour', async () => {
    const alerts = { shop: AT_ONCE, mail: AT_ONCE, leaving: AT_ONCE, calm: AT_ONCE };
    const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 25, maxLength: 25 });
    const property = fc.asyncProperty(fc.scheduler(), steps, fc.boolean(), async (scheduler, all, meets) => {
      const { world, together, inTurn } = createScheduledWorld(alerts, scheduler);
      const plans = all.map((minutes) => ({ ...quietPlan(), stepMs: minutes * MINUTE_MS }));
      for (const plan of plans) await together([plan, plan], meets ? meetingOf(2) : undefined);
      // What a process alone knows it saves within some minutes.
      for (let count = 0; count < 2; count++) await inTurn({ ...quietPlan(), stepMs: 6 * MINUTE_MS });
      const histories = [...world.stored].map(([id, { state }]) => [id, historyIn(state)] as const);
      const range = { from: NOW, to: world.now(), resolution: 'fine' } as const;
      const bucketsOf = await readBuckets(new Map(histories), range, world.history, world.now());
      for (const [id] of histories) {
        const counted = bucketsOf(id).reduce((sum, { checks }) => sum + checks, 0);
        expect(counted).toBeGreaterThanOrEqual(plans.length + 2);
        expect(counted).toBeLessThanOrEqual(2 * (plans.length + 2));
      }
    });
    await fc.assert(property, { numRuns: runs(4, 180) });
  });

  it('notify of each event once between them where both have read the state before either writes', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      policies,
      fc.array(calmPlan, { minLength: 1, maxLength: 8 }),
      async (scheduler, alerts, plans) => {
        const { world, together } = createScheduledWorld(alerts, scheduler);
        for (const plan of plans) await together([plan, plan], meetingOf(2));
        const ids = world.arrivals.map(({ alert }) => alert.id);
        expect(ids).toEqual([...new Set(ids)]);
        expectNone(
          missedIncidents(world, 'all').filter((fault) => fault.endsWith('opened')),
          world,
        );
      },
    );
    await fc.assert(property, { numRuns: runs(7, 500) });
  });
});

describe('two processes of which one loses what it reads', () => {
  const read = fc.constantFrom<(Fate | null)[]>(null, null, 'fails', 'fails late');
  const round = fc.record({
    shop: health,
    runs: fc.constantFrom('both', 'both', 'first', 'second'),
    reads: fc.tuple(read, read),
    isNew: fc.tuple(fc.boolean(), fc.boolean()),
  });

  const unread = (fate: Fate | null) => (fate === null ? [] : [{ call: 'load', at: 0, fate } as const]);

  it('know one open incident of one outage once they have met, and no recovery of it is due', async () => {
    const rounds = fc.array(round, { minLength: 2, maxLength: 8 });
    const property = fc.asyncProperty(fc.scheduler(), policies, rounds, async (scheduler, alerts, all) => {
      const { world, together, inTurn } = createScheduledWorld(alerts, scheduler);
      for (const { shop, runs: which, reads, isNew } of all) {
        const [first, second] = [0, 1].map(
          (process): Plan => ({
            ...quietPlan({ shop }),
            script: unread(reads[process] ?? null),
            sameProcess: !isNew[process],
            stepMs: process === 1 && which === 'both' ? 0 : MINUTE_MS,
          }),
        );
        await together([which === 'second' ? null : (first as Plan), which === 'first' ? null : (second as Plan)]);
      }
      for (const plan of quietRuns({ shop: '503' })) await inTurn(plan);
      expectNone(silentFailures(world, ['shop'], 'all'), world);
      const known = readState(world.stored.get('shop')?.state);
      expect(known && distinctIncidents(known).filter(({ over }) => over === null)).toHaveLength(1);
      for (const plan of quietRuns()) await inTurn(plan);
      expectNone(missedIncidents(world, 'all'), world);
      expectTrue(world);
      expectNone(overdueAlerts(world), world);
    });
    await fc.assert(property, { numRuns: runs(7, 300) });
  });
});
