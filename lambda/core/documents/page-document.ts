/** The page at an address as a document: the only input of the view. */

import { incidentSeconds, openOutage } from '../incident/incident';
import { type SilenceDocument, silenceDocument } from '../silences/silence-document';
import { parseDuration } from '../words/duration';
import type { Address } from './address';
import { type DeploymentDocument, deploymentDocument } from './deployment-document';
import type { DeploymentFacts } from './facts/deployment-facts';
import { historyView, MOST_BARS } from './facts/history-view';
import {
  allKept,
  type IncidentRecord,
  incidentRecordAt,
  incidentRecords,
  isOpen,
  isWanted,
} from './facts/incident-records';
import { byUrgency, choose } from './facts/listing';
import { serviceFigures } from './facts/service-figures';
import { cluesOn, serviceOf, silencesOn, spanOf } from './facts/service-view';
import { type HistoryDocument, historyDocument } from './history-document';
import { incidentNow } from './incident-details';
import { type IncidentDocument, incidentDocument } from './incident-document';
import {
  isIn,
  type OpenIncidentsDocument,
  openIncidents,
  type PastIncidentsDocument,
  pastIncidents,
} from './incident-list';
import { causeInLine } from './incident-story/incident-causes';
import { type IncidentPageDetails, incidentPageDetails } from './incident-story/incident-page';
import { type ReportPageDocument, reportPageDocument } from './report/report-page-document';
import {
  type MonthDocument,
  type ServiceDocument,
  type ServiceFigures,
  type ServiceRow,
  serviceDocument,
  serviceRow,
} from './service-document';
import { summaryStateOf } from './state';
import { iso } from './words/format';
import { isWorthALook, type LookDocument, worthALook } from './worth-a-look';

export interface PageDocument {
  readonly deployment: DeploymentDocument;
  readonly content: PageContent;
}

export type PageContent =
  | OverviewDocument
  | WallDocument
  | ServicePageDocument
  | IncidentsPageDocument
  | IncidentPageDocument
  | ReportPageDocument;

/** The overview: the listed services, the open incidents, and the past incidents in the time shown. */
export interface OverviewDocument {
  readonly page: 'overview';
  readonly rows: readonly ServiceRow[];
  /** The number of services that match the filters, the number of pages, and the number of this page, counted from 1. */
  readonly found: number;
  readonly pages: number;
  readonly at: number;
  /** The open incidents, without those in planned maintenance, and those that are only worth a look. */
  readonly open: OpenIncidentsDocument;
  readonly inMaintenance: OpenIncidentsDocument;
  readonly look: readonly LookDocument[];
  readonly past: PastIncidentsDocument;
  readonly whole: WholeDocument;
}

/** All services together. */
export interface WholeDocument {
  /** The outage that resolved last; `null` if none is stored. */
  readonly last: { readonly service: string; readonly durationSeconds: number; readonly resolvedAt: string } | null;
  /** The last 30 days; `null` unless all services have data. */
  readonly uptime: MonthDocument | null;
}

/** The wallboard: all services on one screen. */
export interface WallDocument {
  readonly page: 'wall';
  /** A row for each service whose state was read, the most urgent first; at most `MOST_ON_WALL`. */
  readonly rows: readonly WallRow[];
}

export interface WallRow extends ServiceRow {
  /** The strongest fact that may explain the failure, in words; `null` if there is none. */
  readonly clue: string | null;
}

/** How many rows the wall has at most. It shows other services in brief. */
export const MOST_ON_WALL = 50;

export interface ServicePageDocument {
  readonly page: 'service';
  readonly id: string;
  /** `null` if the config names no such service. */
  readonly shown: ServiceDetails | null;
}

export interface ServiceDetails {
  readonly service: ServiceDocument;
  /** The silences that apply to the service, the one that ends last first. */
  readonly silences: readonly SilenceDocument[];
  readonly history: HistoryDocument;
  /** `null` if they were not read. */
  readonly figures: ServiceFigures | null;
  /** Its stored outages, for the marks on a chart. */
  readonly incidents: readonly IncidentDocument[];
  readonly open: OpenIncidentsDocument;
  readonly past: PastIncidentsDocument;
}

/** The list of stored incidents. */
export interface IncidentsPageDocument {
  readonly page: 'incidents';
  /** The ids of the services that the list can be filtered by. */
  readonly services: readonly string[];
  /** All open incidents, whatever the filters. */
  readonly open: OpenIncidentsDocument;
  /** A page of the past incidents that match the filters. */
  readonly past: PastIncidentsDocument;
}

export interface IncidentPageDocument {
  readonly page: 'incident';
  /** `null` if it is not stored. */
  readonly shown: IncidentPageDetails | null;
}

/** How many past incidents the overview lists, and a service's page. */
const PAST_LISTED = 5;
const PAST_OF_ONE = 20;
/** How many open incidents are listed. */
const OPEN_LISTED = 6;
/** How many open incidents the list of incidents shows, and how many past ones per page. */
const INCIDENTS_OPEN = 50;
const INCIDENTS_LISTED = 20;

/** Returns the page at an address. The histories in `known` must cover the time that the address shows. */
export function pageDocument(known: DeploymentFacts, address: Address): PageDocument {
  return { deployment: deploymentDocument(known), content: contentAt(known, address) };
}

function contentAt(known: DeploymentFacts, address: Address): PageContent {
  const { of, service, incident } = address;
  if (of === 'report') return reportPageDocument(known, address.days);
  if (of === 'services') {
    if (address.isWall) return { page: 'wall', rows: wallRows(known) };
    return service === null ? overviewAt(known, address) : servicePage(known, service, address);
  }
  return service === null || incident === null ? incidentsAt(known, address) : incidentAt(known, service, incident);
}

function overviewAt(known: DeploymentFacts, address: Address): OverviewDocument {
  const span = spanOf(address.range, known.now);
  const { services, found, pages, page } = choose(known, address);
  const records = incidentRecords(allKept(known));
  const open = records.filter((record) => isOpen(record) && !isWorthALook(record));
  const planned = new Set(open.filter((record) => incidentNow(known, record) === 'maintenance'));
  const rows = services.map((service) => serviceRow(known, service, span));
  return {
    page: 'overview',
    rows,
    found,
    pages,
    at: page,
    open: openIncidents(
      known,
      open.filter((record) => !planned.has(record)),
      OPEN_LISTED,
    ),
    inMaintenance: openIncidents(known, [...planned], OPEN_LISTED),
    look: worthALook(known),
    past: pastIncidents(known, records, isIn(span), { most: PAST_LISTED }),
    whole: {
      last: lastOutage(known, records),
      uptime: rows.length === known.services.length ? wholeUptime(rows) : null,
    },
  };
}

function lastOutage({ now }: DeploymentFacts, records: readonly IncidentRecord[]): WholeDocument['last'] {
  const endOf = ({ incident: { kind, over } }: IncidentRecord) => (kind === 'outage' ? (over?.at ?? 0) : 0);
  let last: IncidentRecord | null = null;
  for (const record of records) if (endOf(record) > (last === null ? 0 : endOf(last))) last = record;
  if (last === null) return null;
  const durationSeconds = incidentSeconds(last.incident, now);
  return { service: last.id, durationSeconds, resolvedAt: iso(endOf(last)) };
}

/** Returns the sum for all services; `null` unless all that were checked have data. */
function wholeUptime(rows: readonly ServiceRow[]): MonthDocument | null {
  const known = rows.flatMap(({ uptime }) => uptime ?? []);
  const checked = rows.filter(({ verdict }) => verdict !== null);
  const [first] = known.map(({ since }) => since).sort();
  if (first === undefined || known.length < checked.length) return null;
  const sum = (figure: (uptime: MonthDocument) => number) => known.reduce((all, uptime) => all + figure(uptime), 0);
  return { since: first, checks: sum(({ checks }) => checks), failed: sum(({ failed }) => failed) };
}

function wallRows(known: DeploymentFacts): readonly WallRow[] {
  const checked = known.services.filter(({ state }) => state !== null);
  const rows = byUrgency(known, checked)
    .slice(0, MOST_ON_WALL)
    .map((service) => {
      const row = serviceRow(known, service, { kind: 'checks' });
      return { row, outage: outageOf(service), clue: cluesOn(service)[0]?.message ?? null };
    });
  const down = rows.flatMap(({ row, outage }) => (summaryStateOf(row.shown) === 'down' ? (outage ?? []) : []));
  const [first = null] = down.toSorted((left, right) => left.incident.openedAt - right.incident.openedAt);
  return rows.map(({ row, outage, clue }) => ({ ...row, clue: outage === null ? clue : causeInLine(outage, first) }));
}

function outageOf({ service, state }: DeploymentFacts['services'][number]) {
  const incident = state === null || state.latest?.kind === 'healthy' ? null : openOutage(state);
  return state === null || incident === null ? null : { id: service.id, incident, state };
}

function servicePage(known: DeploymentFacts, id: string, { range }: Address): ServicePageDocument {
  const service = serviceOf(known, id);
  if (service === null) return { page: 'service', id, shown: null };
  const span = spanOf(range, known.now);
  const { state } = service;
  const records = state === null ? [] : incidentRecords([{ id, state, known: service }]);
  return {
    page: 'service',
    id,
    shown: {
      service: serviceDocument(known, service, null),
      silences: silencesOn(known, service).map(silenceDocument),
      history: historyDocument(historyView(known, service, span, MOST_BARS), span),
      figures: service.figures ? serviceFigures(service.figures, state?.history.checks ?? [], known.now) : null,
      incidents: records
        .filter(({ incident }) => incident.kind === 'outage')
        .map((record) => incidentDocument(id, record.state, record.incident, known.now)),
      open: openIncidents(known, records, OPEN_LISTED),
      past: pastIncidents(known, records, isIn(span), { most: PAST_OF_ONE }),
    },
  };
}

function incidentsAt(known: DeploymentFacts, { service, kind, since, page }: Address): IncidentsPageDocument {
  const all = allKept(known);
  const records = incidentRecords(all);
  const filter = { kind, since: pageStart(since, known.now) };
  const isListed = ({ id, incident }: IncidentRecord) =>
    (service === null || id === service) && isWanted(incident, filter);
  return {
    page: 'incidents',
    services: all.map(({ id }) => id),
    open: openIncidents(known, records, INCIDENTS_OPEN),
    past: pastIncidents(known, records, isListed, { page, most: INCIDENTS_LISTED }),
  };
}

const DAY_MS = 86_400_000;
/** How far back incidents are listed by default. */
const USUAL_SINCE_MS = 90 * DAY_MS;

/** Returns the start in milliseconds since 1970; `null` for all stored incidents. */
function pageStart(since: Address['since'], now: number): number | null {
  if (since === 'all') return null;
  if (typeof since === 'number') return since;
  return now - (since === null ? USUAL_SINCE_MS : (parseDuration(since) ?? USUAL_SINCE_MS));
}

function incidentAt(known: DeploymentFacts, service: string, id: string): IncidentPageDocument {
  const record = incidentRecordAt(known, service, id);
  if (record === null) return { page: 'incident', shown: null };
  return { page: 'incident', shown: incidentPageDetails(known, record) };
}
