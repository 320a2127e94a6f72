/** A service as a document: its status now, and the result of its last check. docs/reference/documents.md has the fields. */

import type { CertificateLife } from '../conditions/rule';
import type { Service } from '../config/config';
import { type Bucket, countedChecks, healthyChecks, sumUp } from '../history/bucket';
import { monthOfCounters } from '../history/month';
import { type ClueDocument, clueDocuments } from '../incident/clue';
import { distinctIncidents, openOutage } from '../incident/incident';
import type { Timings } from '../probe/observation';
import { ownReport, responseMs } from '../probe/own-figures';
import type { ErrorBody, Figures, Report, Warning } from '../probe/report';
import { type AckDocument, ackDocument, type SilenceDocument, silenceDocument } from '../silences/silence-document';
import type { ServiceState } from '../state/service-state';
import type { ConditionDocument } from './condition-document';
import type { DeploymentFacts, ServiceFacts, ServiceWithState, ViewContext } from './facts/deployment-facts';
import { historyView, MOST_BARS } from './facts/history-view';
import { dependentsIn, type NeededDocument, neededDocuments } from './facts/needs-view';
import {
  ackOn,
  cluesOn,
  lastKnown,
  type Span,
  silenceable,
  silencesOn,
  standingsOn,
  startOfState,
  stateOf,
} from './facts/service-view';
import { shownAs } from './facts/shown-state';
import {
  type ChangeDocument,
  changeDocument,
  type PastDocument,
  pastOf,
  type StripDocument,
  stripOfBars,
} from './history-document';
import { type IncidentDocument, incidentDocument } from './incident-document';
import { type RecoveryDocument, recoveryDocument } from './recovery-document';
import { type BehindNow, behindNow } from './silenced-document';
import { type StandingDocument, standingDocuments } from './standing-document';
import type { Shown, State } from './state';
import type { VerdictDocument } from './verdict-document';
import { iso } from './words/format';

export type { AckDocument, SilenceDocument };

/**
 * The status of a service, the same in a list and in its details. Instants are ISO 8601 in UTC with milliseconds. Fields from the last
 * check hold what it found, however old it is; without a check they are `null` or an empty list.
 */
export interface ServiceNow
  extends Pick<Service, 'group'>,
    Pick<VerdictDocument, 'service'>,
    Nullable<Omit<VerdictDocument, 'service'>> {
  /** `null` if the service has left the config and its state doesn't have it. */
  readonly severity: Service['severity'] | null;
  /** The verdict; `degraded` if it is `healthy` and a condition holds; `unknown` without a check, or if the last check is stale. */
  readonly state: State;
  /** The state, or what people should see first: `silenced`, `maintenance` or `recovering`. */
  readonly shown: Shown;
  /** When it became healthy or degraded, or began to fail; if its state is unknown, the time of its last check. */
  readonly stateSince: string | null;
  readonly checkedAt: string | null;
  /** The first check in a row with the last check's kind of verdict. */
  readonly since: string | null;
  /** `null` if no answer came. */
  readonly responseMs: number | null;
  readonly warnings: readonly Warning[];
  /** The conditions that held at the last check, the oldest first. */
  readonly conditions: readonly ConditionDocument[];
  /** The failing runs that have not opened an incident yet, and how many open one; `null` if there are none. */
  readonly pending: { readonly runs: number; readonly of: number | null; readonly since: string } | null;
  /** The progress of its outage's recovery; `null` if no outage is recovering. */
  readonly recovery: RecoveryDocument | null;
  /** The silence that applies to the service; `null` if there is none. */
  readonly silence: SilenceDocument | null;
  /** The needed service whose failure holds this outage back; `null` if none does. */
  readonly behind: BehindNow | null;
  /** The acknowledgement of its outage, or, if it has none, of its other incidents; `null` if there is none. */
  readonly ack: AckDocument | null;
  /** Whether it has an open or pending incident that somebody can acknowledge. */
  readonly hasIncident: boolean;
  /** How it measures against each aim of its objective; empty without an objective. */
  readonly objective: readonly StandingDocument[];
  /** The version in its last report; if that has none, in the last healthy report. */
  readonly version: { readonly name: string; readonly isCurrent: boolean } | null;
  /** The memory use in its last report; `null` if the report is stale. */
  readonly memory: Figures['memory'] | null;
}

/** The checks outside planned maintenance in the last 30 days, or since `since` if data starts later. */
export interface MonthDocument {
  /** When counting starts. */
  readonly since: string;
  readonly checks: number;
  readonly failed: number;
}

/** A service in a list. */
export interface ServiceRow extends ServiceNow {
  /** The last 30 days, whatever time is shown; `null` without data. */
  readonly uptime: MonthDocument | null;
  readonly past: PastDocument;
  /** Its last changes, the oldest first; at most 3. */
  readonly changes: readonly ChangeDocument[];
  readonly strip: StripDocument;
}

/** The checks outside planned maintenance in the last `days` days. */
export interface UptimeDocument {
  readonly days: 1 | 7 | 30 | 90;
  readonly checks: number;
  readonly healthy: number;
}

export interface ServiceFigures {
  /** For 1, 7, 30 and 90 days; a length that has no more checks than the one before it is left out. */
  readonly uptime: readonly UptimeDocument[];
  /** Response times in the last 24 hours, in milliseconds, accurate to 11 %; `null` if no answer came. */
  readonly responseMs: { readonly p50: number; readonly p95: number } | null;
  /** The change in p50 compared with the 24 hours before: 0.1 is a tenth slower; `null` if there were no answers. */
  readonly responseChange: number | null;
}

export interface CertificateDocument {
  readonly expiresAt: string;
  readonly daysLeft: number;
  /** The authority in the chain that expires first; missing if that is the certificate itself. */
  readonly name?: string;
}

export interface ServiceDocument extends ServiceNow, Pick<Service, 'environment' | 'runbook'> {
  /** The services that it needs, each with its status. */
  readonly needs: readonly NeededDocument[];
  /** The ids of the services that need it. */
  readonly neededBy: readonly string[];
  readonly timings: Timings | null;
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly certificate: CertificateDocument | null;
  /** The client certificate that the checker presents; `null` if there is none. */
  readonly clientCertificate: CertificateDocument | null;
  /** Facts that may explain the failure, the newest first. */
  readonly clues: readonly ClueDocument[];
  /** The open outage. */
  readonly incident: IncidentDocument | null;
  /** The ids of all open incidents. */
  readonly open: readonly string[];
  /** The figures of its last healthy report; `null` if there was none. */
  readonly lastHealthy: (Figures & { readonly at: string }) | null;
  /** The threshold for a slow answer, in milliseconds; `null` if it is not set. */
  readonly slowMs: number | null;
  /** The share of healthy checks in the last 90 days, from 0 to 1; `null` if none count, or if they were not read. */
  readonly availability: number | null;
  /** The number of checks in planned maintenance, which availability leaves out; `null` if they were not read. */
  readonly checksInMaintenance: number | null;
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** The data for a service's document, whether the config has the service or not. */
export interface DocumentedService extends ServiceWithState {
  readonly service: ServiceWithState['service'] &
    Pick<Service, 'group' | 'environment' | 'runbook'> &
    Nullable<Pick<Service, 'statusUrl' | 'severity'>> &
    Partial<Pick<Service, 'alerts' | 'slowMs' | 'timeoutMs'>>;
}

/** A service that has a stored state. */
export interface StoredService extends DocumentedService {
  readonly state: ServiceState;
}

/** Returns a service that has left the config, from its stored state. */
export function leftService(id: string, state: ServiceState): StoredService {
  const about = state.about ?? { statusUrl: null, severity: null, environment: null, runbook: null };
  return { service: { ...about, id, group: null, objective: null }, state };
}

function certificateDocument(certificate: CertificateLife | null = null): CertificateDocument | null {
  if (certificate === null) return null;
  const { expiresAt, daysLeft, name } = certificate;
  return { expiresAt: iso(expiresAt), daysLeft, ...(name !== undefined && { name }) };
}

/** Yields documents in the config's order. The buckets must cover the last 90 days. */
export function* serviceDocuments(known: DeploymentFacts): Generator<ServiceDocument> {
  for (const service of known.services) yield serviceDocument(known, service, service.buckets);
}

/** Returns the document of a service. `buckets` cover the last 90 days; `null` if they were not read. */
export function serviceDocument(
  context: ViewContext,
  known: DocumentedService,
  buckets: readonly Bucket[] | null,
): ServiceDocument {
  const { service, state } = known;
  const latest = state?.latest ?? null;
  const outage = state && openOutage(state);
  const { availability, checksInMaintenance } = availabilityOf(buckets, context.now);
  const more: Omit<ServiceDocument, keyof ServiceNow> = {
    environment: service.environment,
    runbook: service.runbook,
    needs: neededDocuments(context, service.id),
    neededBy: dependentsIn(context).get(service.id) ?? [],
    // If only other regions reached it, there are none.
    timings: latest === null || (latest.kind === 'healthy' && latest.views) ? null : latest.timings,
    report: latest?.report ?? null,
    errorBody: latest?.errorBody ?? null,
    certificate: certificateDocument(latest?.certificate),
    clientCertificate: certificateDocument(latest?.clientCertificate),
    clues: clueDocuments(cluesOn(known)),
    incident: state && outage && incidentDocument(service.id, state, outage, context.now),
    open: state ? distinctIncidents(state).flatMap(({ id, over }) => (over === null ? [id] : [])) : [],
    lastHealthy: state?.lastHealthy ? { ...state.lastHealthy, at: iso(state.lastHealthy.at) } : null,
    slowMs: service.slowMs ?? null,
    availability,
    checksInMaintenance,
  };
  return Object.assign(serviceNow(context, known), more);
}

/**
 * Returns the status of a service, from its state or its brief, which may be newer. Documents add their fields by `Object.assign`: with a
 * spread, Node 20 needs 50 µs for each object, and 1 µs for each read of a field.
 */
export function serviceNow(context: ViewContext, known: DocumentedService): ServiceNow {
  const { service, state } = known;
  const [silence] = silencesOn(context, known);
  const ack = ackOn(context, known);
  const latest = state?.latest ?? null;
  const found = latest ?? lastKnown(known);
  const is = stateOf(context, known);
  const pending = state?.pending ?? null;
  const stateSince = startOfState(is, known);
  const { version, memory } = figuresOf(known, is);
  return {
    service: service.id,
    group: service.group,
    url: service.statusUrl,
    severity: service.severity,
    state: is,
    shown: shownAs(context, known),
    stateSince: stateSince === null ? null : iso(stateSince),
    verdict: latest?.kind ?? null,
    reason: latest?.reason ?? null,
    message: latest?.message ?? null,
    httpStatus: latest?.httpStatus ?? null,
    attempts: latest?.attempts ?? null,
    // The brief may come from a later check, which has no figures.
    checkedAt: found && iso(found.at),
    since: found && iso(found.since),
    responseMs: latest && responseMs(latest),
    warnings: latest?.warnings ?? [],
    conditions: conditionsOf(known),
    pending: pending && { runs: pending.runs, of: service.alerts?.failureThreshold ?? null, since: iso(pending.since) },
    recovery: state && recoveryDocument(state, service.alerts ?? null, context),
    silence: silence ? silenceDocument(silence) : null,
    behind: behindNow(context, known),
    ack: ack && ackDocument(ack),
    hasIncident: silenceable(known).incidentSince !== null,
    objective: standingDocuments(standingsOn(context, known)),
    version,
    memory,
  };
}

/** Returns the conditions. One that is newer than the stored state has no message. */
function conditionsOf(known: DocumentedService): readonly ConditionDocument[] {
  const { conditions } = known.state ?? { conditions: [] };
  return (lastKnown(known)?.conditions ?? []).map(({ code, since }) => ({
    code,
    since: iso(since),
    message: conditions.find((condition) => condition.code === code)?.message ?? null,
  }));
}

function figuresOf({ state }: DocumentedService, is: State): Pick<ServiceNow, 'version' | 'memory'> {
  const own = state?.latest && is !== 'unknown' ? ownReport(state.latest) : null;
  const name = (own ?? state?.lastHealthy)?.version ?? null;
  return {
    version: name === null ? null : { name, isCurrent: own !== null },
    memory: own?.memory ?? null,
  };
}

/** Returns a service's row. `span` is the time shown, and the service's buckets cover it. */
export function serviceRow(known: DeploymentFacts, service: ServiceFacts, span: Span): ServiceRow {
  const history = historyView(known, service, span, MOST_BARS);
  const more: Omit<ServiceRow, keyof ServiceNow> = {
    uptime: uptimeOf(known, service),
    past: pastOf(history),
    changes: history.changes.slice(-CHANGES_SHOWN).map(({ change }) => changeDocument(change)),
    strip: stripOfBars(history),
  };
  return Object.assign(serviceNow(known, service), more);
}

const CHANGES_SHOWN = 3;

function uptimeOf({ now }: ViewContext, { state, month = null }: ServiceFacts): MonthDocument | null {
  if (state === null) return null;
  const counts = monthOfCounters(state.history.counters, now) ?? month;
  return counts && { ...counts, since: iso(counts.since) };
}

function availabilityOf(
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
