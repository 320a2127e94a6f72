/** Reads a request to publish, hide or remove a post. */

import { readSubject, type Subject, shown } from '../../core/silences/subject';
import { cleanText } from '../../core/words/clean-text';
import { formatDuration, parseDuration, parseInstant } from '../../core/words/duration';
import type { JsonObject } from '../../core/words/json';
import { type Announcement, POST_LIMIT, TITLE_LIMIT, type Update } from './post';

/** The statuses that people can give. Only announcements can be `resolved` by people. */
export const ASKED_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;

const DAY_MS = 86_400_000;
/** How far in the past or future an announcement may begin, and how long it may last, in milliseconds. */
const MOST_BEFORE_MS = 30 * DAY_MS;
const MOST_AHEAD_MS = 90 * DAY_MS;
const MOST_LENGTH_MS = 30 * DAY_MS;

/** `incident` is `null` for the open incident of the service. */
export type AskedUpdate = Omit<Update, 'id' | 'at' | 'incident'> & { readonly incident: string | null };
export type AskedAnnouncement = Omit<Announcement, 'id' | 'at'>;
export interface AskedHiding {
  readonly kind: 'hidden';
  readonly service: string;
  readonly incident: string | null;
}
/** `id` is the id of a post. */
export interface AskedRemoval {
  readonly kind: 'removal';
  readonly id: string;
}
export type AskedPost = AskedUpdate | AskedAnnouncement | AskedHiding | AskedRemoval;

interface Request {
  /** The keys of the event that have a value. */
  readonly raw: JsonObject;
  /** The ids of the config. */
  readonly ids: readonly string[];
  readonly now: number;
  /** Takes the faults that are found. */
  readonly faults: string[];
}

/** A kind of request: what it is about, in words, its keys beside `post`, and its reader. */
interface Kind {
  readonly what: string;
  readonly keys: readonly string[];
  readonly read: (request: Request) => AskedPost;
}

const REMOVAL: Kind = { what: '"remove"', keys: ['remove'], read: readRemoval };
const HIDING: Kind = { what: '"hide"', keys: ['hide', 'incident'], read: readHiding };
const ANNOUNCEMENT: Kind = {
  what: 'a new announcement',
  keys: ['title', 'text', 'from', 'for', 'until'],
  read: readAnnouncement,
};
const UPDATE: Kind = { what: 'a text without a title', keys: ['text', 'status', 'incident'], read: readUpdate };

/** The other keys of an event with `post`. */
export const POST_KEYS: readonly string[] = [
  ...new Set([UPDATE, ANNOUNCEMENT, HIDING, REMOVAL].flatMap(({ keys }) => keys)),
];

/**
 * Reads `post`, the id of a service, with `text`, and maybe with `status` and `incident`. With `title` it is an announcement: `post` is
 * then read by `readSubject`, and `from`, `for` and `until` give its time. With `hide: true` the incident is hidden, and with
 * `remove: true` the post with the id `post` is removed. Lists all faults. `now` in milliseconds since 1970.
 */
export function askPost(
  event: JsonObject,
  ids: readonly string[],
  now: number,
): { readonly asked: AskedPost } | { readonly faults: readonly string[] } {
  const raw: JsonObject = Object.fromEntries(Object.entries(event).filter(([, value]) => value != null));
  const { what, keys, read } = kindOf(raw);
  const faults: string[] = [];
  const asked = read({ raw, ids, now, faults });
  const strange = POST_KEYS.filter((key) => key in raw && !keys.includes(key));
  faults.push(...strange.map((key) => `${key} ${shown(raw[key])}: ${what} takes none`));
  return faults.length > 0 ? { faults } : { asked };
}

function kindOf(raw: JsonObject): Kind {
  if ('remove' in raw) return REMOVAL;
  if ('hide' in raw) return HIDING;
  return 'title' in raw ? ANNOUNCEMENT : UPDATE;
}

function readUpdate(request: Request): AskedUpdate {
  const { raw, ids, faults } = request;
  const { post, status } = raw;
  const isAll = post === 'all' && !ids.includes('all');
  // A text about an announcement, given by its id, needs no service.
  const isAboutSeveral = Array.isArray(post) || (isAll && raw.incident === undefined);
  if (isAboutSeveral) faults.push(`post ${shown(post)}: ${ONLY_ANNOUNCED}`);
  else if (!isAll) readServices([post], request);
  const text = readText('text', POST_LIMIT, 'what people should read', request);
  const known = ASKED_STATUSES.find((asked) => asked === status) ?? null;
  if (status !== undefined && known === null)
    faults.push(`status ${shown(status)}: expected investigating, identified, monitoring or resolved`);
  return {
    kind: 'update',
    service: isAll ? null : String(post),
    incident: readIncident(request),
    status: known,
    text,
  };
}

const ONLY_ANNOUNCED = 'expected one service; only an announcement is about several, and needs a title';

function readAnnouncement(request: Request): AskedAnnouncement {
  const services = readServices(request.raw.post, request);
  const title = readText('title', TITLE_LIMIT, 'a few words such as "Planned work on the database"', request);
  const text = readText('text', POST_LIMIT, 'what people should read', request);
  return { kind: 'announcement', services, title, text, ...readTimes(request) };
}

function readTimes({ raw, now, faults }: Request): Pick<Announcement, 'from' | 'until'> {
  const from = raw.from === undefined ? now : parseInstant(String(raw.from));
  const until = from === null ? null : readUntil(raw, from);
  const times = { from: from ?? now, until: typeof until === 'string' ? null : until };
  if (from === null) faults.push(`from ${shown(raw.from)}: expected ${AN_INSTANT}`);
  else if (from < now - MOST_BEFORE_MS || from > now + MOST_AHEAD_MS) {
    const range = `${formatDuration(MOST_BEFORE_MS)} before now and ${formatDuration(MOST_AHEAD_MS)} from now`;
    faults.push(`from ${shown(raw.from)}: expected a time between ${range}`);
  } else if (typeof until === 'string') faults.push(until);
  else if (until !== null && (until <= from || until > from + MOST_LENGTH_MS)) {
    const key = raw.for === undefined ? 'until' : 'for';
    const length = formatDuration(MOST_LENGTH_MS);
    faults.push(`${key} ${shown(raw[key])}: expected an end up to ${length} after its beginning`);
  } else if (until === null && from > now) faults.push('planned work must have an end: expected for, or until');
  return times;
}

const AN_INSTANT = 'a time with its zone, such as 2026-12-06T04:00:00Z';

/** Returns the end, or a fault as a text. */
function readUntil({ for: length, until }: JsonObject, from: number): number | null | string {
  if (length !== undefined && until !== undefined) return 'for and until exclude each other: expected one of them';
  if (length !== undefined) {
    const ms = parseDuration(String(length));
    return ms === null ? `for ${shown(length)}: expected a duration such as 2h` : from + ms;
  }
  if (until === undefined) return null;
  return parseInstant(String(until)) ?? `until ${shown(until)}: expected ${AN_INSTANT}`;
}

function readRemoval({ raw: { post, remove }, faults }: Request): AskedRemoval {
  if (remove !== true) faults.push(`remove ${shown(remove)}: expected true`);
  if (typeof post !== 'string') faults.push(`post ${shown(post)}: expected the id of a post`);
  return { kind: 'removal', id: String(post) };
}

function readHiding(request: Request): AskedHiding {
  const { post, hide } = request.raw;
  if (hide !== true) request.faults.push(`hide ${shown(hide)}: expected true`);
  readServices([post], request);
  return { kind: 'hidden', service: String(post), incident: readIncident(request) };
}

function readServices(post: unknown, { ids, faults }: Request): readonly string[] | null {
  const subject: Subject = readSubject(post, ids);
  if ('services' in subject) return subject.services;
  faults.push(subject.fault);
  return null;
}

function readIncident({ raw: { incident = null }, faults }: Request): string | null {
  if (incident === null || typeof incident === 'string') return incident;
  faults.push(`incident ${shown(incident)}: expected an id`);
  return null;
}

function readText(key: 'title' | 'text', most: number, expected: string, { raw, faults }: Request): string {
  const written = typeof raw[key] === 'string' ? raw[key] : '';
  const line = cleanText(written, most);
  if (line === '') faults.push(`${key} ${shown(raw[key] ?? '')}: expected ${expected}`);
  if (cleanText(written, written.length + 1).length > most)
    faults.push(`${key} has ${written.length} characters: expected ${most} at most`);
  return line;
}
