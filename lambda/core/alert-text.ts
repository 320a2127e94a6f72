/** An alert for people: the subject line and the text of an e-mail. */

import { adviceFor } from './advice';
import type { Alert } from './alert';
import { cleanText } from './clean-text';
import { describeDuration } from './duration';

/** SNS takes a subject of under 100 ASCII characters that begins with a letter, a digit or punctuation. */
export const SUBJECT_LIMIT = 99;

const TITLES: Record<Alert['event'], string> = {
  opened: 'DOWN',
  updated: 'CHANGED',
  reminder: 'STILL DOWN',
  resolved: 'RESOLVED',
};

/** One line of ASCII: the event, the service, what; `[DOWN] payment-service unreachable: connection_refused`. */
export function subjectOf(alert: Alert): string {
  const what = alert.event === 'resolved' ? describeEnd(alert) : `${alert.verdict}: ${alert.reason}`;
  const line = `[${TITLES[alert.event]}] ${alert.service.id} ${what}`;
  return cleanText(line.replace(/[^\x20-\x7e]+/g, '?'), 1_000).slice(0, SUBJECT_LIMIT);
}

/** What a half-asleep person needs, in the order in which it is asked for. Plain text, lines of label and value. */
export function emailText(alert: Alert): string {
  const lines = [
    headline(alert),
    '',
    ...facts(alert).map(([label, value]) => `${`${label}:`.padEnd(13)}${value}`),
    '',
    ...(alert.event === 'resolved' ? [] : [`First look:  ${adviceFor(alert.reason)}`]),
    ...pages(alert).map(([label, address]) => `${`${label}:`.padEnd(13)}${address}`),
    '',
    ...(alert.possiblyRepeated ? ['The state could not be read or saved: you may have been told this before.'] : []),
    `${alert.deployment} · ${alert.severity} · ${alert.id}`,
  ];
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** What a service sent, with all that a mail client or a chat would turn into a link, a mention or markup taken out. */
export function neutralize(text: string, maxLength = 300): string {
  return cleanText(text, maxLength)
    .replace(/:\/\//g, ':/ /')
    .replace(/\bwww\./gi, 'www ')
    .replace(/[<>]/g, (bracket) => (bracket === '<' ? '‹' : '›'))
    .replace(/@/g, '(at)')
    .replace(/[`*_~[\]|\\]/g, (character) => (character === '_' ? '_' : ' '))
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Labels and values of what happened; used by the e-mail and the card alike. */
export function facts(alert: Alert): [label: string, value: string][] {
  const { service, openedAt, resolvedAt, durationSeconds, failedRuns, httpStatus, lastHealthy } = alert;
  const duration = describeDuration(durationSeconds * 1_000);
  const runs = failedRuns === 1 ? '1 failed run' : `${failedRuns} failed runs`;
  const times: [string, string][] =
    resolvedAt === null
      ? [['Since', `${readable(openedAt)}${durationSeconds > 0 ? ` (${duration})` : ''}, ${runs}`]]
      : [
          ['From', readable(openedAt)],
          ['To', `${readable(resolvedAt)} (${duration}, ${runs})`],
        ];
  const answered = httpStatus === null ? 'nothing that is HTTP' : `HTTP ${httpStatus}`;
  return [
    ...times,
    ['Asked', `GET ${service.url}`],
    ['Answered', `${answered}${alert.event === 'resolved' ? '' : ` — ${neutralize(alert.message)}`}`],
    ...(lastHealthy
      ? [[alert.event === 'resolved' ? 'Now' : 'Last well', describeLastHealthy(lastHealthy)] as [string, string]]
      : []),
    ...(alert.previous && alert.event !== 'reminder'
      ? [['Before', `${alert.previous.verdict} (${alert.previous.reason})`] as [string, string]]
      : []),
    ...(service.environment ? [['Environment', neutralize(service.environment, 60)] as [string, string]] : []),
  ];
}

/** Where to look: labels and addresses. */
export function pages({ links }: Alert): [label: string, address: string][] {
  const all: [string, string | null][] = [
    ['Runbook', links.runbook],
    ['Dashboard', links.dashboard],
    ['Logs', links.logs],
  ];
  return all.filter((page): page is [string, string] => page[1] !== null);
}

/** The first line: who and what. */
export function headline(alert: Alert): string {
  const { event, service, verdict, reason } = alert;
  if (event === 'resolved') return `${service.id} ${describeEnd(alert)}`;
  const still = event === 'reminder' ? 'still ' : event === 'updated' ? 'now ' : '';
  return `${service.id} is ${still}${verdict.toUpperCase()} (${reason})`;
}

function describeEnd({ verdict, durationSeconds }: Alert): string {
  const duration = describeDuration(durationSeconds * 1_000);
  return verdict === 'healthy' ? `is healthy again after ${duration}` : `has left the config after ${duration}`;
}

function describeLastHealthy({
  at,
  version,
  uptimeSeconds,
  memoryUsedMb,
  memoryTotalMb,
}: NonNullable<Alert['lastHealthy']>): string {
  const memory =
    memoryUsedMb === null
      ? null
      : `${Math.round(memoryUsedMb)}${memoryTotalMb === null ? '' : ` of ${Math.round(memoryTotalMb)}`} MB`;
  const parts = [
    readable(at),
    version === null ? null : `version ${neutralize(version, 60)}`,
    uptimeSeconds === null ? null : `up ${describeDuration(uptimeSeconds * 1_000)}`,
    memory,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** `2026-11-21T09:30:00.000Z` → `2026-11-21 09:30:00 UTC`. */
function readable(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
