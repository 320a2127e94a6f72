/** What became of a service between two healthy reports: it has started anew, or runs another version. */

import type { Report } from '../probe/report';
import { cleanText } from '../words/clean-text';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import { readInstant, readText } from '../words/stored-value';
import type { LastHealthy } from './last-healthy';

export interface ServiceChange {
  /** The report that shows it, in milliseconds since 1970. */
  readonly at: number;
  readonly restarted: boolean;
  /** From one version to another; `null` where it is the same, or not known. */
  readonly version: { readonly from: string; readonly to: string } | null;
}

/** How many changes of a service are kept. */
export const CHANGES_KEPT = 40;
/** Forty long ones would be the largest part of a state. */
const VERSION_LENGTH = 60;
/** What rounding makes of an uptime. */
const TOLERANCE_MS = 1_000;

/**
 * What a healthy report at `now` tells besides that of before; `null` where nothing has changed. A restart is known by two
 * signs. The service has not been up for longer than before: a clock that was set forward does not make it younger. And
 * its start lies after the report before: several instances behind one address, old and young, take turns without it.
 */
export function changeBetween(before: LastHealthy | null, report: Report | null, now: number): ServiceChange | null {
  if (before === null || report === null) return null;
  const { uptime, version } = report;
  const isNoOlder = uptime !== null && before.uptimeSeconds !== null && uptime <= before.uptimeSeconds;
  const restarted = isNoOlder && now - uptime * 1_000 > before.at + TOLERANCE_MS;
  const moved = version !== null && before.version !== null && version !== before.version;
  if (!restarted && !moved) return null;
  const shown = (text: string) => cleanText(text, VERSION_LENGTH);
  return { at: now, restarted, version: moved ? { from: shown(before.version), to: shown(version) } : null };
}

/** All changes from `since` on, in milliseconds since 1970, as one; `null` if there was none. */
export function sumUpChanges(changes: readonly ServiceChange[], since: number): Omit<ServiceChange, 'at'> | null {
  const later = changes.filter(({ at }) => at >= since);
  const restarted = later.some((change) => change.restarted);
  const versions = later.flatMap(({ version }) => version ?? []);
  const [from, to] = [versions[0]?.from, versions.at(-1)?.to];
  const version = from === undefined || to === undefined || from === to ? null : { from, to };
  return restarted || version !== null ? { restarted, version } : null;
}

export function readChange(raw: unknown): ServiceChange | null {
  if (!isJsonObject(raw)) return null;
  const at = readInstant(raw.at);
  if (at === null) return null;
  return { at, ...readChanged(raw) };
}

/** What changed, without its time. */
export function readChanged(raw: JsonObject): Omit<ServiceChange, 'at'> {
  const version = jsonObjectOf(raw.version);
  const [from, to] = [readText(version.from), readText(version.to)];
  return { restarted: raw.restarted === true, version: from === null || to === null ? null : { from, to } };
}
