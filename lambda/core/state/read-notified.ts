/** Reads back what people have been notified of, and what they are owed, whichever version wrote it. */

import { readAlert } from '../message/read-alert';
import type { Notified } from '../notify/notify';
import { isJsonObject } from '../words/json';
import { readCount, readInstant, readText, readVerdict } from '../words/stored-value';
import type { Owed } from './outbox';

/** `null` if it is not known of which incident. */
export function readNotified(raw: unknown): Notified | null {
  if (!isJsonObject(raw) || typeof raw.incident !== 'string') return null;
  const verdict = readVerdict(raw.verdict);
  return {
    incident: raw.incident,
    continues: readContinued(raw.continues),
    verdict,
    reason: readText(raw.reason) ?? '',
    message: readText(raw.message) ?? '',
    verdicts: Array.isArray(raw.verdicts) ? raw.verdicts.map(readVerdict) : [verdict],
    // Of an unknown time it is as if it had been long ago: a reminder comes rather too early than never.
    notifiedAt: readInstant(raw.notifiedAt) ?? 0,
  };
}

/** Until schema 2 an incident itself held what people had been notified of. */
export function readNotifiedOfIncident(raw: unknown): Notified | null {
  if (!isJsonObject(raw)) return null;
  const { id, openedAt, told, toldAt } = raw;
  return readNotified({ ...raw, incident: id, verdicts: told, notifiedAt: readInstant(toldAt) ?? openedAt });
}

/** Until schema 2 the outbox held alerts alone. */
export function readOwed(raw: unknown): Owed | null {
  if (!isJsonObject(raw)) return null;
  if (!isJsonObject(raw.alert)) {
    const alert = readAlert(raw);
    return alert && { alert, incident: lastPartOf(alert.incidentId), unanswered: 0, triedAt: 0 };
  }
  const alert = readAlert(raw.alert);
  return (
    alert && {
      alert,
      incident: readText(raw.incident) ?? alert.incidentId,
      unanswered: readCount(raw.unanswered) ?? 0,
      triedAt: readInstant(raw.triedAt) ?? 0,
    }
  );
}

function readContinued(raw: unknown): Notified['continues'] {
  if (!isJsonObject(raw) || typeof raw.id !== 'string') return null;
  const openedAt = readInstant(raw.openedAt);
  return openedAt === null ? null : { id: raw.id, openedAt, failedRuns: readCount(raw.failedRuns) ?? 0 };
}

function lastPartOf(incidentId: string): string {
  return incidentId.slice(incidentId.lastIndexOf('/') + 1);
}
