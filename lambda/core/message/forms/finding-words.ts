/** The answers, figures and changes of a service in words. Texts from services are neutralized. */

import { findingPhrase } from '../../reasons/reason-phrases';
import { capitalized } from '../../words/capitalized';
import { describeDuration } from '../../words/duration';
import type { Alert, AlertedReport } from '../alert';
import { neutralize } from '../neutralize';
import { shownChange } from '../summary';
import { shownFinding } from '../wording';

/** The result of a check: `HTTP 503: the disk is full`. */
export function describeAnswer({ httpStatus, message }: Alert): string {
  const text = neutralize(message);
  const isSaid = httpStatus === null || text.includes(`HTTP ${httpStatus}`);
  return isSaid ? capitalized(text) : `HTTP ${httpStatus}: ${text}`;
}

/** `HTTP 503 — the disk is full`. A report's own word is said once: `Reports itself unhealthy (HTTP 200)`. */
export function describeBefore(previous: NonNullable<Alert['previous']>): string {
  const rest = beyondPhrase(previous);
  if (rest !== '' && previous.reason === 'reported_unhealthy') return capitalized(rest);
  return `${capitalized(shownFinding(previous))}${rest === '' ? '' : ` — ${rest}`}`;
}

/** Returns the rest of a message after the phrase of its finding, at most `maxLength` characters. */
export function beyondPhrase({ reason, message }: NonNullable<Alert['previous']>, maxLength?: number): string {
  const phrase = findingPhrase({ reason, message });
  if (!message.startsWith(phrase)) return neutralize(message, maxLength);
  const rest = message.slice(phrase.length);
  const [, inBrackets] = /^ \((.*)\)$/.exec(rest) ?? [];
  return neutralize(inBrackets ?? rest.replace(/^[:,]? /, ''), maxLength);
}

/** `restarted, version 1.4.2 → 1.4.3`. */
export function describeChange(change: NonNullable<Alert['changed']>): string {
  const { restarted, version } = shownChange(change);
  const moved = version && `version ${version.from} → ${version.to}`;
  return [...(restarted ? ['restarted'] : []), ...(moved ? [moved] : [])].join(', ');
}

/** `version 1.4.2, up 3 d, 257 of 512 MB`; empty without data. */
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
