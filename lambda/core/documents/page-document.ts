/** The page and the dashboard's widget at an address, as a document: a view is drawn from it, and from nothing else. */

import { type SilenceDocument, silenceDocument } from '../notify/silences/silence-document';
import { WIDGET_ROWS } from '../words/limits';
import type { Address } from './address';
import { type DeploymentDocument, deploymentDocument } from './deployment-document';
import type { DeploymentFacts } from './facts/deployment-facts';
import { historyView, MOST_BARS } from './facts/history-view';
import { allKept, incidentRecordAt, incidentRecords } from './facts/incident-records';
import { choose, LISTED } from './facts/listing';
import { serviceFigures } from './facts/service-figures';
import { serviceOf, silencesOn, spanOf } from './facts/service-view';
import { timelineOf } from './facts/timeline';
import { type HistoryDocument, historyDocument } from './history-document';
import { type IncidentDetails, incidentDetails, type OpenIncident, timelineOptions } from './incident-details';
import { type IncidentDocument, incidentDocument } from './incident-document';
import {
  type IncidentListDocument,
  incidentPage,
  openIncidents,
  type PastIncidentsDocument,
  pastIncidents,
} from './incident-list';
import {
  type ServiceDocument,
  type ServiceFigures,
  type ServiceRow,
  serviceDocument,
  serviceRow,
} from './service-document';
import { type TimelineDocument, timelineDocument } from './timeline-document';

export interface PageDocument {
  readonly deployment: DeploymentDocument;
  readonly content: PageContent;
}

export type PageContent =
  | OverviewDocument
  | WallDocument
  | ServicePageDocument
  | IncidentsPageDocument
  | IncidentPageDocument;

/** All services: those that are listed, the open incidents, and the past incidents of the time that is shown. */
export interface OverviewDocument {
  readonly page: 'overview';
  readonly rows: readonly ServiceRow[];
  /** How many services there are with the filters of the address, on how many pages, and on which of these the rows are, counted from 1. */
  readonly found: number;
  readonly pages: number;
  readonly at: number;
  readonly open: IncidentListDocument<OpenIncident>;
  readonly past: PastIncidentsDocument;
}

/** The services in brief are all that it shows. */
export interface WallDocument {
  readonly page: 'wall';
}

export interface ServicePageDocument {
  readonly page: 'service';
  readonly id: string;
  /** `null` if the config names no such service. */
  readonly shown: ServiceDetails | null;
}

export interface ServiceDetails {
  readonly service: ServiceDocument;
  /** The silences because of which nobody is notified of the service, the silence that ends last first. */
  readonly silences: readonly SilenceDocument[];
  readonly history: HistoryDocument;
  /** `null` if they were not read. */
  readonly figures: ServiceFigures | null;
  /** All of its incidents that are kept: a chart marks them. */
  readonly incidents: readonly IncidentDocument[];
  readonly open: IncidentListDocument<OpenIncident>;
  readonly past: PastIncidentsDocument;
}

/** A page of the incidents that are kept, with the filters of the address. */
export interface IncidentsPageDocument {
  readonly page: 'incidents';
  /** The ids of the services that it can be narrowed to. */
  readonly services: readonly string[];
  readonly incidents: IncidentListDocument;
  readonly pages: number;
  readonly at: number;
}

export interface IncidentPageDocument {
  readonly page: 'incident';
  /** `null` if it is not kept any more, or never was. */
  readonly shown: { readonly incident: IncidentDetails; readonly timeline: TimelineDocument } | null;
}

/** How much is shown: a widget has less room than a page. */
export interface Room {
  readonly rows: number;
  /** How many entries of past incidents stand below all services, and below a single service. */
  readonly past: number;
  readonly pastOfOne: number;
}

export const PAGE_ROOM: Room = { rows: LISTED, past: 10, pastOfOne: 20 };
/** A dashboard is not read far down. */
export const WIDGET_ROOM: Room = { rows: WIDGET_ROWS, past: 3, pastOfOne: 20 };
/** How many lines of open incidents are listed, and how many entries of incidents at a time. */
const OPEN_LISTED = 12;
const INCIDENTS_LISTED = 100;

/** The histories in `known` are those of the time that the address shows. */
export function pageDocument(known: DeploymentFacts, address: Address, room = PAGE_ROOM): PageDocument {
  return { deployment: deploymentDocument(known), content: contentAt(known, address, room) };
}

function contentAt(known: DeploymentFacts, address: Address, room: Room): PageContent {
  const { of, service, incident } = address;
  if (of === 'services') {
    if (address.isWall) return { page: 'wall' };
    return service === null ? overviewAt(known, address, room) : servicePage(known, service, address, room);
  }
  return service === null || incident === null ? incidentsAt(known, address) : incidentAt(known, service, incident);
}

function overviewAt(known: DeploymentFacts, address: Address, room: Room): OverviewDocument {
  const span = spanOf(address.range, known.now);
  const { services, found, pages, page } = choose(known, address, room.rows);
  const records = incidentRecords(allKept(known));
  return {
    page: 'overview',
    rows: services.map((service) => serviceRow(known, service, span)),
    found,
    pages,
    at: page,
    open: openIncidents(known, records, OPEN_LISTED),
    past: pastIncidents(known, records, span, room.past),
  };
}

function servicePage(known: DeploymentFacts, id: string, { range }: Address, room: Room): ServicePageDocument {
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
      figures: service.figures ? serviceFigures(service.figures, known.now) : null,
      incidents: records.map((record) => incidentDocument(id, record.state, record.incident, known.now)),
      open: openIncidents(known, records, OPEN_LISTED),
      past: pastIncidents(known, records, span, room.pastOfOne),
    },
  };
}

function incidentsAt(known: DeploymentFacts, { service, kind, since, page }: Address): IncidentsPageDocument {
  const all = allKept(known);
  const records = incidentRecords(
    all.filter(({ id }) => service === null || id === service),
    { kind, since },
  );
  const { page: at, pages, ...incidents } = incidentPage(known, records, page, INCIDENTS_LISTED);
  return { page: 'incidents', services: all.map(({ id }) => id), incidents, pages, at };
}

function incidentAt(known: DeploymentFacts, service: string, id: string): IncidentPageDocument {
  const record = incidentRecordAt(known, service, id);
  if (record === null) return { page: 'incident', shown: null };
  const timeline = timelineOf(timelineOptions(known, record));
  return {
    page: 'incident',
    shown: {
      incident: incidentDetails(known, record),
      timeline: timelineDocument(timeline, known.isDeployed ? 'sent' : 'shown'),
    },
  };
}
