/** A notification: one message to people with one alert, or with several that belong together. */

import { cleanText } from '../words/clean-text';
import { FAILURE_KINDS, type VerdictKind } from '../words/codes';
import type { Alert } from './alert';

/** The alerts have the same event, incident kind, severity and environment, so that a filter lets through all or none. */
export interface Notification {
  /** The worst first. */
  readonly alerts: readonly [Alert, ...Alert[]];
  /** The `incidentId` of the incident in whose thread a chat shows it. */
  readonly threadId: string;
  /** How many services the deployment watches. */
  readonly watched: number;
  /** The ids of other services of this severity and environment that people know to be failing; empty if that is not known yet. */
  readonly alsoFailing: readonly string[];
}

/** If the same notification is sent twice, it has the same id; each of its alerts has an id of its own. */
export function notificationId({ alerts }: Notification): string {
  const [{ id }, ...others] = alerts;
  return others.length === 0 ? id : `${id}+${others.length}`;
}

/** The whole notification in one line. */
export function summaryOf({ alerts }: Notification): string {
  const [{ summary }, ...others] = alerts;
  return others.length === 0 ? summary : `${summary} (and ${others.length} more)`;
}

/** The notification of one alert that is shown in the thread of its own incident. */
export function notificationOf(alert: Alert): Notification {
  return { alerts: [alert], threadId: alert.incidentId, watched: 1, alsoFailing: [] };
}

/** Sorts alerts: the worst verdict first, then the longest outage, then by name. */
export function worstFirst(left: Alert, right: Alert): number {
  const rank = ({ verdict, previous, event }: Alert) =>
    RANKS[event === 'resolved' ? (previous?.verdict ?? verdict) : verdict];
  return (
    rank(left) - rank(right) || compare(left.openedAt, right.openedAt) || compare(left.service.id, right.service.id)
  );
}

const RANKS = Object.fromEntries([...FAILURE_KINDS, 'healthy'].map((kind, rank) => [kind, rank])) as Readonly<
  Record<VerdictKind, number>
>;

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export const GROUP_SCHEMA = 'statuswatch.notification/1';

/** The document of several alerts. What they have in common stands there once: `{ ...shared, ...alerts[0] }` is an alert. */
export interface GroupDocument {
  readonly schema: typeof GROUP_SCHEMA;
  readonly id: string;
  readonly threadId: string;
  /** How many services the deployment watches. */
  readonly watched: number;
  readonly alsoFailing: readonly string[];
  readonly summary: string;
  /** Without the keys `timings` and `summary`. */
  readonly shared: Partial<Alert>;
  readonly alerts: readonly (Pick<Alert, 'id' | 'incidentId' | 'service'> & Partial<Alert>)[];
}

/** The document for programs: an alert, or a group of them with texts from services of at most `textLength` characters. */
export function documentOf(notification: Notification, textLength: number): Alert | GroupDocument {
  const { alerts, threadId, watched, alsoFailing } = notification;
  const [alert, ...others] = alerts;
  if (others.length === 0) return alert;
  const entries = alerts.map((one) => shortened(one, textLength));
  const keys = (Object.keys(alert) as (keyof Alert)[]).filter((key) => !OWN_KEYS.has(key));
  const texts = keys.map((key) => [key, new Set(entries.map((entry) => JSON.stringify(entry[key])))] as const);
  const common = new Set(texts.filter(([, values]) => values.size === 1).map(([key]) => key));
  const part = (entry: Partial<Alert>, isKept: (key: keyof Alert) => boolean) =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => isKept(key as keyof Alert)));
  return {
    schema: GROUP_SCHEMA,
    id: notificationId(notification),
    threadId,
    watched,
    alsoFailing,
    summary: summaryOf(notification),
    shared: part(entries[0] as Partial<Alert>, (key) => common.has(key)),
    alerts: entries.map((entry) => part(entry, (key) => !common.has(key))) as unknown as GroupDocument['alerts'],
  };
}

const OWN_KEYS: ReadonlySet<keyof Alert> = new Set(['id', 'incidentId', 'service']);

function shortened({ timings, summary, ...alert }: Alert, length: number): Partial<Alert> {
  const { message, previous, service, lastHealthy } = alert;
  const cut = (text: string | null) => (text === null ? null : cleanText(text, length));
  return {
    ...alert,
    service: { ...service, environment: cut(service.environment) },
    message: cleanText(message, length),
    previous: previous && { ...previous, message: cleanText(previous.message, length) },
    lastHealthy: lastHealthy && { ...lastHealthy, version: cut(lastHealthy.version) },
  };
}

/** What all alerts of a notification have in common; `null` if they differ. */
export interface Shared {
  readonly verdict: VerdictKind | null;
  readonly reason: string | null;
  /** The host that the services were asked at. */
  readonly host: string | null;
  readonly openedAt: string | null;
}

export function sharedBy({ alerts }: Pick<Notification, 'alerts'>): Shared {
  return {
    verdict: same(alerts.map(({ verdict }) => verdict)),
    reason: same(alerts.map(({ reason }) => reason)),
    host: same(alerts.map(({ service }) => hostOf(service.url))),
    openedAt: same(alerts.map(({ openedAt }) => openedAt)),
  };
}

function same<Value>([first, ...others]: readonly Value[]): Value | null {
  return first !== undefined && others.every((value) => value === first) ? first : null;
}

/** A URL with a variable in its host has no host that can be shown. */
function hostOf(url: string): string | null {
  return url.includes('$') || !URL.canParse(url) ? null : new URL(url).hostname;
}
