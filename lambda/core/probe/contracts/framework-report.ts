/** The report that an answer of a framework makes: what its format defines, and nothing that would have to be guessed. */

import type { CleanText } from '../../words/clean-text';
import type { ReportedStatus } from '../../words/codes';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../words/json';
import { clockSkewMs } from '../clock-skew';
import { NO_FIGURES, type Report, readOthers } from '../report';

const BYTES_PER_MB = 1_048_576;

/** A report that has only a status. */
export function bareReport(status: ReportedStatus): Report {
  const { version, uptime, memory } = NO_FIGURES;
  return { status, service: null, timestamp: null, environment: null, version, uptime, memory, others: {} };
}

/**
 * - health+json: `releaseId` is the release, `version` the public version of the API; `checks.uptime` counts seconds if its unit is `s`.
 *   Source: draft-inadarei-api-health-check-06, 3.2, 3.3 and 4.
 * - hellofresh/health-go: `timestamp`, `component.version`, and `system.alloc_bytes`, "the bytes allocated and not yet freed". Source: its
 *   health.go.
 */
export function frameworkReport(status: ReportedStatus, json: unknown, clean: CleanText): Report {
  if (!isJsonObject(json)) return bareReport(status);
  const version = versionIn(json);
  const timestamp = timestampIn(json);
  const known = new Set([...version.fields, ...timestamp.fields, 'status']);
  return {
    ...bareReport(status),
    timestamp: timestamp.text === null ? null : clean(timestamp.text),
    version: version.text === null ? null : clean(version.text),
    uptime: uptimeIn(json),
    memory: { used: memoryIn(json), total: null },
    others: readOthers(json, known, clean),
  };
}

/** A text from an answer, and the fields of the root that it covers. */
interface Found {
  readonly text: string | null;
  readonly fields: readonly string[];
}

const NOTHING_FOUND: Found = { text: null, fields: [] };

function versionIn(json: JsonObject): Found {
  const { releaseId, version, component } = json;
  if (isText(releaseId)) return { text: releaseId, fields: ['releaseId'] };
  if (isText(version)) return { text: version, fields: ['version'] };
  const ofComponent = jsonObjectOf(component).version;
  return isText(ofComponent) ? { text: ofComponent, fields: [] } : NOTHING_FOUND;
}

function timestampIn({ timestamp }: JsonObject): Found {
  const isInstant = typeof timestamp === 'string' && clockSkewMs(timestamp, 0) !== null;
  return isInstant ? { text: timestamp, fields: ['timestamp'] } : NOTHING_FOUND;
}

function uptimeIn({ checks }: JsonObject): number | null {
  const { uptime } = jsonObjectOf(checks);
  if (!Array.isArray(uptime)) return null;
  const inSeconds = uptime.map(jsonObjectOf).find(({ observedUnit }) => observedUnit === 's');
  return amountOf(inSeconds?.observedValue);
}

function memoryIn({ system }: JsonObject): number | null {
  const bytes = amountOf(jsonObjectOf(system).alloc_bytes);
  return bytes === null ? null : Math.round((100 * bytes) / BYTES_PER_MB) / 100;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
