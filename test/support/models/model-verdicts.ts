/** What services answer in model tests, and what a plain reading of the rules makes of a series of it. */

import type { AlertPolicy } from '../../../lambda/core/config/config';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { EventKind, VerdictKind } from '../../../lambda/core/words/codes';
import { answer, failure, reportOf } from '../core/observations';

export type Health = 'healthy' | '503' | '500' | 'refused' | 'garbage';

/** What a service answers, or that the checker itself could not ask it. */
export type ServiceAnswer = Health | 'not-asked';

export const VERDICT_OF: Readonly<Record<Health, VerdictKind>> = {
  healthy: 'healthy',
  '503': 'unhealthy',
  '500': 'error',
  refused: 'unreachable',
  garbage: 'invalid',
};

const GARBAGE = '{"status":"healthy","service":{"__proto__":null},"version":"\u0000<!channel>\u202e"}'.padEnd(
  9_000,
  '\ud800',
);

/** What each service answers in a run, and whether the run has a network to ask them. */
export interface RunAnswers {
  readonly health: Readonly<Record<string, ServiceAnswer>>;
  readonly networkIs: 'up' | 'gone';
}

/** What a run concludes of a service: nothing of any, if its network is gone. */
export function foundIn({ health, networkIs }: RunAnswers, service: string): ServiceAnswer {
  return networkIs === 'gone' ? 'not-asked' : (health[service] ?? 'healthy');
}

/** What a service answers in a run; throws if it can't be asked. */
export function answerIn({ health, networkIs }: RunAnswers, service: string): Observation {
  if (networkIs === 'gone') return failure('dns_failure', { errorCode: 'EAI_AGAIN' });
  const found = health[service] ?? 'healthy';
  if (found === 'not-asked') throw new Error('EMFILE: too many open files');
  return answerOf(found, service);
}

export function answerOf(health: Health, service: string): Observation {
  switch (health) {
    case 'healthy':
      // It says nothing of time, so that it has no condition of its own.
      return answer(200, reportOf({ service, timestamp: undefined, uptime: undefined }));
    case '503':
      return answer(503, { error: 'down', service });
    case '500':
      return answer(500, { error: 'broken' });
    case 'refused':
      return failure('connection_refused');
    case 'garbage':
      return answer(200, GARBAGE);
  }
}

/** What one run finds of a service, if it could ask it; the verdict is `null` where it isn't in the config. */
export type RunFinding = { readonly run: number; readonly verdict: VerdictKind | null; readonly at: number };

export interface Notice {
  readonly run: number;
  readonly event: EventKind;
  readonly verdict: VerdictKind;
  /** For how long the service failed; of an end alone. */
  readonly downMs?: number;
}

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** Where an outage has relapsed, or followed another one closely, a verdict is news once it has held for so many runs. */
const FLAPPING_RUNS = 5;

/** An outage that is over: when it failed first, when it was well again, and how often it failed. */
interface PastOutage {
  readonly openedAt: number;
  readonly endedAt: number;
  readonly failures: number;
  readonly isWell: boolean;
}

/** What is sent of a series in which nothing else fails, by looking back over it at each run. */
export function predict(series: readonly RunFinding[], policy: AlertPolicy, intervalMs: number): Notice[] {
  const notices: Notice[] = [];
  const past: PastOutage[] = [];
  /** The place of the first failing run of the open outage. */
  let first: number | null = null;
  let verdict: VerdictKind = 'healthy';
  let said = { at: 0, verdicts: [] as VerdictKind[] };
  for (const [index, { run, verdict: found, at }] of series.entries()) {
    const last = (count: number, holds: (one: VerdictKind | null) => boolean) =>
      index + 1 >= count && series.slice(index + 1 - count, index + 1).every((one) => holds(one.verdict));
    const say = (event: EventKind) => {
      notices.push({ run, event, verdict });
      said = { at, verdicts: [...said.verdicts, verdict] };
    };
    const end = (from: number, endedAt: number, what: VerdictKind) => {
      const failing = stretchesIn(series.slice(from, index + 1));
      const downMs = failing.reduce((sum, { since, until }) => sum + (until ?? at) - since, 0);
      notices.push({ run, event: 'resolved', verdict: what, downMs });
      const isWell = found === 'healthy';
      past.push({ openedAt: series[from]?.at as number, endedAt, failures: failing.length, isWell });
      first = null;
    };
    if (first === null) {
      if (!last(policy.failureThreshold, isFailing)) continue;
      first = index + 1 - policy.failureThreshold;
      verdict = found as VerdictKind;
      said = { at, verdicts: [] };
      say('opened');
    } else if (found === null) {
      end(first, at, verdict);
    } else if (found === 'healthy') {
      const recovery = recoveryIn(series.slice(first, index + 1));
      const since = recovery[0]?.at as number;
      const waits = runsUntilRecovered(stretchesIn(series.slice(first, index + 1)), past, since, policy, intervalMs);
      const isLong = recovery.length >= policy.successThreshold && at - since >= HALF_HOUR_MS;
      if (recovery.length >= waits || isLong) end(first, since, 'healthy');
    } else {
      if (last(policy.failureThreshold, (one) => one === found)) verdict = found;
      const failing = stretchesIn(series.slice(first, index + 1));
      const hold = timesOf(failing, past) > 1 ? FLAPPING_RUNS : 1;
      const isNew = !said.verdicts.includes(verdict) && last(hold, (one) => one === verdict);
      const relapsed = failing.some(({ since, healthyMs }) => since > said.at && healthyMs >= 9.5 * MINUTE_MS);
      if (relapsed || isNew) say('updated');
      else if (policy.remindEveryMs !== null && at - said.at >= policy.remindEveryMs) say('reminder');
    }
  }
  return notices;
}

function isFailing(verdict: VerdictKind | null): boolean {
  return verdict !== null && verdict !== 'healthy';
}

/** A time in which an outage failed; `until` is the first healthy run after it, `healthyMs` for how long it was healthy before. */
interface FailingTime {
  readonly since: number;
  readonly until: number | null;
  readonly healthyMs: number;
}

/** `outage` are the runs from the first failing one on. */
function stretchesIn(outage: readonly RunFinding[]): readonly FailingTime[] {
  const isEdge = (index: number) =>
    isFailing(outage[index]?.verdict ?? null) !== isFailing(outage[index - 1]?.verdict ?? null);
  const edges = outage.filter((_, index) => isEdge(index)).map(({ at }) => at);
  return edges.flatMap((since, index) =>
    index % 2 === 0 ? [{ since, until: edges[index + 1] ?? null, healthyMs: since - (edges[index - 1] ?? since) }] : [],
  );
}

function recoveryIn(outage: readonly RunFinding[]): readonly RunFinding[] {
  return outage.slice(outage.findLastIndex(({ verdict }) => isFailing(verdict)) + 1);
}

/**
 * Twice as many for each relapse, and for each outage that was well in the end, before it recovers, as long as less than half an hour lies
 * between each and what came next; but no more than fit into half an hour.
 */
function runsUntilRecovered(
  [first, ...relapses]: readonly FailingTime[],
  past: readonly PastOutage[],
  since: number,
  { successThreshold }: AlertPolicy,
  intervalMs: number,
): number {
  let next = since;
  let waits = successThreshold;
  const isClose = (time: number) => next - time < HALF_HOUR_MS;
  for (const relapse of relapses.toReversed()) {
    if (!isClose(relapse.since)) return capped();
    waits *= 2;
    next = relapse.since;
  }
  if (first === undefined || !isClose(first.since)) return capped();
  next = first.since;
  for (const { openedAt, endedAt, isWell } of past.toReversed()) {
    if (!isWell) continue;
    if (!isClose(endedAt)) break;
    waits *= 2;
    next = openedAt;
  }
  return capped();

  function capped(): number {
    return Math.min(waits, Math.max(successThreshold, HALF_HOUR_MS / intervalMs));
  }
}

/** How often it failed: in this outage, and in those before that followed each other within half an hour. */
function timesOf(failing: readonly FailingTime[], past: readonly PastOutage[]): number {
  let since = failing[0]?.since as number;
  let times = failing.length;
  for (const { openedAt, endedAt, failures } of past.toReversed()) {
    if (since - endedAt > HALF_HOUR_MS) break;
    times += failures;
    since = openedAt;
  }
  return times;
}
