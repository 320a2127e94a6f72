/** The words for a service that fails again and again: `3rd time in 20 min, 7 of the last 20 runs failed`. */

import { describeIncidentLength } from '../incident/incident-length';
import type { FlappingEpisode } from '../notify/due-alert';

/** `at` is the time of the alert, in milliseconds since 1970, as is the beginning of the episode. */
export function describeEpisode({ times, since, runs, failedRuns }: FlappingEpisode, at: number): string {
  // Past incidents are kept up to a number: of an episode with more, only the latest are counted, and the time they took.
  const count = times > 1 ? [`${ordinal(times)} time in ${describeIncidentLength(since, at)}`] : [];
  return [...count, `${failedRuns} of the last ${runs} runs failed`].join(', ');
}

function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${(!isTeen && ['th', 'st', 'nd', 'rd'][count % 10]) || 'th'}`;
}
