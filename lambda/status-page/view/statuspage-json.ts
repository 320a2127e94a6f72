/** The public status in the form of Statuspage's API, version 2, which many programs read. */

import { iso } from '../../core/documents/words/format';
import { shortDigest } from '../../core/words/short-digest';
import { statusAt } from '../core/announcements';
import { combined } from '../core/component-state';
import type {
  PublicComponent,
  PublicIncident,
  PublicMaintenance,
  PublicState,
  PublicStatus,
} from '../core/public-status';
import { headline } from './public-words';

/** The words for states. An unknown state has none, and is left out. */
const STATUSES = {
  available: 'operational',
  degraded: 'degraded_performance',
  partly_down: 'partial_outage',
  down: 'major_outage',
  maintenance: 'under_maintenance',
} as const;

function statusOf(state: PublicState) {
  return state === 'unknown' ? null : STATUSES[state];
}

/** The documents, by their names below `api/v2/`. Past incidents and maintenance are only in the documents of their own. */
export function statuspageDocuments(status: PublicStatus): Readonly<Record<string, object>> {
  const page = pageOf(status);
  const components = componentsOf(status, page.id);
  const byId = new Map(components.map((component) => [component.id, component]));
  const incidents = status.incidents.map((incident) => incidentOf(incident, status, page.id, byId));
  const maintenances = status.maintenances.map((maintenance) => maintenanceOf(maintenance, status, page.id, byId));
  const overall = { indicator: indicatorOf(status.components), description: headline(status.components) };
  return {
    'summary.json': {
      page,
      components,
      incidents: incidents.filter(({ resolved_at }) => resolved_at === null),
      scheduled_maintenances: maintenances.filter((maintenance) => maintenance.status !== 'completed'),
      status: overall,
    },
    'status.json': { page, status: overall },
    'incidents.json': { page, incidents },
    'scheduled-maintenances.json': { page, scheduled_maintenances: maintenances },
  };
}

function pageOf({ title: name, url, updatedAt }: PublicStatus) {
  return { id: shortDigest(`page ${url}`), name, url, time_zone: 'Etc/UTC', updated_at: iso(updatedAt) };
}

function indicatorOf(components: readonly PublicComponent[]): 'none' | 'minor' | 'major' | 'critical' {
  const known = components.filter(({ state }) => state !== 'unknown');
  if (known.length > 0 && known.every(({ state }) => state === 'down')) return 'critical';
  if (known.some(({ state }) => state === 'down' || state === 'partly_down')) return 'major';
  return known.some(({ state }) => state === 'degraded') ? 'minor' : 'none';
}

type Component = ReturnType<typeof componentOf>;

/** The components. Each heading is a component that contains others. */
function componentsOf({ components, updatedAt }: PublicStatus, pageId: string): readonly Component[] {
  const known = components.flatMap((component) => {
    const status = statusOf(component.state);
    return status === null ? [] : [{ ...component, status }];
  });
  const headings = [...new Set(known.flatMap(({ group }) => group ?? []))].map((heading) => ({
    heading,
    own: known.filter(({ group }) => group === heading),
  }));
  const groups = headings.map(({ heading, own }) => ({
    id: groupId(heading),
    name: heading,
    group: null,
    isGroup: true,
    status: statusOf(combined(own.map(({ state }) => state))) ?? STATUSES.available,
    since: Math.max(0, ...own.flatMap(({ since }) => since ?? [])) || null,
    knownSince: Math.min(...own.map(({ knownSince }) => knownSince ?? updatedAt)),
  }));
  const all = [...known.map((component) => ({ ...component, isGroup: false })), ...groups];
  return all.map((component, index) => componentOf(component, index + 1, { pageId, updatedAt }));
}

function groupId(heading: string): string {
  return shortDigest(`group ${heading}`);
}

interface Listed extends Pick<PublicComponent, 'id' | 'name' | 'group' | 'since' | 'knownSince'> {
  readonly status: (typeof STATUSES)[keyof typeof STATUSES];
  readonly isGroup: boolean;
}

function componentOf(
  component: Listed,
  position: number,
  { pageId, updatedAt }: { readonly pageId: string; readonly updatedAt: number },
) {
  const { id, name, group, since, knownSince, status, isGroup } = component;
  return {
    id,
    name,
    status,
    created_at: iso(knownSince ?? updatedAt),
    updated_at: iso(since ?? updatedAt),
    position,
    description: null,
    showcase: !isGroup,
    start_date: knownSince === null ? null : iso(knownSince).slice(0, 10),
    group_id: group === null ? null : groupId(group),
    page_id: pageId,
    group: isGroup,
    only_show_if_degraded: false,
  };
}

function incidentOf(
  incident: PublicIncident,
  { url, components: all }: PublicStatus,
  pageId: string,
  byId: ReadonlyMap<string, Component>,
) {
  const { id, title: name, status, impact, startedAt, resolvedAt, updatedAt, updates } = incident;
  const monitored = updates.find((update) => update.status === 'monitoring')?.at ?? null;
  const affected = incident.components.flatMap((code) => all.find((component) => component.id === code)?.name ?? []);
  return {
    id,
    name,
    status,
    created_at: iso(startedAt),
    updated_at: iso(updatedAt),
    monitoring_at: monitored === null ? null : iso(monitored),
    resolved_at: resolvedAt === null ? null : iso(resolvedAt),
    impact,
    shortlink: `${url}#${id}`,
    started_at: iso(startedAt),
    page_id: pageId,
    incident_updates: updates.map((update, index) => {
      const before = updates[index + 1]?.status;
      // An announcement changes no component.
      if (impact === 'none') return updateOf({ ...update, incident: id }, []);
      return updateOf(
        { ...update, incident: id },
        incident.components.map((code, place) => ({
          code,
          name: affected[place] ?? '',
          old_status:
            before === undefined || before === 'resolved' ? STATUSES.available : affectedStatus(before, impact),
          new_status: affectedStatus(update.status, impact),
        })),
      );
    }),
    components: incident.components.flatMap((code) => byId.get(code) ?? []),
  };
}

/** Returns the status of a component from the status and impact of its incident. */
function affectedStatus(status: PublicIncident['status'], impact: 'minor' | 'major') {
  if (status === 'resolved' || status === 'postmortem') return STATUSES.available;
  return status === 'monitoring' || impact === 'minor' ? STATUSES.degraded : STATUSES.down;
}

interface Update {
  readonly id: string;
  readonly status: string;
  readonly text: string;
  readonly at: number;
  readonly incident: string;
}

function updateOf({ id, status, text: body, at, incident }: Update, affected: readonly object[]) {
  const time = iso(at);
  return {
    id,
    status,
    body,
    incident_id: incident,
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: affected,
    deliver_notifications: false,
    custom_tweet: null,
    tweet_id: null,
  };
}

function maintenanceOf(
  maintenance: PublicMaintenance,
  status: PublicStatus,
  pageId: string,
  byId: ReadonlyMap<string, Component>,
) {
  const { id, title: name, components, announcedAt, from, until, status: which } = maintenance;
  const updates = stepsOf(maintenance).map((step) =>
    updateOf({ ...step, incident: id }, affectedBy(step.status, maintenance, status)),
  );
  return {
    id,
    name,
    status: which,
    created_at: iso(announcedAt),
    updated_at: updates[0]?.updated_at ?? iso(announcedAt),
    monitoring_at: null,
    resolved_at: which === 'completed' ? iso(until) : null,
    impact: 'maintenance',
    shortlink: `${status.url}#${id}`,
    started_at: iso(from),
    page_id: pageId,
    incident_updates: updates,
    components: components.flatMap((code) => byId.get(code) ?? []),
    scheduled_for: iso(from),
    scheduled_until: iso(until),
  };
}

interface Step {
  readonly id: string;
  readonly status: PublicMaintenance['status'];
  readonly text: string;
  readonly at: number;
}

/** Returns events and posts, the newest first. */
function stepsOf({ id, from, until, status, notes }: PublicMaintenance): readonly Step[] {
  const begun = { id: shortDigest(`${id} in_progress`), text: 'The maintenance has begun.', at: from };
  const over = { id: shortDigest(`${id} completed`), text: 'The maintenance is over.', at: until };
  const steps = [
    ...(status === 'completed' ? [over] : []),
    ...(status === 'scheduled' ? [] : [begun]),
    ...notes.map((note) => ({ id: note.id, text: note.text, at: note.at })),
  ];
  return steps
    .map((step) => ({ ...step, status: statusAt(step.at, from, until) }))
    .sort((left, right) => right.at - left.at);
}

/** Returns the affected components. Only maintenance in the config changes components; for announced work, checks find the state. */
function affectedBy(
  step: PublicMaintenance['status'],
  { components, notes }: PublicMaintenance,
  { components: all }: PublicStatus,
): readonly object[] {
  if (notes.length > 0 || step === 'scheduled') return [];
  const isOver = step === 'completed';
  return components.map((code) => ({
    code,
    name: all.find((component) => component.id === code)?.name ?? '',
    old_status: isOver ? STATUSES.maintenance : STATUSES.available,
    new_status: isOver ? STATUSES.available : STATUSES.maintenance,
  }));
}
