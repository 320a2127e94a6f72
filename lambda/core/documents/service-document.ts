/** A service as a document: `check --json`, `explain --json` and `/api/services` of the page have the same. docs/reference/page.md has the fields. */

import { type ClueDocument, clueDocuments } from '../clue/clue-document';
import { type ConditionDocument, conditionDocuments } from '../condition/condition-document';
import type { Service } from '../config/config';
import { type Bucket, countedChecks, healthyChecks, sumUp } from '../history/bucket';
import { distinctIncidents, openOutage } from '../incident/incident';
import { type StandingDocument, standingDocuments } from '../objective/standing-document';
import type { Timings } from '../probe/observation';
import { responseMs } from '../probe/own-figures';
import type { ErrorBody, Report, Warning } from '../probe/report';
import type { VerdictDocument } from '../probe/verdict-document';
import { type AckDocument, ackDocument, type SilenceDocument, silenceDocument } from '../silence/silence-document';
import type { ServiceState } from '../state/service-state';
import type { KeptService, Known } from './facts/known';
import { ackOn, cluesOn, silencesOn, standingsOn, stateOf } from './facts/service-view';
import { type IncidentDocument, incidentDocument } from './incident-document';
import type { State } from './state';
import { iso } from './words/format';

/**
 * Instants are ISO 8601 in UTC with milliseconds. What is of the last check is as that found it, however old it is, and `null`, or an
 * empty list, if there was none.
 */
export interface ServiceDocument
  extends Pick<Service, 'group' | 'environment' | 'runbook'>,
    Pick<VerdictDocument, 'service'>,
    Nullable<Omit<VerdictDocument, 'service'>> {
  /** `null` if the service has left the config, and it is not kept. */
  readonly severity: Service['severity'] | null;
  /** The verdict; `degraded` if it is `healthy` and a condition holds; `unknown` if there was no check, or if the last one is stale. */
  readonly state: State;
  readonly checkedAt: string | null;
  /** The first check in a row with the last check's kind of verdict. */
  readonly since: string | null;
  readonly timings: Timings | null;
  /** `null` if no answer came. */
  readonly responseMs: number | null;
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly warnings: readonly Warning[];
  readonly certificate: { readonly expiresAt: string; readonly daysLeft: number } | null;
  /** Those that held at the last check, the oldest first. */
  readonly conditions: readonly ConditionDocument[];
  /** What may explain that it fails, the newest first. */
  readonly clues: readonly ClueDocument[];
  /** The open outage. */
  readonly incident: IncidentDocument | null;
  /** The ids of all open incidents. */
  readonly open: readonly string[];
  /** Because of which nobody is notified of the service; `null` if people are. */
  readonly silence: SilenceDocument | null;
  /** Who is on its outage, or, if it has none, on its other incidents; `null` if nobody is. */
  readonly ack: AckDocument | null;
  /** How it stands beside its objective, each aim of it; empty without one. */
  readonly objective: readonly StandingDocument[];
  /** The share of the checks of the last 90 days that found it healthy, from 0 to 1; `null` if none count, or if they were not read. */
  readonly availability: number | null;
  /** How many checks of these days that leaves out, since they were within planned maintenance; `null` if they were not read. */
  readonly checksInMaintenance: number | null;
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** What a document needs of a service, whether the config has it or not. */
export interface DocumentedService extends KeptService {
  readonly service: KeptService['service'] &
    Pick<Service, 'group' | 'environment' | 'runbook'> &
    Nullable<Pick<Service, 'statusUrl' | 'severity'>>;
}

/** A service of which a state is kept. */
export interface StoredService extends DocumentedService {
  readonly state: ServiceState;
}

/** A service that has left the config, as its state still has it. */
export function leftService(id: string, state: ServiceState): StoredService {
  const about = state.about ?? { statusUrl: null, severity: null, environment: null, runbook: null };
  return { service: { ...about, id, group: null, objective: null }, state };
}

/** Documents in the config's order, each made when it is taken. Their buckets are those of the last 90 days. */
export function* serviceDocuments(known: Known): Generator<ServiceDocument> {
  for (const service of known.services) yield serviceDocument(known, service, service.buckets);
}

/** `buckets` are those of the last 90 days; `null` if they were not read. */
export function serviceDocument(
  of: Pick<Known, 'now' | 'staleAfterMs' | 'silences' | 'acks'>,
  known: DocumentedService,
  buckets: readonly Bucket[] | null,
): ServiceDocument {
  const { service, state } = known;
  const [silence] = silencesOn(of, known);
  const ack = ackOn(of, known);
  const latest = state?.latest ?? null;
  const outage = state && openOutage(state);
  return {
    service: service.id,
    group: service.group,
    url: service.statusUrl,
    severity: service.severity,
    environment: service.environment,
    runbook: service.runbook,
    state: stateOf(of, known),
    verdict: latest?.kind ?? null,
    reason: latest?.reason ?? null,
    message: latest?.message ?? null,
    httpStatus: latest?.httpStatus ?? null,
    attempts: latest?.attempts ?? null,
    checkedAt: latest && iso(latest.at),
    since: latest && iso(latest.since),
    timings: latest?.timings ?? null,
    responseMs: latest && responseMs(latest),
    report: latest?.report ?? null,
    errorBody: latest?.errorBody ?? null,
    warnings: latest?.warnings ?? [],
    certificate: latest?.certificate ? { ...latest.certificate, expiresAt: iso(latest.certificate.expiresAt) } : null,
    conditions: conditionDocuments(state?.conditions ?? []),
    clues: clueDocuments(cluesOn(known)),
    incident: state && outage && incidentDocument(service.id, state, outage, of.now),
    open: state ? distinctIncidents(state).flatMap(({ id, over }) => (over === null ? [id] : [])) : [],
    silence: silence ? silenceDocument(silence) : null,
    ack: ack && ackDocument(ack),
    objective: standingDocuments(standingsOn(of, known)),
    ...pastOf(buckets, of.now),
  };
}

function pastOf(
  buckets: readonly Bucket[] | null,
  now: number,
): Pick<ServiceDocument, 'availability' | 'checksInMaintenance'> {
  if (buckets === null) return { availability: null, checksInMaintenance: null };
  const whole = sumUp(buckets, 0, now);
  const counted = countedChecks(whole);
  return {
    availability: counted.checks === 0 ? null : healthyChecks(counted) / counted.checks,
    checksInMaintenance: whole.maintenance.checks,
  };
}
