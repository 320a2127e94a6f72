/** A notification as a document for programs: an alert, or a group of them. */

import type { Alert } from '../message/alert';
import { type Notification, notificationId } from '../message/notification';
import { summaryOf } from '../message/summary';
import { cleanText } from '../words/clean-text';

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
  const { message, previous, service, lastHealthy, clues, conditions } = alert;
  const cut = (text: string | null) => (text === null ? null : cleanText(text, length));
  return {
    ...alert,
    service: { ...service, environment: cut(service.environment) },
    message: cleanText(message, length),
    previous: previous && { ...previous, message: cleanText(previous.message, length) },
    clues: clues.map((clue) => ({ ...clue, message: cleanText(clue.message, length) })),
    conditions: conditions.map((condition) => ({ ...condition, message: cleanText(condition.message, length) })),
    lastHealthy: lastHealthy && { ...lastHealthy, version: cut(lastHealthy.version) },
  };
}
