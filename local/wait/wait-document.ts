/** A wait as a document: `wait --json` prints it, and JUnit reports are drawn from it. docs/reference/documents.md has the fields. */

import { iso } from '../../lambda/core/documents/words/format';
import type { VerdictKind } from '../../lambda/core/words/codes';
import { isReady, type Missing, recentVersions, type ServiceProgress } from './service-progress';
import type { WaitResult } from './wait-for-services';
import type { WaitSettings } from './wait-settings';
import { missingText } from './wait-words';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface WaitDocument {
  readonly schema: 1;
  /** The deployment's name. */
  readonly deployment: string;
  readonly startedAt: string;
  /** The time of the document: the end of the wait. */
  readonly at: string;
  readonly durationSeconds: number;
  /** Whether all services were ready at once. */
  readonly ready: boolean;
  readonly version: string | null;
  readonly runs: number;
  readonly everySeconds: number;
  readonly forSeconds: number;
  /** The id of the silence that held meanwhile. */
  readonly silence: string | null;
  readonly services: readonly WaitedService[];
}

export interface WaitedService {
  readonly service: string;
  readonly ready: boolean;
  readonly readySince: string | null;
  readonly missing: Missing | null;
  /** What is missing, in words. */
  readonly missingText: string | null;
  readonly inARow: number;
  /** How many requests it was sent. */
  readonly requests: number;
  /** How many of the last answers, of ten at most, had which version. */
  readonly recentAnswers: number;
  readonly recentVersions: readonly { readonly version: string; readonly answers: number }[];
  /** `null` if it never answered. */
  readonly latest: LatestAnswer | null;
}

/** `verdict` is `null` if the service could not be asked. */
export interface LatestAnswer {
  readonly at: string;
  readonly verdict: VerdictKind | null;
  readonly reason: string | null;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly responseMs: number | null;
}

export function waitDocument(
  deployment: string,
  { version, runs, everyMs, forMs }: WaitSettings,
  { outcome, startedAt, durationMs, services }: WaitResult,
  silence: string | null,
): WaitDocument {
  return {
    schema: 1,
    deployment,
    startedAt: iso(startedAt),
    at: iso(startedAt + Math.round(durationMs)),
    durationSeconds: Math.round(durationMs) / 1_000,
    ready: outcome === 'ready',
    version,
    runs,
    everySeconds: everyMs / 1_000,
    forSeconds: forMs / 1_000,
    silence,
    services: services.map(waitedService),
  };
}

function waitedService(progress: ServiceProgress): WaitedService {
  const { service, readySince, missing, inARow, requests, recent } = progress;
  return {
    service,
    ready: isReady(progress),
    readySince: readySince === null ? null : iso(readySince),
    missing,
    missingText: missing === null ? null : missingText(progress),
    inARow,
    requests,
    recentAnswers: recent.length,
    recentVersions: recentVersions(progress),
    latest: latestAnswer(progress),
  };
}

function latestAnswer({ latest }: ServiceProgress): LatestAnswer | null {
  if (latest === null) return null;
  const { at, answer } = latest;
  if (answer.verdict === null) return { at: iso(at), ...NOTHING_KNOWN, message: answer.message };
  const { verdict, reason, message, httpStatus, version, environment, responseMs } = answer;
  return { at: iso(at), verdict, reason, message, httpStatus, version, environment, responseMs };
}

const NOTHING_KNOWN = {
  verdict: null,
  reason: null,
  httpStatus: null,
  version: null,
  environment: null,
  responseMs: null,
};
