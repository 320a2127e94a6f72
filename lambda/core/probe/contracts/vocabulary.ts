/** The words by which services of many frameworks report how they are. */

import type { StatusWords } from '../../config/config';
import { REPORTED_STATUSES, type ReportedStatus } from '../../words/codes';

/**
 * Sources: draft-inadarei-api-health-check-06, 3.1 ("pass", "fail" and "warn", with "ok", "up", "error" and "down" as aliases); Spring Boot,
 * "Actuator: Health" (UP, DOWN, OUT_OF_SERVICE, UNKNOWN); MicroProfile Health 4.0 (UP, DOWN); .NET, `HealthStatus` (Healthy, Degraded,
 * Unhealthy); NestJS Terminus, `HealthCheckStatus` (ok, error, shutting_down); hellofresh/health-go (OK, Partially Available, Unavailable);
 * alexliesenfeld/health (up, down, unknown); Consul (passing, warning, critical); Elasticsearch (green, yellow, red). The others are those that
 * services answer most without a framework, and that their parts have.
 */
export const VOCABULARY: StatusWords = {
  healthy: [
    'healthy',
    'ok',
    'okay',
    'up',
    'pass',
    'passed',
    'passing',
    'success',
    'running',
    'alive',
    'available',
    'ready',
    'connected',
    'good',
    'green',
  ],
  degraded: ['degraded', 'warn', 'warning', 'unknown', 'partially available', 'yellow'],
  unhealthy: [
    'unhealthy',
    'fail',
    'failed',
    'failing',
    'failure',
    'error',
    'down',
    'out_of_service',
    'unavailable',
    'unreachable',
    'shutting_down',
    'stopped',
    'dead',
    'disconnected',
    'critical',
    'red',
  ],
};

/** No word of a status is longer; of a longer text no more is read. */
const LONGEST_WORD = 100;

/** A word as it is compared: in small letters, without blanks around it. */
export function comparedWord(word: string): string {
  return word.slice(0, LONGEST_WORD).trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The status that a word stands for, those of the config first; `null` if it is not known. */
export function statusOf(word: string, words: StatusWords | null): ReportedStatus | null {
  const compared = comparedWord(word);
  const lists = words === null ? [VOCABULARY] : [words, VOCABULARY];
  for (const list of lists) {
    const found = REPORTED_STATUSES.find((status) => list[status].some((known) => comparedWord(known) === compared));
    if (found !== undefined) return found;
  }
  return null;
}

/** Words of several parts, such as `partially available`, at the start of a text. */
export function longWordAt(text: string, words: StatusWords | null): string | null {
  const start = comparedWord(text);
  const known = [...(words === null ? [] : allWords(words)), ...allWords(VOCABULARY)].map(comparedWord);
  const isHere = (word: string) =>
    word.includes(' ') && start.startsWith(word) && !/^[\p{L}\p{N}_-]/u.test(start.slice(word.length));
  const found = known.find(isHere);
  if (found === undefined) return null;
  const asSent = text.slice(0, found.length);
  return comparedWord(asSent) === found ? asSent : found;
}

function allWords(words: StatusWords): readonly string[] {
  return REPORTED_STATUSES.flatMap((status) => words[status]);
}
