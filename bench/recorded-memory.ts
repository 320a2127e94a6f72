/** Lives of recorded services go through the real `nextState`: false alarms about memory, and how long before a death people are notified. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Condition } from '../lambda/core/conditions/condition';
import type { Service } from '../lambda/core/config/config';
import type { CheckResult } from '../lambda/core/probe/check-result';
import { nextState } from '../lambda/core/state/next-state';
import { NEW_STATE } from '../lambda/core/state/service-state';
import { configFrom } from './bench-config';
import { failed, healthy, randomOf } from './simulated-habits';
import { CONTEXT, START } from './watch-habits';

const MINUTE_MS = 60_000;
const FOLDER = join(__dirname, 'memory');

/** A recorded service; `bench/memory/record.mjs` says how. */
export interface Recorded {
  readonly name: string;
  /** At which rows its process starts. */
  readonly starts: readonly number[];
  /** Memory used and total at each minute, in MB. */
  readonly rows: readonly (readonly [used: number, total: number])[];
}

/** A check of a service; `row` is missing if it does not answer. */
interface Step {
  readonly row?: Recorded['rows'][number] | undefined;
  /** Minutes since its process started. */
  readonly age: number;
  readonly version: string;
}

export function recorded(kind: 'leaking' | 'well'): readonly Recorded[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json.gz') && name.startsWith('leak-') === (kind === 'leaking'))
    .map((file) => ({
      name: file.replace('.json.gz', ''),
      ...JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString()),
    }));
}

interface Course {
  /** When people were notified of memory, and of what. */
  readonly news: readonly { readonly minute: number; readonly message: string }[];
  /** For each minute, since when it has been known that its memory will soon be used up; `null` if it is not. */
  readonly warnedSince: readonly (number | null)[];
}

function courseOf(steps: Iterable<Step>): Course {
  const [service] = configFrom('services: [{ id: recorded, baseUrl: "http://recorded.internal" }]').services;
  if (service === undefined) throw new Error('there is no service');
  const news: { minute: number; message: string }[] = [];
  const warnedSince: (number | null)[] = [];
  let state = NEW_STATE;
  for (const step of steps) {
    const minute = warnedSince.length;
    const { conditions } = state;
    state = nextState(state, checkOf(service, step, START + minute * MINUTE_MS), CONTEXT);
    const known = state.conditions.filter(({ code, notifies }) => notifies && code.startsWith('memory_'));
    const isNew = (one: Condition) => !conditions.some(({ code, stage }) => code === one.code && stage >= one.stage);
    news.push(...known.filter(isNew).map(({ message }) => ({ minute, message })));
    const isWarned = known.some(({ code, stage }) => code === 'memory_full' || stage > 0);
    warnedSince.push(isWarned ? (warnedSince.at(-1) ?? minute) : null);
  }
  return { news, warnedSince };
}

function checkOf(service: Service, { row, age, version }: Step, at: number): CheckResult {
  if (row === undefined) return failed(service, at);
  const [used, total] = row;
  return healthy(service, at, 20, 1, {
    status: 'healthy',
    service: service.id,
    environment: 'production',
    version,
    timestamp: new Date(at).toISOString(),
    uptime: age * 60 + 5,
    memory: { used, total },
    others: {},
  });
}

export interface FalseMemoryAlarms {
  readonly days: number;
  readonly alarms: readonly string[];
}

/**
 * Service-days of the recorded services that are well. Each begins somewhere in a life, and restarts after a random time, with a new
 * version or the same; every other reports whole megabytes.
 */
export function falseMemoryAlarms(seed: number, services: number, days: number): FalseMemoryAlarms {
  const random = randomOf(seed);
  const all = recorded('well');
  const alarms = Array.from({ length: services }, (_, index) => {
    const { name, rows } = all[index % all.length] as Recorded;
    const isWhole = Math.floor(index / all.length) % 2 === 0;
    const { news } = courseOf(livesOf(rows, days * 1_440, isWhole, random));
    return news.map(({ minute, message }) => `${name}, minute ${minute}: ${message}`);
  }).flat();
  return { days: services * days, alarms };
}

function* livesOf(rows: Recorded['rows'], count: number, isWhole: boolean, random: () => number): Generator<Step> {
  let row = Math.floor(random() * rows.length);
  let version = 1;
  let left = Math.floor(random() * rows.length);
  for (let step = 0; step < count; step++) {
    if (left === 0 || row >= rows.length) {
      row = 0;
      left = 10 + Math.floor(random() ** 2 * rows.length);
      if (random() < 0.5) version += 1;
      if (random() < 0.5) yield { age: 0, version: '' };
    }
    yield {
      row: (isWhole ? rows[row]?.map(Math.round) : rows[row]) as Recorded['rows'][number],
      age: row,
      version: `1.${version}.0`,
    };
    row += 1;
    left -= 1;
  }
}

export interface Deaths {
  readonly deaths: number;
  /** How many minutes before each death, after the first, people were notified; without deaths that nobody was notified of. */
  readonly minutes: readonly number[];
}

/** The deaths of a recorded leak. Watching begins `late` minutes after its start. */
export function announcedDeaths({ rows, starts }: Recorded, late: number, isWhole: boolean): Deaths {
  const ends = starts.slice(1);
  const steps = rows.slice(late).flatMap((row, index): Step[] => {
    const at = index + late;
    const start = starts.findLast((each) => each <= at) ?? 0;
    const step = {
      row: isWhole ? ([Math.round(row[0]), Math.round(row[1])] as const) : row,
      age: at - start,
      version: '1.0.0',
    };
    return start === at && at > 0 ? [{ age: 0, version: '' }, step] : [step];
  });
  const { warnedSince } = courseOf(steps);
  // A failed check lies before each start.
  const deathAt = (index: number) => (ends[index] ?? 0) - late + index;
  const minutes = ends.slice(1).flatMap((_, index) => {
    const death = deathAt(index + 1);
    const since = warnedSince[death - 1] ?? null;
    return since === null ? [] : [death - Math.max(since, deathAt(index) + 1)];
  });
  return { deaths: Math.max(0, ends.length - 1), minutes };
}
