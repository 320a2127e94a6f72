/** Announcements: events that no check finds. One that began before it was written is an incident, any other planned work. */

import { shortDigest } from '../../core/words/short-digest';
import { type Announcement, type AnnouncementPost, type Post, PUBLISHED_MS } from './post';
import type { PublicIncident, PublicMaintenance, PublicUpdate } from './public-status';
import type { StatusPage } from './status-page';

export interface AnnouncementSources {
  readonly page: StatusPage;
  readonly posts: readonly Post[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Announced extends Announcement {
  /** Its texts, oldest first. */
  readonly progress: readonly AnnouncementPost[];
  /** When it is over; `null` if that is open. */
  readonly end: number | null;
}

function announcedIn({ posts, now }: AnnouncementSources): readonly Announced[] {
  return posts.flatMap((post) => {
    if (post.kind !== 'announcement') return [];
    const progress = posts.flatMap((other) =>
      other.kind === 'progress' && other.announcement === post.id ? [other] : [],
    );
    const end = endOfAnnouncement(post, posts);
    return end !== null && end <= now - PUBLISHED_MS ? [] : [{ ...post, progress, end }];
  });
}

/** Returns when an announcement is over: when somebody resolved it, or else at its given end; `null` without either. */
export function endOfAnnouncement(announcement: Announcement, posts: readonly Post[]): number | null {
  const resolved = posts.find(
    (post) => post.kind === 'progress' && post.announcement === announcement.id && post.status === 'resolved',
  );
  const { from, until } = announcement;
  return resolved === undefined ? until : Math.max(from, Math.min(resolved.at, until ?? resolved.at));
}

function isPlanned({ from, at }: Announcement): boolean {
  return from > at;
}

/** Returns an id made only from published facts. */
function idOf({ at, from, title }: Announcement): string {
  return shortDigest(`announcement ${at} ${from} ${title}`);
}

/** Returns the id of a text about the announcement whose published id is `announcement`. */
function progressId(announcement: string, { at }: AnnouncementPost, nth: number): string {
  return shortDigest(`${announcement} post ${at} ${nth}`);
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
  const { title, text, at, from, until, progress, end } = one;
  const id = idOf(one);
  const isOver = end !== null && end <= now;
  const first: PublicUpdate = { id: shortDigest(`${id} post`), status: 'investigating', text, at, isWritten: true };
  const written = progress.map((post, nth) => ({ ...post, id: progressId(id, post, nth), isWritten: true }));
  const isSaid = progress.some(({ status }) => status === 'resolved');
  const ending =
    isOver && !isSaid
      ? [{ id: shortDigest(`${id} end`), status: 'resolved', text: OVER, at: end, isWritten: false } as const]
      : [];
  const later = [...written, ...ending].sort((left, right) => left.at - right.at);
  const updates: PublicUpdate[] = [first];
  for (const { id: own, status, text: said, at: when, isWritten } of later) {
    const before = updates.at(-1)?.status ?? 'investigating';
    updates.push({ id: own, status: status ?? before, text: said, at: when, isWritten });
  }
  const last = updates.at(-1) ?? first;
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
    updates: updates.toReversed(),
  };
}

const OVER = 'This is over.';

/** Returns the planned work with its posts. */
export function plannedWork(sources: AnnouncementSources, ids: readonly string[]): readonly PublicMaintenance[] {
  const { page, now } = sources;
  return announcedIn(sources).flatMap((one) => {
    const { title, text, at, from, progress, end } = one;
    if (!isPlanned(one) || end === null) return [];
    const id = idOf(one);
    const notes = progress.map((post, nth) => ({ id: progressId(id, post, nth), text: post.text, at: post.at }));
    const first = { id: shortDigest(`${id} post`), text, at };
    return [
      {
        id,
        title,
        components: componentsOf(one, page, ids),
        announcedAt: at,
        from,
        until: end,
        status: statusAt(now, from, end),
        notes: [first, ...notes].toReversed(),
      },
    ];
  });
}

/** Returns the status of planned maintenance at an instant. */
export function statusAt(now: number, from: number, until: number): PublicMaintenance['status'] {
  if (until <= now) return 'completed';
  return from <= now ? 'in_progress' : 'scheduled';
}
