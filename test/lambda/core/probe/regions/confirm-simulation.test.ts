/**
 * Months of six services, seen from home and from three regions: real outages, paths that fail between one place and one service, a home that is cut
 * off, regions that are away, broken or of another version, lost votes, and two processes that take turns.
 */

import type { Service } from '../../../../../lambda/core/config/config';
import type { Check, CheckResult } from '../../../../../lambda/core/probe/check-result';
import { conclude } from '../../../../../lambda/core/probe/conclude';
import { type AskRegion, type Regions, startConfirming } from '../../../../../lambda/core/probe/regions/confirm';
import { answerOf } from '../../../../../lambda/core/probe/regions/region-question';
import { answer, failure, reportOf } from '../../../../support/core/observations';
import { resultOf } from '../../../../support/core/runs';
import { runs, SEED } from '../../../../support/jest/lane';

const IDS = ['cart', 'mail', 'pay', 'shop', 'user', 'works'];
const REGIONS = ['us-east-1', 'sa-east-1', 'ap-southeast-1'];
const HOME = 'home';
const MINUTE_MS = 60_000;
const MONTH = 30 * 24 * 60;
const MONTHS = runs(1, 24);

/** Each begins so often in a month, and lasts so many minutes on average. */
const FAULTS = {
  outage: { aMonth: 4, minutes: 12 },
  path: { aMonth: 2, minutes: 4 },
  cutOff: { aMonth: 1, minutes: 6 },
  away: { aMonth: 1, minutes: 240 },
  blind: { aMonth: 1, minutes: 60 },
  otherVersion: { aMonth: 1, minutes: 30 },
} as const;
const LOST_VOTES = 0.02;
const OTHER_PROCESS = 0.1;

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** For each minute whether a fault of this kind lasts. */
function periods({ aMonth, minutes }: { aMonth: number; minutes: number }, next: () => number): Uint8Array {
  const during = new Uint8Array(MONTH);
  let isOn = false;
  for (let minute = 0; minute < MONTH; minute++) {
    isOn = isOn ? next() >= 1 / minutes : next() < aMonth / MONTH;
    during[minute] = Number(isOn);
  }
  return during;
}

const refused = failure('timeout_connect');
const unresolved = failure('dns_failure', { errorCode: 'EAI_AGAIN' });
/** The checks of each service, made once: by whether it is reached, and otherwise by what fails. */
const CHECKS = new Map(
  IDS.map((id) => [
    id,
    {
      healthy: resultOf(id, answer(200, reportOf({ service: id }))),
      down: resultOf(id, refused),
      cutOff: resultOf(id, unresolved),
    },
  ]),
);
const checkOf = (id: string, is: 'healthy' | 'down' | 'cutOff') => CHECKS.get(id)?.[is] as CheckResult;
const SERVICES: readonly Service[] = IDS.map((id) => checkOf(id, 'healthy').service);

interface Figures {
  /** Announced while the service answers everywhere but at home. */
  falseAlone: number;
  falseWithRegions: number;
  /** How many runs later than without regions each real outage was announced, or ended without that. */
  readonly delays: number[];
  /** Outages in a run in which more places reached the service than not, and one found it healthy. */
  readonly wrong: string[];
  invocations: number;
}

async function simulateMonth(seed: number, figures: Figures): Promise<void> {
  const next = random(seed);
  const down = new Map(IDS.map((id) => [id, periods(FAULTS.outage, next)]));
  const paths = new Map(
    [HOME, ...REGIONS].flatMap((place) => IDS.map((id) => [`${place} ${id}`, periods(FAULTS.path, next)])),
  );
  const cutOff = periods(FAULTS.cutOff, next);
  const [away, blind, otherVersion] = (['away', 'blind', 'otherVersion'] as const).map(
    (kind) => new Map(REGIONS.map((region) => [region, periods(FAULTS[kind], next)])),
  ) as [Map<string, Uint8Array>, Map<string, Uint8Array>, Map<string, Uint8Array>];
  const memories: Regions['lastVotes'][] = [new Map(), new Map()];
  const open = new Set<string>();
  const openAlone = new Set<string>();
  /** The first run in which home failed to reach a service that is down. */
  const since = new Map<string, number>();
  const told = new Set<string>();

  for (let minute = 0; minute < MONTH; minute++) {
    const reaches = (place: string, id: string) => !down.get(id)?.[minute] && !paths.get(`${place} ${id}`)?.[minute];
    const isCutOff = cutOff[minute] === 1;
    const found = IDS.map((id) => checkOf(id, isCutOff ? 'cutOff' : reaches(HOME, id) ? 'healthy' : 'down'));
    if (open.size + openAlone.size + since.size === 0 && found.every(({ kind }) => kind === 'healthy')) continue;
    /** The votes that arrived. */
    const votes = new Map<string, readonly string[]>();
    const ask: AskRegion = async (region, { services }) => {
      figures.invocations++;
      if (away.get(region)?.[minute]) throw new Error('throttled');
      if (otherVersion.get(region)?.[minute]) throw new Error('answer of another version');
      if (next() < LOST_VOTES) throw new Error('no answer');
      const isReached = (id: string) => !blind.get(region)?.[minute] && reaches(region, id);
      votes.set(region, services.map(({ id }) => id).filter(isReached));
      return answerOf(
        services.map(({ id }) =>
          isReached(id)
            ? { id, kind: 'healthy', reason: 'ok', httpStatus: 200 }
            : { id, kind: 'unreachable', reason: 'timeout_connect', httpStatus: null },
        ),
      );
    };
    const at = minute * MINUTE_MS;
    const confirming = startConfirming(
      SERVICES,
      { home: HOME, others: REGIONS, ask, lastVotes: memories[Number(next() < OTHER_PROCESS)] ?? new Map() },
      {
        clock: { now: () => at, elapsed: () => 0, sleep: async () => {} },
        startedAt: at,
        intervalMs: MINUTE_MS,
        signal: undefined,
      },
    );
    for (const check of found) {
      confirming.note({ id: check.service.id, url: check.service.statusUrl, headers: {} }, check);
    }
    const alone: readonly Check[] = await Promise.all(
      conclude(
        found.map(async (check) => check),
        SERVICES,
      ),
    );
    const confirmed = await Promise.all(alone.map(confirming.confirm));
    for (const [index, id] of IDS.entries()) {
      const isDown = down.get(id)?.[minute] === 1;
      const before = alone[index]?.kind;
      const after = confirmed[index]?.kind;
      if (before === 'unreachable' && !openAlone.has(id)) {
        openAlone.add(id);
        if (!isDown) figures.falseAlone++;
      }
      if (before === 'healthy') openAlone.delete(id);
      if (isDown && before === 'unreachable' && !since.has(id)) since.set(id, minute);
      if (after === 'unreachable' && !open.has(id)) {
        open.add(id);
        if (!isDown) figures.falseWithRegions++;
        // A region that reaches nothing has no vote.
        const voting = [...votes.values()].filter((ids) => ids.length > 0);
        const reached = voting.filter((ids) => ids.includes(id)).length;
        const others = voting.length - reached;
        const homeVotes = found.some((check) => check.service.id !== id && check.kind === 'healthy');
        if (reached > others + Number(homeVotes)) figures.wrong.push(`${seed} ${minute} ${id}`);
      }
      if (after === 'healthy') open.delete(id);
      if (since.has(id) && open.has(id) && !told.has(id)) {
        told.add(id);
        figures.delays.push(minute - (since.get(id) ?? minute));
      }
      if (!isDown) {
        if (since.has(id) && !told.has(id)) figures.delays.push(minute - (since.get(id) ?? minute));
        since.delete(id);
        told.delete(id);
      }
    }
  }
}

it('announces no outage that most places do not see, and every other in time', async () => {
  const figures: Figures = {
    falseAlone: 0,
    falseWithRegions: 0,
    delays: [],
    wrong: [],
    invocations: 0,
  };
  for (let month = 0; month < MONTHS; month++) await simulateMonth(SEED + month, figures);
  const years = (MONTHS * IDS.length) / 12;
  const { falseAlone, falseWithRegions, delays, wrong, invocations } = figures;
  const late = delays.filter((runsLate) => runsLate !== 0);
  process.stdout.write(
    `SEED=${SEED}: false outages per service-year ${(falseAlone / years).toFixed(1)} without regions, ${(falseWithRegions / years).toFixed(2)} with; ${delays.length} real outages, late ${JSON.stringify(late)}; ${invocations} invocations\n`,
  );
  expect(wrong).toEqual([]);
  expect(late.filter((runsLate) => runsLate !== 1)).toEqual([]);
  expect(falseAlone).toBeGreaterThan(5);
  expect(falseWithRegions).toBeLessThanOrEqual(falseAlone / 5);
});
