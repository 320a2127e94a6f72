/** The public status in the form of Statuspage's API, version 2, which many programs read. */

import { iso } from '../../core/documents/words/format';
import { shortDigest } from '../../core/words/short-digest';
import { statusAt } from '../core/announcements';
import type {
  PublicComponent,
  PublicIncident,
  PublicMaintenance,
  PublicState,
  PublicStatus,
  PublicUpdate,
} from '../core/public-status';
import { headline } from './public-words';

/** The words for states. A component in an unknown state is left out. */
const STATUSES: Readonly<Record<Exclude<PublicState, 'unknown'>, string>> = {
  available: 'operational',
  degraded: 'degraded_performance',
  partly_down: 'partial_outage',
  down: 'major_outage',
  maintenance: 'under_maintenance',
};

/** Returns the documents, by their names below `api/v2/`: open incidents, and maintenance that is not over. */
export function statuspageDocuments(status: PublicStatus): Readonly<Record<string, object>> {
  const { title: name, url, updatedAt } = status;
  const page = { id: shortDigest(`page ${url}`), name, url, time_zone: 'Etc/UTC', updated_at: iso(updatedAt) };
  const components = status.components.flatMap((component, index) =>
    component.state === 'unknown'
      ? []
      : [componentOf(component, STATUSES[component.state], { position: index + 1, pageId: page.id, updatedAt })],
  );
  const common = (one: PublicIncident | PublicMaintenance) => ({
    id: one.id,
    name: one.title,
    shortlink: `${url}#${one.id}`,
    page_id: page.id,
    components: components.filter(({ id }) => one.components.includes(id)),
  });
  const overall = { indicator: indicatorOf(status.components), description: headline(status.components) };
  return {
    'summary.json': {
      page,
      components,
      incidents: status.incidents
        .filter(({ resolvedAt }) => resolvedAt === null)
        .map((incident) => ({ ...common(incident), ...incidentOf(incident) })),
      scheduled_maintenances: status.maintenances
        .filter((maintenance) => maintenance.status !== 'completed')
        .map((maintenance) => ({ ...common(maintenance), ...maintenanceOf(maintenance) })),
      status: overall,
    },
    'status.json': { page, status: overall },
  };
}

function indicatorOf(components: readonly PublicComponent[]): 'none' | 'minor' | 'major' | 'critical' {
  const known = components.filter(({ state }) => state !== 'unknown');
  if (known.length > 0 && known.every(({ state }) => state === 'down')) return 'critical';
  if (known.some(({ state }) => state === 'down' || state === 'partly_down')) return 'major';
  return known.some(({ state }) => state === 'degraded') ? 'minor' : 'none';
}

function componentOf(
  { id, name, since, knownSince }: PublicComponent,
  status: string,
  { position, pageId, updatedAt }: { readonly position: number; readonly pageId: string; readonly updatedAt: number },
) {
  return {
    id,
    name,
    status,
    created_at: iso(knownSince ?? updatedAt),
    updated_at: iso(since ?? updatedAt),
    position,
    description: null,
    showcase: true,
    start_date: knownSince === null ? null : iso(knownSince).slice(0, 10),
    group_id: null,
    page_id: pageId,
    group: false,
    only_show_if_degraded: false,
  };
}

function incidentOf({ id, status, impact, startedAt, updatedAt, updates }: PublicIncident) {
  const monitored = updates.find((update) => update.status === 'monitoring');
  return {
    status,
    created_at: iso(startedAt),
    updated_at: iso(updatedAt),
    monitoring_at: monitored === undefined ? null : iso(monitored.at),
    resolved_at: null,
    impact,
    started_at: iso(startedAt),
    incident_updates: updates.map((update) => updateOf(update, update.status, id)),
  };
}

function maintenanceOf({ id, announcedAt, from, until, status, notes }: PublicMaintenance) {
  return {
    status,
    created_at: iso(announcedAt),
    updated_at: iso(notes[0]?.at ?? announcedAt),
    monitoring_at: null,
    resolved_at: null,
    impact: 'maintenance',
    started_at: iso(from),
    incident_updates: notes.map((note) => updateOf(note, statusAt(note.at, from, until), id)),
    scheduled_for: iso(from),
    scheduled_until: iso(until),
  };
}

function updateOf({ id, text: body, at }: PublicUpdate, status: string, incident: string) {
  const time = iso(at);
  return {
    id,
    status,
    body,
    incident_id: incident,
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: [],
    deliver_notifications: false,
    custom_tweet: null,
    tweet_id: null,
  };
}
