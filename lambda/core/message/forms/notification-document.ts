/** A notification as a document for programs: an alert, or a group of them. */

import { cleanText } from '../../words/clean-text';
import type { Alert } from '../alert';
import { type Notification, notificationId } from '../notification';
import { summaryOf } from '../summary';

export const GROUP_SCHEMA = 'statuswatch.notification/1';

/** The document of several alerts. Shared fields appear once: `{ ...shared, ...alerts[0] }` is an alert. */
export interface GroupDocument {
  readonly schema: typeof GROUP_SCHEMA;
  readonly id: string;
  readonly threadId: string;
  /** The number of services that the deployment checks. */
  readonly watched: number;
  readonly alsoFailing: readonly string[];
  readonly summary: string;
  /** The shared fields, without `timings` and `summary`. */
  readonly shared: Partial<Alert>;
  readonly alerts: readonly OwnPart[];
}

type OwnKey = 'id' | 'incidentId' | 'service';
type ShareableKey = Exclude<keyof Alert, OwnKey>;

/** The part of an alert that is not shared. */
type OwnPart = Pick<Alert, OwnKey> & Partial<Alert>;

/** Returns the document for programs: an alert, or a group with texts from services of at most `textLength` characters. */
export function documentOf(notification: Notification, textLength: number): Alert | GroupDocument {
  const { alerts, threadId, watched, alsoFailing } = notification;
  const [alert, ...others] = alerts;
  if (others.length === 0) return alert;
  const first = shortened(alert, textLength);
  const parts = [first, ...others.map((other) => shortened(other, textLength))];
  const common = Object.keys(first)
    .filter(isShareable)
    .filter((key) => new Set(parts.map((part) => JSON.stringify(part[key]))).size === 1);
  return {
    schema: GROUP_SCHEMA,
    id: notificationId(notification),
    threadId,
    watched,
    alsoFailing,
    summary: summaryOf(notification),
    shared: Object.fromEntries(common.map((key) => [key, first[key]])),
    alerts: parts.map((part) => without(part, common)),
  };
}

const OWN_KEYS: ReadonlySet<string> = new Set<OwnKey>(['id', 'incidentId', 'service']);

function isShareable(key: string): key is ShareableKey {
  return !OWN_KEYS.has(key);
}

function without(part: OwnPart, keys: readonly ShareableKey[]): OwnPart {
  const rest = { ...part };
  for (const key of keys) delete rest[key];
  return rest;
}

function shortened({ timings, summary, ...alert }: Alert, length: number): OwnPart {
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
