/** Reads back an owed alert. One that can't be rendered would block all others. */

import type { ClueDocument } from '../clue/clue-document';
import { CLUE_LENGTH, MOST_CLUES } from '../incident/clue';
import { readChanged } from '../incident/service-change';
import { readTimings } from '../probe/latest-check';
import { DEFAULT_LENGTH } from '../words/clean-text';
import { CONDITION_CODES } from '../words/codes';
import { isJsonObject, jsonObjectOf } from '../words/json';
import { ID_LIMIT } from '../words/service-id';
import {
  LONGEST,
  readAmount,
  readCount,
  readEvent,
  readFound,
  readHttpStatus,
  readIncidentKind,
  readLine,
  readList,
  readSeverity,
} from '../words/stored-value';
import type { Alert, AlertedAck, AlertedCondition, AlertedReport, AlertedSilence, AlertLinks } from './alert';

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A missing field gets a value that can be shown; `null` if the event, the service or the time is not known. */
export function readAlert(raw: unknown): Alert | null {
  if (!isJsonObject(raw)) return null;
  const event = readEvent(raw.event);
  const [id, incidentId] = [readLine(raw.id, LONGEST.id), readLine(raw.incidentId, LONGEST.id)];
  const { service } = raw;
  if (!event || id === null || incidentId === null || !isJsonObject(service)) return null;
  // SNS accepts no empty attribute.
  const serviceId = readLine(service.id, ID_LIMIT);
  if (!serviceId) return null;
  const [beganAt, eventAt] = [readIso(raw.openedAt), readIso(raw.at)];
  const [openedAt, at] = [beganAt ?? eventAt, eventAt ?? beganAt];
  if (openedAt === null || at === null) return null;
  return {
    schema: 'statuswatch.alert/1',
    id,
    event,
    kind: readIncidentKind(raw.kind),
    incidentId,
    deployment: readLine(raw.deployment) ?? '',
    severity: readSeverity(raw.severity),
    at,
    openedAt,
    resolvedAt: event === 'resolved' ? (readIso(raw.resolvedAt) ?? at) : null,
    durationSeconds: readCount(raw.durationSeconds) ?? 0,
    service: {
      id: serviceId,
      url: readLine(service.url, LONGEST.address) ?? '',
      environment: readLine(service.environment),
    },
    ...readFound(raw),
    httpStatus: readHttpStatus(raw.httpStatus),
    errorCode: readLine(raw.errorCode, LONGEST.code),
    failedRuns: readCount(raw.failedRuns) ?? 1,
    failures: readCount(raw.failures) ?? 1,
    previous: isJsonObject(raw.previous) ? readFound(raw.previous) : null,
    episode: readEpisode(raw.episode),
    changed: isJsonObject(raw.changed) ? readChanged(raw.changed) : null,
    clues: readList(raw.clues, readClue).slice(0, MOST_CLUES),
    conditions: readList(raw.conditions, readCondition).slice(0, CONDITION_CODES.length),
    lastHealthy: readReport(raw.lastHealthy),
    timings: isJsonObject(raw.timings) ? readTimings(raw.timings) : null,
    links: readLinks(raw.links),
    omitted: readCount(raw.omitted) ?? 0,
    possiblyRepeated: raw.possiblyRepeated === true,
    silenced: readSilenced(raw.silenced),
    ack: readAck(raw.ack),
    silencesUnknown: raw.silencesUnknown === true,
    drill: raw.drill === true,
    summary: readLine(raw.summary, LONGEST.summary) ?? '',
  };
}

function readClue(raw: unknown): ClueDocument | null {
  const clue = jsonObjectOf(raw);
  const [code, message] = [readLine(clue.code, LONGEST.code), readLine(clue.message, CLUE_LENGTH)];
  return code === null || message === null ? null : { code, at: readIso(clue.at), message };
}

function readCondition(raw: unknown): AlertedCondition | null {
  const condition = jsonObjectOf(raw);
  const [code, message] = [readLine(condition.code, LONGEST.code), readLine(condition.message, CLUE_LENGTH)];
  const since = readIso(condition.since);
  return code === null || message === null || since === null ? null : { code, since, message };
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
    version: readLine(raw.version, DEFAULT_LENGTH),
    uptimeSeconds: readAmount(raw.uptimeSeconds),
    memoryUsedMb: readAmount(raw.memoryUsedMb),
    memoryTotalMb: readAmount(raw.memoryTotalMb),
  };
}

function readSilenced(raw: unknown): AlertedSilence | null {
  const { until, by, reason, planned } = jsonObjectOf(raw);
  const end = readIso(until);
  if (end === null) return null;
  return { until: end, by: readLine(by), reason: readLine(reason), planned: planned === true };
}

function readAck(raw: unknown): AlertedAck | null {
  const { by, note, ...times } = jsonObjectOf(raw);
  const [since, until] = [readIso(times.since), readIso(times.until)];
  return since === null || until === null ? null : { by: readLine(by), note: readLine(note), since, until };
}

function readLinks(raw: unknown): AlertLinks {
  const links = jsonObjectOf(raw);
  const read = (link: unknown) => readLine(link, LONGEST.address);
  return { dashboard: read(links.dashboard), logs: read(links.logs), runbook: read(links.runbook) };
}

/** A day or an hour that does not exist is no instant: no sum could be made of it. */
function readIso(raw: unknown): string | null {
  return typeof raw === 'string' && ISO_INSTANT.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : null;
}
