/** A notification as an e-mail: the subject line and the text. */

import { type Notification, notificationId } from '../message/notification';
import type { EventKind } from '../words/codes';
import { facts, firstLook, headline, pages, subjectPart } from './alert-text';
import { groupAdvice, groupFacts, groupHeadline, groupPages, groupSubject } from './group-text';

/** SNS accepts a subject of less than 100 ASCII characters that begins with a letter, a digit or punctuation. */
export const SUBJECT_LIMIT = 99;
const LABEL_WIDTH = 13;

const TITLES: Record<EventKind, string> = {
  opened: 'DOWN',
  updated: 'CHANGED',
  reminder: 'STILL DOWN',
  resolved: 'RESOLVED',
};

/** What a notification says, for both the e-mail and the card. */
export interface Told {
  readonly headline: string;
  /** A note, if it may have been sent before; otherwise `null`. */
  readonly repeated: string | null;
  /** Labels, each with one line or several. */
  readonly facts: readonly (readonly [label: string, lines: readonly string[]])[];
  readonly firstLook: readonly (readonly [label: string, advice: string])[];
  readonly pages: readonly (readonly [label: string, address: string])[];
}

const POSSIBLY_REPEATED = 'You may have been notified of this before: the state could not be read or saved.';

export function contentOf(notification: Notification): Told {
  const { alerts, alsoFailing } = notification;
  const [alert, ...others] = alerts;
  const repeated = alerts.some(({ possiblyRepeated }) => possiblyRepeated) ? POSSIBLY_REPEATED : null;
  if (others.length === 0)
    return {
      headline: headline(alert),
      repeated,
      facts: facts(alert, alsoFailing).map(([label, value]) => [label, [value]]),
      firstLook: firstLook(alert),
      pages: pages(alert),
    };
  return {
    headline: groupHeadline(notification),
    repeated,
    facts: groupFacts(notification),
    firstLook: groupAdvice(notification),
    pages: groupPages(notification),
  };
}

/** One line of ASCII with event, service, verdict and reason: `[DOWN] payment-service unreachable: connection_refused`. */
export function subjectOf(notification: Notification): string {
  const [alert, ...others] = notification.alerts;
  const what = others.length === 0 ? subjectPart(alert) : groupSubject(notification);
  const title = others.length === 0 && alert.episode?.relapsed ? 'FAILING AGAIN' : TITLES[alert.event];
  return `${alert.drill ? '[DRILL] ' : ''}[${title}] ${what}`
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, SUBJECT_LIMIT)
    .trimEnd();
}

/** What a half-asleep person needs to know, in the order of their questions. Plain text, lines of label and value. */
export function mailText(notification: Notification): string {
  const [{ deployment, severity }] = notification.alerts;
  const { headline, repeated, facts, firstLook, pages } = contentOf(notification);
  const paragraphs: readonly (readonly string[])[] = [
    [headline],
    repeated === null ? [] : [repeated],
    facts.flatMap(([label, lines]) => lines.map((line, index) => asLine(index === 0 ? `${label}:` : '', line))),
    [...firstLook, ...pages].map(([label, value]) => asLine(`${label}:`, value)),
    [`${deployment} · ${severity} · ${notificationId(notification)}`],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function asLine(label: string, value: string): string {
  return `${label.padEnd(LABEL_WIDTH)}${value}`;
}
