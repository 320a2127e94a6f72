/** What must hold of services that need each other: random graphs, filters, silences, slow checks, shards and faults. */

import fc from 'fast-check';
import { openIncidents, openOutage } from '../../../../lambda/core/incident/incident';
import { incidentIdOf } from '../../../../lambda/core/message/alert';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import type { Run } from '../../../../lambda/core/run/run';
import { ackOf, type Silence, silenceOf } from '../../../../lambda/core/silences/silence';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { runs } from '../../../support/jest/lane';
import {
  bugs,
  coursesOf,
  expectNone,
  faultsOfSending,
  leftOpen,
  leftOver,
  markedInVain,
  unknownFailures,
  withoutEnd,
} from '../../../support/models/laws';
import {
  calmSteps,
  couldHoldBack,
  holdsBack,
  isNotified,
  type Listener,
  type NeedsStep,
  type NeedsWorld,
  needsConfigs,
  needsWorld,
  quietSteps,
  SERVICES,
  stormySteps,
} from '../../../support/models/needs-plans';
import type { Arrival, World } from '../../../support/models/world';
import { knownBy } from '../../../support/models/world-store';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** With an interval of a minute. */
const STALE_MS = 8 * MINUTE_MS;

/** The last of the runs of one process, which remembers all. */
async function runAll({ run }: NeedsWorld, steps: readonly NeedsStep[]): Promise<Run> {
  const runs: (Run | null)[] = [];
  for (const step of steps) runs.push(...(await run({ ...step, isNew: false })));
  return runs.at(-1) as Run;
}

describe('without faults', () => {
  it('notifies each receiver of an outage in the run in which a plain reading of the rules does', async () => {
    const property = fc.asyncProperty(needsConfigs, calmSteps, async (plan, steps) => {
      const needing = needsWorld(plan);
      const predicting = createPrediction(needing);
      for (const step of steps) {
        const [run] = await needing.run(step);
        predicting.look(run as Run);
      }
      const { world } = needing;
      const opened = world.arrivals.filter(({ alert }) => alert.kind === 'outage' && alert.event === 'opened');
      const found = opened.map(
        ({ receiver, alert, run }) => `${run} ${knownBy(receiver, alert.incidentId)} ${alert.openedAt}`,
      );
      expect(found.sort()).toEqual(predicting.opened.toSorted());
      expectNone(faultsOfSending(world), world);
    });
    await fc.assert(property, { numRuns: runs(4, 100) });
  });

  it('changes no fact, and nothing for a receiver that is notified of dependents alone', async () => {
    const property = fc.asyncProperty(needsConfigs, calmSteps, async (plan, steps) => {
      const needing = needsWorld(plan);
      const free = needsWorld(plan, { isNeeded: false });
      const run = await runAll(needing, steps);
      expect(factsOf(run)).toEqual(factsOf(await runAll(free, steps)));
      for (const listener of needing.listeners) {
        if (!isApart(listener, needing)) continue;
        expect(alertsTo(listener, needing.world)).toEqual(alertsTo(listener, free.world));
      }
      const budgets = budgetsIn(needing.world).filter((budget) => !budgetsIn(free.world).includes(budget));
      expectNone(
        budgets.map((budget) => `${budget} is a second message`),
        needing.world,
      );
    });
    await fc.assert(property, { numRuns: runs(2, 60) });
  });
});

describe('whatever fails, in shards that each have a process', () => {
  it('holds nothing back for more than an hour, and sends each opening and its recovery', async () => {
    const shards = fc.integer({ min: 1, max: 3 });
    const property = fc.asyncProperty(needsConfigs, shards, stormySteps, async (plan, count, steps) => {
      const needing = needsWorld(plan, { shards: count });
      const { world, listeners, endSilences } = needing;
      const late: string[] = [];
      const runStep = async (step: NeedsStep) => {
        const done = await needing.run(step);
        for (const [process, run] of done.entries())
          if (run !== null && (step.scripts[process] ?? []).length === 0) late.push(...heldForTooLong(run, needing));
      };
      for (const step of steps) await runStep(step);
      expectNone(faultsOfSending(world), world);
      endSilences();
      for (const step of quietSteps('healthy', [41, 1, 1, 31, 31, 31, 31, 31])) await runStep(step);
      expectNone([...withoutEnd(world), ...leftOver(world)], world);

      const before = world.arrivals.length;
      for (const step of quietSteps('503', [1, 1, 1, 4])) await runStep(step);
      if (count === 1) expectNone(notOneMessage(world.arrivals.slice(before), needing), world);
      for (const step of quietSteps('503', [12, 12, 12, 12, 12])) await runStep(step);
      for (const listener of listeners) {
        const wanted = SERVICES.filter((service) => isNotified(listener, service, plan.severities[service]));
        expectNone(unknownFailures(world, [listener.id], wanted), world);
      }
      for (const step of quietSteps('healthy', [1, 1, 1, 31, 31, 31, 31, 31, 31])) await runStep(step);
      expectNone(
        [
          ...late,
          ...bugs(world),
          ...faultsOfSending(world),
          ...withoutEnd(world),
          ...leftOpen(world),
          ...markedInVain(world),
          ...leftOver(world),
        ],
        world,
      );
    });
    await fc.assert(property, { numRuns: runs(3, 80) });
  });
});

/** The beginnings that a plain reading of the rules has each receiver notified of: its run, who, and what. */
interface Prediction {
  readonly opened: readonly string[];
  /** Looks at a run, after which nothing may be missing. */
  look(run: Run): void;
}

function createPrediction({ config, listeners, silences }: NeedsWorld): Prediction {
  const opened: string[] = [];
  const known = new Set<string>();
  const found = new Map<string, { readonly isHealthy: boolean; readonly at: number }[]>();
  const services = new Map(config.services.map((service) => [service.id, service]));
  let count = 0;

  /** Whether it fails, or has been well for less than two runs, as far as that is known, and nobody asked for silence. */
  const isHolding = (needed: string, run: Run) => {
    const state = run.states.get(needed)?.state;
    const lastTwo = (found.get(needed) ?? []).slice(-2);
    const last = lastTwo.at(-1);
    if (state === undefined || last === undefined || lastTwo.every(({ isHealthy }) => isHealthy)) return false;
    const ageMs = run.startedAt - last.at;
    if (ageMs > STALE_MS || (last.isHealthy && ageMs >= 1.5 * MINUTE_MS)) return false;
    const asked = silences().filter(({ planned }) => !planned);
    const since = openOutage(state)?.openedAt ?? state.pending?.since ?? run.startedAt;
    return silenceOf(asked, { service: needed, openedAt: since, isOver: false }, run.startedAt) === null;
  };

  return {
    opened,
    look: (run) => {
      for (const { service, kind, at } of run.results)
        found.set(service.id, [...(found.get(service.id) ?? []), { isHealthy: kind === 'healthy', at }]);
      for (const { service, at: now } of run.results) {
        const state = run.states.get(service.id)?.state as ServiceState;
        const outage = openOutage(state);
        if (!outage?.failing) continue;
        const incidentId = incidentIdOf(config.name, service.id, outage);
        const silenced = { service: service.id, ...outage, isOver: false };
        if (silenceOf(silences(), silenced, now) !== null) continue;
        for (const listener of listeners) {
          const key = knownBy(listener.id, incidentId);
          if (known.has(key) || !isNotified(listener, service.id, outage.severity)) continue;
          const { afterMs } = listener;
          if (afterMs > 0 && (now - outage.openedAt < afterMs || ackOf(silences(), silenced, now) !== null)) continue;
          const isHeldBack = service.needs.some((needed) => {
            const severity = services.get(needed)?.severity ?? 'critical';
            return isHolding(needed, run) && holdsBack(listener, [service.id, outage.severity], [needed, severity]);
          });
          if (isHeldBack && now - outage.openedAt < HOUR_MS) continue;
          known.add(key);
          opened.push(`${count} ${key} ${new Date(outage.openedAt).toISOString()}`);
        }
      }
      count += 1;
    },
  };
}

/** Whether nothing is ever held back from a receiver. */
function isApart(listener: Listener, { config }: NeedsWorld): boolean {
  return !config.services.some(({ id, needs }) => needs.some((needed) => couldHoldBack(listener, id, needed)));
}

/** All that is true of each service: not what people know, and no clues. Which others failed is known of all services in the last batch alone. */
function factsOf({ states }: Run): unknown {
  return [...states].sort().map(([id, { state }]) => {
    const { notified, heldAlerts, savedAt, incidents, ...figures } = state;
    return [id, figures, incidents.map(factOf)];
  });
}

function factOf({
  id,
  kind,
  openedAt,
  noticedAt,
  over,
  verdict,
  reason,
  spentBy,
  ...rest
}: ServiceState['incidents'][number]) {
  const { failing, recovery, lastFailedAt, failedRuns, failures, downMs, lateRelapses, stage } = rest;
  return [
    [id, kind, openedAt, noticedAt, over, verdict, reason, spentBy, stage],
    [failing, recovery, lastFailedAt, failedRuns, failures, downMs, lateRelapses],
  ];
}

/** A silence is noted if it holds back anybody, which a receiver with `after` may say of its own alert too. */
function alertsTo({ id, afterMs }: Listener, { arrivals }: World): unknown {
  return arrivals
    .filter(({ receiver }) => receiver === id)
    .map(({ run, alert: { clues, neededBy, silenced, ...alert } }) => {
      const held = afterMs === 0 ? silenced : (silenced?.behind ?? null);
      return JSON.stringify([run, alert, held]);
    })
    .sort();
}

/** The budgets that receivers were notified of. */
function budgetsIn({ arrivals }: World): readonly string[] {
  return coursesOf(arrivals.filter(({ alert }) => alert.kind === 'objective')).map(({ receiver, incidentId }) =>
    knownBy(receiver, incidentId),
  );
}

/** What has failed for an hour in a run without a fault, and is due to a receiver that is not notified of it. */
function heldForTooLong(run: Run, { listeners, silences }: NeedsWorld): readonly string[] {
  return run.results.flatMap(({ service: { id }, at }) => {
    const state = run.states.get(id)?.state as ServiceState;
    const outages = openIncidents(state).filter(({ kind }) => kind === 'outage');
    return outages.flatMap((outage) => {
      const isOld = at - outage.openedAt >= HOUR_MS && outage.failing !== null;
      if (!isOld || isSilenced(outage, id, silences(), at)) return [];
      const isDue = ({ id: receiver }: Listener) =>
        outages.some((each) => {
          const { due, opened } = notifiedOf(state, each.id, receiver);
          return (due ?? opened) !== null;
        });
      return listeners
        .filter((listener) => isNotified(listener, id, outage.severity) && !isDue(listener))
        .map((listener) => `${listener.id}: ${outage.id} of ${id} is held back for more than an hour`);
    });
  });
}

/** Or somebody is on it: then a receiver with `after` is not needed. */
function isSilenced(
  outage: { readonly openedAt: number; readonly noticedAt: number },
  service: string,
  silences: readonly Silence[],
  now: number,
): boolean {
  const silenced = { service, openedAt: outage.openedAt, noticedAt: outage.noticedAt, isOver: false };
  return silenceOf(silences, silenced, now) !== null || ackOf(silences, silenced, now) !== null;
}

/** All fail from the same time: a receiver that is notified of the needed service is not notified of those that need it. */
function notOneMessage(arrivals: readonly Arrival[], { config, listeners }: NeedsWorld): readonly string[] {
  const severityOf = new Map(config.services.map(({ id, severity }) => [id, severity]));
  const needsOf = new Map(config.services.map(({ id, needs }) => [id, needs]));
  return listeners.flatMap((listener) =>
    coursesOf(arrivals)
      .filter(({ receiver, events }) => receiver === listener.id && events.includes('opened'))
      .flatMap(({ service }) => {
        const own = [service, severityOf.get(service) ?? 'critical'] as const;
        const needed = (needsOf.get(service) ?? []).filter((id) =>
          holdsBack(listener, own, [id, severityOf.get(id) ?? 'critical']),
        );
        return needed.map((id) => `${listener.id}: it was notified of ${service}, which needs ${id}`);
      }),
  );
}
