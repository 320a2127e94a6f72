/**
 * What people are notified of if all of this meets: silences, acknowledgements, alerts that do not arrive, a certificate that ends beside an
 * outage, relapses, groups, a config that changes, services that leave and come back, clock steps, two processes.
 */

import fc from 'fast-check';
import type { AlertPolicy } from '../../../../lambda/core/config/config';
import type { Alert } from '../../../../lambda/core/message/alert';
import { ackOf, LONGEST_UNTIL_WELL_MS, type Silence } from '../../../../lambda/core/silences/silence';
import { silenceAt } from '../../../support/core/silences';
import { POLICY } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';
import {
  afterEnd,
  bugs,
  expectNone,
  leftOver,
  silentFailures,
  withoutBeginningOrEnd,
} from '../../../support/models/laws';
import { modelConfig } from '../../../support/models/model-config';
import { answerOf } from '../../../support/models/model-verdicts';
import { createWorld, type World } from '../../../support/models/world';
import {
  type NewSilence,
  quietStep,
  type ScriptedAnswer,
  SERVICES,
  type ServiceId,
  type Step,
  safeSteps,
  unsafeSteps,
} from './combined-steps';

const MINUTE_MS = 60_000;
const WELL: ScriptedAnswer = { health: 'healthy', certificateEnds: false };
const FAILING: ScriptedAnswer = { health: '503', certificateEnds: false };
/** The certificate stays what it may have been: an outage is over, a condition need not be. */
const WELL_ENOUGH: ScriptedAnswer = { health: 'healthy', certificateEnds: true };

/**
 * Longer than an end is held and a relapse expected: what fails afterwards is another incident. Both processes see it. One that
 * could save nothing, and sleeps until services fail anew, takes its old incident for one that goes on.
 */
const quiet = [1, 31, 31, 31, 31].map((minutes, index) => quietStep(minutes, index % 2 === 0 ? 0 : 1, WELL_ENOUGH));
/** Enough runs for each policy. */
const failing = [1, 4, 4, 4].map((minutes, index) => quietStep(minutes, index % 2 === 0 ? 0 : 1, FAILING));
const over = [1, 1, 1, 31, 16].map((minutes) => quietStep(minutes, 0, WELL));

interface SilencedWorld {
  readonly world: World;
  run(step: Step): Promise<void>;
  /** Ends silences, all or all plain ones. */
  endSilences(which: 'plain' | 'all'): void;
  /** What was sent although the run could read that nobody should be notified of it. */
  readonly againstSilences: readonly string[];
}

function createSilencedWorld(groupFrom: number | null): SilencedWorld {
  let policy: AlertPolicy = POLICY;
  let silences: readonly Silence[] = [];
  let count = 0;
  let canReadSilences = true;
  const againstSilences: string[] = [];
  const seen = new Set<string>();
  const world = createWorld({ processes: 2, onSent: (alert) => look(alert) });

  const look = (alert: Alert) => {
    if (!canReadSilences) return;
    const isSilenced = silences.some(
      ({ untilWell, services, from, until }) =>
        !untilWell && (services?.includes(alert.service.id) ?? true) && from <= world.begun() && world.begun() < until,
    );
    if (isSilenced) againstSilences.push(`${alert.id} was sent within a silence`);
    // What got no answer is repeated as it was.
    if (alert.event === 'reminder' && !seen.has(alert.id) && isAcknowledged(alert))
      againstSilences.push(`${alert.id} was sent although somebody acknowledged it`);
    seen.add(alert.id);
  };
  // What was tried before is repeated once the incident is over, and with it the acknowledgement.
  const isAcknowledged = ({ service, incidentId, openedAt, at: dueAt }: Alert) => {
    // Nobody can be on what has not opened yet.
    const opened = world.arrivals.find(({ alert }) => alert.incidentId === incidentId && alert.event === 'opened');
    const noticedAt = opened === undefined ? Number.POSITIVE_INFINITY : Date.parse(opened.alert.at);
    const incident = { service: service.id, openedAt: Date.parse(openedAt), noticedAt, isOver: false };
    const ack = ackOf(silences, incident, world.begun());
    return ack !== null && ack.from <= Date.parse(dueAt);
  };

  return {
    world,
    againstSilences,
    run: async (step) => {
      if (step.policy) policy = step.policy;
      if (step.endsSilence) silences = silences.slice(1);
      const from = world.begun() + step.minutes * MINUTE_MS - 1;
      if (step.silence) silences = [...silences, silenceOf(step.silence, `s${count++}`, from)];
      canReadSilences = !step.script.some(({ call }) => call === 'silences');
      const { severity } = step;
      const config = modelConfig(SERVICES, () => ({ alerts: policy, severity }));
      await world.run(step.process, {
        config: { ...config, groupFrom, services: config.services.filter(({ id }) => id !== step.without) },
        answer: (service, now) => {
          const { health, certificateEnds } = step.answers[service as ServiceId];
          const answered = answerOf(health, service);
          if (answered.kind === 'failure') return answered;
          return { ...answered, certificateExpiresAt: now + (certificateEnds ? 3 : 300) * 86_400_000 };
        },
        words: JSON.stringify([step.answers, { without: step.without, policy, severity }]),
        silences,
        stepMs: step.minutes * MINUTE_MS,
        script: step.script,
        isNew: step.isNew,
      });
    },
    endSilences: (which) => {
      silences = which === 'all' ? [] : silences.filter(({ untilWell }) => untilWell);
    },
  };
}

function silenceOf({ services, minutes, isAck }: NewSilence, id: string, from: number): Silence {
  return silenceAt(from, {
    id,
    services,
    until: from + (minutes === null ? LONGEST_UNTIL_WELL_MS : minutes * MINUTE_MS),
    untilWell: isAck || minutes === null,
    ...(isAck && { kind: 'ack' }),
  });
}

/** The steps, and then: all well for hours, all failing, all well. */
async function live(
  { world, run, endSilences, againstSilences }: SilencedWorld,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) await run(step);
  endSilences('plain');
  for (const step of [...quiet, ...failing]) await run(step);
  expectNone(silentFailures(world, SERVICES, 'all'), world);
  endSilences('all');
  for (const step of over) await run(step);
  expectNone([...bugs(world), ...againstSilences, ...withoutBeginningOrEnd(world), ...leftOver(world)], world);
}

const groups = fc.constantFrom(null, 2, 3);

it('people are notified of all that they must know, of nothing that is silenced, and of nothing after its end', async () => {
  const property = fc.asyncProperty(groups, safeSteps, async (groupFrom, steps) => {
    const silenced = createSilencedWorld(groupFrom);
    await live(silenced, steps);
    expectNone(afterEnd(silenced.world), silenced.world);
  });
  await fc.assert(property, { numRuns: runs(6, 250) });
});

// An end that could not be saved is unknown to another process, which may send an update after it.
it('people are notified of all that they must know, also if the store fails', async () => {
  const property = fc.asyncProperty(groups, unsafeSteps, async (groupFrom, steps) => {
    await live(createSilencedWorld(groupFrom), steps);
  });
  await fc.assert(property, { numRuns: runs(6, 150) });
});
