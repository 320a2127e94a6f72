/** Incidents as records: the incident, the alerts about it, and which incidents were notified together. */

import type { Incident } from '../../incident/incident';
import { type DeliveredAlert, sentAbout } from '../../notify/sent';
import type { ServiceState } from '../../state/service-state';
import { SEVERITIES } from '../../words/codes';
import { DEPLOYMENT } from '../../words/ids';
import type { Address, ListedKind, Range } from '../address';
import { timeOfReport } from '../report/period';
import { AT_ONCE_INTERVALS } from './beginnings';
import type { DeploymentFacts, ServiceFacts } from './deployment-facts';
import { incidentsOf, spanOfStory } from './stored-incidents';

/** The stored data of a service, whether or not it is still in the config. */
export interface ServiceRecord {
  readonly id: string;
  readonly state: ServiceState;
  /** `null` if it has left the config, and for the deployment itself. */
  readonly known: ServiceFacts | null;
}

export interface IncidentRecord extends ServiceRecord {
  readonly incident: Incident;
  /** The first and the last alert about it to each receiver, oldest first. */
  readonly sent: readonly DeliveredAlert[];
}

/** Returns all services, present and removed, and the deployment itself if it has incidents. */
export function allKept({ services, removed, own }: DeploymentFacts): readonly ServiceRecord[] {
  return [
    ...services.flatMap((known) =>
      known.state === null ? [] : [{ id: known.service.id, state: known.state, known: known as ServiceFacts | null }],
    ),
    ...removed.map((service) => ({ ...service, known: null })),
    ...(own === null || own.incidents.length === 0 ? [] : [{ id: DEPLOYMENT, state: own, known: null }]),
  ];
}

export interface RecordFilter {
  /** `degraded` for all that are not outages. */
  readonly kind: ListedKind | null;
  /** Only incidents that were open at this time or later, in milliseconds since 1970. */
  readonly since: number | null;
}

/** Returns whether an incident matches a filter. */
export function isWanted(incident: Incident, { kind, since }: RecordFilter): boolean {
  return isOfKind(incident, kind) && (since === null || incident.over === null || incident.over.at >= since);
}

function isOfKind(incident: Incident, kind: RecordFilter['kind']): boolean {
  if (kind === 'degraded') return incident.kind !== 'outage';
  return kind === null || incident.kind === kind;
}

/** Returns the stored incidents: open ones first, the most severe before others; then the latest first. */
export function incidentRecords(all: readonly ServiceRecord[]): readonly IncidentRecord[] {
  const records = all.flatMap((kept) =>
    incidentsOf(kept.state).map((incident) => ({ ...kept, incident, sent: sentAbout(kept.state, incident.id) })),
  );
  const open = records.filter(isOpen);
  // Thousands of services have tens of thousands.
  const past = records.filter((record) => !isOpen(record));
  return [...open.sort(byUrgency), ...past.sort(byBeginning)];
}

export function isOpen({ incident }: IncidentRecord): boolean {
  return incident.over === null;
}

/** Returns the record of an incident; `null` if it is not stored. */
export function incidentRecordAt(known: DeploymentFacts, service: string, incident: string): IncidentRecord | null {
  const records = incidentRecords(allKept(known).filter(({ id }) => id === service));
  return records.find((record) => record.incident.id === incident) ?? null;
}

/** One record, or several related ones. */
export type RelatedIncidents = readonly [IncidentRecord, ...IncidentRecord[]];

/**
 * Groups related incidents: they were in the same notification, or they have the same reason and severity and began at once, each for
 * another service. Open incidents stay apart from past ones.
 */
export function relatedIncidents(records: readonly IncidentRecord[], intervalMs: number): readonly RelatedIncidents[] {
  const groups: { readonly records: [IncidentRecord, ...IncidentRecord[]]; readonly services: Set<string> }[] = [];
  const byName = new Map<string, (typeof groups)[number]>();
  for (const record of records) {
    const { kind, severity, reason, openedAt } = record.incident;
    const is = isOpen(record) ? 'open' : 'over';
    const beginnings = record.sent.filter(({ event }) => event === 'opened');
    const names = [
      `${is} ${kind} ${severity} ${reason}`,
      ...beginnings.flatMap(({ notification }) => (notification === null ? [] : [`${is} in ${notification.id}`])),
    ];
    const [alike, ...notifiedWith] = names.map((name) => byName.get(name));
    const apartMs = alike === undefined ? Number.POSITIVE_INFINITY : alike.records[0].incident.openedAt - openedAt;
    const isAtOnce = Math.abs(apartMs) <= AT_ONCE_INTERVALS * intervalMs && !alike?.services.has(record.id);
    const before = notifiedWith.find((group) => group !== undefined) ?? (isAtOnce ? alike : undefined);
    before?.records.push(record);
    const group = before ?? { records: [record], services: new Set() };
    group.services.add(record.id);
    if (before === undefined) groups.push(group);
    for (const name of names) byName.set(name, group);
  }
  return groups.map((group) => group.records);
}

/**
 * Returns whether incidents certainly began so close together that they probably have the same cause. A service that was not healthy
 * shortly before its outage may have failed for long: nobody looked. After a relapse the check before the outage is no longer stored.
 */
export function isAtOnce(records: RelatedIncidents, { intervalMs, staleAfterMs }: DeploymentFacts): boolean {
  const times = records.map(({ incident }) => incident.openedAt);
  const isBeginningKnown = ({ incident: { kind, openedAt, lastHealthy } }: IncidentRecord) => {
    if (kind !== 'outage') return true;
    return lastHealthy !== null && lastHealthy.at <= openedAt && openedAt - lastHealthy.at <= staleAfterMs;
  };
  return Math.max(...times) - Math.min(...times) <= AT_ONCE_INTERVALS * intervalMs && records.every(isBeginningKnown);
}

function byUrgency(left: IncidentRecord, right: IncidentRecord): number {
  return rankOf(left) - rankOf(right) || byBeginning(left, right);
}

function rankOf({ incident: { kind, severity } }: IncidentRecord): number {
  return 2 * SEVERITIES.indexOf(severity) + (kind === 'outage' ? 0 : 1);
}

/** Sorts the latest first. */
function byBeginning(left: IncidentRecord, right: IncidentRecord): number {
  return right.incident.openedAt - left.incident.openedAt;
}

/** Returns the time that histories at an address cover: a report's days, or an incident's time in whole steps, so that readers share it. */
export function timeShown(known: DeploymentFacts, { of, days, range, service, incident }: Address): Range {
  if (of === 'report') return timeOfReport(days, known.now);
  if (service === null || incident === null) return range;
  const record = incidentRecordAt(known, service, incident);
  if (record === null) return range;
  const { from, to } = spanOfStory({ state: record.state, incident: record.incident, now: known.now });
  return { from: Math.floor(from / STEP_MS) * STEP_MS, to: Math.ceil(to / STEP_MS) * STEP_MS };
}

const STEP_MS = 5 * 60_000;
