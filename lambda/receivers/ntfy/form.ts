/**
 * A notification as a message of ntfy. Source: ntfy's documentation, "Publish as JSON". Its settings: `topic`, `url` of the server
 * if it is not ntfy.sh, and `token` if the topic is not open to all.
 */

import { type Content, contentOf, plainText } from '../../core/message/forms/content';
import { noticeContent } from '../../core/message/forms/notice-content';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/message/forms/receiver-form';
import { neutralizeEnd } from '../../core/message/neutralize';
import type { Notification } from '../../core/message/notification';
import { isAnswering, isRemoval } from '../../core/message/wording';
import { bytesOf, cut } from '../../core/words/clean-text';
import type { Severity } from '../../core/words/codes';
import { type JsonObject, objectsOf } from '../../core/words/json';

const DEFAULT_URL = 'https://ntfy.sh';
/** The most that a message may have, in bytes. */
const MESSAGE_LIMIT_BYTES = 4_096;
/** Source: server.go of ntfy: it reads a document of at most twice the limit of a message. */
const BODY_LIMIT_BYTES = 2 * MESSAGE_LIMIT_BYTES;
/** In characters. */
const TITLE_LENGTH = 200;

export const ntfy: ReceiverForm = {
  title: 'ntfy',
  textOf: previewOf,
  isForPeople: true,
  requestOf: (notification, settings) => {
    const [alert] = notification.alerts;
    const { event, severity } = alert;
    const priority = event === 'resolved' || isAnswering(alert) ? RESOLVED_PRIORITY : PRIORITIES[severity];
    return requestOf(settings, contentOf(notification), { tag: tagOf(notification), priority });
  },
  noticeOf: (notice, settings) => {
    const isEnd = notice.event === 'resolved';
    const look = isEnd
      ? { tag: RESOLVED_TAG, priority: RESOLVED_PRIORITY }
      : { tag: TAGS.warning, priority: PRIORITIES.critical };
    return requestOf(settings, noticeContent(notice), look);
  },
};

function requestOf(
  { topic = '', url = DEFAULT_URL, token }: ReceiverSettings,
  content: Content,
  look: Look,
): PostRequest {
  return {
    url,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: bodyOf(content, look, topic),
  };
}

interface Look {
  /** The short code of the emoji before the title. */
  readonly tag: string;
  readonly priority: number;
}

/** Returns the body, with links if they fit, and as much of the text as fits. */
function bodyOf(content: Content, { tag, priority }: Look, topic: string): string {
  const { headline, firstLook, where, pages } = content;
  const ends = [
    ...(firstLook === null ? [] : [`Check first: ${firstLook}`]),
    ...(where === null ? [] : [`Where: ${where}`]),
  ];
  const links = {
    ...(pages[0] && { click: pages[0][1] }),
    actions: pages.map(([label, url]) => ({ action: 'view', label, url })),
  };
  const documentOf = (bytes: number, more: object) =>
    JSON.stringify({
      topic,
      title: neutralizeEnd(cut(headline, TITLE_LENGTH)),
      message: plainText(content, ends, bytes) || headline,
      tags: [tag],
      priority,
      ...more,
    });
  const bodies = [links, {}].flatMap((more) =>
    [MESSAGE_LIMIT_BYTES, MESSAGE_LIMIT_BYTES / 2].map((bytes) => documentOf(bytes, more)),
  );
  return bodies.find((body) => bytesOf(body) <= BODY_LIMIT_BYTES) ?? documentOf(0, {});
}

/** From 1 to 5; 5 rings for long, 3 is as any message. */
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 5, warning: 4, info: 3 };
const RESOLVED_PRIORITY = 3;

const TAGS: Readonly<Record<Severity, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
};

const RESOLVED_TAG = 'white_check_mark';

/** Returns the emoji before the title. As in the chat, a recovery is not green while other services are down or unknown. */
function tagOf({ alerts, alsoFailing }: Notification): string {
  const [alert] = alerts;
  const { event, severity } = alert;
  if (alerts.some(isRemoval)) return 'white_circle';
  if (isAnswering(alert)) return 'yellow_circle';
  if (event === 'resolved') return alsoFailing.length > 0 ? 'yellow_circle' : RESOLVED_TAG;
  return TAGS[severity];
}

function previewOf({ title, message, tags, priority, actions }: JsonObject): string {
  const buttons = objectsOf(actions).map(({ label, url }) => `[${label}] ${url}`);
  return [`${title}`, '', `${message}`, '', ...buttons, `priority ${priority}, tag ${tags}`].join('\n');
}
