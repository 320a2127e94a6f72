/** Reads the options of `statuswatch wait`. */

import type { Config, Service } from '../../lambda/core/config/config';
import { cleanText } from '../../lambda/core/words/clean-text';
import { formatDuration, parseDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { serviceHint } from '../input/select-services';
import { UserError } from '../input/user-error';
import type { RequestOptions } from '../requests/request';

export interface WaitOptions extends RequestOptions {
  readonly version?: string;
  readonly runs: string;
  readonly for: string;
  readonly every: string;
  /** The reason of the silence; missing if services are not silenced. */
  readonly silence?: string;
}

export interface WaitPlan {
  readonly services: readonly Service[];
  /** Whether these are all services of the config, since none was named. */
  readonly isAll: boolean;
  /** The version that services should answer; `null` for any. */
  readonly version: string | null;
  /** The number of good answers in a row that a service needs. */
  readonly runs: number;
  readonly forMs: number;
  /** The time from the start of a round to the start of the next. */
  readonly everyMs: number;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Throws a `UserError` that lists all faults. */
export function planWait(
  { services }: Pick<Config, 'services'>,
  names: readonly string[],
  options: WaitOptions,
): WaitPlan {
  const { silence } = options;
  const isAll = names.length === 0;
  const selected = services.filter(({ id }) => isAll || names.includes(id));
  // Versions in reports are cleaned, too.
  const version = options.version === undefined ? null : cleanText(options.version);
  const runs = /^\d{1,6}$/.test(options.runs) ? Number(options.runs) : 0;
  const forMs = durationWithin(options.for, DAY_MS);
  const everyMs = durationWithin(options.every, HOUR_MS);

  const faults = [
    ...(version === '' ? ['--version needs a version, such as --version 2.5.0'] : []),
    ...(runs === 0 ? [`--runs ${options.runs}: expected a whole number, at least 1`] : []),
    ...(forMs === null ? [`--for ${options.for}: expected a duration from 1s to 1d, such as 10m`] : []),
    ...(everyMs === null ? [`--every ${options.every}: expected a duration from 1s to 1h, such as 5s`] : []),
    ...(silence?.trim() === '' ? ['--silence needs a reason, such as --silence "deploying 2.5.0"'] : []),
    ...unknownNames(names, services),
    ...(version === null ? [] : withoutVersion(selected)),
  ];
  if (faults.length > 0 || forMs === null || everyMs === null) throw new UserError(faults.join('\n  '));
  const neededMs = (runs - 1) * everyMs;
  if (neededMs >= forMs) {
    const needed = `${runs} checks, one every ${options.every}, take ${formatDuration(neededMs)}`;
    throw new UserError(`--for ${options.for} is too short: ${needed}`);
  }
  return { services: selected, isAll, version, runs, forMs, everyMs };
}

function durationWithin(text: string, most: number): number | null {
  const length = parseDuration(text);
  return length !== null && length >= SECOND_MS && length <= most ? length : null;
}

function unknownNames(names: readonly string[], services: readonly Service[]): readonly string[] {
  const ids = services.map(({ id }) => id);
  return names
    .filter((name) => !ids.includes(name))
    .map((name) => `there is no service "${cleanText(name)}": ${serviceHint(name, ids)}`);
}

/** Says which services have no version in their answers: those with the contract `text` or `http`. */
function withoutVersion(services: readonly Service[]): readonly string[] {
  const without = services.filter(({ contract }) => contract === 'text' || contract === 'http');
  if (without.length === 0) return [];
  const names = nameSome(without.map(({ id, contract }) => `${id} (contract: ${contract})`));
  return [`--version: answers of these services have no version: ${names}. Name the others, or omit --version`];
}
