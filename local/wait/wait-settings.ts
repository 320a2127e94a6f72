/** The options of `statuswatch wait`: what is waited for, for how long, and how often services are asked. Lists all faults. */

import type { Config, Service } from '../../lambda/core/config/config';
import { nearMiss } from '../../lambda/core/config/parse/fault';
import { cleanText } from '../../lambda/core/words/clean-text';
import type { Contract } from '../../lambda/core/words/codes';
import { formatDuration, parseDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { serviceHint } from '../input/select-services';
import type { RequestOptions } from '../requests/request';

export interface WaitOptions extends RequestOptions {
  /** The names of groups. */
  readonly group: readonly string[];
  readonly version?: string;
  readonly runs: string;
  readonly for: string;
  readonly every: string;
  /** Why services are silenced meanwhile; missing if they are not. */
  readonly silence?: string;
  /** The file for a JUnit report. */
  readonly junit?: string;
}

export interface WaitSettings {
  /** The version that services should answer; `null` for any. */
  readonly version: string | null;
  /** How many good answers in a row a service needs. */
  readonly runs: number;
  readonly forMs: number;
  /** The time from one request to a service to the next. */
  readonly everyMs: number;
}

const LEAST_EVERY_MS = 1_000;
const LONGEST_EVERY_MS = 3_600_000;
const LONGEST_WAIT_MS = 86_400_000;

/** The settings, which may be used only if there are no faults. */
export function readSettings(options: WaitOptions): {
  readonly settings: WaitSettings;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const settings = {
    version: readVersion(options, faults),
    runs: readRuns(options, faults),
    forMs: readLength('for', options.for, [LEAST_EVERY_MS, LONGEST_WAIT_MS], faults),
    everyMs: readLength('every', options.every, [LEAST_EVERY_MS, LONGEST_EVERY_MS], faults),
  };
  if (options.silence?.trim() === '') faults.push('--silence needs a reason, such as --silence "deploying 2.5.0"');
  if (options.junit === '') faults.push('--junit needs the name of a file');
  const { runs, forMs, everyMs } = settings;
  const neededMs = (runs - 1) * everyMs;
  if (faults.length === 0 && neededMs >= forMs) {
    const [needed, every] = [formatDuration(neededMs), formatDuration(everyMs)];
    faults.push(
      `--for ${options.for} is too short: ${runs} answers, one every ${every}, need ${needed}: expected a longer time, or fewer --runs`,
    );
  }
  return { settings, faults };
}

/** How often a service is asked at most. */
export function mostRequests({ forMs, everyMs }: WaitSettings): number {
  return Math.ceil(forMs / everyMs);
}

function readVersion({ version }: WaitOptions, faults: string[]): string | null {
  if (version === undefined) return null;
  // As the versions of reports are cleaned.
  const cleaned = cleanText(version);
  if (cleaned === '') faults.push('--version needs a version, such as --version 2.5.0');
  return cleaned;
}

function readRuns({ runs }: WaitOptions, faults: string[]): number {
  const count = /^\d{1,6}$/.test(runs) ? Number(runs) : 0;
  if (count < 1) faults.push(`--runs ${runs}: expected a whole number of answers in a row, from 1 on`);
  return count;
}

function readLength(
  name: string,
  text: string,
  [least, most]: readonly [least: number, most: number],
  faults: string[],
): number {
  const length = parseDuration(text);
  if (length !== null && length >= least && length <= most) return length;
  const [from, to] = [formatDuration(least), formatDuration(most)];
  faults.push(`--${name} ${text}: expected a duration from ${from} to ${to}, such as 5s or 10m`);
  return least;
}

/** The services that are named or are of the groups, in the order of the config; all if nothing is named. */
export function selectServices(
  { services }: Pick<Config, 'services'>,
  names: readonly string[],
  { group, version }: WaitOptions,
): { readonly selected: readonly Service[]; readonly faults: readonly string[] } {
  const ids = services.map(({ id }) => id);
  const groups = [...new Set(services.flatMap((service) => service.group ?? []))];
  const isAll = names.length === 0 && group.length === 0;
  const isMeant = ({ id, group: own }: Service) => isAll || names.includes(id) || (own !== null && group.includes(own));
  const selected = services.filter(isMeant);
  const faults = [
    ...unknown(names, ids).map((name) => `there is no service "${cleanText(name)}": ${serviceHint(name, ids)}`),
    ...unknown(group, groups).map((name) => `there is no group "${cleanText(name)}": ${groupHint(name, groups)}`),
    ...(version === undefined ? [] : faultsOfContracts(selected, isAll)),
  ];
  return { selected, faults };
}

function unknown(names: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => !known.includes(name));
}

function groupHint(name: string, groups: readonly string[]): string {
  if (groups.length === 0) return 'no service has a group';
  const meant = nearMiss(name, groups);
  return meant === null ? `the groups are ${nameSome(groups)}` : `did you mean ${meant}?`;
}

/** By these contracts an answer has no version. */
const WITHOUT_VERSION: readonly Contract[] = ['text', 'http'];

function faultsOfContracts(selected: readonly Service[], isAll: boolean): readonly string[] {
  const without = selected.filter(({ contract }) => WITHOUT_VERSION.includes(contract));
  if (without.length === 0) return [];
  const names = nameSome(without.map(({ id, contract }) => `${id} (contract: ${contract})`));
  const way = isAll ? 'name the others' : 'leave them out';
  return [`--version: the answers of these services have no version: ${names}: ${way}, or wait without --version`];
}
