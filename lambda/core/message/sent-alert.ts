/** An alert once it is sent: the little that is kept of it, so that people see what they were told. */

import type { EventKind, VerdictKind } from '../words/codes';
import { isJsonObject } from '../words/json';
import { readEvent, readInstant, readText, readVerdict } from '../words/stored-value';
import type { Alert } from './alert';

export interface SentAlert {
  readonly id: string;
  readonly event: EventKind;
  readonly verdict: VerdictKind;
  readonly summary: string;
  /** The event's time, in milliseconds since 1970. */
  readonly at: number;
  /** That of the run that sent it: later, where it could not be sent at once. */
  readonly sentAt: number;
}

/** How many of a service's sent alerts are kept. */
export const SENT_KEPT = 10;

export function sentAlert({ id, event, verdict, summary, at }: Alert, now: number): SentAlert {
  return { id, event, verdict, summary, at: Date.parse(at), sentAt: now };
}

/** Reads one back, whoever wrote it; `null` where it is not known what it told, or when. */
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
