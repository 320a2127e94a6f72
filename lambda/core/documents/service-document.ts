/** A service as a document: how it is now, and what its last check found. docs/reference/documents.md has the fields. */

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
import { type HistoryView, historyView, MOST_BARS } from './facts/history-view';
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
  changeDocuments,
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
 * How a service is now: the same in a list and in its details. Instants are ISO 8601 in UTC with milliseconds. What is of the last check is as
 * that found it, however old it is, and `null`, or an empty list, if there was none.
 */
export interface ServiceNow
  extends Pick<Service, 'group'>,
    Pick<VerdictDocument, 'service'>,
    Nullable<Omit<VerdictDocument, 'service'>> {
  /** `null` if the service has left the config, and it is not kept. */
  readonly severity: Service['severity'] | null;
  /** The verdict; `degraded` if it is `healthy` and a condition holds; `unknown` if there was no check, or if the last check is stale. */
  readonly state: State;
  /** The state, or what people should know of it first: `silenced`, `maintenance` or `recovering`. */
  readonly shown: Shown;
  /** Since when it is healthy or degraded, or fails; if its state is unknown, the time of its last check. */
  readonly stateSince: string | null;
  readonly checkedAt: string | null;
  /** The first check in a row with the last check's kind of verdict. */
  readonly since: string | null;
  /** `null` if no answer came. */
  readonly responseMs: number | null;
  readonly warnings: readonly Warning[];
  /** Those that held at the last check, the oldest first. */
  readonly conditions: readonly ConditionDocument[];
  /** Failing runs that are no incident yet, and how many open an incident; `null` if there are none. */
  readonly pending: { readonly runs: number; readonly of: number | null; readonly since: string } | null;
  /** How far the recovery of its outage has come; `null` if none recovers. */
  readonly recovery: RecoveryDocument | null;
  /** Because of which nobody is notified of the service; `null` if people are. */
  readonly silence: SilenceDocument | null;
  /** The service that it needs, and that holds its outage back; `null` if none does. */
  readonly behind: BehindNow | null;
  /** Who is on its outage, or, if it has none, on its other incidents; `null` if nobody is. */
  readonly ack: AckDocument | null;
  /** Whether it has an incident, open or pending, that somebody can be on. */
  readonly hasIncident: boolean;
  /** How it stands context its objective, each aim of it; empty without an objective. */
  readonly objective: readonly StandingDocument[];
  /** Of its last report; if that has none, of the last healthy report. */
  readonly version: { readonly name: string; readonly isCurrent: boolean } | null;
  /** Of its last report, if it is not stale. */
  readonly memory: Figures['memory'] | null;
}

/** The checks of the last 30 days outside planned maintenance, or of as much of them as is known. */
export interface MonthDocument {
  /** Since when checks count. */
  readonly since: string;
  readonly checks: number;
  readonly failed: number;
}

/** A service in a list. */
export interface ServiceRow extends ServiceNow {
  /** Whatever time is shown, of the last 30 days; `null` if that is not known. */
  readonly uptime: MonthDocument | null;
  readonly past: PastDocument;
  /** Its last changes, the oldest first; at most 3. */
  readonly changes: readonly ChangeDocument[];
  readonly strip: StripDocument;
}

/** Checks outside of planned maintenance, of the last days. */
export interface UptimeDocument {
  readonly days: 1 | 7 | 30 | 90;
  readonly checks: number;
  readonly healthy: number;
}

export interface ServiceFigures {
  /** For 1, 7, 30 and 90 days; without those that reach back to before the first check while shorter ones do too. */
  readonly uptime: readonly UptimeDocument[];
  /** Of the last 24 hours, in milliseconds, within 5 %; `null` if no answer came. */
  readonly responseMs: { readonly p50: number; readonly p95: number } | null;
  /** Of p50, since the 24 hours before: 0.1 is a tenth slower; `null` if there were no answers. */
  readonly responseChange: number | null;
}

export interface CertificateDocument {
  readonly expiresAt: string;
  readonly daysLeft: number;
  /** The authority of the chain that expires first; missing if that is the certificate itself. */
  readonly name?: string;
}

export interface ServiceDocument extends ServiceNow, Pick<Service, 'environment' | 'runbook'> {
  /** The services that it needs, and how each is now. */
  readonly needs: readonly NeededDocument[];
  /** The ids of the services that need it. */
  readonly neededBy: readonly string[];
  readonly timings: Timings | null;
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly certificate: CertificateDocument | null;
  /** The client certificate that the checker shows it; `null` if it shows none. */
  readonly clientCertificate: CertificateDocument | null;
  /** Facts that may explain that it fails, the newest first. */
  readonly clues: readonly ClueDocument[];
  /** The open outage. */
  readonly incident: IncidentDocument | null;
  /** The ids of all open incidents. */
  readonly open: readonly string[];
  /** The figures of its last healthy report; `null` if there was none. */
  readonly lastHealthy: (Figures & { readonly at: string }) | null;
  /** From when on an answer is slow, in milliseconds; `null` if nothing was set. */
  readonly slowMs: number | null;
  /** The share of the checks of the last 90 days that found it healthy, from 0 to 1; `null` if none count, or if they were not read. */
  readonly availability: number | null;
  /** How many checks of these days that leaves out, since they were within planned maintenance; `null` if they were not read. */
  readonly checksInMaintenance: number | null;
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** The data of a service that its document needs, whether the config has it or not. */
export interface DocumentedService extends ServiceWithState {
  readonly service: ServiceWithState['service'] &
    Pick<Service, 'group' | 'environment' | 'runbook'> &
    Nullable<Pick<Service, 'statusUrl' | 'severity'>> &
    Partial<Pick<Service, 'alerts' | 'slowMs' | 'timeoutMs'>>;
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

function certificateDocument(certificate: CertificateLife | null = null): CertificateDocument | null {
  if (certificate === null) return null;
  const { expiresAt, daysLeft, name } = certificate;
  return { expiresAt: iso(expiresAt), daysLeft, ...(name !== undefined && { name }) };
}

/** Documents in the config's order, each made when it is taken. Their buckets are those of the last 90 days. */
export function* serviceDocuments(known: DeploymentFacts): Generator<ServiceDocument> {
  for (const service of known.services) yield serviceDocument(known, service, service.buckets);
}

/** `buckets` are those of the last 90 days; `null` if they were not read. */
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
    timings: latest?.timings ?? null,
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
 * How a service is now, from its state or what is known besides: that may be newer. Documents add their fields to it by `Object.assign`: behind a
 * spread, Node 20 takes 50 µs for each object, and 1 µs whenever a field is read.
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
    // The brief may be of a later check, of which there are no figures.
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

/** Whatever is newer than the stored state is known without its figures. */
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

/** `span` is the time that is shown; the buckets of the service are those of it. */
export function serviceRow(known: DeploymentFacts, service: ServiceFacts, span: Span): ServiceRow {
  return rowOf(known, service, historyView(known, service, span, MOST_BARS));
}

/** `history` is of the time that is shown. */
export function rowOf(known: DeploymentFacts, service: ServiceFacts, history: HistoryView): ServiceRow {
  const more: Omit<ServiceRow, keyof ServiceNow> = {
    uptime: uptimeOf(known, service),
    past: pastOf(history),
    changes: changeDocuments(history.changes.slice(-CHANGES_SHOWN).map(({ change }) => change)),
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
