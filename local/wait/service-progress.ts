/** How far a service is that is waited for, from answer to answer. */

import type { AskedService } from '../../lambda/core/invoke/answer';
import { cleanText } from '../../lambda/core/words/clean-text';

/** What a service should answer. */
export interface Wanted {
  /** `null` for any. */
  readonly version: string | null;
  /** `null` for any. */
  readonly environment: string | null;
  /** How many good answers in a row are needed. */
  readonly runs: number;
}

/** What is missing until a service is ready. `runs`: the last answers were good, but there are too few of them in a row. */
export const MISSING = [
  'no_answer',
  'not_asked',
  'not_healthy',
  'no_version',
  'other_version',
  'other_environment',
  'runs',
] as const;
export type Missing = (typeof MISSING)[number];

export interface ServiceProgress {
  readonly service: string;
  readonly wanted: Wanted;
  /** How many requests it was sent. */
  readonly requests: number;
  /** How many of the last answers were good. */
  readonly inARow: number;
  /** `null` if it is ready. */
  readonly missing: Missing | null;
  /** Since when it is ready, in milliseconds since 1970; `null` if it is not. */
  readonly readySince: number | null;
  readonly latest: { readonly at: number; readonly answer: AskedService } | null;
  /** The versions of the last answers, oldest first; `null` for an answer without one. */
  readonly recent: readonly (string | null)[];
}

const RECENT = 10;

export function newProgress(service: string, wanted: Wanted): ServiceProgress {
  return {
    service,
    wanted,
    requests: 0,
    inARow: 0,
    missing: 'no_answer',
    readySince: null,
    latest: null,
    recent: [],
  };
}

/** The progress after an answer, which came at `at`. An answer that is not good begins the count anew. */
export function afterAnswer(before: ServiceProgress, answer: AskedService, at: number): ServiceProgress {
  const fault = faultOf(answer, before.wanted);
  const inARow = fault === null ? before.inARow + 1 : 0;
  const isReady = inARow >= before.wanted.runs;
  const version = answer.verdict === null ? null : answer.version;
  return {
    ...before,
    inARow,
    missing: fault ?? (isReady ? null : 'runs'),
    readySince: isReady ? (before.readySince ?? at) : null,
    latest: { at, answer },
    recent: [...before.recent, version].slice(-RECENT),
  };
}

export function isReady({ missing }: ServiceProgress): boolean {
  return missing === null;
}

function faultOf(answer: AskedService, { version, environment }: Wanted): Missing | null {
  if (answer.verdict === null) return 'not_asked';
  if (answer.verdict !== 'healthy') return 'not_healthy';
  if (environment !== null && answer.environment !== null && answer.environment !== cleanText(environment))
    return 'other_environment';
  if (version === null || answer.version === version) return null;
  return answer.version === null ? 'no_version' : 'other_version';
}

/** How often each version was among the last answers, the most frequent first. */
export function recentVersions({ recent }: ServiceProgress): readonly {
  readonly version: string;
  readonly answers: number;
}[] {
  const versions = recent.filter((version) => version !== null);
  return [...new Set(versions)]
    .map((version) => ({ version, answers: versions.filter((each) => each === version).length }))
    .sort((left, right) => right.answers - left.answers);
}
