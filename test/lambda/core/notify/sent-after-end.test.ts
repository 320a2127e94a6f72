/** An end that another process has followed by an update is sent once more, whatever order the records are joined in. */

import {
  countedRecord,
  endedRecord,
  hasPendingAlert,
  joinNotified,
  NOT_NOTIFIED,
  type Notified,
} from '../../../../lambda/core/notify/notified';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;
const opened: Notified = { ...NOT_NOTIFIED, due: NOW, opened: NOW, sentAt: NOW };
const updated = (at: number): Notified => ({
  ...opened,
  updates: 1,
  verdicts: ['unhealthy'],
  sentAt: at,
  lastAlert: { nth: 2, at, verdict: 'unhealthy', reason: 'http_503', message: 'it is', stage: 0, lateRelapses: 0 },
});

it.each([
  ['an update ten minutes after the end', 10, 20, true],
  ['an update of a run that began 20 s before the end, and may have sent later', 10, 10 - 1 / 3, true],
  ['an update before the end', 10, 5, false],
])('%s: ended after %s min, notified after %s min, owed: %s', (_, endedAt, sentAt, expected) => {
  const end = endedRecord(opened, NOW + endedAt * MINUTE_MS);
  const update = updated(NOW + sentAt * MINUTE_MS);
  for (const joined of [joinNotified(end, update), joinNotified(update, end)]) {
    expect(hasPendingAlert(joined)).toBe(expected);
    const again = endedRecord(joined, NOW + 30 * MINUTE_MS);
    expect([hasPendingAlert(again), hasPendingAlert(joinNotified(again, update))]).toEqual([false, false]);
  }
});

it('knows what was sent right before the recovery by the process that sent it', () => {
  const end = endedRecord(updated(NOW + MINUTE_MS), NOW + MINUTE_MS);
  expect([hasPendingAlert(end), end.over]).toEqual([false, NOW + MINUTE_MS]);
});

it('was not sent for an incident that was only counted: if another process has sent its opening, the recovery is due', () => {
  const counted = countedRecord({ ...NOT_NOTIFIED, due: NOW }, NOW + 10 * MINUTE_MS);
  expect(hasPendingAlert(counted)).toBe(false);
  for (const joined of [joinNotified(counted, opened), joinNotified(opened, counted)]) {
    expect(hasPendingAlert(joined)).toBe(true);
    expect(hasPendingAlert(endedRecord(joined, NOW + 11 * MINUTE_MS))).toBe(false);
  }
});
