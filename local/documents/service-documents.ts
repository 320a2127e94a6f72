/** The state of each service as a document: the page's server answers programs with it. */

import { type ConditionDocument, conditionDocuments } from '../../lambda/core/condition/condition-document';
import { countedChecks, healthyChecks, sumUp } from '../../lambda/core/history/bucket';
import { openOutage } from '../../lambda/core/incident/incident';
import { type StandingDocument, standingDocuments } from '../../lambda/core/objective/standing-document';
import { responseMs } from '../../lambda/core/probe/own-figures';
import { type AnswerDocument, answerDocument, type ServiceDocument } from '../../lambda/core/run/run';
import { silenceDocument } from '../../lambda/core/silence/silence-document';
import type { Known, KnownService } from '../../lambda/view/known/known';
import { silencesOn, standingsOn, stateOf } from '../../lambda/view/known/service-view';
import type { State } from '../../lambda/view/known/state';
import { type IncidentDocument, incidentDocument } from './incident-documents';

type OfLatestCheck = Pick<ServiceDocument, 'reason' | 'message' | 'checkedAt'>;

/**
 * Instants are ISO 8601 in UTC with milliseconds. All fields but `state` and `silence` are of the last check, however old it is, and `null`,
 * or an empty list, if there was none.
 */
export interface KnownDocument
  extends AnswerDocument,
    Pick<ServiceDocument, 'service' | 'url' | 'httpStatus' | 'silence'>,
    Nullable<OfLatestCheck> {
  /** A verdict; `degraded` if it is healthy and a condition holds; `unknown` if there was no check, or if the last check is stale. */
  readonly state: State;
  /** Those that held at the last check, the oldest first. */
  readonly conditions: readonly ConditionDocument[];
  /** The first check in a row with the last check's kind of verdict. */
  readonly since: string | null;
  readonly responseMs: number | null;
  /** The open outage. */
  readonly incident: IncidentDocument | null;
  /** How it stands beside its objective, each aim of it; empty without one. */
  readonly objective: readonly StandingDocument[];
  /** The share of the checks of the last 90 days that found it healthy, from 0 to 1; `null` if none count. */
  readonly availability: number | null;
  /** How many checks of these days that leaves out, since they were within planned maintenance. */
  readonly checksInMaintenance: number;
  readonly severity: KnownService['service']['severity'];
  readonly runbook: string | null;
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** Documents in the config's order, each made when it is taken. */
export function* serviceDocuments(known: Known): Generator<KnownDocument> {
  for (const service of known.services) yield documentOf(service, known);
}

function documentOf(known: KnownService, of: Known): KnownDocument {
  const { service, state, buckets } = known;
  const [silence] = silencesOn(of, known);
  const latest = state?.latest ?? null;
  const incident = state && openOutage(state);
  const whole = sumUp(buckets, 0, of.now);
  const counted = countedChecks(whole);
  return {
    service: service.id,
    url: service.statusUrl,
    state: stateOf(of, known),
    reason: latest?.reason ?? null,
    message: latest?.message ?? null,
    conditions: conditionDocuments(state?.conditions ?? []),
    since: instant(latest?.since),
    checkedAt: instant(latest?.at),
    httpStatus: latest?.httpStatus ?? null,
    responseMs: latest && responseMs(latest),
    ...answerDocument(latest),
    incident: state && incident && incidentDocument(service.id, state, incident, of.now),
    silence: silence ? silenceDocument(silence) : null,
    objective: standingDocuments(standingsOn(of, known)),
    availability: counted.checks === 0 ? null : healthyChecks(counted) / counted.checks,
    checksInMaintenance: whole.maintenance.checks,
    severity: service.severity,
    runbook: service.runbook,
  };
}

function instant(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
