/** Posts: what people write for the public page, and which incidents they hide from it. Kept until no page shows what they are about. */

import * as v from 'valibot';
import { id, instant, line, orNull, readStored, serviceId } from '../../fields/stored-value';
import { isJsonObject, type JsonObject } from '../../words/json';

/** How far people have come, as they say. That it is over, the checks say: what is written after that is a `postmortem`. */
export const POST_STATUSES = ['investigating', 'identified', 'monitoring', 'postmortem'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
/** No check knows when an announcement is over. */
const ANNOUNCED_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type AnnouncedStatus = (typeof ANNOUNCED_STATUSES)[number];

interface Kept {
  readonly id: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** A text about an incident that the checks have found. */
export interface IncidentPost extends Kept {
  readonly kind: 'update';
  /** The service of the incident, and the id that the incident has within it. */
  readonly service: string;
  readonly incident: string;
  /** `null` if the status stays as it was. */
  readonly status: PostStatus | null;
  readonly text: string;
}

/** Something that no check finds: planned work, or the outage of a provider. It changes no state of a service. */
export interface Announcement extends Kept {
  readonly kind: 'announcement';
  readonly title: string;
  readonly text: string;
  /** The services that it is about; `null` for all of the page. */
  readonly services: readonly string[] | null;
  /** Planned work if it begins after it was written. */
  readonly from: number;
  /** `null` until somebody says that it is over. */
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
/** How many posts a deployment has at once. */
export const MOST_POSTS = 100;
/** An incident is published for so long after its end, and a text as long after it was written, in milliseconds. */
export const PUBLISHED_MS = 30 * 86_400_000;
/** A hidden incident stays hidden for longer than it would be shown, however long it lasts. */
const HIDDEN_MS = 400 * 86_400_000;

/** When a post has ended. */
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

/** Reads a stored post; `null` if it makes no sense. */
export function readPost(raw: unknown): Post | null {
  return readStored(postSchema, raw);
}

/** A post as it is stored: plain JSON, which `readPost` reads. */
export function storedPost(post: Post): JsonObject {
  return { ...post };
}

/** A post as programs read it: its times are ISO 8601. */
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

/** Reads the document of a post; `null` if it makes no sense. */
export function readPostDocument(raw: unknown): PostDocument | null {
  if (!isJsonObject(raw)) return null;
  const entries = Object.entries(raw).map(([key, value]) =>
    INSTANTS.includes(key) && typeof value === 'string' ? [key, Date.parse(value)] : [key, value],
  );
  const post = readPost(Object.fromEntries(entries));
  return post === null ? null : postDocument(post);
}

/** The posts of a deployment. Each call rejects if the store can't be reached. */
export interface PostStore {
  /** Those that have not ended at `now`, in milliseconds since 1970, sorted by time. */
  read(now: number): Promise<readonly Post[]>;
  /** Keeps a post until its end. */
  put(post: Post): Promise<void>;
  /** Takes a post back; resolves to `false` if there is none of this id. */
  remove(id: string): Promise<boolean>;
}
