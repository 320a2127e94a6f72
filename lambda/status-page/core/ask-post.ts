/** Reads a request to publish, hide or remove a post. */

import { readSubject, type Subject, shown } from '../../core/silences/subject';
import { cleanText } from '../../core/words/clean-text';
import { formatDuration, parseDuration, parseInstant } from '../../core/words/duration';
import type { JsonObject } from '../../core/words/json';
import { POST_LIMIT, TITLE_LIMIT } from './post';

/** The other keys of an event with `post`. */
export const POST_KEYS = ['text', 'status', 'incident', 'title', 'from', 'for', 'until', 'hide', 'remove'];

/** The statuses that people can give. Only announcements can be `resolved` by people. */
export const ASKED_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
type AskedStatus = (typeof ASKED_STATUSES)[number];
const OF_CHECKS: readonly AskedStatus[] = ASKED_STATUSES.filter((status) => status !== 'resolved');

const DAY_MS = 86_400_000;
/** How far in the past or future an announcement may begin, and how long it may last, in milliseconds. */
const MOST_BEFORE_MS = 30 * DAY_MS;
const MOST_AHEAD_MS = 90 * DAY_MS;
const MOST_LENGTH_MS = 30 * DAY_MS;

export interface AskedUpdate {
  readonly kind: 'update';
  /** `null` if only the announcement is named. */
  readonly service: string | null;
  readonly text: string;
  readonly status: AskedStatus | null;
  /** The id of an incident or of an announcement; `null` for the open incident. */
  readonly incident: string | null;
}

export interface AskedAnnouncement {
  readonly kind: 'announcement';
  /** `null` for all services on the page. */
  readonly services: readonly string[] | null;
  readonly title: string;
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  /** `null` until somebody resolves it. */
  readonly until: number | null;
}

export interface AskedHiding {
  readonly kind: 'hiding';
  readonly service: string;
  /** The id of the incident; `null` for the open incident. */
  readonly incident: string | null;
}

export interface AskedRemoval {
  readonly kind: 'removal';
  /** The id of a post. */
  readonly id: string;
}

export type AskedPost = AskedUpdate | AskedAnnouncement | AskedHiding | AskedRemoval;
type Read<Asked> = { readonly asked: Asked } | { readonly faults: readonly string[] };

/**
 * Reads `post`, the id of a service, with `text`, and maybe with `status` and `incident`. With `title` it is an announcement: `post` is
 * then read by `readSubject`, and `from`, `for` and `until` give its time. With `hide: true` the incident is hidden, and with
 * `remove: true` the post with the id `post` is removed. Lists all faults. `now` in milliseconds since 1970.
 */
export function askPost(raw: JsonObject, ids: readonly string[], now: number): Read<AskedPost> {
  if (raw.remove !== undefined) return askRemoval(raw);
  if (raw.hide !== undefined) return askHiding(raw, ids);
  return (raw.title ?? null) === null ? askUpdate(raw, ids) : askAnnouncement(raw, ids, now);
}

function askUpdate(raw: JsonObject, ids: readonly string[]): Read<AskedUpdate> {
  const { post, status = null, incident = null } = raw;
  const text = readText('text', raw.text, POST_LIMIT, 'what people should read');
  const isById = typeof incident === 'string';
  const subject = subjectOfUpdate(post, isById, ids);
  const possible = isById ? ASKED_STATUSES : OF_CHECKS;
  const known = possible.find((asked) => asked === status) ?? null;
  const times = ['from', 'for', 'until'].filter((key) => (raw[key] ?? null) !== null);
  const faults = [
    ...('fault' in subject ? [subject.fault] : []),
    ...text.faults,
    ...(status === null || known !== null
      ? []
      : [`status ${shown(status)}: expected ${possible.slice(0, -1).join(', ')} or ${possible.at(-1)}`]),
    ...(incident === null || isById ? [] : [`incident ${shown(incident)}: expected an id`]),
    ...times.map((key) => `${key} ${shown(raw[key])}: only an announcement has it, which needs a title`),
  ];
  if (faults.length > 0 || 'fault' in subject) return { faults };
  const service = subject.services === null ? null : String(post);
  return { asked: { kind: 'update', service, text: text.line, status: known, incident: isById ? incident : null } };
}

/** Returns the subject of an update. A text about an announcement, given by its id, needs no service. */
function subjectOfUpdate(post: unknown, isById: boolean, ids: readonly string[]): Subject {
  if (isById && post === 'all') return { services: null };
  if (post === 'all' && !ids.includes('all')) return { fault: `post "all": ${ONLY_ANNOUNCED}` };
  if (Array.isArray(post)) return { fault: `post ${shown(post)}: ${ONLY_ANNOUNCED}` };
  return readSubject([post], ids);
}

const ONLY_ANNOUNCED = 'expected one service; only an announcement is about several, and needs a title';

function askAnnouncement(raw: JsonObject, ids: readonly string[], now: number): Read<AskedAnnouncement> {
  const subject = readSubject(raw.post, ids);
  const title = readText('title', raw.title, TITLE_LIMIT, 'a few words such as "Planned work on the database"');
  const text = readText('text', raw.text, POST_LIMIT, 'what people should read');
  const times = readTimes(raw, now);
  const strange = ['status', 'incident'].filter((key) => (raw[key] ?? null) !== null);
  const faults = [
    ...('fault' in subject ? [subject.fault] : []),
    ...title.faults,
    ...text.faults,
    ...('faults' in times ? times.faults : []),
    ...strange.map(
      (key) => `${key} ${shown(raw[key])}: a new announcement has none; leave out the title to write about one`,
    ),
  ];
  if (faults.length > 0 || 'fault' in subject || 'faults' in times) return { faults };
  return { asked: { kind: 'announcement', services: subject.services, title: title.line, text: text.line, ...times } };
}

type Times = Pick<AskedAnnouncement, 'from' | 'until'>;

function readTimes(raw: JsonObject, now: number): Times | { readonly faults: readonly string[] } {
  const from = (raw.from ?? null) === null ? now : parseInstant(textOrEmpty(raw.from));
  if (from === null) return { faults: [`from ${shown(raw.from)}: expected ${AN_INSTANT}`] };
  if (from < now - MOST_BEFORE_MS || from > now + MOST_AHEAD_MS) {
    const range = `${formatDuration(MOST_BEFORE_MS)} before now and ${formatDuration(MOST_AHEAD_MS)} from now`;
    return { faults: [`from ${shown(raw.from)}: expected a time between ${range}`] };
  }
  const until = readUntil(raw, from);
  if (typeof until === 'string') return { faults: [until] };
  if (until !== null && (until <= from || until > from + MOST_LENGTH_MS)) {
    const [key, value] = (raw.for ?? null) === null ? ['until', raw.until] : ['for', raw.for];
    return {
      faults: [`${key} ${shown(value)}: expected an end up to ${formatDuration(MOST_LENGTH_MS)} after its beginning`],
    };
  }
  if (until === null && from > now) return { faults: [`planned work must have an end: expected for, or until`] };
  return { from, until };
}

const AN_INSTANT = 'a time with its zone, such as 2026-12-06T04:00:00Z';

/** Returns the end, or a fault as a text. */
function readUntil(raw: JsonObject, from: number): number | null | string {
  const length = raw.for ?? null;
  const until = raw.until ?? null;
  if (length !== null && until !== null) return 'for and until exclude each other: expected one of them';
  if (length !== null) {
    const ms = parseDuration(textOrEmpty(length));
    return ms === null ? `for ${shown(length)}: expected a duration such as 2h` : from + ms;
  }
  if (until === null) return null;
  return parseInstant(textOrEmpty(until)) ?? `until ${shown(until)}: expected ${AN_INSTANT}`;
}

function askRemoval({ post, remove, ...others }: JsonObject): Read<AskedRemoval> {
  const faults = [
    ...(remove === true ? [] : [`remove ${shown(remove)}: expected true`]),
    ...(typeof post === 'string' ? [] : [`post ${shown(post)}: expected the id of a post`]),
    ...strangeKeys(others, 'a post that is undone'),
  ];
  return faults.length > 0 ? { faults } : { asked: { kind: 'removal', id: String(post) } };
}

function askHiding({ post, hide, incident = null, ...others }: JsonObject, ids: readonly string[]): Read<AskedHiding> {
  const subject = readSubject([post], ids);
  const isId = typeof incident === 'string';
  const faults = [
    ...(hide === true ? [] : [`hide ${shown(hide)}: expected true`]),
    ...('fault' in subject ? [subject.fault] : []),
    ...(incident === null || isId ? [] : [`incident ${shown(incident)}: expected an id`]),
    ...strangeKeys(others, 'an incident that is hidden'),
  ];
  if (faults.length > 0) return { faults };
  return { asked: { kind: 'hiding', service: String(post), incident: isId ? incident : null } };
}

/** Returns a fault for each other key of `post`. */
function strangeKeys(raw: JsonObject, what: string): readonly string[] {
  return POST_KEYS.filter((key) => (raw[key] ?? null) !== null).map(
    (key) => `${key} ${shown(raw[key])}: ${what} has none`,
  );
}

function readText(key: string, raw: unknown, most: number, expected: string) {
  const written = textOrEmpty(raw);
  const line = cleanText(written, most);
  const faults = [
    ...(line === '' ? [`${key} ${shown(raw ?? '')}: expected ${expected}`] : []),
    ...(cleanText(written, written.length + 1).length > most
      ? [`${key} has ${written.length} characters: expected ${most} at most`]
      : []),
  ];
  return { line, faults };
}

function textOrEmpty(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}
