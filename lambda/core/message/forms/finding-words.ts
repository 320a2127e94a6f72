/** The answers, figures and changes of a service in words. Texts from services are neutralized. */

import { findingPhrase } from '../../reasons/reason-phrases';
import { capitalized } from '../../words/capitalized';
import { describeDuration } from '../../words/duration';
import type { Alert, AlertedReport } from '../alert';
import { neutralize } from '../neutralize';
import { ownWords } from '../wording';

type Found = NonNullable<Alert['previous']> & { readonly httpStatus?: number | null };

/**
 * Returns what a finding says beyond its phrase: `“the disk is full”`, in the service's own words, or `ECONNREFUSED 10.0.4.17:443`; `null` if
 * nothing.
 */
export function detailOf(found: Found): string | null {
  const { message, httpStatus = null } = found;
  const phrase = findingPhrase(found);
  if (message === phrase) return null;
  const own = addedTo(phrase, found);
  if (own !== null) return own;
  const text = neutralize(message.startsWith(phrase) ? message.slice(phrase.length).replace(/^[,;]? /, '') : message);
  if (text === '') return null;
  return capitalized(
    httpStatus === null || message.includes(`HTTP ${httpStatus}`) ? text : `HTTP ${httpStatus}: ${text}`,
  );
}

/** `HTTP 503, “the disk is full”`. */
export function describeCause(previous: NonNullable<Alert['previous']>): string {
  const { message } = previous;
  const phrase = findingPhrase(previous);
  if (message === phrase || message === '') return neutralize(phrase);
  const own = addedTo(phrase, previous);
  return own === null ? capitalized(neutralize(message)) : `${neutralize(phrase)}, ${own}`;
}

/** Returns what a message has after its phrase: the service's own words in quotes, or what is in brackets. */
function addedTo(phrase: string, { message, reason }: Found): string | null {
  const words = ownWords({ reason, message });
  if (words !== null) return `“${words}”`;
  const [, inBrackets] = /^ \((.*)\)$/.exec(message.startsWith(phrase) ? message.slice(phrase.length) : '') ?? [];
  return neutralize(inBrackets ?? '') || null;
}

/** `version 1.4.2 → 1.4.3`, or `a restart`. Versions are texts of the service. */
export function describeChange({ version }: NonNullable<Alert['changed']>): string {
  return version === null ? 'a restart' : `version ${neutralize(version.from, 60)} → ${neutralize(version.to, 60)}`;
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
