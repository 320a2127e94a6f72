/** The lines that a wait prints. */

import { plural } from '../../lambda/core/documents/words/format';
import { describeDuration, formatDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import type { WaitPlan } from './plan-wait';
import { faultIn, isReady, type Progress, type WaitResult } from './wait-for-services';

const NAMED = 6;

/** `checker` is the name of the function that checks; `null` if this machine does. */
export function introduction({ services, version, runs, everyMs, forMs }: WaitPlan, checker: string | null): string {
  const who = services.length <= NAMED ? nameSome(services.map(({ id }) => id)) : `${services.length} services`;
  const what = `healthy${version === null ? '' : `, version ${version}`}${runs === 1 ? '' : `, ${timesInARow(runs)}`}`;
  const pace = `checked every ${formatDuration(everyMs)}${checker === null ? '' : ` by ${checker}`}`;
  return `Waiting up to ${formatDuration(forMs)} for ${who}: ${what} (${pace}).`;
}

function timesInARow(runs: number): string {
  return runs === 1 ? 'once' : `${runs} times in a row`;
}

/** The line about a round for one service; `null` if nothing has changed. */
export function changeLine(now: Progress, before: Progress): string | null {
  if (isReady(now)) return isReady(before) ? null : `${now.wanted.service} is ready: ${timesInARow(now.inARow)}`;
  return findingIn(now) === findingIn(before) ? null : `${now.wanted.service} ${findingIn(now)}${otherVersions(now)}`;
}

/** The line about a service that is not ready at the end. */
export function missingLine(progress: Progress): string {
  const { inARow, wanted } = progress;
  const count = inARow === 0 ? '' : `, but only ${timesInARow(inARow)} (${wanted.runs} needed)`;
  return `${wanted.service} ${findingIn(progress)}${count}${otherVersions(progress)}`;
}

/** Says how the latest answer was, to be read after the service's name. */
function findingIn({ latest, wanted }: Progress): string {
  if (latest === null) return 'has not answered yet';
  const healthy = `is healthy${latest.version === null ? '' : `, version ${latest.version}`}`;
  return faultIn(latest, wanted) ?? healthy;
}

/** `; 2.4.0 answered 3 of the last 10`: the unwanted versions, if several versions answer. */
function otherVersions({ wanted, versions }: Progress): string {
  const found = new Set(versions.filter((version) => version !== null));
  if (wanted.version === null || found.size < 2) return '';
  const countOf = (version: string) => versions.filter((each) => each === version).length;
  const others = [...found]
    .filter((version) => version !== wanted.version)
    .sort((left, right) => countOf(right) - countOf(left))
    .map((version) => `${version} answered ${countOf(version)} of the last ${versions.length}`);
  return `; ${nameSome(others, 3)}`;
}

export function outcomeLine({ outcome, durationMs, services }: WaitResult): string {
  const after = `after ${describeDuration(durationMs)}`;
  const ready = services.filter(isReady).length;
  if (outcome === 'ready')
    return services.length === 1 ? `Ready ${after}.` : `All ${ready} services are ready ${after}.`;
  const what = outcome === 'late' ? 'Timed out' : 'Interrupted';
  return `${what} ${after}: ${ready} of ${plural(services.length, 'service')} ready.`;
}
