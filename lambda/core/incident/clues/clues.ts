/** Clues to an outage: pure functions from the facts at the time of its alert. */

import type { Condition } from '../../conditions/condition';
import type { Bucket } from '../../history/bucket';
import type { LastHealthy } from '../../history/recent-runs';
import type { RunningHistory } from '../../history/running-history';
import { changeBetween, type ServiceChange } from '../../history/service-change';
import type { Checked, CheckResult } from '../../probe/check-result';
import { ownReport } from '../../probe/own-figures';
import { cleanText } from '../../words/clean-text';
import { roughDuration, timeOfDay } from '../../words/duration';
import { addTimes, answersIn, exactPercentile, percentile } from '../../words/response-times';
import { CLUE_LENGTH, type Clue } from '../clue';
import { answerClues } from './answer-clues';
import { type ClueCode, strongest } from './clue-order';

/** The facts about a failing service that clues are found in. */
export interface ClueFacts {
  readonly result: CheckResult;
  /** Before this check. */
  readonly latest: Pick<Checked, 'certificate'> | null;
  readonly lastHealthy: LastHealthy | null;
  readonly changes: readonly ServiceChange[];
  readonly conditions: readonly Condition[];
  readonly history: Pick<RunningHistory, 'checks' | 'hours'>;
}

/**
 * The clues to an outage that began at `openedAt`, after another failing run; `known` are the clues before it, and stay as they were found. A
 * clue of the same kind is added if it happened since the outage began, and the clue before did not; never a clue that says the same again.
 */
export function cluesAfter(known: readonly Clue[], openedAt: number, facts: ClueFacts): readonly Clue[] {
  const isBefore = ({ at }: Clue) => (at ?? 0) <= openedAt;
  const keyOf = (clue: Clue) => `${clue.code} ${isBefore(clue)}`;
  const saysTheSame = (left: Clue, right: Clue) => left.code === right.code && left.message === right.message;
  const isNew = (clue: Clue) => !known.some((other) => keyOf(other) === keyOf(clue) || saysTheSame(clue, other));
  return strongest([...known, ...cluesFor(openedAt, facts).filter(isNew)]);
}

/** All clues to an outage that began at `openedAt`, in milliseconds since 1970. */
function cluesFor(openedAt: number, facts: ClueFacts): readonly Clue[] {
  const own = [
    ...answerClues(facts.result),
    ...changeClues(openedAt, facts),
    ...certificateClue(openedAt, facts),
    ...memoryClue(openedAt, facts),
    ...slownessClue(openedAt, facts),
  ];
  const covered = new Set(own.flatMap(({ code }) => SAME_MATTER[code] ?? []));
  const held = facts.conditions.filter(({ code }) => !covered.has(code));
  const clues = [
    ...own,
    ...held.map(({ code, since, message }) => clue(code, since, `${message}, since ${clockTime(since, openedAt)}`)),
  ];
  return clues.map((found) => ({ ...found, message: cleanText(found.message, CLUE_LENGTH) }));
}

/** The conditions of which a clue says the same. */
const SAME_MATTER: Readonly<Record<string, readonly Condition['code'][]>> = {
  restarted: ['restarting'],
  certificate_expires: ['certificate_expires_soon'],
  memory_rising: ['memory_full', 'memory_filling'],
  answers_slower: ['slow'],
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A change earlier than this before an outage is no clue. */
const RESTARTS_WITHIN_MS = 10 * MINUTE_MS;
const VERSIONS_WITHIN_MS = HOUR_MS;

/** Versions and restarts: those that healthy reports have shown, and that of the failing service's own report. */
function changeClues(openedAt: number, { result, lastHealthy, changes }: ClueFacts): readonly Clue[] {
  const now = changeBetween(lastHealthy, ownReport(result), result.at);
  // A report says when its process started.
  const startedAt = result.at - (result.report?.uptime ?? 0) * 1_000;
  const all = now === null ? changes : [...changes, { ...now, at: now.restarted ? startedAt : now.at }];
  const version = all.findLast((change) => change.version && change.at >= openedAt - VERSIONS_WITHIN_MS);
  const restarts = all.filter((change) => change.restarted && change.at >= openedAt - RESTARTS_WITHIN_MS);
  const last = restarts.at(-1);
  return [
    ...(version?.version
      ? [
          clue(
            'version_changed',
            version.at,
            `version ${version.version.from} → ${version.version.to} ${describeTime(version.at, openedAt)}`,
          ),
        ]
      : []),
    // A new version comes with a start of its own.
    ...(last && (restarts.length > 1 || !last.version) ? [restartClue(restarts, last, openedAt)] : []),
  ];
}

function restartClue(restarts: readonly ServiceChange[], { at }: ServiceChange, openedAt: number): Clue {
  if (restarts.length === 1) return clue('restarted', at, `restarted ${describeTime(at, openedAt)}`);
  const isBefore = restarts.every((restart) => restart.at <= openedAt);
  const within = isBefore ? 'in the 10 min before' : `since ${clockTime(restarts[0]?.at ?? at, openedAt)}`;
  return clue('restarted', at, `restarted ${restarts.length} times ${within}`);
}

/** A certificate that ended, or was to end, within a day of the outage. */
function certificateClue(openedAt: number, { result, latest }: ClueFacts): readonly Clue[] {
  const expiresAt = (result.certificate ?? latest?.certificate)?.expiresAt;
  if (expiresAt === undefined || Math.abs(expiresAt - openedAt) > DAY_MS) return [];
  const message = `its certificate ${expiresAt <= openedAt ? 'expired' : 'expires'} ${describeTime(expiresAt, openedAt)}`;
  return [clue('certificate_expires', expiresAt, message)];
}

/** Memory near its total is usual for many services; that it was rising is not. */
const NEARLY_FULL = 0.9;
/** The rise, as a share of the total, and how many buckets it takes at least. */
const RISEN = 0.1;
const RISING_BUCKETS = 3;
/** The floor of a bucket may be this many times that of the next bucket: garbage is collected now and then. */
const UNEVEN = 1.02;
/** Less of a rise than this share of the whole is none yet. */
const LEVEL = 0.05;

function memoryClue(openedAt: number, { lastHealthy, history }: ClueFacts): readonly Clue[] {
  const { used, total } = lastHealthy?.memory ?? { used: null, total: null };
  if (used === null || total === null || used < total * NEARLY_FULL) return [];
  const floors = bucketsOf(history).flatMap(({ from, memory }) =>
    memory !== null && from <= openedAt ? [{ from, least: memory.least }] : [],
  );
  let first = floors.length - 1;
  while (first > 0 && (floors[first - 1]?.least ?? 0) <= (floors[first]?.least ?? 0) * UNEVEN) first--;
  const lowest = floors[first]?.least ?? used;
  // It may have been level for long before it rose.
  const start = floors.findLastIndex(({ least }, at) => at >= first && least <= lowest + LEVEL * (used - lowest));
  const rise = floors[start];
  if (!rise || floors.length - start < RISING_BUCKETS || used - rise.least < total * RISEN) return [];
  const message = `memory was at ${Math.round(used)} of ${Math.round(total)} MB and rising since ${clockTime(rise.from, openedAt)}`;
  return [clue('memory_rising', rise.from, message)];
}

/** Single answers are slow now and then. */
const RECENT_ANSWERS = 5;
const LEAST_ANSWERS = 20;
const SLOWER = 3;
const SLOWER_MS = 100;

/** The last answers took three times as long as those before. */
function slownessClue(openedAt: number, { history }: ClueFacts): readonly Clue[] {
  const well = history.checks.filter(({ at, kind, ms }) => at < openedAt && kind === 'healthy' && ms !== null);
  const recent = well.slice(-RECENT_ANSWERS);
  const since = recent[0]?.at ?? openedAt;
  const median = exactPercentile(
    recent.map(({ ms }) => ms ?? 0).sort((left, right) => left - right),
    0.5,
  );
  const times = addTimes(bucketsOf(history).flatMap((bucket) => (bucket.to <= since ? [bucket.times] : [])));
  const usual = percentile(times, 0.5);
  if (recent.length < RECENT_ANSWERS || median === null || usual === null || answersIn(times) < LEAST_ANSWERS)
    return [];
  if (median < usual * SLOWER || median < usual + SLOWER_MS) return [];
  const message = `response times rose from ${Math.round(usual)} to ${Math.round(median)} ms since ${clockTime(since, openedAt)}`;
  return [clue('answers_slower', since, message)];
}

/** The buckets of the last one or two hours, oldest first. */
function bucketsOf(history: ClueFacts['history']): readonly Bucket[] {
  return history.hours.flatMap(({ buckets }) => buckets);
}

function clue(code: ClueCode | Condition['code'], at: number, message: string): Clue {
  return { code, at, message };
}

/** `at 09:27, 3 min earlier`: before or after the outage began. All times are UTC. */
function describeTime(at: number, openedAt: number): string {
  const isBefore = at <= openedAt;
  const distance = roughDuration(Math.abs(openedAt - at));
  return `at ${clockTime(at, openedAt)}${distance === '0 s' ? '' : `, ${distance} ${isBefore ? 'earlier' : 'later'}`}`;
}

/** The time of day; of another day than that of the outage also the date. */
export function clockTime(at: number, openedAt: number): string {
  const [day, outageDay] = [at, openedAt].map((instant) => new Date(instant).toISOString().slice(0, 10));
  const time = timeOfDay(at);
  return day === outageDay ? time : `${day} ${time}`;
}
