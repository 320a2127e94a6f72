/** Incidents as a page lists them: related incidents share one entry. */

import { incidentSeconds, SETTLED_KEPT } from '../incident/incident';
import { checksOf } from '../incident/incident-checks';
import { reasonPhrase } from '../reasons/reason-phrases';
import type { AckDocument } from '../silences/silence-document';
import { INCIDENT_KINDS, type IncidentKind, SEVERITIES } from '../words/codes';
import { grouped } from '../words/in-batches';
import { nameSome } from '../words/shown-value';
import type { DeploymentFacts } from './facts/deployment-facts';
import {
  type IncidentRecord,
  isAtOnce,
  isOpen,
  type RelatedIncidents,
  relatedIncidents,
} from './facts/incident-records';
import type { Span } from './facts/service-view';
import {
  foundText,
  holdOf,
  INCIDENT_NOWS,
  type IncidentDetails,
  type IncidentKnows,
  type IncidentNow,
  incidentDetails,
  incidentNow,
  type KnowsDocument,
  knowsOf,
  type OpenIncident,
  openIncident,
} from './incident-details';
import type { IncidentDocument } from './incident-document';
import { type TagDocument, TOGETHER_MS, tagsOf } from './incident-story/incident-causes';
import { iso } from './words/format';
import { conditionWords } from './words/incident-words';

/** An incident, or several that belong together. Instants are ISO 8601 in UTC with milliseconds. */
export interface IncidentGroup<Details extends IncidentDetails = IncidentDetails> {
  readonly open: boolean;
  /** The number of incidents, and of services with one. */
  readonly count: number;
  readonly services: number;
  /** The incident that began first: it stays in the group while others join it. */
  readonly earliest: IncidentMember;
  /** The status of the worst incident; `null` if all are over. */
  readonly now: IncidentNow | null;
  /** When the first incident opened, and when the last one resolved. */
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  /** The duration of the longest; if several are all over, the time from the first opening to the last recovery. */
  readonly durationSeconds: number;
  /** Whether several began at the same time. */
  readonly atOnce: boolean;
  /** Their findings now, in a few words: `connection refused, HTTP 503; 2 of 3 recovering`. */
  readonly found: string;
  /** Short tags: a possible cause, whether it used up a budget, and other problems of the service. */
  readonly tags: readonly TagDocument[];
  /** Whether people were notified: `Notified` with the first time, `Silenced until`; `1 of 3 notified, 2 held back` if they differ. */
  readonly knows: KnowsDocument;
  /** The reasons, each with the number of services and one of their messages; the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number; readonly message: string }[];
  /** All of them by name, at most 200; the latest first. */
  readonly members: readonly IncidentMember[];
  /** The incident shown in full: of open ones the one that began first, of past ones the latest. */
  readonly details: readonly [Details, ...Details[]];
}

export type IncidentMember = Pick<IncidentDocument, 'service' | 'id'>;

/** Open incidents that belong together, or one. */
export interface OpenGroup extends IncidentGroup<OpenIncident> {
  readonly members: readonly OpenMember[];
}

/** An open incident in the list of a group. */
export interface OpenMember extends IncidentMember {
  readonly kind: IncidentKind;
  readonly configured: boolean;
  readonly recovering: boolean;
  readonly openedAt: string;
  /** Its current finding in a few words. */
  readonly found: string;
  /** The last healthy check before an outage; `null` if it is not stored. */
  readonly lastHealthy: { readonly at: string; readonly ms: number | null; readonly version: string | null } | null;
  /** `null` if nobody has acknowledged it. */
  readonly ack: AckDocument | null;
}

/** The open incidents. Each service is listed with one: its outage, or else the worst of its other incidents. */
export interface OpenIncidentsDocument {
  /** The number of incidents. */
  readonly count: number;
  /** The number of outages, and of services that have only other incidents. */
  readonly outages: number;
  readonly warnings: number;
  /** The number of listed incidents that are not in the groups. */
  readonly left: number;
  readonly groups: readonly OpenGroup[];
}

/** How many past incidents are stored for each service. */
export const INCIDENTS_KEPT = SETTLED_KEPT;

const NAMED = 200;

/** Returns the open incidents, the worst first, with at most `most` groups. */
export function openIncidents(
  known: DeploymentFacts,
  records: readonly IncidentRecord[],
  most: number,
): OpenIncidentsDocument {
  const open = records.filter(isOpen);
  const services = ofServices(open);
  const main = services.map(([first]) => first);
  const also = new Map(services.map(([first, ...others]) => [first, others]));
  const groups = causesFirst(relatedIncidents(main, known.intervalMs));
  const ranked = groups.map((group) => ({ group, rank: rankOf(known, group) }));
  ranked.sort((left, right) => left.rank - right.rank);
  const listed = ranked.slice(0, most);
  return {
    count: open.length,
    outages: open.filter(({ incident }) => incident.kind === 'outage').length,
    warnings: main.filter(({ incident }) => incident.kind !== 'outage').length,
    left: main.length - listed.reduce((sum, { group }) => sum + group.length, 0),
    groups: listed.map(({ group }) => openGroup(known, group, also)),
  };
}

function openGroup(
  known: DeploymentFacts,
  records: RelatedIncidents,
  also: ReadonlyMap<IncidentRecord, readonly IncidentRecord[]>,
): OpenGroup {
  const first = earliestOf(records);
  const group = groupOf(known, records, [openIncident(known, first)]);
  return {
    ...group,
    tags: [...group.tags, ...(records.length === 1 ? alsoTags(first, also.get(first) ?? []) : [])],
    members: records.slice(0, NAMED).map((record) => openMember(known, record)),
  };
}

/** Returns the tags for the other problems of a service. Two burn rates of the same budget share a tag. */
function alsoTags(own: IncidentRecord, others: readonly IncidentRecord[]): readonly TagDocument[] {
  const texts = new Set(others.map(problemWords));
  texts.delete(problemWords(own));
  return [...texts].map((text) => ({ text, isVersion: false }));
}

function problemWords({ incident: { kind, reason } }: IncidentRecord): string {
  if (kind !== 'objective') return conditionWords(reason);
  return reason.startsWith('availability') ? 'budget burns' : 'speed budget burns';
}

/** Groups open incidents by service, the most important first. The deployment's own stay apart: each is about another receiver. */
function ofServices(open: readonly IncidentRecord[]): readonly RelatedIncidents[] {
  const groups = grouped(open, ({ id, incident }) => (incident.subject === null ? id : `${id} ${incident.id}`));
  return [...groups.values()].flatMap((records) => {
    const [first, ...others] = records.toSorted((left, right) => standing(left) - standing(right));
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** Ranks a service's incidents: an outage first, then by severity, and a condition before a budget. */
function standing({ incident: { kind, severity } }: IncidentRecord): number {
  return kind === 'outage' ? -1 : SEVERITIES.indexOf(severity) * INCIDENT_KINDS.length + INCIDENT_KINDS.indexOf(kind);
}

/** Sorts groups by the latest; within a series that began close together the first comes first, since it may be the cause. */
function causesFirst(groups: readonly RelatedIncidents[]): readonly RelatedIncidents[] {
  const beginningOf = (group: RelatedIncidents) => Math.min(...group.map(({ incident }) => incident.openedAt));
  const series: RelatedIncidents[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const group of groups.toSorted((left, right) => beginningOf(left) - beginningOf(right))) {
    const beginning = beginningOf(group);
    if (beginning - last <= TOGETHER_MS) series.at(-1)?.push(group);
    else series.push([group]);
    last = beginning;
  }
  return series.toReversed().flat();
}

/** Ranks groups by how bad they are; one that is held back by a needed service comes after an equally bad one. */
function rankOf(known: DeploymentFacts, group: RelatedIncidents): number {
  const isBehind = group.every((record) => knowsOf(known, record).how === 'behind');
  return INCIDENT_NOWS.indexOf(worstNow(known, group)) * 2 + Number(isBehind);
}

/** A page of past incidents. An entry is one incident, or several related ones. */
export interface PastIncidentsDocument {
  /** The number of all past incidents, whatever is shown. */
  readonly ever: number;
  /** The number of entries on all pages. */
  readonly entries: number;
  /** The number of pages, and the number of this page, counted from 1. */
  readonly pages: number;
  readonly at: number;
  readonly groups: readonly IncidentGroup[];
}

/** Returns a page of the past incidents that are wanted, the latest first, with at most `most` entries. */
export function pastIncidents(
  known: DeploymentFacts,
  records: readonly IncidentRecord[],
  isWanted: (record: IncidentRecord) => boolean,
  { page = 1, most }: { readonly page?: number; readonly most: number },
): PastIncidentsDocument {
  const over = records.filter((record) => !isOpen(record));
  const entries = relatedIncidents(withoutExplained(over.filter(isWanted)), known.intervalMs);
  const pages = Math.max(1, Math.ceil(entries.length / most));
  const at = Math.min(pages, page);
  const before = (at - 1) * most;
  return {
    ever: over.length,
    entries: entries.length,
    pages,
    at,
    groups: entries
      .slice(before, before + most)
      .map((group) => groupOf(known, group, [incidentDetails(known, group[0])])),
  };
}

/** Returns whether an incident overlaps a span; always true for a span that has no times. */
export function isIn(span: Span): (record: IncidentRecord) => boolean {
  return ({ incident: { openedAt, over } }) =>
    span.kind === 'checks' || (openedAt < span.to && (over?.at ?? span.to) >= span.from);
}

/** Drops the budget incidents that an outage in the list caused: the outage's line says so. */
function withoutExplained(records: readonly IncidentRecord[]): readonly IncidentRecord[] {
  const outages = new Set(
    records.flatMap(({ id, incident }) => (incident.kind === 'outage' ? [`${id} ${incident.id}`] : [])),
  );
  return records.filter(({ id, incident }) => !incident.spentBy.some((spender) => outages.has(`${id} ${spender}`)));
}

function groupOf<Details extends IncidentDetails>(
  known: DeploymentFacts,
  records: RelatedIncidents,
  details: readonly Details[],
): IncidentGroup<Details> {
  const [first] = records;
  const areOpen = isOpen(first);
  const earliest = earliestOf(records);
  const { openedAt } = earliest.incident;
  const lastEnd = Math.max(...records.map(({ incident }) => incident.over?.at ?? known.now));
  const isOne = records.length === 1;
  return {
    open: areOpen,
    count: records.length,
    services: new Set(records.map(({ id }) => id)).size,
    earliest: memberOf(earliest),
    now: areOpen ? worstNow(known, records) : null,
    openedAt: iso(openedAt),
    resolvedAt: areOpen ? null : iso(lastEnd),
    durationSeconds:
      areOpen || isOne
        ? Math.max(...records.map(({ incident }) => incidentSeconds(incident, known.now)))
        : Math.max(0, Math.floor((lastEnd - openedAt) / 1_000)),
    atOnce: !isOne && isAtOnce(records, known),
    found: isOne ? (details[0]?.found ?? '') : reasonsText(records),
    tags: tagsOf(records),
    knows: groupKnows(records.map((record) => knowsOf(known, record))),
    reasons: reasonsOf(records),
    members: records.slice(0, NAMED).map(memberOf),
    details: details as readonly [Details, ...Details[]],
  };
}

function earliestOf(records: RelatedIncidents): IncidentRecord {
  return records.reduce((left, right) => (right.incident.openedAt < left.incident.openedAt ? right : left));
}

function memberOf({ id: service, incident: { id } }: IncidentRecord): IncidentMember {
  return { service, id };
}

function openMember(known: DeploymentFacts, record: IncidentRecord): OpenMember {
  const { incident, state } = record;
  const checks = incident.kind === 'outage' ? checksOf(incident, state.history.checks) : [];
  const last = checks.findLast(({ kind, at }) => kind === 'healthy' && at < incident.openedAt);
  return {
    ...memberOf(record),
    kind: incident.kind,
    configured: record.known !== null,
    recovering: incident.recovery !== null,
    openedAt: iso(incident.openedAt),
    found: foundText(record, null, known.now),
    lastHealthy:
      last === undefined ? null : { at: iso(last.at), ms: last.ms, version: incident.lastHealthy?.version ?? null },
    ack: holdOf(known, record).ack,
  };
}

function worstNow(known: DeploymentFacts, records: RelatedIncidents): IncidentNow {
  const found = new Set(records.map((record) => incidentNow(known, record)));
  return INCIDENT_NOWS.find((now) => found.has(now)) ?? 'degraded';
}

function reasonsOf(records: RelatedIncidents): IncidentGroup['reasons'] {
  return [...grouped(records, ({ incident }) => incident.reason)]
    .map(([reason, alike]) => ({ reason, count: alike.length, message: alike[0]?.incident.message ?? '' }))
    .sort((left, right) => right.count - left.count);
}

const REASONS_NAMED = 3;

/** Returns the latest findings, the most frequent first, like `connection refused, 503; 2 of 3 recovering`. */
function reasonsText(records: RelatedIncidents): string {
  const words = records.map(({ incident, state: { latest } }) => {
    const isFailing =
      incident.kind === 'outage' && incident.over === null && latest !== null && latest.kind !== 'healthy';
    return reasonPhrase(isFailing ? latest.reason : incident.reason);
  });
  const found = [...grouped(words, (word) => word)].sort(([, left], [, right]) => right.length - left.length);
  const reasons = found.map(([reason]) => reason);
  const recovering = records.filter(({ incident }) => incident.recovery !== null).length;
  return `${nameSome(reasons, REASONS_NAMED)}${recovering > 0 ? `; ${recovering} of ${records.length} recovering` : ''}`;
}

/** Returns the words that all share, with the earliest time; if they differ, the counts. */
function groupKnows(all: readonly IncidentKnows[]): KnowsDocument {
  const [first] = all;
  if (first === undefined) return { words: '', at: null };
  if (all.every(({ words }) => words === first.words)) {
    const times = all.flatMap(({ at }) => at ?? []).sort();
    return { words: first.words, at: times[0] ?? null };
  }
  const countOf = (counted: IncidentKnows['how']) => all.filter(({ how }) => how === counted).length;
  const heldBack = countOf('behind');
  const others = heldBack > 0 ? `, ${heldBack} held back` : '';
  return { words: `${countOf('notified')} of ${all.length} notified${others}`, at: null };
}
