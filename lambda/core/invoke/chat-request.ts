/** Reads requests from a chat, sent by a button or typed. A notification stands for its services. */

import type { NotificationRecords } from '../deliver/receiver';
import { shown } from '../silences/subject';
import { isJsonObject } from '../words/json';
import { MOST_ASKED } from './checker-request';

/**
 * The time limit of a button, less the start of a process, in milliseconds. Source: Amazon Q Developer
 * in chat applications administrator guide, "AWS CLI command syntax": "AWS CLI commands run from AWS Chatbot have an execution
 * timeout of 15 seconds."
 */
export const CHAT_LIMIT_MS = 10_000;

export interface Chat {
  readonly channelId: string;
  readonly readRecord: NotificationRecords['read'];
}

/** An event for `readCheckerRequest`, and a note to add to its answer. */
export type ChatRequest = { readonly event: unknown; readonly note: string | null } | { readonly fault: string };

/**
 * Turns an event from a chat into a request by the chat's channel, answered with a line. The only element of its `silence`, `ack` or `ask` may
 * be the id of a notification. `ids` are the services of the config. Rejects if the record of a notification can't be read. `now` is in
 * milliseconds since 1970.
 */
export async function readChatRequest(
  event: unknown,
  ids: readonly string[],
  chat: Chat | null,
  now: number,
): Promise<ChatRequest> {
  if (chat === null) return { fault: 'no Slack channel of this deployment has buttons' };
  if (!isJsonObject(event)) return { event, note: null };
  const key = SUBJECT_KEYS.find((subject) => event[subject] !== undefined) ?? 'silence';
  // Amazon Q Developer does not say who pressed the button.
  const by = key === 'ask' || event[key] === undefined ? {} : { by: `Slack channel ${chat.channelId}` };
  const request = { ...event, as: 'line', ...by };
  const id = notificationId(event[key]);
  if (id === null) return { event: request, note: null };
  const services = (await chat.readRecord(id, now)) ?? [];
  const watched = services.filter((service) => ids.includes(service));
  if (watched.length === 0) return { fault: noServicesFault(id, services.length > 0) };
  const meant = key === 'ask' ? watched.slice(0, MOST_ASKED) : watched;
  const note = meant.length < watched.length ? `the other ${watched.length - meant.length} were not checked` : null;
  return { event: { ...request, [key]: meant }, note };
}

/** The keys that may hold the id of a notification. */
const SUBJECT_KEYS = ['ask', 'ack', 'silence'] as const;

/** A key of the table has at most 1,024 bytes (DynamoDB developer guide, quotas); ids that the checker makes are shorter. */
const ID_LENGTH = 500;

/** Returns the id of a notification, which has a slash, unlike the id of a service; `null` for any other subject. */
function notificationId(subject: unknown): string | null {
  const [id, ...others] = Array.isArray(subject) ? subject : [];
  const isOne = typeof id === 'string' && others.length === 0;
  return isOne && id.includes('/') && id.length <= ID_LENGTH ? id : null;
}

function noServicesFault(id: string, isKnown: boolean): string {
  if (isKnown) return `nothing was done: none of the services of ${shown(id)} is watched any more`;
  return `nothing was done: there is no record of ${shown(id)}, or it is older than 30 days; name the services instead`;
}
