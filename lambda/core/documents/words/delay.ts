/** How long alerts were held up before they were sent. */

import type { AlertEvent } from '../../words/codes';

/** An alert that is sent later than this after its event was held up. */
const PROMPT_MS = 60_000;

/** Returns the delay in milliseconds, from times since 1970; `null` if sent at once, or for a recovery, which is always found late. */
export function delayMs(event: AlertEvent, happenedAt: number, sentAt: number): number | null {
  const late = sentAt - happenedAt;
  return event !== 'resolved' && late > PROMPT_MS ? late : null;
}
