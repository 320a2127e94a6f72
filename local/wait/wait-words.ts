/** What a wait says: what it waits for, what is missing, and how it ended. */

import { plural } from '../../lambda/core/documents/words/format';
import type { AnsweredService } from '../../lambda/core/invoke/answer';
import { describeDuration, formatDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { isReady, recentVersions, type ServiceProgress, type Wanted } from './service-progress';
import type { WaitResult } from './wait-for-services';
import { mostRequests, type WaitSettings } from './wait-settings';

const NAMED = 6;

/** The sentences before the first request. `checker` is the name of the function that asks; `null` if this machine asks. */
export function introduction(
  ids: readonly string[],
  settings: WaitSettings,
  checker: string | null,
): readonly string[] {
  const { version, runs, everyMs, forMs } = settings;
  const who = ids.length <= NAMED ? nameSome(ids) : plural(ids.length, 'service');
  const what = ['healthy', ...(version === null ? [] : [`version ${version}`])].join(', ');
  const often = runs === 1 ? '' : `, ${timesInARow(runs)}`;
  const by = checker === null ? '' : `, by ${checker}`;
  const pace = `asked every ${formatDuration(everyMs)}${by}, for ${formatDuration(forMs)} at most`;
  const requests = plural(mostRequests(settings), 'request');
  return [
    `Waiting for ${who}: ${what}${often}.`,
    `${ids.length === 1 ? `It is ${pace}: at most ${requests}` : `Each is ${pace}: at most ${requests} each`}.`,
  ];
}

/** The finding of the last answer, to be read after the name of the service: `is healthy, version 2.5.0`, `answers 2.4.0, not 2.5.0`. */
export function finding({ missing, latest, wanted }: ServiceProgress): string {
  if (latest === null) return 'has not answered yet';
  const { answer } = latest;
  if (answer.verdict === null) return `was not asked: ${answer.message}`;
  switch (missing) {
    case 'other_version':
      return `answers ${answer.version}, not ${wanted.version}${noteOnPrefix(answer, wanted)}`;
    case 'no_version':
      return `answers without a version, not ${wanted.version}`;
    case 'other_environment':
      return `answers from the environment "${answer.environment}", not "${wanted.environment}"`;
    case 'not_healthy':
      return `is down: ${answer.message}`;
    default:
      return answer.version === null ? 'is healthy' : `is healthy, version ${answer.version}`;
  }
}

/** Tags of releases often begin with a letter that the versions lack. */
function noteOnPrefix({ version }: AnsweredService, wanted: Wanted): string {
  const isSame = withoutPrefix(version ?? '') === withoutPrefix(wanted.version ?? '');
  return isSame ? ' (the leading v counts)' : '';
}

function withoutPrefix(version: string): string {
  return version.replace(/^v/, '');
}

/** What is missing until a service is ready. */
export function missingText(progress: ServiceProgress): string {
  const { missing, inARow, wanted } = progress;
  const counted = missing === 'runs' ? `: ${inARow} of ${wanted.runs} in a row` : '';
  return `${finding(progress)}${counted}${mixture(progress)}`;
}

function timesInARow(runs: number): string {
  return runs === 1 ? 'once' : `${runs} times in a row`;
}

/** `; 2.4.0 answered 3 of the last 10`: other versions than that which is wanted, if several answer. */
export function mixture(progress: ServiceProgress): string {
  const { wanted, recent } = progress;
  const versions = recentVersions(progress);
  if (wanted.version === null || versions.length < 2) return '';
  const others = versions.filter(({ version }) => version !== wanted.version);
  const each = others.map(({ version, answers }) => `${version} answered ${answers} of the last ${recent.length}`);
  return `; ${nameSome(each, 3)}`;
}

/** A line about what an answer has changed; `null` if it says the same as the answer before. */
export function changeLine(now: ServiceProgress, before: ServiceProgress): string | null {
  if (isReady(now)) return isReady(before) ? null : `${now.service} is ready: ${readyText(now)}`;
  if (now.missing === before.missing && finding(now) === finding(before)) return null;
  return `${now.service} ${finding(now)}${mixture(now)}`;
}

/** `version 2.5.0, 3 times in a row`. */
export function readyText({ latest, inARow }: ServiceProgress): string {
  const answer = latest?.answer;
  const version = answer === undefined || answer.verdict === null ? null : answer.version;
  return `${version === null ? 'healthy' : `version ${version}`}, ${timesInARow(inARow)}`;
}

/** The sentence after the last answer. */
export function outcomeSentence({ outcome, durationMs, services }: WaitResult): string {
  const ready = services.filter(isReady).length;
  const requests = services.reduce((sum, service) => sum + service.requests, 0);
  const sum = `after ${describeDuration(durationMs)} and ${plural(requests, 'request')}`;
  if (outcome === 'ready') {
    return services.length === 1 ? `Ready ${sum}.` : `All ${services.length} services are ready ${sum}.`;
  }
  const what = outcome === 'late' ? 'The time is over' : 'Interrupted';
  if (services.length === 1) return `${what}: not ready ${sum}.`;
  return `${what}: ${ready} of ${plural(services.length, 'service')} ${ready === 1 ? 'is' : 'are'} ready ${sum}.`;
}
