/**
 * A notification as a message of ntfy. Source: ntfy's documentation, "Publish as JSON". Its settings: `topic`, `url` of the server
 * if it is not ntfy.sh, and `token` if the topic is not open to all.
 */

import type { Notification } from '../../message/notification';
import { isRemoval } from '../../message/wording';
import type { Severity } from '../../words/codes';
import { bytesOf, cut, cutBytes } from '../../words/cut';
import { contentOf } from '../content';
import { type LineStyle, linesOf } from '../content-lines';
import type { ReceiverForm } from '../receiver-form';

const DEFAULT_URL = 'https://ntfy.sh';
/** The most that a message may have, in bytes. */
const MESSAGE_LIMIT_BYTES = 4_096;
/** Source: server.go of ntfy: it reads a document of at most twice the limit of a message. */
const BODY_LIMIT_BYTES = 2 * MESSAGE_LIMIT_BYTES;
/** In characters. */
const TITLE_LENGTH = 200;

export const ntfy: ReceiverForm = {
  requestOf: (notification, { topic = '', url = DEFAULT_URL, token }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: bodyOf(notification, topic),
  }),
};

const PLAIN: LineStyle = { note: (text) => text, label: (label) => label, text: (text) => text };

/** With links if they fit, and with as much of the text. */
function bodyOf(notification: Notification, topic: string): string {
  const [{ event, severity }] = notification.alerts;
  const content = contentOf(notification);
  const { headline, firstLook, where, pages } = content;
  const ends = [...(firstLook === null ? [] : [firstLook]), ...(where === null ? [] : [`Where: ${where}`])];
  const lines = linesOf(content, PLAIN);
  const links = {
    ...(pages[0] && { click: pages[0][1] }),
    actions: pages.map(([label, url]) => ({ action: 'view', label, url })),
  };
  const documentOf = (bytes: number, more: object) =>
    JSON.stringify({
      topic,
      title: cut(headline, TITLE_LENGTH),
      message: fitted(lines, ends, bytes) || headline,
      tags: [tagOf(notification)],
      priority: event === 'resolved' ? RESOLVED_PRIORITY : PRIORITIES[severity],
      ...more,
    });
  const bodies = [links, {}].flatMap((more) =>
    [MESSAGE_LIMIT_BYTES, MESSAGE_LIMIT_BYTES / 2].map((bytes) => documentOf(bytes, more)),
  );
  return bodies.find((body) => bytesOf(body) <= BODY_LIMIT_BYTES) ?? documentOf(0, {});
}

/** As many of the lines as fit before the ends: what to look at first matters more than the last of many services. */
function fitted(lines: readonly string[], ends: readonly string[], limit: number): string {
  const text = [...lines, ...ends].join('\n');
  return bytesOf(text) > limit && lines.length > 0 ? fitted(lines.slice(0, -1), ends, limit) : cutBytes(text, limit);
}

/** From 1 to 5; 5 rings for long, 3 is as any message. */
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 5, warning: 4, info: 3 };
const RESOLVED_PRIORITY = 3;

const TAGS: Readonly<Record<Severity, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
};

/** The short code of the emoji before the title: as in the chat, an end is not green if others are down, or nobody knows. */
function tagOf({ alerts, alsoFailing }: Notification): string {
  const [{ event, severity }] = alerts;
  if (alerts.some(isRemoval)) return 'white_circle';
  if (event === 'resolved') return alsoFailing.length > 0 ? 'yellow_circle' : 'white_check_mark';
  return TAGS[severity];
}
