/** Reads back what people were notified of, and the alerts that are owed, whichever version of the program wrote them. */

import { readAlert } from '../message/read-alert';
import type { ContinuedIncident } from '../notify/due-alert';
import type { HeldEnd, Notified } from '../notify/notified';
import { isJsonObject } from '../words/json';
import {
  readCount,
  readFound,
  readHttpStatus,
  readIncidentKind,
  readInstant,
  readSeverity,
  readText,
  readVerdict,
} from '../words/stored-value';
import type { Owed } from './outbox';

/** Reads one; `null` if its incident is not known. */
export function readNotified(raw: unknown): Notified | null {
  if (!isJsonObject(raw) || typeof raw.incident !== 'string') return null;
  const found = readFound(raw);
  return {
    incident: raw.incident,
    continues: readContinued(raw.continues),
    thread: readText(raw.thread),
    held: readHeld(raw.held),
    ...found,
    verdicts: Array.isArray(raw.verdicts) ? raw.verdicts.map(readVerdict) : [found.verdict],
    // If the time is not known, it counts as long ago: a reminder that is too early is better than none.
    notifiedAt: readInstant(raw.notifiedAt) ?? 0,
    ...(raw.stage !== undefined && { stage: readCount(raw.stage) ?? 0 }),
  };
}

/** Before schema 2, the incident itself held what people were notified of. */
export function readNotifiedOfIncident(raw: unknown): Notified | null {
  if (!isJsonObject(raw)) return null;
  const { id, openedAt, told, toldAt } = raw;
  return readNotified({ ...raw, incident: id, verdicts: told, notifiedAt: readInstant(toldAt) ?? openedAt });
}

/** Before schema 2, the outbox held only alerts. */
export function readOwed(raw: unknown): Owed | null {
  if (!isJsonObject(raw)) return null;
  if (!isJsonObject(raw.alert)) {
    const alert = readAlert(raw);
    return alert && { alert, incident: lastPartOf(alert.incidentId), thread: null, unanswered: 0, triedAt: 0 };
  }
  const alert = readAlert(raw.alert);
  return (
    alert && {
      alert,
      incident: readText(raw.incident) ?? alert.incidentId,
      thread: readText(raw.thread),
      unanswered: readCount(raw.unanswered) ?? 0,
      triedAt: readInstant(raw.triedAt) ?? 0,
    }
  );
}

function readContinued(raw: unknown): ContinuedIncident | null {
  if (!isJsonObject(raw) || typeof raw.id !== 'string') return null;
  const openedAt = readInstant(raw.openedAt);
  if (openedAt === null) return null;
  return {
    id: raw.id,
    openedAt,
    failedRuns: readCount(raw.failedRuns) ?? 0,
    severity: readSeverity(raw.severity),
    environment: readText(raw.environment),
  };
}

function readHeld(raw: unknown): HeldEnd | null {
  const known = readContinued(raw);
  if (known === null || !isJsonObject(raw)) return null;
  return {
    ...known,
    kind: readIncidentKind(raw.kind),
    httpStatus: readHttpStatus(raw.httpStatus),
    resolvedAt: Math.max(known.openedAt, readInstant(raw.resolvedAt) ?? known.openedAt),
    isFinal: raw.isFinal === true,
  };
}

function lastPartOf(incidentId: string): string {
  return incidentId.slice(incidentId.lastIndexOf('/') + 1);
}
