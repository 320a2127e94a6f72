/** An end that another process has followed by an update is sent once more; one that was sent at the same time is not told apart. */

import {
  isOwed,
  joinNotified,
  NOTHING_KNOWN,
  type Notified,
  settledRecord,
} from '../../../../lambda/core/notify/notified';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;
const said = (at: number): Notified => ({
  ...NOTHING_KNOWN,
  ...{ due: NOW, opened: NOW, updates: 1, verdicts: ['unhealthy'] },
  said: { nth: 2, at, verdict: 'unhealthy', reason: 'http_503', message: 'it is', stage: 0, lateRelapses: 0 },
});
const over = (at: number) => settledRecord({ opened: NOW, over: at, sent: null });

it.each([
  ['an update ten minutes after the end', 10, 20, true],
  ['an update before the end', 10, 5, false],
])('%s: ended after %s min, notified after %s min, owed: %s', (_, endedAt, saidAt, expected) => {
  const [end, update] = [over(NOW + endedAt * MINUTE_MS), said(NOW + saidAt * MINUTE_MS)];
  for (const joined of [joinNotified(end, update), joinNotified(update, end)]) expect(isOwed(joined)).toBe(expected);
});
