/** The stored form of a state, and how it is read back: what makes no sense is begun anew, all else is kept. */

import { readConditions } from '../condition/condition';
import { readHabits, storeHabits } from '../condition/conditions-after';
import { readHistory, storeHistory } from '../history/running-history';
import { RELAPSES_KEPT, STRETCHES_KEPT } from '../incident/advance-outage';
import { readClues } from '../incident/clue';
import { BEGUN, byBeginning, type End, type Incident, type Row, type Stretch } from '../incident/incident';
import { readLastHealthy } from '../incident/last-healthy';
import { readOthersFailing } from '../incident/others-failing';
import { readRecentRuns } from '../incident/recent-runs';
import { CHANGES_KEPT, readChange, readChanged } from '../incident/service-change';
import type { AlertedService } from '../message/alert';
import { readAlert } from '../message/read-alert';
import { readSentAlerts } from '../message/sent-alert';
import { countOf, MOST_TRIES, NOTHING_KNOWN, type Notified, type NotifiedOfAll } from '../notify/notified';
import { readWithheld, WITHHELD_KEPT } from '../notify/withheld';
import { readLatest } from '../probe/latest-check';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import { ID_LIMIT, SERVICE_ID } from '../words/service-id';
import {
  LONGEST,
  readCount,
  readFound,
  readHttpStatus,
  readIncidentKind,
  readInstant,
  readLine,
  readList,
  readSeverity,
  readText,
  readVerdict,
} from '../words/stored-value';
import { SCHEMA, type ServiceState } from './service-state';

/** A state as it is stored: plain JSON, which `readState` reads. What has its initial value is left out: each save pays for its length. */
export function storedForm(state: ServiceState): JsonObject {
  const { incidents, notified, habits, history, ...rest } = state;
  return {
    schema: SCHEMA,
    ...rest,
    incidents: incidents.map((one) => without(one, BEGUN)),
    notified: mapRecords(notified, (records) => mapRecords(records, (one) => without(one, NOTHING_KNOWN))),
    habits: storeHabits(habits),
    history: storeHistory(history),
  };
}

/** Reads a stored state; `null` if it is none, or one of another schema. */
export function readState(raw: unknown): ServiceState | null {
  if (!isState(raw)) return null;
  const incidents = readList(raw.incidents, readIncident).sort(byBeginning);
  return {
    run: readCount(raw.run) ?? 0,
    pending: readRow(raw.pending),
    incidents,
    incidentCount: readCount(raw.incidentCount) ?? incidents.length,
    lastHealthy: readLastHealthy(raw.lastHealthy),
    stretches: readList(raw.stretches, readStretch).slice(-STRETCHES_KEPT),
    recentRuns: readRecentRuns(raw.recentRuns),
    notified: readNotifiedOfAll(raw.notified, new Set(incidents.map(({ id }) => id))),
    receivers: readReceivers(raw.receivers),
    about: readAbout(raw.about),
    latest: readLatest(raw.latest),
    changes: readList(raw.changes, readChange).slice(-CHANGES_KEPT),
    conditions: readConditions(raw.conditions),
    habits: readHabits(raw.habits),
    removedAt: readInstant(raw.removedAt),
    forgotten: readForgotten(raw.forgotten),
    withheld: readList(raw.withheld, readWithheld).slice(-WITHHELD_KEPT),
    history: readHistory(raw.history),
    savedAt: readInstant(raw.savedAt) ?? 0,
  };
}

/** Whether `readState` reads a state from it, which takes far longer. */
export function isState(raw: unknown): raw is JsonObject {
  return isJsonObject(raw) && raw.schema === SCHEMA;
}

/** Whether a stored value is a state, but of another schema: that is begun anew, and no fault. */
export function isOfAnotherSchema(raw: unknown): boolean {
  return isJsonObject(raw) && readCount(raw.schema) !== null && raw.schema !== SCHEMA;
}

/** Without the keys that have their initial value. */
function without(one: object, initial: object): JsonObject {
  const isInitial = (key: string, value: unknown) =>
    key in initial && JSON.stringify(value) === JSON.stringify(initial[key as keyof typeof initial]);
  return Object.fromEntries(Object.entries(one).filter(([key, value]) => !isInitial(key, value)));
}

function mapRecords<One, Other>(
  records: Readonly<Record<string, One>>,
  of: (one: One) => Other,
): Readonly<Record<string, Other>> {
  return Object.fromEntries(Object.entries(records).map(([key, one]) => [key, of(one)]));
}

/** Runs in a row, and when they began. */
function readRow(raw: unknown): Row | null {
  if (!isJsonObject(raw)) return null;
  const [since, runs] = [readInstant(raw.since), readCount(raw.runs)];
  return since === null || runs === null ? null : { since, runs };
}

/** As `withNew` makes them. */
const INCIDENT_ID = /^\d[\w.-]{0,39}$/;

function readIncident(raw: unknown): Incident | null {
  if (!isJsonObject(raw)) return null;
  const openedAt = readInstant(raw.openedAt);
  const id = readText(raw.id);
  if (id === null || !INCIDENT_ID.test(id) || openedAt === null) return null;
  const change = isJsonObject(raw.change)
    ? { verdict: readVerdict(raw.change.verdict), runs: readCount(raw.change.runs) ?? 0 }
    : null;
  const [kind, over] = [readIncidentKind(raw.kind), readEnd(raw.over, openedAt)];
  const recovery = readRow(raw.recovery);
  const isFailing = kind === 'outage' && over === null && recovery === null;
  const failing = isFailing ? (readRow(raw.failing) ?? { since: openedAt, runs: 1 }) : null;
  return {
    ...{ id, kind, openedAt, over, recovery, failing, settled: over !== null && raw.settled === true },
    noticedAt: readInstant(raw.noticedAt) ?? openedAt,
    severity: readSeverity(raw.severity),
    environment: readLine(raw.environment),
    run: readCount(raw.run) ?? 0,
    ...readFound(raw),
    httpStatus: readHttpStatus(raw.httpStatus),
    errorCode: readLine(raw.errorCode, LONGEST.code),
    verdictRuns: readCount(raw.verdictRuns) ?? 0,
    change,
    stage: readCount(raw.stage) ?? 0,
    lastFailedAt: readInstant(raw.lastFailedAt) ?? openedAt,
    failedRuns: readCount(raw.failedRuns) ?? 1,
    failures: readCount(raw.failures) ?? 1,
    downMs: readCount(raw.downMs) ?? 0,
    relapses: readList(raw.relapses, readInstant).slice(-RELAPSES_KEPT),
    lateRelapses: readCount(raw.lateRelapses) ?? 0,
    url: readLine(raw.url, LONGEST.address) ?? '',
    lastHealthy: readLastHealthy(raw.lastHealthy),
    clues: readClues(raw.clues),
    others: readOthersFailing(raw.others),
    changed: isJsonObject(raw.changed) ? readChanged(raw.changed) : null,
  };
}

function readEnd(raw: unknown, openedAt: number): End | null {
  if (!isJsonObject(raw)) return null;
  const why = (['removed', 'duplicate'] as const).find((known) => known === raw.why) ?? 'well';
  const of = readLine(raw.of, LONGEST.id);
  return {
    at: Math.max(openedAt, readInstant(raw.at) ?? openedAt),
    why,
    ...(why === 'duplicate' && of !== null && { of }),
  };
}

function readStretch(raw: unknown): Stretch | null {
  const row = readRow(raw);
  if (row === null || !isJsonObject(raw)) return null;
  const [incident, until] = [readLine(raw.incident, LONGEST.id), readInstant(raw.until)];
  return incident === null || until === null ? null : { incident, ...row, until };
}

function readNotifiedOfAll(raw: unknown, known: ReadonlySet<string>): NotifiedOfAll {
  const all = Object.entries(jsonObjectOf(raw)).filter(([incident]) => known.has(incident));
  return Object.fromEntries(
    all.map(([incident, records]) => {
      const known = Object.entries(jsonObjectOf(records)).filter(([receiver]) => SERVICE_ID.test(receiver));
      return [incident, Object.fromEntries(known.map(([receiver, record]) => [receiver, readNotified(record)]))];
    }),
  );
}

function readReceivers(raw: unknown): ServiceState['receivers'] {
  if (!Array.isArray(raw)) return null;
  return raw.filter((one): one is string => typeof one === 'string' && SERVICE_ID.test(one));
}

function readNotified(raw: unknown): Notified {
  const stored = jsonObjectOf(raw);
  const record: Notified = {
    due: readInstant(stored.due),
    opened: readInstant(stored.opened),
    over: readInstant(stored.over),
    saidAfter: readInstant(stored.saidAfter),
    said: readSaid(stored.said),
    sent: readSentAlerts(stored.sent),
    verdicts: readList(stored.verdicts, readVerdict).sort(),
    updates: readCount(stored.updates) ?? 0,
    reminders: readCount(stored.reminders) ?? 0,
    acks: readCount(stored.acks) ?? 0,
    ackedSince: readInstant(stored.ackedSince),
    thread: readLine(stored.thread, LONGEST.id),
    tried: null,
    busyUntil: readInstant(stored.busyUntil),
    omitted: readCount(stored.omitted) ?? 0,
  };
  return { ...record, tried: readTried(stored.tried, countOf(record)) };
}

/** If its time is not known, it counts as long ago: a reminder that is too early is better than none. */
function readSaid(raw: unknown): Notified['said'] {
  if (!isJsonObject(raw)) return null;
  const [nth, stage, lateRelapses] = [raw.nth, raw.stage, raw.lateRelapses].map((one) => readCount(one) ?? 0);
  return {
    nth: nth ?? 0,
    at: readInstant(raw.at) ?? 0,
    ...readFound(raw),
    stage: stage ?? 0,
    lateRelapses: lateRelapses ?? 0,
  };
}

/** `sent` is the number of alerts that were answered: what was tried came right after them, or another process has sent it since. */
function readTried(raw: unknown, sent: number): Notified['tried'] {
  if (!isJsonObject(raw)) return null;
  const alert = readAlert(raw.alert);
  if (alert === null) return null;
  const [stage, lateRelapses] = [readCount(raw.stage) ?? 0, readCount(raw.lateRelapses) ?? 0];
  const nth = Math.min(readCount(raw.nth) ?? 1, sent + 1);
  const times = Math.min(MOST_TRIES, Math.max(1, readCount(raw.times) ?? 1));
  return { alert, stage, lateRelapses, nth, times, at: readInstant(raw.at) ?? 0 };
}

function readForgotten(raw: unknown): ServiceState['forgotten'] {
  const all = Object.entries(jsonObjectOf(raw)).flatMap(([matter, at]) => {
    const read = readInstant(at);
    return read === null ? [] : [[matter, read] as const];
  });
  return Object.fromEntries(all);
}

function readAbout(raw: unknown): AlertedService | null {
  if (!isJsonObject(raw)) return null;
  const [id, statusUrl] = [readLine(raw.id, ID_LIMIT), readLine(raw.statusUrl, LONGEST.address)];
  if (id === null || statusUrl === null) return null;
  return {
    ...{ id, statusUrl },
    environment: readLine(raw.environment),
    severity: readSeverity(raw.severity),
    runbook: readLine(raw.runbook, LONGEST.address),
  };
}
