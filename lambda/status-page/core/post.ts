/** Posts: texts that people write for the public page, and incidents that they hide. Stored until no page shows their subject. */

import * as v from 'valibot';
import { id, instant, line, orNull, readStored, serviceId } from '../../core/fields/stored-value';
import { isJsonObject, type JsonObject } from '../../core/words/json';

/** The status that people give. Checks find the recovery, so a text after it is a `postmortem`. */
export const POST_STATUSES = ['investigating', 'identified', 'monitoring', 'postmortem'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
/** People also resolve an announcement, since no check can. */
const ANNOUNCED_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type AnnouncedStatus = (typeof ANNOUNCED_STATUSES)[number];

interface Kept {
  readonly id: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** A text about an incident that the checks found. */
export interface IncidentPost extends Kept {
  readonly kind: 'update';
  /** The incident's service, and its id within that service. */
  readonly service: string;
  readonly incident: string;
  /** `null` to leave the status unchanged. */
  readonly status: PostStatus | null;
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

/** A text about an announcement. */
export interface AnnouncementPost extends Kept {
  readonly kind: 'progress';
  /** The id of the announcement. */
  readonly announcement: string;
  readonly status: AnnouncedStatus | null;
  readonly text: string;
}

/** An incident that the public page does not show. */
export interface HiddenIncident extends Kept {
  readonly kind: 'hidden';
  readonly service: string;
  readonly incident: string;
}

export type Post = IncidentPost | Announcement | AnnouncementPost | HiddenIncident;

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

const text = v.pipe(line(POST_LIMIT), v.minLength(1));
const ofIncident = { id, at: instant, service: serviceId, incident: id };

const postSchema = v.variant('kind', [
  v.object({ ...ofIncident, kind: v.literal('update'), status: orNull(v.picklist(POST_STATUSES)), text }),
  v.object({ ...ofIncident, kind: v.literal('hidden') }),
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
  v.object({
    kind: v.literal('progress'),
    id,
    at: instant,
    announcement: id,
    status: orNull(v.picklist(ANNOUNCED_STATUSES)),
    text,
  }),
]);

/** Reads a stored post; `null` if it is invalid. */
export function readPost(raw: unknown): Post | null {
  return readStored(postSchema, raw);
}

/** Returns a post as stored: plain JSON for `readPost`. */
export function storedPost(post: Post): JsonObject {
  return { ...post };
}

/** A post for programs: its times are ISO 8601. */
export type PostDocument = DocumentOf<Post>;

type Instants = 'at' | 'from' | 'until';
type DocumentOf<Value> = Value extends Post
  ? { readonly [Key in keyof Value]: Key extends Instants ? string | Extract<Value[Key], null> : Value[Key] }
  : never;

const INSTANTS: readonly string[] = ['at', 'from', 'until'] satisfies readonly Instants[];

export function postDocument(post: Post): PostDocument {
  const entries = Object.entries(post).map(([key, value]) =>
    INSTANTS.includes(key) && typeof value === 'number' ? [key, new Date(value).toISOString()] : [key, value],
  );
  return Object.fromEntries(entries);
}

/** Reads the document of a post; `null` if it is invalid. */
export function readPostDocument(raw: unknown): PostDocument | null {
  if (!isJsonObject(raw)) return null;
  const entries = Object.entries(raw).map(([key, value]) =>
    INSTANTS.includes(key) && typeof value === 'string' ? [key, Date.parse(value)] : [key, value],
  );
  const post = readPost(Object.fromEntries(entries));
  return post === null ? null : postDocument(post);
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
