/** The part of a sent alert that is kept, so that people can see what they were notified of. */

import type { EventKind, VerdictKind } from '../words/codes';
import { isJsonObject } from '../words/json';
import { readEvent, readInstant, readText, readVerdict } from '../words/stored-value';
import type { Alert } from './alert';

export interface SentAlert {
  readonly id: string;
  readonly event: EventKind;
  readonly verdict: VerdictKind;
  readonly summary: string;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  /** The time of the run that sent it: later, if it could not be sent at once. */
  readonly sentAt: number;
}

/** How many sent alerts of a service are kept. */
export const SENT_KEPT = 10;

export function sentAlert({ id, event, verdict, summary, at }: Alert, now: number): SentAlert {
  return { id, event, verdict, summary, at: Date.parse(at), sentAt: now };
}

/** Reads one back, whichever version of the program wrote it; `null` if its event or its time is not known. */
export function readSent(raw: unknown): SentAlert | null {
  if (!isJsonObject(raw) || typeof raw.id !== 'string') return null;
  const [event, at] = [readEvent(raw.event), readInstant(raw.at)];
  if (event === null || at === null) return null;
  return {
    id: raw.id,
    event,
    verdict: readVerdict(raw.verdict),
    summary: readText(raw.summary) ?? '',
    at,
    sentAt: readInstant(raw.sentAt) ?? at,
  };
}
