/** One alert for people: what its subject line and its text say. */

import { adviceFor } from '../message/advice';
import { type Alert, type AlertedReport, describeWell } from '../message/alert';
import { neutralize } from '../message/neutralize';
import type { Notification } from '../message/notification';
import { shownId, stillDown } from '../message/summary';
import { VERDICT_PHRASES } from '../message/verdict-phrase';
import { describeEpisode, isRemoval, matterWords, reasonOf } from '../message/wording';
import { cleanText } from '../words/clean-text';
import { describeDuration } from '../words/duration';
import { ID_LIMIT } from '../words/service-id';
import type { Content, Fact } from './content';
import { period, readable } from './readable-time';

/** What a subject line says after the title: `payment-service unreachable: connection_refused`. */
export function alertSubject({ alerts: [alert], alsoFailing }: Notification): string {
  const { event, kind, verdict, reason, service } = alert;
  const is = matterWords(kind)?.one(event, reason) ?? verdict;
  const what = event === 'resolved' ? `${describeEnd(alert)}${stillDown({ alsoFailing })}` : `${is}: ${reason}`;
  return `${cleanText(service.id, ID_LIMIT)} ${cleanText(what)}`;
}

/** The content of a notification of one alert. */
export function alertContent({ alerts: [alert], alsoFailing }: Notification): Content {
  return {
    headline: headline(alert, alsoFailing),
    facts: [
      ...[
        times(alert),
        ...silencedFact(alert),
        ...omittedFact([alert]),
        ...episodeFact(alert),
        seen(alert),
        ...changes(alert),
      ],
      ...cluesFact(
        alert.event,
        alert.clues.map(({ message }) => neutralize(message)),
      ),
    ],
    firstLook: adviceOf(alert),
    where: whereOf(alert),
  };
}

/** The first line: the service, and its verdict or what else is not right. */
function headline(alert: Alert, alsoFailing: readonly string[]): string {
  const { event, kind, verdict, reason } = alert;
  const id = `${alert.drill ? 'DRILL: ' : ''}${shownId(alert.service.id)}`;
  if (event === 'resolved') return `${id} ${describeEnd(alert)}${stillDown({ alsoFailing })}`;
  const words = matterWords(kind);
  if (words !== null) return `${id} ${words.one(event, reason)} (${reason})`;
  if (alert.episode?.relapsed) return `${id} is failing again: ${VERDICT_PHRASES[verdict].toUpperCase()} (${reason})`;
  const still = event === 'reminder' ? 'still ' : event === 'updated' ? 'now ' : '';
  return `${id} is ${still}${VERDICT_PHRASES[verdict].toUpperCase()} (${reason})`;
}

function describeEnd(alert: Alert): string {
  const { kind, verdict, durationSeconds, previous, changed } = alert;
  const duration = describeDuration(durationSeconds * 1_000);
  const words = matterWords(kind);
  if (words !== null)
    return isRemoval(alert)
      ? `is no longer watched; its incident of ${duration} is closed`
      : `${words.one('resolved', reasonOf(alert))}, after ${duration}`;
  if (verdict === 'healthy') return describeWell(duration, changed && shownChange(changed));
  return `is no longer watched; it was ${VERDICT_PHRASES[previous?.verdict ?? verdict]} for ${duration}`;
}

/** The first line of an end says how long it failed; if it was healthy in between, that is not all of the time. */
function times({ kind, openedAt, resolvedAt, durationSeconds, failedRuns, failures }: Alert): Fact {
  const [runs, length] = [describeRuns(failedRuns), describeDuration(durationSeconds * 1_000)];
  if (kind !== 'outage') {
    if (resolvedAt !== null) return ['Lasted', [period(openedAt, resolvedAt)]];
    return ['Since', [`${readable(openedAt)}${durationSeconds > 0 ? ` (${length})` : ''}`]];
  }
  if (resolvedAt !== null)
    return ['Down', [`${period(openedAt, resolvedAt)} (${failures > 1 ? `${length} of it, ` : ''}${runs})`]];
  const failed = durationSeconds > 0 ? `${failures > 1 ? 'down for ' : ''}${length}, ${runs}` : runs;
  return ['Since', [`${readable(openedAt)} (${failed})`]];
}

/** Why people hear of it only now. */
export function silencedFact({ silenced }: Pick<Alert, 'silenced'>): readonly Fact[] {
  if (silenced === null) return [];
  const { until, by, reason } = silenced;
  const why = `${by === null ? '' : ` by ${neutralize(by, 80)}`}${reason === null ? '' : `: ${neutralize(reason)}`}`;
  return [['Silenced', [`until ${readable(until)}${why}`]]];
}

/** What people are not notified of one by one, of one service or of several. */
export function omittedFact(alerts: readonly Pick<Alert, 'omitted'>[]): readonly Fact[] {
  const count = alerts.reduce((sum, { omitted }) => sum + omitted, 0);
  if (count === 0) return [];
  const what = count === 1 ? '1 earlier incident' : `${count} earlier incidents`;
  const whose = alerts.length === 1 ? 'it' : 'these services';
  return [['Also', [`${what} of ${whose}, which ${count === 1 ? 'was' : 'were'} over before you could be notified`]]];
}

/** `1 failed run`, `2 failed runs`. */
export function describeRuns(failedRuns: number): string {
  return failedRuns === 1 ? '1 failed run' : `${failedRuns} failed runs`;
}

/** How often the service failed; of an end, for how long it had been well when people were notified. */
function episodeFact({ episode, at, resolvedAt, verdict, lastHealthy }: Alert): readonly Fact[] {
  if (episode === null) return [];
  const since = Date.parse(episode.since);
  if (resolvedAt === null) return [['Again', [describeEpisode({ ...episode, since }, Date.parse(at))]]];
  const length = describeDuration(Date.parse(resolvedAt) - since);
  const heldMs = verdict === 'healthy' && lastHealthy ? Date.parse(lastHealthy.at) - Date.parse(resolvedAt) : 0;
  const held = heldMs >= 1_000 ? `; healthy for ${describeDuration(heldMs)} since then` : '';
  return [['Failed', [`${episode.times} times in ${length}${held}`]]];
}

function seen(alert: Alert): Fact {
  const { event, kind, verdict, message, previous } = alert;
  if (kind !== 'outage' && !isRemoval(alert))
    return ['Found', [neutralize(event === 'resolved' ? (previous?.message ?? message) : message)]];
  if (event !== 'resolved') return ['Seen', [describeAnswer(alert)]];
  return verdict === 'healthy' ? ['Now', [describeNow(alert)]] : ['Why', [neutralize(message)]];
}

function changes({ event, kind, verdict, lastHealthy, previous, changed }: Alert): readonly Fact[] {
  const isWell = event === 'resolved' && verdict === 'healthy';
  return [
    ...(previous && event !== 'reminder' && kind === 'outage' ? [['Was', [describeBefore(previous)]] as const] : []),
    ...(changed ? [['Changed', [describeChange(changed)]] as const] : []),
    ...(lastHealthy && kind === 'outage' && !isWell
      ? [['Last well', [`${readable(lastHealthy.at)}, ${describeHealth(lastHealthy)}`]] as const]
      : []),
  ];
}

/** What may explain an outage; at its end that is over too. */
export function cluesFact(event: Alert['event'], lines: readonly string[]): readonly Fact[] {
  return event === 'resolved' || lines.length === 0 ? [] : [['Clues', lines]];
}

/** What to look at first; `null` if it is over. */
export function adviceOf({ event, drill, reason, errorCode }: Alert): string | null {
  if (event === 'resolved') return null;
  return drill ? 'Nothing: this is a drill.' : adviceFor(reason, errorCode);
}

function whereOf({ service: { url, environment } }: Alert): string | null {
  const shown = environment ? neutralize(environment, 60) : '';
  if (url === '') return shown || null;
  return shown === '' ? url : `${url} (${shown})`;
}

/** What the checker saw. Most messages begin with the HTTP status: it is not repeated. */
export function describeAnswer({ httpStatus, message }: Pick<Alert, 'httpStatus' | 'message'>): string {
  const said = neutralize(message);
  if (httpStatus === null) return said;
  const start = `answered ${httpStatus}`;
  if (said.startsWith(start)) return `HTTP ${httpStatus}${said.slice(start.length)}`;
  return said.includes(`(HTTP ${httpStatus})`) ? said : `HTTP ${httpStatus} — ${said}`;
}

/** `unhealthy (http_503) — the disk is full`. */
export function describeBefore({ verdict, reason, message }: NonNullable<Alert['previous']>): string {
  const said = beyondReason(reason, message);
  return `${VERDICT_PHRASES[verdict]} (${reason})${said === '' ? '' : ` — ${said}`}`;
}

/** A message without the HTTP status that the reason says already; at most `maxLength` characters. */
export function beyondReason(reason: string, message: string, maxLength?: number): string {
  const [, status] = /^http_(\d+)$/.exec(reason) ?? [];
  const start = `answered ${status}: `;
  return neutralize(message.startsWith(start) ? message.slice(start.length) : message, maxLength);
}

/** `restarted, version 1.4.2 → 1.4.3`. */
export function describeChange(change: NonNullable<Alert['changed']>): string {
  const { restarted, version } = shownChange(change);
  const moved = version && `version ${version.from} → ${version.to}`;
  return [...(restarted ? ['restarted'] : []), ...(moved ? [moved] : [])].join(', ');
}

/** Versions are texts of the service. */
function shownChange({ restarted, version }: NonNullable<Alert['changed']>): NonNullable<Alert['changed']> {
  return { restarted, version: version && { from: neutralize(version.from, 60), to: neutralize(version.to, 60) } };
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
