/** Posts: texts that people write for the public page, and incidents that they hide. Stored until no page shows their subject. */

import * as v from 'valibot';
import { id, instant, line, orNull, readStored, serviceId } from '../../core/fields/stored-value';
import type { JsonObject } from '../../core/words/json';
import { INCIDENT_STATUSES, type PublicIncidentStatus } from './public-status';

interface Kept {
  readonly id: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** A text about an incident that the checks found, or about an announcement. */
export interface Update extends Kept {
  readonly kind: 'update';
  /** The service of the incident; `null` for an announcement. */
  readonly service: string | null;
  /** The id of the incident within its service, or of the announcement. */
  readonly incident: string;
  /** `null` to leave the status unchanged. */
  readonly status: PublicIncidentStatus | null;
  readonly text: string;
}

/** An event that no check finds: planned work, or a provider's outage. It does not change the state of a service. */
export interface Announcement extends Kept {
  readonly kind: 'announcement';
  readonly title: string;
  readonly text: string;
  /** The affected services; `null` for all services on the page. */
  readonly services: readonly string[] | null;
  /** When it begins. It is planned work if that is after it was written. */
  readonly from: number;
  /** `null` until somebody resolves it. */
  readonly until: number | null;
}

/** An incident that the public page does not show. */
export interface HiddenIncident extends Kept {
  readonly kind: 'hidden';
  readonly service: string;
  readonly incident: string;
}

export type Post = Update | Announcement | HiddenIncident;

/** The longest text and the longest title, in characters. */
export const POST_LIMIT = 1_000;
export const TITLE_LIMIT = 120;
/** How many posts a deployment can have at once. */
export const MOST_POSTS = 100;
/** How long an incident is published after its recovery, and a text after it was written, in milliseconds. */
export const PUBLISHED_MS = 30 * 86_400_000;
/** How long an incident stays hidden, in milliseconds: longer than it would be shown. */
const HIDDEN_MS = 400 * 86_400_000;

/** Returns when a post expires. */
export function endOfPost(post: Post): number {
  if (post.kind === 'hidden') return post.at + HIDDEN_MS;
  if (post.kind === 'announcement') return Math.max(post.at, post.from, post.until ?? 0) + PUBLISHED_MS;
  return post.at + PUBLISHED_MS;
}

/** Returns when an announcement is over: when somebody resolved it, or else at its given end; `null` without either. */
export function endOfAnnouncement(announcement: Announcement, posts: readonly Post[]): number | null {
  const resolved = updatesOf(announcement, posts).find(({ status }) => status === 'resolved');
  const { from, until } = announcement;
  return resolved === undefined ? until : Math.max(from, Math.min(resolved.at, until ?? resolved.at));
}

/** Returns the texts about an announcement. */
export function updatesOf({ id: announcement }: Announcement, posts: readonly Post[]): readonly Update[] {
  return posts.filter(
    (post): post is Update => post.kind === 'update' && post.service === null && post.incident === announcement,
  );
}

const text = v.pipe(line(POST_LIMIT), v.minLength(1));

const postSchema = v.variant('kind', [
  v.object({
    kind: v.literal('update'),
    id,
    at: instant,
    service: v.nullable(serviceId),
    incident: id,
    status: orNull(v.picklist(INCIDENT_STATUSES)),
    text,
  }),
  v.object({
    kind: v.literal('announcement'),
    id,
    at: instant,
    title: v.pipe(line(TITLE_LIMIT), v.minLength(1)),
    text,
    services: v.nullable(v.array(serviceId)),
    from: instant,
    until: v.nullable(instant),
  }),
  v.object({ kind: v.literal('hidden'), id, at: instant, service: serviceId, incident: id }),
]);

/** Reads a stored post; `null` if it is invalid. */
export function readPost(raw: unknown): Post | null {
  return readStored(postSchema, raw);
}

/** Returns a post as stored: plain JSON for `readPost`. */
export function storedPost(post: Post): JsonObject {
  return { ...post };
}

/** Stores the posts of a deployment. Each call rejects if the store can't be reached. */
export interface PostStore {
  /** Returns the posts that have not expired at `now`, in milliseconds since 1970, sorted by time. */
  read(now: number): Promise<readonly Post[]>;
  /** Stores a post until it expires. */
  put(post: Post): Promise<void>;
  /** Removes a post; resolves to `false` if none has this id. */
  remove(id: string): Promise<boolean>;
}
