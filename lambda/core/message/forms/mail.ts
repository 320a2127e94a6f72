/** A notification as an e-mail: the subject line and the text. */

import type { AlertEvent } from '../../words/codes';
import { neutralizeEnd } from '../neutralize';
import { type Notification, notificationId } from '../notification';
import { isRelapse, subjectsOf } from '../summary';
import { isAnswering, problemWords } from '../wording';
import { type Content, contentOf } from './content';

/** The longest subject: SNS accepts less than 100 ASCII characters that begin with a letter, a digit or punctuation. */
export const SUBJECT_LIMIT = 99;
const CUT = '...';
const LABEL_WIDTH = 14;

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
  const outage = isAnswering(alert) ? 'ANSWERS AGAIN' : isRelapse(notification) ? 'DOWN AGAIN' : TITLES[event];
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

/** Returns the text of a mail in the order of a half-asleep person's questions: plain text, a label and a value on each line. */
export function mailText(notification: Notification): string {
  const [{ deployment, severity }] = notification.alerts;
  return mailOf(contentOf(notification), `${deployment} · ${severity} · ${notificationId(notification)}`);
}

/** Returns the text of a mail. The last line says where it comes from. */
export function mailOf({ headline, notes, facts, firstLook, where, pages }: Content, lastLine: string): string {
  const paragraphs: readonly (readonly string[])[] = [
    [headline],
    notes,
    facts.flatMap(([label, lines]) => lines.map((line, index) => asLine(index === 0 ? label : null, line))),
    firstLook === null ? [] : [asLine('Check first', firstLook)],
    [...(where === null ? [] : [['Where', where] as const]), ...pages].map(([label, value]) => asLine(label, value)),
    [lastLine],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function asLine(label: string | null, value: string): string {
  return `${(label === null ? '' : `${label}:`).padEnd(LABEL_WIDTH)}${value}`;
}
