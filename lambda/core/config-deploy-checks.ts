/** The faults of a config that only count when it is deployed. */

import type { Config, Deployment } from './config';
import { isRaw, rawHeaders } from './config-cross-checks';
import type { ConfigDocument } from './config-document';
import type { ConfigFault } from './config-fault';
import { formatDuration, parseDuration } from './duration';
import { askingLimitMs, longestCheckMs, shardCount } from './invocation';

const MINUTE_MS = 60_000;

export function deployFaults(document: ConfigDocument): ConfigFault[] {
  return [...partialMinutes(document), ...secretsInHeaders(document)];
}

/**
 * What is left of the interval once the outputs have their time: a run that takes longer is ended by Lambda before it
 * has told anybody. Counted for the case that every service of an invocation is sick at once.
 */
export function overlongInvocation(config: Config, deployment: Deployment, document: ConfigDocument): ConfigFault[] {
  const longest = longestCheckMs(config, shardCount(config, deployment));
  const limit = askingLimitMs(config);
  if (longest <= limit) return [];
  const [longestText, intervalText, limitText] = [longest, config.intervalMs, limit].map(formatDuration);
  const top = isRaw(document.value) ? document.value : {};
  const cause = ['timeout', 'retry', 'concurrency', 'interval'].find((key) => top[key] !== undefined) ?? 'services';
  const what = `makes a run too long to be deployed: with every service sick, asking takes ${longestText}, and an interval of ${intervalText} leaves ${limitText} for it`;
  return [document.keyFault([cause], `${what}; expected less for timeout and retry, or a longer interval`)];
}

/** EventBridge Scheduler counts in whole minutes. */
function partialMinutes(document: ConfigDocument): ConfigFault[] {
  const interval = isRaw(document.value) ? document.value.interval : undefined;
  const milliseconds = typeof interval === 'string' ? parseDuration(interval) : null;
  if (milliseconds === null || milliseconds % MINUTE_MS === 0) return [];
  return [document.fault(['interval'], 'expected whole minutes, such as 1m: a deployed schedule has no seconds')];
}

/** What was put in from the environment would lie open in the bundle. */
function secretsInHeaders(document: ConfigDocument): ConfigFault[] {
  const expected =
    'expected { secret: NAME-OR-ARN, key: KEY }: a value from the environment would lie open in the bundle';
  return rawHeaders(document)
    .flatMap(([path, headers]) => Object.keys(headers).map((name) => [...path, name]))
    .filter((header) => document.substitution(header) !== null)
    .map((header) => document.fault(header, expected));
}
