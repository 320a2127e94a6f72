/** A change of a service between two healthy reports: a restart, or another version. */

import * as v from 'valibot';
import { joinLists } from '../fields/join';
import { instant, lastOf, line } from '../fields/stored-value';
import type { Figures } from '../probe/report';
import { cleanText } from '../words/clean-text';
import type { LastHealthy } from './recent-runs';

export interface ServiceChange {
  /** The time of the report that shows the change, in milliseconds since 1970. */
  readonly at: number;
  readonly restarted: boolean;
  /** The old and the new version; `null` if they are the same, or not known. */
  readonly version: { readonly from: string; readonly to: string } | null;
}

/** A change to another version. */
export type NewVersion = ServiceChange & { readonly version: NonNullable<ServiceChange['version']> };

/** Names a new version among all of its service. */
export function versionId({ at, version }: NewVersion): string {
  return `version/${at}/${version.to}`;
}

/** How many changes of a service are stored. */
export const CHANGES_KEPT = 40;
/** Versions are cut: 40 long versions would be the largest part of a state. */
const VERSION_LENGTH = 60;
/** The rounding error of an uptime. */
const TOLERANCE_MS = 1_000;

/**
 * The change between the report before and a healthy report at `now`; `null` if nothing has changed. A restart needs two
 * signs. First, the uptime is not larger than before: so a clock that was set forward is no restart. Second, the service
 * started after the report before: so several instances of different age behind an address are no restart.
 */
export function changeBetween(before: LastHealthy | null, report: Figures | null, now: number): ServiceChange | null {
  if (before === null || report === null) return null;
  const { uptime, version } = report;
  const isNoOlder = uptime !== null && before.uptime !== null && uptime <= before.uptime;
  const restarted = isNoOlder && now - uptime * 1_000 > before.at + TOLERANCE_MS;
  const moved = version !== null && before.version !== null && version !== before.version;
  if (!restarted && !moved) return null;
  const shown = (text: string) => cleanText(text, VERSION_LENGTH);
  return { at: now, restarted, version: moved ? { from: shown(before.version), to: shown(version) } : null };
}

/** All changes from `since` on (milliseconds since 1970), combined into a single change; `null` if there was none. */
export function sumUpChanges(changes: readonly ServiceChange[], since: number): Omit<ServiceChange, 'at'> | null {
  const later = changes.filter(({ at }) => at >= since);
  const restarted = later.some((change) => change.restarted);
  const versions = later.flatMap(({ version }) => version ?? []);
  const from = versions[0]?.from;
  const to = versions.at(-1)?.to;
  const version = from === undefined || to === undefined || from === to ? null : { from, to };
  return restarted || version !== null ? { restarted, version } : null;
}

/** All that either knows of: what was found once stays found, and it may be due to somebody. */
export function joinChanges(left: readonly ServiceChange[], right: readonly ServiceChange[]): readonly ServiceChange[] {
  return joinLists(left, right, {
    key: keyOf,
    order: (one, other) => one.at - other.at || (keyOf(one) < keyOf(other) ? -1 : 1),
    most: CHANGES_KEPT,
  });
}

function keyOf({ at, restarted, version }: ServiceChange): string {
  return version === null ? `${at}` : `${at} ${restarted} ${JSON.stringify([version.from, version.to])}`;
}

const version = v.nullable(v.object({ from: line(VERSION_LENGTH), to: line(VERSION_LENGTH) }));

/** A change without its time. */
export const changedSchema = v.object({ restarted: v.boolean(), version });

export const changesSchema: v.GenericSchema<unknown, readonly ServiceChange[]> = lastOf(
  v.object({ at: instant, restarted: v.boolean(), version }),
  CHANGES_KEPT,
);
