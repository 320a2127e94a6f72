/** Checks services round by round until all of them are ready at the same time, or the time is up. */

import type { AnsweredService } from '../../lambda/core/invoke/answer';
import { cleanText } from '../../lambda/core/words/clean-text';
import type { Clock } from '../../lambda/core/words/clock';
import type { VerdictKind } from '../../lambda/core/words/codes';

/** The answer of one service. `verdict` is `null` if it could not be checked. */
export interface Answer extends Pick<AnsweredService, 'service' | 'message' | 'version' | 'environment'> {
  readonly verdict: VerdictKind | null;
}

/** Checks all services once. Rejects only if waiting any longer is pointless. */
export type CheckAll = (signal: AbortSignal) => Promise<readonly Answer[]>;

/** The answer that is wanted from a service. */
export interface Wanted {
  readonly service: string;
  /** `null` for any. */
  readonly version: string | null;
  /** `null` for any. */
  readonly environment: string | null;
  /** The number of good answers in a row. */
  readonly runs: number;
}

/** A service's answers so far. */
export interface Progress {
  readonly wanted: Wanted;
  readonly latest: Answer | null;
  /** The number of good answers in a row so far. */
  readonly inARow: number;
  /** The versions in the last ten answers, oldest first; `null` for an answer without one. */
  readonly versions: readonly (string | null)[];
}

export interface WaitResult {
  readonly outcome: 'ready' | 'late' | 'interrupted';
  readonly durationMs: number;
  readonly services: readonly Progress[];
}

export interface WaitPorts {
  readonly clock: Clock;
  readonly checkAll: CheckAll;
  /** Aborted at Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Called after each round. */
  readonly onRound: (now: readonly Progress[], before: readonly Progress[]) => void;
}

const RECENT = 10;

/** A round starts every `everyMs`, once the round before has ended. Rejects if `checkAll` does. */
export async function waitForServices(
  wanted: readonly Wanted[],
  { forMs, everyMs }: { readonly forMs: number; readonly everyMs: number },
  { clock, checkAll, interrupted, onRound }: WaitPorts,
): Promise<WaitResult> {
  const start = clock.elapsed();
  const elapsed = () => clock.elapsed() - start;
  const end = new AbortController();
  const over = AbortSignal.any([end.signal, interrupted]);
  const ended = new Promise<null>((resolve) => over.addEventListener('abort', () => resolve(null)));
  void clock.sleep(forMs, over).then(() => end.abort());

  let services: readonly Progress[] = wanted.map((each) => ({ wanted: each, latest: null, inARow: 0, versions: [] }));
  try {
    while (!over.aborted) {
      const checking = checkAll(over);
      // It may fail after the end.
      checking.catch(() => undefined);
      const answers = await Promise.race([checking, ended]);
      if (answers === null) break;
      const before = services;
      services = before.map((progress, index) => afterAnswer(progress, answers[index] as Answer));
      onRound(services, before);
      if (services.every(isReady)) return { outcome: 'ready', durationMs: elapsed(), services };
      const nextMs = (Math.floor(elapsed() / everyMs) + 1) * everyMs;
      await clock.sleep(nextMs - elapsed(), over);
    }
    return { outcome: interrupted.aborted ? 'interrupted' : 'late', durationMs: elapsed(), services };
  } finally {
    end.abort();
  }
}

export function isReady({ inARow, wanted }: Progress): boolean {
  return inARow >= wanted.runs;
}

function afterAnswer({ wanted, inARow, versions }: Progress, latest: Answer): Progress {
  return {
    wanted,
    latest,
    inARow: faultIn(latest, wanted) === null ? inARow + 1 : 0,
    versions: [...versions, latest.version].slice(-RECENT),
  };
}

/** Says what is wrong with an answer, to be read after the service's name; `null` if it is good. */
export function faultIn(answer: Answer, wanted: Wanted): string | null {
  const { verdict, message, version, environment } = answer;
  if (verdict === null) return `could not be checked: ${message}`;
  if (verdict !== 'healthy') return `is down: ${message}`;
  if (wanted.environment !== null && environment !== null && environment !== cleanText(wanted.environment))
    return `answers from the environment "${environment}", not "${wanted.environment}"`;
  if (wanted.version === null || version === wanted.version) return null;
  if (version === null) return `answers without a version, not ${wanted.version}`;
  // Release tags often begin with a v that the reported versions lack.
  const isSame = version.replace(/^v/, '') === wanted.version.replace(/^v/, '');
  return `answers ${version}, not ${wanted.version}${isSame ? ' (the leading v counts)' : ''}`;
}
