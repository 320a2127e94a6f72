/** Reads back an owed alert, whichever version of the program wrote it. One that can't be rendered would block all others. */

import type { ClueDocument } from '../clue/clue-document';
import { readChanged } from '../incident/service-change';
import { readTimings } from '../probe/latest-check';
import { isJsonObject, jsonObjectOf } from '../words/json';
import {
  carryAlong,
  readAmount,
  readCount,
  readEvent,
  readFound,
  readHttpStatus,
  readIncidentKind,
  readList,
  readSeverity,
  readText,
} from '../words/stored-value';
import type { Alert, AlertedCondition, AlertedReport, AlertedSilence, AlertLinks } from './alert';

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A missing field gets a value that can be shown; `null` if the event, the service or the time is not known. */
export function readAlert(raw: unknown): Alert | null {
  if (!isJsonObject(raw)) return null;
  const event = readEvent(raw.event);
  const { id, incidentId, service } = raw;
  if (!event || typeof id !== 'string' || typeof incidentId !== 'string' || !isJsonObject(service)) return null;
  // SNS accepts no empty attribute.
  const serviceId = readText(service.id);
  if (!serviceId) return null;
  const [begun, told] = [readIso(raw.openedAt), readIso(raw.at)];
  const [openedAt, at] = [begun ?? told, told ?? begun];
  if (openedAt === null || at === null) return null;
  return carryAlong<Alert>(raw, {
    schema: 'statuswatch.alert/1',
    id,
    event,
    kind: readIncidentKind(raw.kind),
    incidentId,
    deployment: readText(raw.deployment) ?? '',
    severity: readSeverity(raw.severity),
    at,
    openedAt,
    resolvedAt: event === 'resolved' ? (readIso(raw.resolvedAt) ?? at) : null,
    durationSeconds: readCount(raw.durationSeconds) ?? 0,
    service: {
      id: serviceId,
      url: readText(service.url) ?? '',
      environment: readText(service.environment),
    },
    ...readFound(raw),
    httpStatus: readHttpStatus(raw.httpStatus),
    errorCode: readText(raw.errorCode),
    failedRuns: readCount(raw.failedRuns) ?? 1,
    previous: isJsonObject(raw.previous) ? readFound(raw.previous) : null,
    episode: readEpisode(raw.episode),
    changed: isJsonObject(raw.changed) ? readChanged(raw.changed) : null,
    clues: readList(raw.clues, readClue),
    conditions: readList(raw.conditions, readCondition),
    lastHealthy: readReport(raw.lastHealthy),
    timings: isJsonObject(raw.timings) ? readTimings(raw.timings) : null,
    links: readLinks(raw.links),
    possiblyRepeated: raw.possiblyRepeated === true,
    silenced: readSilenced(raw.silenced),
    silencesUnknown: raw.silencesUnknown === true,
    drill: raw.drill === true,
    summary: readText(raw.summary) ?? '',
  });
}

function readClue(raw: unknown): ClueDocument | null {
  const { code, at, message } = jsonObjectOf(raw);
  return typeof code === 'string' && typeof message === 'string' ? { code, at: readIso(at), message } : null;
}

function readCondition(raw: unknown): AlertedCondition | null {
  const { code, since: begun, message } = jsonObjectOf(raw);
  const since = readIso(begun);
  return typeof code === 'string' && typeof message === 'string' && since !== null ? { code, since, message } : null;
}

function readEpisode(raw: unknown): Alert['episode'] {
  if (!isJsonObject(raw)) return null;
  const since = readIso(raw.since);
  const [times, runs, failedRuns] = [readCount(raw.times), readCount(raw.runs), readCount(raw.failedRuns)];
  if (since === null || times === null || runs === null || failedRuns === null) return null;
  return { times, since, relapsed: raw.relapsed === true, runs, failedRuns };
}

function readReport(raw: unknown): AlertedReport | null {
  if (!isJsonObject(raw)) return null;
  const at = readIso(raw.at);
  if (at === null) return null;
  return {
    at,
    version: readText(raw.version),
    uptimeSeconds: readAmount(raw.uptimeSeconds),
    memoryUsedMb: readAmount(raw.memoryUsedMb),
    memoryTotalMb: readAmount(raw.memoryTotalMb),
  };
}

function readSilenced(raw: unknown): AlertedSilence | null {
  const { until, by, reason } = jsonObjectOf(raw);
  const end = readIso(until);
  return end === null ? null : { until: end, by: readText(by), reason: readText(reason) };
}

function readLinks(raw: unknown): AlertLinks {
  const links = jsonObjectOf(raw);
  return { dashboard: readText(links.dashboard), logs: readText(links.logs), runbook: readText(links.runbook) };
}

/** A day or an hour that does not exist is no instant: no sum could be made of it. */
function readIso(raw: unknown): string | null {
  return typeof raw === 'string' && ISO_INSTANT.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : null;
}
