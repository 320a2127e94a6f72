/** One alert for people: what its subject line and its text say. */

import { adviceFor } from '../message/advice';
import type { Alert, AlertedReport } from '../message/alert';
import { describeEpisode } from '../message/describe-episode';
import { neutralize } from '../message/neutralize';
import { VERDICT_PHRASES } from '../message/verdict-phrase';
import { cleanText } from '../words/clean-text';
import { describeDuration } from '../words/duration';
import { ID_LIMIT, SERVICE_ID } from '../words/service-id';

export type Labelled = readonly [label: string, value: string];

/** What a subject line says after the kind of the event: `payment-service unreachable: connection_refused`. */
export function subjectPart(alert: Alert): string {
  const what = alert.event === 'resolved' ? describeEnd(alert) : `${alert.verdict}: ${alert.reason}`;
  return `${cleanText(alert.service.id, ID_LIMIT)} ${cleanText(what)}`;
}

/** What happened, as labels and values. `alsoFailing` are ids of other services that are failing. */
export function facts(alert: Alert, alsoFailing: readonly string[] = []): readonly Labelled[] {
  const { event, service, verdict, lastHealthy, previous, changed } = alert;
  const isWell = event === 'resolved' && verdict === 'healthy';
  return [
    ...times(alert),
    ...episode(alert),
    ...(previous && event !== 'reminder' ? [['Was', describeBefore(previous)] as const] : []),
    [isWell ? 'Now' : event === 'resolved' ? 'Why' : 'Answer', isWell ? describeNow(alert) : describeAnswer(alert)],
    ...(changed ? [['Changed', describeChange(changed)] as const] : []),
    ...(lastHealthy && !isWell
      ? [['Last well', `${readable(lastHealthy.at)}, ${describeHealth(lastHealthy)}`] as const]
      : []),
    ...(service.environment ? [['Environment', neutralize(service.environment, 60)] as const] : []),
    ...(service.url === '' ? [] : [['Asked', `GET ${service.url}`] as const]),
    ...(alsoFailing.length === 0 ? [] : [['Also down', neutralize(alsoFailing.join(', '))] as const]),
  ];
}

/** What to do first; empty if the incident is over. */
export function firstLook({ event, reason, errorCode }: Alert): readonly Labelled[] {
  return event === 'resolved' ? [] : [['First look', adviceFor(reason, errorCode)]];
}

/** Pages that help, as labels and addresses. */
export function pages({ links: { runbook, dashboard, logs } }: Alert): readonly Labelled[] {
  const all: readonly (readonly [string, string | null])[] = [
    ['Runbook', runbook],
    ['Dashboard', dashboard],
    ['Logs', logs],
  ];
  return all.filter((page): page is Labelled => page[1] !== null && URL.canParse(page[1]));
}

/** The first line: the service and its verdict. */
export function headline(alert: Alert): string {
  const { event, verdict, reason } = alert;
  const id = `${alert.drill ? 'DRILL: ' : ''}${shownId(alert)}`;
  if (event === 'resolved') return `${id} ${describeEnd(alert)}`;
  if (alert.episode?.relapsed) return `${id} is failing again: ${VERDICT_PHRASES[verdict].toUpperCase()} (${reason})`;
  const still = event === 'reminder' ? 'still ' : event === 'updated' ? 'now ' : '';
  return `${id} is ${still}${VERDICT_PHRASES[verdict].toUpperCase()} (${reason})`;
}

/** An id from the config may contain dots; they make no link. */
export function shownId({ service: { id } }: Alert): string {
  return SERVICE_ID.test(id) ? id : neutralize(id, ID_LIMIT);
}

function describeEnd({ verdict, durationSeconds, previous }: Alert): string {
  const duration = describeDuration(durationSeconds * 1_000);
  if (verdict === 'healthy') return `is healthy again after ${duration}`;
  return `is no longer watched; it was ${VERDICT_PHRASES[previous?.verdict ?? verdict]} for ${duration}`;
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

/** How often the service failed; of an end, how long it has held when people are notified of it. */
function episode({ episode, at, resolvedAt, verdict, lastHealthy }: Alert): readonly Labelled[] {
  if (episode === null) return [];
  const { times } = episode;
  const since = Date.parse(episode.since);
  if (resolvedAt === null) return [['Again', describeEpisode({ ...episode, since }, Date.parse(at))]];
  const length = describeDuration(Date.parse(resolvedAt) - since);
  const heldMs = verdict === 'healthy' && lastHealthy ? Date.parse(lastHealthy.at) - Date.parse(resolvedAt) : 0;
  const held = heldMs >= 1_000 ? `; healthy for ${describeDuration(heldMs)} since then` : '';
  return [['Failed', `${times} times in ${length}${held}`]];
}

/** Most messages begin with the HTTP status: it is not repeated. */
function describeAnswer({ event, httpStatus, message }: Alert): string {
  const said = neutralize(message);
  if (event === 'resolved') return said;
  if (httpStatus === null) return `none — ${said}`;
  const start = `answered ${httpStatus}`;
  if (said.startsWith(start)) return `HTTP ${httpStatus}${said.slice(start.length)}`;
  return said.includes(`(HTTP ${httpStatus})`) ? said : `HTTP ${httpStatus} — ${said}`;
}

function describeBefore({ verdict, reason, message }: NonNullable<Alert['previous']>): string {
  return `${VERDICT_PHRASES[verdict]} (${reason})${message === '' ? '' : ` — ${neutralize(message)}`}`;
}

function describeChange({ restarted, version }: NonNullable<Alert['changed']>): string {
  const moved = version && `version ${neutralize(version.from, 60)} → ${neutralize(version.to, 60)}`;
  return [...(restarted ? ['restarted'] : []), ...(moved ? [moved] : [])].join(', ');
}

function describeNow({ httpStatus, lastHealthy }: Alert): string {
  return [`HTTP ${httpStatus ?? 200}`, ...(lastHealthy ? [describeHealth(lastHealthy)] : [])].join(', ');
}

function describeHealth({ version, uptimeSeconds, memoryUsedMb, memoryTotalMb }: AlertedReport): string {
  const total = memoryTotalMb === null ? '' : ` of ${Math.round(memoryTotalMb)}`;
  const parts = [
    version === null ? 'version not given' : `version ${neutralize(version, 60)}`,
    ...(uptimeSeconds === null ? [] : [`up ${describeDuration(uptimeSeconds * 1_000)}`]),
    ...(memoryUsedMb === null ? [] : [`${Math.round(memoryUsedMb)}${total} MB`]),
  ];
  return parts.join(', ');
}

/** `2026-11-21T09:30:00.000Z` → `2026-11-21 09:30:00 UTC`. */
export function readable(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
