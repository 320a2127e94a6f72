/**
 * A notification as a custom notification for Amazon Q Developer in chat applications, the only form that it shows in Slack.
 * Source: its administrator guide, "Custom notifications using Amazon Q Developer in chat applications".
 */

import { cut } from '../../words/clean-text';
import type { Alert } from '../alert';
import { neutralize, neutralizeEnd } from '../neutralize';
import { type Notification, notificationId } from '../notification';
import { noticeHeadline, noticeId, noticeKey, type ReceiverNotice } from '../receiver-notice';
import { summaryOf } from '../summary';
import { isAnswering, isRemoval, type Mark, problemWords } from '../wording';
import { type ButtonTarget, buttonContext } from './card-buttons';
import { contentOf, type LineStyle, linesOf } from './content';
import { noticeContent } from './notice-content';

/** The limits of the schema, in characters. */
const TITLE_LIMIT = 250;
const DESCRIPTION_LIMIT = 8_000;
/** How many services a card names in addition to its text. */
const MOST_RESOURCES = 20;

export interface ChatCard {
  readonly version: '1.0';
  readonly source: 'custom';
  readonly id: string;
  readonly content: {
    readonly textType: 'client-markdown';
    readonly title: string;
    readonly description: string;
    readonly nextSteps: readonly string[];
    readonly keywords: readonly string[];
  };
  readonly metadata: {
    /** The same for all alerts of an incident, so that the chat keeps them in the same thread. */
    readonly threadId: string;
    readonly summary: string;
    readonly eventType: string;
    readonly relatedResources: readonly string[];
    readonly additionalContext: Readonly<Record<string, string>>;
    /** Missing if the card has no buttons. */
    readonly enableCustomActions?: true;
  };
}

const MARKS: Readonly<Record<Alert['event'], Mark>> = {
  opened: ':red_circle:',
  updated: ':large_orange_circle:',
  reminder: ':red_circle:',
  acknowledged: ':large_orange_circle:',
  resolved: ':large_green_circle:',
};

/** The marks before the headline of a notice about another receiver. */
export const NOTICE_MARKS: Readonly<Record<ReceiverNotice['event'], Mark>> = {
  opened: ':warning:',
  resolved: MARKS.resolved,
};

const MARKDOWN: LineStyle = { note: (text) => `_${text}_`, label: (label) => `*${label}*`, text: (text) => text };

/** Returns the card. Texts from services have no markup, mentions or links. Without a `target` it has no buttons. */
export function chatCard(notification: Notification, target: ButtonTarget | null = null): ChatCard {
  const { alerts, threadId } = notification;
  const [{ event, verdict, severity, deployment, reason }] = alerts;
  const content = contentOf(notification);
  const { headline, firstLook, where, pages } = content;
  const ids = alerts.map(({ service }) => service.id);
  const buttons = target && buttonContext(notification, target);
  return {
    version: '1.0',
    source: 'custom',
    id: notificationId(notification),
    content: {
      textType: 'client-markdown',
      title: neutralizeEnd(cut(`${markOf(notification)} ${headline}`, TITLE_LIMIT)),
      description: neutralizeEnd(cut(linesOf(content, MARKDOWN).join('\n'), DESCRIPTION_LIMIT)),
      nextSteps: [
        ...(firstLook === null ? [] : [`Check first: ${firstLook}`]),
        ...pages.map(linkTo),
        ...(where === null ? [] : [`Where: ${where}`]),
      ],
      keywords: [...ids.slice(0, MOST_RESOURCES), verdict, severity],
    },
    metadata: {
      threadId,
      summary: neutralize(summaryOf(notification)),
      eventType: event,
      relatedResources: ids.slice(0, MOST_RESOURCES),
      additionalContext: { deployment, reason, ...buttons },
      ...(buttons && { enableCustomActions: true }),
    },
  };
}

/** Returns the card for a notice about another receiver. Its opening and recovery are in the same thread. */
export function noticeCard(notice: ReceiverNotice): ChatCard {
  const { deployment, event, about } = notice;
  const content = noticeContent(notice);
  const { headline, firstLook, pages } = content;
  return {
    version: '1.0',
    source: 'custom',
    id: noticeId(notice),
    content: {
      textType: 'client-markdown',
      title: neutralizeEnd(cut(`${NOTICE_MARKS[event]} ${headline}`, TITLE_LIMIT)),
      description: neutralizeEnd(cut(linesOf(content, MARKDOWN).join('\n'), DESCRIPTION_LIMIT)),
      nextSteps: [...(firstLook === null ? [] : [`Check first: ${firstLook}`]), ...pages.map(linkTo)],
      keywords: [deployment, about.id],
    },
    metadata: {
      threadId: noticeKey(notice),
      summary: noticeHeadline(notice),
      eventType: event,
      relatedResources: [],
      additionalContext: { deployment, reason: about.kind },
    },
  };
}

/**
 * Returns the emoji before a headline. It is white if a service was removed from the config, since nobody knows whether it is healthy. A
 * recovery is not green while other services are down.
 */
export function markOf({ alerts, alsoFailing }: Notification): Mark {
  const [alert] = alerts;
  const { event, kind } = alert;
  if (alerts.some(isRemoval)) return ':white_circle:';
  if (isAnswering(alert)) return ':large_yellow_circle:';
  if (event === 'resolved') return alsoFailing.length > 0 ? ':large_yellow_circle:' : MARKS.resolved;
  return problemWords(kind)?.mark ?? MARKS[event];
}

/** Returns a link in Slack's notation, with that notation's characters escaped in the address. */
export function linkTo([label, address]: readonly [label: string, address: string]): string {
  return `<${address.replace(/[<>|]/g, encodeURIComponent)}|${label}>`;
}
