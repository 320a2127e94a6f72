/** A notification as an e-mail: the subject line and the text. */

import type { AlertEvent } from '../../words/codes';
import { neutralizeEnd } from '../neutralize';
import { type Notification, notificationId } from '../notification';
import { isRelapse, subjectsOf } from '../summary';
import { isAnswering, problemWords } from '../wording';
import { type Content, contentOf, type Page, paragraphsOf } from './content';

/** The longest subject: SNS accepts less than 100 ASCII characters that begin with a letter, a digit or punctuation. */
export const SUBJECT_LIMIT = 99;
const CUT = '...';

const TITLES: Record<AlertEvent, string> = {
  opened: 'DOWN',
  updated: 'CHANGED',
  reminder: 'STILL DOWN',
  acknowledged: 'ACKNOWLEDGED',
  resolved: 'RESOLVED',
};

/**
 * Returns the subject: a line of ASCII, of which a phone shows about forty characters, with the severity and the services: `[DOWN]
 * payment-service: connection refused`, or `[DOWN, warning] …` if the severity is not critical; `[BUDGET, warning] …` if nothing is
 * down.
 */
export function subjectOf(notification: Notification): string {
  const [alert] = notification.alerts;
  const { drill, event, kind, severity } = alert;
  const outage = isAnswering(alert) ? 'RECOVERING' : isRelapse(notification) ? 'DOWN AGAIN' : TITLES[event];
  const base = problemWords(kind)?.titles[event] ?? outage;
  const title = `${base}${severity === 'critical' ? '' : `, ${severity}`}`;
  const lines = subjectsOf(notification).map((text) => asciiLine(`${drill ? '[DRILL] ' : ''}[${title}] ${text}`));
  return lines.find(isSubject) ?? subjectLine(lines.at(-1) ?? '');
}

/** Returns a text as a subject that SNS accepts: a line of ASCII, which ends with `...` if it was cut. */
export function subjectLine(text: string): string {
  const line = asciiLine(text);
  return isSubject(line) ? line : `${neutralizeEnd(line.slice(0, SUBJECT_LIMIT - CUT.length)).trimEnd()}${CUT}`;
}

function asciiLine(text: string): string {
  return text
    .replaceAll('→', '->')
    .replace(/[^\x20-\x7e]+/g, '?')
    .trimEnd();
}

function isSubject(line: string): boolean {
  return line.length <= SUBJECT_LIMIT;
}

/** Returns the text of a mail in the order of a half-asleep person's questions. */
export function mailText(notification: Notification): string {
  const [{ deployment, severity }] = notification.alerts;
  return mailOf(contentOf(notification), [`${deployment} · ${severity}`, notificationId(notification)]);
}

/** The most lines of text before the link to the incident, its label included. */
const LINES_BEFORE_LINK = 12;

/**
 * Returns the text of a mail: short paragraphs without columns, since most clients show it in a proportional font. The last lines say where it
 * comes from. With many facts, the link to the incident follows the first lines.
 */
export function mailOf(content: Content, lastLines: readonly string[]): string {
  const { firstLook, where, incident, runbook, pages } = content;
  const labelled = ([label, address]: Page) => `${label}: ${address}`;
  const [first = '', ...others] = [
    ...paragraphsOf(content).map((lines) => lines.join('\n')),
    [
      ...(firstLook === null ? [] : [`Check first: ${firstLook}`]),
      ...(runbook === null ? [] : [labelled(runbook)]),
    ].join('\n'),
  ].filter((paragraph) => paragraph !== '');
  const link =
    incident === null
      ? pages
          .filter((page) => page !== runbook)
          .map(labelled)
          .join('\n')
      : `${incident[0]}:\n${incident[1]}`;
  const lines = [first, ...others]
    .join('\n')
    .split('\n')
    .filter((line) => line !== '');
  const isLong = lines.length >= LINES_BEFORE_LINK;
  const links = link === '' ? [] : [link];
  const body = isLong && incident !== null ? [first, ...links, ...others] : [first, ...others, ...links];
  return [...body, [...(where === null ? [] : [where]), ...lastLines].join('\n')].join('\n\n');
}
