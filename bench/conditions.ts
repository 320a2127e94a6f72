/** Conditions: false alarms, misses and lead times with simulated services, and the cost of finding them. */

import { CONDITION_CODES } from '../lambda/core/conditions/conditions';
import { nextState } from '../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../lambda/core/state/service-state';
import { configFrom } from './bench-config';
import { announcedDeaths, falseMemoryAlarms, type Recorded, recorded } from './recorded-memory';
import { simulate } from './simulated-habits';
import { formatSpread, spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import {
  CONTEXT,
  DAY_MS,
  delayOfCrashLoops,
  delayOfFrozenReports,
  falseAlarms,
  type NotifyTimes,
  START,
} from './watch-habits';

const MINUTE_MS = 60_000;
const CRASHES_S = [20, 45, 70, 120, 200, 290];

/** `SEED` repeats a run, `MONTHS` sets how many service-months are simulated without a fault, `FAULTY` how many services have each fault. */
export async function conditionsTopic(): Promise<Topic> {
  const seed = Number(process.env.SEED ?? 20_261_122);
  const months = Number(process.env.MONTHS ?? 100);
  const faulty = Number(process.env.FAULTY ?? 20);
  const alarms = falseAlarms(seed, months);
  const perYear = (times: number) => (times * 12) / alarms.months;
  const sum = (counts: object) => Object.values(counts).reduce((all: number, times: number) => all + times, 0);
  const notified = perYear(sum(alarms.notified));
  const shown = perYear(sum(alarms.shown));
  const memory = falseMemoryAlarms(seed, 3 * recorded('well').length, 8);
  const rows: Row[] = [
    {
      name: `false notifications a service and year (${months} months)`,
      figures: [spreadOf([notified])],
      targets: [{ wanted: 'at most 1', met: notified <= 1 }],
    },
    { name: 'conditions shown, a service and year', figures: [spreadOf([shown])] },
    {
      name: `false notifications about memory in ${memory.days} days of recorded services`,
      figures: [spreadOf([memory.alarms.length])],
      targets: [{ wanted: 'none', met: memory.alarms.length === 0 }],
    },
    ...recorded('leaking').map(leakRow),
    ...CRASHES_S.map((seconds) =>
      rowOf(
        `start each ${seconds} s: minutes after the third`,
        delayOfCrashLoops(seed + seconds, faulty, seconds * 1_000),
        (minutes) => minutes <= 2,
        'at most 2',
      ),
    ),
    ...CRASHES_S.filter((seconds) => seconds * 1_000 < CONTEXT.intervalMs).map((seconds) =>
      rowOf(
        `start each ${seconds} s: minutes after the third that a check could see`,
        delayOfCrashLoops(seed + seconds, faulty, seconds * 1_000, 'thirdSeenAt'),
        (minutes) => minutes <= 2,
        'at most 2',
      ),
    ),
    rowOf(
      'frozen report: minutes after it froze',
      delayOfFrozenReports(seed, faulty),
      (minutes) => minutes <= 5,
      'at most 5',
    ),
    costRow(seed),
  ];
  const what = JSON.stringify({ notified: alarms.notified, shown: alarms.shown });
  return {
    title: `conditions of simulated services (SEED=${seed})`,
    columns: ['figure'],
    rows,
    note: `Without a fault: ${what}. ${memory.alarms.join('; ')} Each fault has ${faulty} services. Cost: CPU of nextState with all conditions less that with none.`,
  };
}

/** Whole megabytes and tenths, watched from the start of the first life and from the middle of it. */
function leakRow(leak: Recorded): Row {
  const middle = Math.floor((leak.starts[1] ?? 0) / 2);
  const all = [announcedDeaths(leak, 0, true), announcedDeaths(leak, 0, false), announcedDeaths(leak, middle, true)];
  const deaths = all.reduce((sum, each) => sum + each.deaths, 0);
  const minutes = all.flatMap((each) => each.minutes);
  const lives = leak.starts.slice(1).map((start, index) => start - (leak.starts[index] ?? 0));
  const name = `${leak.name}, ${formatSpread(spreadOf(lives))} min a life: minutes from the notification to its death`;
  if (minutes.length === 0) return { name, absent: `all ${deaths} missed` };
  const met = minutes.length === deaths;
  return {
    name,
    figures: [spreadOf(minutes)],
    targets: [{ wanted: `each after the first: ${minutes.length} of ${deaths}`, met }],
  };
}

function rowOf(
  name: string,
  { services, missed, minutes }: NotifyTimes,
  isMet: (minutes: number) => boolean,
  wanted: string,
): Row {
  const met = minutes.filter(isMet).length;
  if (minutes.length === 0) return { name, absent: `all ${missed} missed` };
  return {
    name,
    figures: [spreadOf(minutes)],
    targets: [{ wanted: `${wanted}: ${met} of ${services}, ${missed} never`, met: met === services }],
  };
}

const ROUNDS = 15;

/** Batches with and without alternate, so that other work of the machine affects both. */
function costRow(seed: number): Row {
  const off = Object.fromEntries(CONDITION_CODES.map((code) => [code, 'off']));
  const added = Array.from(
    { length: ROUNDS },
    (_, round) => costOf(seed + round, {}) - costOf(seed + round, off),
  ).slice(2);
  const cpu = spreadOf(added);
  return {
    name: 'CPU a service and run, ms',
    figures: [cpu],
    targets: [{ wanted: 'under 0.02', met: isWithin(cpu, 0.02) }],
  };
}

/** The milliseconds of CPU for each run, over the third and fourth day of a service. */
function costOf(seed: number, conditions: object): number {
  const text = JSON.stringify({ conditions, services: [{ id: 'simulated', baseUrl: 'http://simulated.internal' }] });
  const [service] = configFrom(text).services;
  if (service === undefined) throw new Error('there is no service');
  const { next } = simulate(service, seed, START);
  const all = Array.from({ length: (4 * DAY_MS) / MINUTE_MS }, (_, index) => next(START + index * MINUTE_MS));
  const checks = all.filter((check) => check !== null);
  const half = Math.floor(checks.length / 2);
  const advance = (before: ServiceState, check: (typeof checks)[number]) => nextState(before, check, CONTEXT);
  const warm = checks.slice(0, half).reduce(advance, NEW_STATE);
  const start = process.cpuUsage();
  checks.slice(half).reduce(advance, warm);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / (checks.length - half);
}
