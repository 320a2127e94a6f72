/** The faults of a config that only count when it is deployed. */

import { isRaw, rawHeaders } from './config-cross-checks';
import type { ConfigDocument } from './config-document';
import type { ConfigFault } from './config-fault';
import { parseDuration } from './duration';

const MINUTE_MS = 60_000;

export function deployFaults(document: ConfigDocument): ConfigFault[] {
  return [...partialMinutes(document), ...secretsInHeaders(document)];
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
