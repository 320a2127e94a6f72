/** An alert for people: the subject line and the text of an e-mail. */

import { adviceFor, runbookSection } from './advice';
import type { Alert } from './alert';
import { cleanText } from './clean-text';
import { describeDuration } from './duration';

/** SNS takes a subject of under 100 ASCII characters that begins with a letter, a digit or punctuation. */
export const SUBJECT_LIMIT = 99;
/** The longest id of a service that a config may hold. */
const ID_LIMIT = 63;
const LABEL_WIDTH = 13;

type Labelled = readonly [label: string, value: string];

const TITLES: Record<Alert['event'], string> = {
  opened: 'DOWN',
  updated: 'CHANGED',
  reminder: 'STILL DOWN',
  resolved: 'RESOLVED',
};

/** One line of ASCII: the event, the service, what; `[DOWN] payment-service unreachable: connection_refused`. */
export function subjectOf(alert: Alert): string {
  const what = alert.event === 'resolved' ? describeEnd(alert) : `${alert.verdict}: ${alert.reason}`;
  const line = `${alert.drill ? '[DRILL] ' : ''}[${TITLES[alert.event]}] ${cleanText(alert.service.id, ID_LIMIT)} ${cleanText(what)}`;
  return line
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, SUBJECT_LIMIT)
    .trimEnd();
}

/** What a half-asleep person needs, in the order in which it is asked for. Plain text, lines of label and value. */
export function emailText(alert: Alert): string {
  const paragraphs: readonly (readonly string[])[] = [
    [headline(alert)],
    alert.possiblyRepeated ? [POSSIBLY_REPEATED] : [],
    facts(alert).map(asLine),
    [...firstLook(alert), ...pages(alert)].map(asLine),
    [`${alert.deployment} · ${alert.severity} · ${alert.id}`],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

export const POSSIBLY_REPEATED = 'You may have been told this before: the state could not be read or saved.';

/** What a service sent, with all that a mail client or a chat would turn into a link, a mention or markup taken out. */
export function neutralize(text: string, maxLength = 300): string {
  return cleanText(text, maxLength)
    .replace(/:\/\//g, ':/ /')
    .replace(/\bwww\./gi, 'www ')
    .replace(/[<>]/g, (bracket) => (bracket === '<' ? '‹' : '›'))
    .replace(/@/g, '(at)')
    .replace(/[`*~[\]|\\]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Labels and values of what happened; used by the e-mail and the card alike. */
export function facts(alert: Alert): readonly Labelled[] {
  const { event, service, verdict, lastHealthy, previous } = alert;
  const isWell = event === 'resolved' && verdict === 'healthy';
  return [
    ...times(alert),
    ...(previous && event !== 'reminder' ? [['Was', `${previous.verdict} (${previous.reason})`] as const] : []),
    [isWell ? 'Now' : event === 'resolved' ? 'Why' : 'Answer', isWell ? describeNow(alert) : describeAnswer(alert)],
    ...(lastHealthy && !isWell
      ? [['Last well', `${readable(lastHealthy.at)}, ${describeHealth(lastHealthy)}`] as const]
      : []),
    ...(service.environment ? [['Environment', neutralize(service.environment, 60)] as const] : []),
    ...(service.url === '' ? [] : [['Asked', `GET ${service.url}`] as const]),
  ];
}

/** What to do first; nothing where it is over. */
export function firstLook({ event, reason }: Alert): readonly Labelled[] {
  return event === 'resolved' ? [] : [['First look', adviceFor(reason)]];
}

/** Where to look: labels and addresses, or the section of the runbook that comes with statuswatch. */
export function pages(alert: Alert): readonly Labelled[] {
  const { dashboard, logs } = alert.links;
  const all: readonly (readonly [string, string | null])[] = [
    ['Runbook', runbookOf(alert)],
    ['Dashboard', dashboard],
    ['Logs', logs],
  ];
  return all.filter((page): page is Labelled => page[1] !== null);
}

/** The first line: who and what. */
export function headline(alert: Alert): string {
  const { event, verdict, reason } = alert;
  const id = `${alert.drill ? 'DRILL: ' : ''}${neutralize(alert.service.id, ID_LIMIT)}`;
  if (event === 'resolved') return `${id} ${describeEnd(alert)}`;
  const still = event === 'reminder' ? 'still ' : event === 'updated' ? 'now ' : '';
  return `${id} is ${still}${verdict.toUpperCase()} (${reason})`;
}

function asLine([label, value]: Labelled): string {
  return `${`${label}:`.padEnd(LABEL_WIDTH)}${value}`;
}

function runbookOf({ event, reason, links }: Alert): string | null {
  if (links.runbook !== null || event === 'resolved') return links.runbook;
  const section = runbookSection(reason);
  return section === null ? null : `docs/runbook.md, section ${section}`;
}

function describeEnd({ verdict, durationSeconds, previous }: Alert): string {
  const duration = describeDuration(durationSeconds * 1_000);
  if (verdict === 'healthy') return `is healthy again after ${duration}`;
  return `is no longer watched; it was ${previous?.verdict ?? verdict} for ${duration}`;
}

function times({ openedAt, resolvedAt, durationSeconds, failedRuns }: Alert): readonly Labelled[] {
  const runs = failedRuns === 1 ? '1 failed run' : `${failedRuns} failed runs`;
  const length = durationSeconds > 0 ? `${describeDuration(durationSeconds * 1_000)}, ${runs}` : runs;
  if (resolvedAt === null) return [['Since', `${readable(openedAt)} (${length})`]];
  return [
    ['From', readable(openedAt)],
    ['To', `${readable(resolvedAt)} (${length})`],
  ];
}

/** The message mostly begins with the status, which need not be told twice. */
function describeAnswer({ event, httpStatus, message }: Alert): string {
  const said = neutralize(message);
  if (event === 'resolved') return said;
  if (httpStatus === null) return `none — ${said}`;
  const start = `answered ${httpStatus}`;
  if (said.startsWith(start)) return `HTTP ${httpStatus}${said.slice(start.length)}`;
  return said.endsWith(`(HTTP ${httpStatus})`) ? said : `HTTP ${httpStatus} — ${said}`;
}

function describeNow({ httpStatus, lastHealthy }: Alert): string {
  return [`HTTP ${httpStatus ?? 200}`, ...(lastHealthy ? [describeHealth(lastHealthy)] : [])].join(', ');
}

function describeHealth(health: NonNullable<Alert['lastHealthy']>): string {
  const { version, uptimeSeconds, memoryUsedMb, memoryTotalMb } = health;
  const total = memoryTotalMb === null ? '' : ` of ${Math.round(memoryTotalMb)}`;
  const parts = [
    version === null ? 'version not given' : `version ${neutralize(version, 60)}`,
    ...(uptimeSeconds === null ? [] : [`up ${describeDuration(uptimeSeconds * 1_000)}`]),
    ...(memoryUsedMb === null ? [] : [`${Math.round(memoryUsedMb)}${total} MB`]),
  ];
  return parts.join(', ');
}

/** `2026-11-21T09:30:00.000Z` → `2026-11-21 09:30:00 UTC`. */
function readable(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
