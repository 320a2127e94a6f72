/** How long alerts were held up before they were sent. */

import type { AlertEvent } from '../../words/codes';

/** An alert that is sent later than this after its event was held up. */
const PROMPT_MS = 60_000;

/** Milliseconds, of instants in milliseconds since 1970; `null` if it was sent at once, or is an end: that is always known later than it was. */
export function delayMs(event: AlertEvent, happenedAt: number, sentAt: number): number | null {
  const late = sentAt - happenedAt;
  return event !== 'resolved' && late > PROMPT_MS ? late : null;
}
