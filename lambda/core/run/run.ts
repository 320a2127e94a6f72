/** The results of one run, and the document that `check --json` prints of them. */

import { answerClues } from '../clue/answer-clues';
import { type ClueDocument, clueDocuments } from '../clue/clue-document';
import type { Condition } from '../condition/condition';
import { type ConditionDocument, conditionDocuments } from '../condition/condition-document';
import { type Health, healthOf } from '../condition/health';
import type { Clue } from '../incident/clue';
import { openOutage } from '../incident/incident';
import type { Notification } from '../message/notification';
import { type Standing, standingsOf } from '../objective/standing';
import { type StandingDocument, standingDocuments } from '../objective/standing-document';
import type { Checked, CheckResult, FailedCheck } from '../probe/check-result';
import type { Timings } from '../probe/observation';
import type { ErrorBody, Report, Warning } from '../probe/report';
import type { Silence } from '../silence/silence';
import { type SilenceDocument, silenceDocument } from '../silence/silence-document';
import type { Snapshots } from '../state/snapshot';
import type { VerdictKind } from '../words/codes';
import type { RunFailure } from '../words/run-failure';
import { silencedServices } from './silenced-services';

/** The results of one pass over all services. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** In the config's order, without the services that the checker itself could not ask. */
  readonly results: readonly CheckResult[];
  /** The services that the checker itself could not ask: all of them if the run is inconclusive. Those that lack a secret come last. */
  readonly unasked: readonly FailedCheck[];
  /** The state of each service: the next run of the same process starts from it. */
  readonly states: Snapshots;
  /** What went out. */
  readonly sent: readonly Notification[];
  /** All silences that are known to hold now or soon. */
  readonly silences: readonly Silence[];
  /** Those of them that people asked for: the next run of the same process falls back on them; `null` if none are known. */
  readonly askedSilences: readonly Silence[] | null;
  /** What people should know of the run as a whole, in words. */
  readonly warnings: readonly string[];
  /** A run with failures has done all else, and counts as failed. */
  readonly failures: readonly RunFailure[];
}

/**
 * How many services there are, how many of them are what, and how many could not be asked. Those that answer healthy while a
 * condition holds count as degraded, not as healthy.
 */
export type Summary = Readonly<Record<'total' | Health | 'notAsked', number>>;

/** The document of `check --json`. Instants are ISO 8601 in UTC with milliseconds. */
export interface RunDocument {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly summary: Summary;
  /** Warnings about the run as a whole, in words. */
  readonly warnings: readonly string[];
  /** Those that hold, the one that ends last first. */
  readonly silences: readonly SilenceDocument[];
  /** The services with a verdict. */
  readonly services: readonly ServiceDocument[];
  /** What went wrong on the checker's own side, such as that a service could not be asked; once, where the run is inconclusive. */
  readonly failures: readonly RunFailure[];
}

export interface ServiceDocument extends BriefDocument, AnswerDocument {
  /** The verdict; `degraded` if it is `healthy` and a condition holds. */
  readonly state: Health;
  readonly conditions: readonly ConditionDocument[];
  /** What may explain that it fails, the newest first. */
  readonly clues: readonly ClueDocument[];
  /** How it stands beside its objective, each aim of it; empty without one, or if nothing is kept of the service. */
  readonly objective: readonly StandingDocument[];
  readonly checkedAt: string;
  readonly timings: Timings;
  /** Because of which nobody is notified of the service; `null` if people are. */
  readonly silence: SilenceDocument | null;
}

export interface BriefDocument {
  readonly service: string;
  readonly url: string;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly attempts: number;
}

export interface AnswerDocument {
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly warnings: readonly Warning[];
  readonly certificate: { readonly expiresAt: string; readonly daysLeft: number } | null;
}

/** The conditions of a service that hold after a run, the oldest first; none if nothing is kept of it. */
export function conditionsIn(
  { states }: Pick<Run, 'states'>,
  { service }: Pick<CheckResult, 'service'>,
): readonly Condition[] {
  return states.get(service.id)?.state.conditions ?? [];
}

/** The clues to the open outage of a service; if there is none and it fails, those of its answer. The newest first. */
export function cluesIn({ states }: Pick<Run, 'states'>, result: CheckResult): readonly Clue[] {
  if (result.kind === 'healthy') return [];
  const state = states.get(result.service.id)?.state;
  return (state && openOutage(state)?.clues) ?? answerClues(result);
}

/** How a service stands beside its objective after a run; none without one, or if nothing is kept of it. */
export function standingsIn({ states }: Pick<Run, 'states'>, { service, at }: CheckResult): readonly Standing[] {
  const tally = states.get(service.id)?.state.history.tally ?? null;
  return tally === null ? [] : standingsOf(service.objective, tally, at);
}

/** How the service of a result is after a run. */
export function healthIn(run: Pick<Run, 'states'>, result: CheckResult): Health {
  return healthOf(result.kind, conditionsIn(run, result));
}

export function summarize({ results, unasked, states }: Pick<Run, 'results' | 'unasked' | 'states'>): Summary {
  const all = results.map((result) => healthIn({ states }, result));
  const count = (health: Health) => all.filter((one) => one === health).length;
  return {
    total: results.length + unasked.length,
    healthy: count('healthy'),
    degraded: count('degraded'),
    unhealthy: count('unhealthy'),
    error: count('error'),
    unreachable: count('unreachable'),
    invalid: count('invalid'),
    notAsked: unasked.length,
  };
}

export function runDocument(run: Run): RunDocument {
  const { startedAt, durationMs, results, failures, warnings } = run;
  const { silences, silenceOf } = silencedServices(run);
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    summary: summarize(run),
    warnings,
    silences: silences.map(silenceDocument),
    services: results.map((result) => ({
      ...serviceDocument(result, silenceOf(result)),
      ...{ state: healthIn(run, result), conditions: conditionDocuments(conditionsIn(run, result)) },
      clues: clueDocuments(cluesIn(run, result)),
      objective: standingDocuments(standingsIn(run, result)),
    })),
    failures,
  };
}

function serviceDocument(
  result: CheckResult,
  silence: Silence | null,
): Omit<ServiceDocument, 'state' | 'conditions' | 'clues' | 'objective'> {
  const { at, timings } = result;
  return {
    ...{ ...briefDocument(result), checkedAt: new Date(at).toISOString(), timings },
    silence: silence && silenceDocument(silence),
    ...answerDocument(result),
  };
}

/** The part of the document that the log has too. */
export function briefDocument({ service, kind, reason, message, httpStatus, attempts }: CheckResult): BriefDocument {
  return { service: service.id, url: service.statusUrl, verdict: kind, reason, message, httpStatus, attempts };
}

/** What came back, in a run or as a state keeps it; of no check, nothing. */
export function answerDocument(check: Checked | null): AnswerDocument {
  const { report, errorBody, warnings, certificate } = check ?? NO_ANSWER;
  return {
    report,
    errorBody,
    warnings,
    certificate: certificate && { ...certificate, expiresAt: new Date(certificate.expiresAt).toISOString() },
  };
}

const NO_ANSWER = { report: null, errorBody: null, warnings: [], certificate: null };
