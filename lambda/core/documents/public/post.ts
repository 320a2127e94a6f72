/** Posts: texts that people write about an incident, for the public page. Kept until no page shows the incident any more. */

import * as v from 'valibot';
import { id, instant, known, line, readStored, serviceId } from '../../state/fields/stored-value';
import type { JsonObject } from '../../words/json';

/** How far people have come, as they say. That it is over, the checks say: what is written after that is a `postmortem`. */
export const POST_STATUSES = ['investigating', 'identified', 'monitoring', 'postmortem'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export interface Post {
  readonly id: string;
  /** The service of the incident, and the id that the incident has within it. */
  readonly service: string;
  readonly incident: string;
  /** `null` if the status stays as it was. */
  readonly status: PostStatus | null;
  readonly text: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** The longest text, in characters. */
export const POST_LIMIT = 1_000;
/** How many posts a deployment has at once. */
export const MOST_POSTS = 100;
/** An incident is published for so long after its end, and a post as long after it was written, in milliseconds. */
export const PUBLISHED_MS = 30 * 86_400_000;

/** When a post has ended. */
export function endOfPost({ at }: Post): number {
  return at + PUBLISHED_MS;
}

const postSchema = v.object({
  id,
  service: serviceId,
  incident: id,
  status: known(v.picklist(POST_STATUSES)),
  text: v.pipe(line(POST_LIMIT), v.minLength(1)),
  at: instant,
});

/** Reads a stored post; `null` if it makes no sense. */
export function readPost(raw: unknown): Post | null {
  return readStored(postSchema, raw);
}

/** A post as it is stored: plain JSON, which `readPost` reads. */
export function storedPost(post: Post): JsonObject {
  return { ...post };
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
