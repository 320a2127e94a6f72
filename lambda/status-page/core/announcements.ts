/** Announcements: events that no check finds. One that began before it was written is an incident, any other planned work. */

import { shortDigest } from '../../core/words/short-digest';
import { type Announcement, endOfAnnouncement, type Post, PUBLISHED_MS, type Update, updatesOf } from './post';
import { type Draft, withStatuses, writtenDrafts } from './public-incidents';
import type { PublicIncident, PublicMaintenance } from './public-status';
import type { StatusPage } from './status-page';

export interface AnnouncementSources {
  readonly page: StatusPage;
  readonly posts: readonly Post[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Announced extends Announcement {
  /** The texts about it, oldest first. */
  readonly updates: readonly Update[];
  /** When it is over; `null` if that is open. */
  readonly end: number | null;
}

function announcedIn({ posts, now }: AnnouncementSources): readonly Announced[] {
  return posts.flatMap((post) => {
    if (post.kind !== 'announcement') return [];
    const end = endOfAnnouncement(post, posts);
    return end !== null && end <= now - PUBLISHED_MS ? [] : [{ ...post, updates: updatesOf(post, posts), end }];
  });
}

function isPlanned({ from, at }: Announcement): boolean {
  return from > at;
}

/** Returns an id made only from published facts. */
function idOf({ at, from, title }: Announcement): string {
  return shortDigest(`announcement ${at} ${from} ${title}`);
}

/** Returns the texts of an announcement, oldest first. */
function draftsOf({ text, at, updates }: Announced, id: string): readonly Draft[] {
  const first: Draft = { id: shortDigest(`${id} post`), status: 'investigating', text, at };
  return [first, ...writtenDrafts(updates, id)];
}

function componentsOf({ services }: Announcement, page: StatusPage, ids: readonly string[]): readonly string[] {
  const isAbout = (own: readonly string[]) => services === null || own.some((service) => services.includes(service));
  return page.components.flatMap((component, index) => (isAbout(component.services) ? (ids[index] ?? []) : []));
}

/** Returns the announced incidents. `ids` are the components' ids. */
export function announcedIncidents(sources: AnnouncementSources, ids: readonly string[]): readonly PublicIncident[] {
  return announcedIn(sources)
    .filter((one) => !isPlanned(one))
    .map((one) => announcedIncident(one, sources, ids));
}

function announcedIncident(one: Announced, { page, now }: AnnouncementSources, ids: readonly string[]): PublicIncident {
  const { title, from, until, end } = one;
  const id = idOf(one);
  const isOver = end !== null && end <= now;
  const drafts = draftsOf(one, id);
  const isSaid = drafts.some(({ status }) => status === 'resolved');
  const ending: readonly Draft[] = isOver && !isSaid ? [{ status: 'resolved', text: 'This is over.', at: end }] : [];
  const updates = withStatuses(
    [...drafts, ...ending].sort((left, right) => left.at - right.at),
    id,
  );
  const [last] = updates;
  return {
    id,
    title,
    sentence: title,
    impact: 'none',
    status: last.status,
    components: componentsOf(one, page, ids),
    startedAt: from,
    until: isOver ? null : until,
    resolvedAt: isOver ? end : null,
    downMs: null,
    updatedAt: last.at,
    updates,
  };
}

/** Returns the planned work with its posts. */
export function plannedWork(sources: AnnouncementSources, ids: readonly string[]): readonly PublicMaintenance[] {
  const { page, now } = sources;
  return announcedIn(sources).flatMap((one) => {
    const { title, at, from, end } = one;
    if (!isPlanned(one) || end === null) return [];
    const id = idOf(one);
    return {
      id,
      title,
      components: componentsOf(one, page, ids),
      announcedAt: at,
      from,
      until: end,
      status: statusAt(now, from, end),
      notes: withStatuses(draftsOf(one, id), id),
    };
  });
}

/** Returns the status of planned maintenance at an instant. */
export function statusAt(now: number, from: number, until: number): PublicMaintenance['status'] {
  if (until <= now) return 'completed';
  return from <= now ? 'in_progress' : 'scheduled';
}
