/** The state of the view as an address that can be shared: what is shown, and for which time. */

import { cut } from '../words/clean-text';
import {
  FAILURE_KINDS,
  type FailureKind,
  INCIDENT_KINDS,
  type IncidentKind,
  SEVERITIES,
  type Severity,
} from '../words/codes';
import { parseTime } from '../words/duration';
import { SUMMARY_STATES, type SummaryState } from './state';

/** The named ranges: the last checks, or the last hours or days. */
export const RANGES = ['latest', '24h', '7d', '90d'] as const;
export type NamedRange = (typeof RANGES)[number];

/** A custom range: from one instant to a later instant, in milliseconds since 1970. */
export interface OwnRange {
  readonly from: number;
  readonly to: number;
}
export type Range = NamedRange | OwnRange;

/** The sort orders: most urgent first, by name, slowest first, or lowest availability first. */
export const SORTS = ['urgency', 'name', 'slowest', 'availability'] as const;
export type Sort = (typeof SORTS)[number];

/** The services to show: all, those that are not healthy, or those with one state or verdict. */
export type Show = 'all' | 'failing' | SummaryState | FailureKind;

/** The options, in the order shown. */
export const SHOWS: readonly Show[] = ['all', 'failing', ...SUMMARY_STATES, ...FAILURE_KINDS];

/** How far back incidents are listed: by default 90 days. */
export const SINCES = ['24h', '7d', '30d', 'all'] as const;
export type NamedSince = (typeof SINCES)[number];

export type ListedKind = IncidentKind | 'degraded';
const LISTED_KINDS: readonly ListedKind[] = [...INCIDENT_KINDS, 'degraded'];

/** The lengths of a report in days, including today. */
export const REPORT_DAYS = [7, 30, 90] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];

/** How many services a page lists at a time. */
export const LISTED = 200;

export interface Address {
  /** A list of services or the details of a service; a list of incidents or an incident; or the report. */
  readonly of: 'services' | 'incidents' | 'report';
  /** The service whose details or incidents are shown; `null` for all services. */
  readonly service: string | null;
  /** The id of the service's incident that is shown; `null` for a list. */
  readonly incident: string | null;
  readonly range: Range;
  readonly show: Show;
  /** Only services whose id contains this text. */
  readonly find: string;
  /** Only services of this group. */
  readonly group: string | null;
  /** Only services that need the service with this id. */
  readonly needs: string | null;
  readonly severity: Severity | null;
  readonly sort: Sort;
  /** The number of the page in a long list, counted from 1. */
  readonly page: number;
  /** Only incidents of this kind; `degraded` for all that are not outages. */
  readonly kind: ListedKind | null;
  /** Only incidents that were open at this time or later: a range, or in milliseconds since 1970. */
  readonly since: NamedSince | number | null;
  /** The length of the report in days. */
  readonly days: ReportDays;
  /** Whether all services are shown for a screen on a wall. */
  readonly isWall: boolean;
}

/** The address of the overview, with default options. */
export const START: Address = {
  of: 'services',
  service: null,
  incident: null,
  range: 'latest',
  show: 'all',
  find: '',
  group: null,
  needs: null,
  severity: null,
  sort: 'urgency',
  page: 1,
  kind: null,
  since: null,
  days: 30,
  isWall: false,
};

const TEXT_LIMIT = 100;
const MOST_PAGES = 1_000;

/**
 * Reads `/`, `/services/<id>`, `/incidents`, `/incidents/<service>/<id>`, `/report` and their query; unknown values take their
 * defaults. Returns `null` for any other path.
 */
export function readAddress(path: string, query: URLSearchParams): Address | null {
  const place = readPath(path, query);
  if (place === null) return null;
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === query.get(name)) ?? null;
  return {
    ...place,
    range: readOwnRange(query) ?? oneOf(RANGES, 'range') ?? START.range,
    show: oneOf(SHOWS, 'show') ?? START.show,
    find: cut(query.get('find') ?? '', TEXT_LIMIT),
    group: textOrNull(query.get('group')),
    needs: textOrNull(query.get('needs')),
    severity: oneOf(SEVERITIES, 'severity'),
    sort: oneOf(SORTS, 'sort') ?? START.sort,
    page: readPage(query.get('page')),
    kind: oneOf(LISTED_KINDS, 'kind'),
    since: oneOf(SINCES, 'since') ?? readTime(query.get('since')),
    days: REPORT_DAYS.find((days) => String(days) === query.get('days')) ?? START.days,
    isWall: query.has('wall') && place.of === 'services' && place.service === null,
  };
}

/** Returns the shortest path and query that `readAddress` reads back. */
export function addressPath(address: Address): string {
  const query = new URLSearchParams(queryOf(address));
  const path = pathOf(address);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns the names and values in an address's query. A form sends those that it doesn't change as hidden fields. */
export function queryOf(address: Address): [name: string, value: string][] {
  const { of, service, incident, range, show, find, group, needs, severity, sort, page, kind, since, days, isWall } =
    address;
  const isOwn = typeof range === 'object';
  const values: Readonly<Record<string, string | null>> = {
    service: of === 'incidents' && incident === null ? service : null,
    range: isOwn || range === START.range ? null : range,
    from: isOwn ? timeText(range.from) : null,
    to: isOwn ? timeText(range.to) : null,
    show: show === START.show ? null : show,
    find: find === '' ? null : find,
    group,
    needs,
    severity,
    sort: sort === START.sort ? null : sort,
    page: page === START.page ? null : String(page),
    kind,
    since: typeof since === 'number' ? timeText(since) : since,
    days: of !== 'report' || days === START.days ? null : String(days),
    wall: isWall ? '' : null,
  };
  return Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
}

/** Returns the path without the query. */
export function pathOf({ of, service, incident }: Address): string {
  const named = namesOf(service, incident).map(encodeURIComponent);
  if (of === 'report') return '/report';
  if (of === 'incidents') return incident === null ? '/incidents' : `/incidents/${named.join('/')}`;
  return service === null ? '/' : `/services/${named[0]}`;
}

function namesOf(service: string | null, incident: string | null): readonly string[] {
  if (service === null) return [];
  return incident === null ? [service] : [service, incident];
}

/** Returns the value for a UTC date-time field: `2026-11-22T09:41`, with seconds and milliseconds if there are any. */
export function timeText(time: number): string {
  return new Date(time).toISOString().replace(/(?::00)?\.000Z$|Z$/, '');
}

function readPath(path: string, query: URLSearchParams): Pick<Address, 'of' | 'service' | 'incident'> | null {
  const [, first, second, third, more] = path.split('/').map(decoded);
  if (more !== undefined) return null;
  if (path === '/report') return { of: 'report', service: null, incident: null };
  const of = first === 'incidents' ? first : START.of;
  const service = second ?? null;
  const incident = third ?? null;
  if (path === '/') return { of, service: null, incident: null };
  if (path === '/incidents') return { of, service: textOrNull(query.get('service')), incident: null };
  if (first === 'services' && service && incident === null) return { of, service, incident };
  return first === 'incidents' && service && incident ? { of, service, incident } : null;
}

/** Reads a custom range; `null` unless both ends are given and the first is before the second. */
function readOwnRange(query: URLSearchParams): OwnRange | null {
  const from = readTime(query.get('from'));
  const to = readTime(query.get('to'));
  return from !== null && to !== null && from < to ? { from, to } : null;
}

function readTime(text: string | null): number | null {
  return text === null ? null : parseTime(text);
}

function readPage(text: string | null): number {
  const page = Number(text ?? START.page);
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : START.page;
}

function textOrNull(text: string | null): string | null {
  return text === null || text === '' ? null : cut(text, TEXT_LIMIT);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
