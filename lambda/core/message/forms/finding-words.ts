/** The answers, figures and changes of a service in words. Texts from services are neutralized. */

import { VERDICT_PHRASES } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import type { Alert, AlertedReport } from '../alert';
import { neutralize } from '../neutralize';
import { shownChange } from '../summary';

/** The answer that the checker saw. Most messages begin with the HTTP status: it is not repeated. */
export function describeAnswer({ httpStatus, message }: Alert): string {
  const text = neutralize(message);
  if (httpStatus === null) return text;
  const start = `answered ${httpStatus}`;
  if (text.startsWith(start)) return `HTTP ${httpStatus}${text.slice(start.length)}`;
  return text.includes(`(HTTP ${httpStatus})`) ? text : `HTTP ${httpStatus} — ${text}`;
}

/** `unhealthy (http_503)`. */
export function describeVerdict({ verdict, reason }: Pick<Alert, 'verdict' | 'reason'>): string {
  return `${VERDICT_PHRASES[verdict]} (${neutralize(reason)})`;
}

/** `unhealthy (http_503) — the disk is full`. */
export function describeBefore(previous: NonNullable<Alert['previous']>): string {
  const rest = beyondReason(previous.reason, previous.message);
  return `${describeVerdict(previous)}${rest === '' ? '' : ` — ${rest}`}`;
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

/** `version 1.4.2, up 3 d, 257 of 512 MB`; empty if nothing is known. */
export function describeHealth({ version, uptimeSeconds, memoryUsedMb, memoryTotalMb }: AlertedReport): string {
  if (version === null && uptimeSeconds === null && memoryUsedMb === null) return '';
  const total = memoryTotalMb === null ? '' : ` of ${Math.round(memoryTotalMb)}`;
  const parts = [
    version === null ? 'version not given' : `version ${neutralize(version, 60)}`,
    ...(uptimeSeconds === null ? [] : [`up ${describeDuration(uptimeSeconds * 1_000)}`]),
    ...(memoryUsedMb === null ? [] : [`${Math.round(memoryUsedMb)}${total} MB`]),
  ];
  return parts.join(', ');
}
