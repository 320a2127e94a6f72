/** An alert that was not answered is repeated, unless another process has had its answer, whatever order the records are joined in. */

import {
  joinNotified,
  NOT_NOTIFIED,
  type Notified,
  type UnansweredAlert,
} from '../../../../lambda/core/notify/notified';
import { alertOn } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';

const due: Notified = { ...NOT_NOTIFIED, due: NOW };
const opened: Notified = { ...due, opened: NOW, sentAt: NOW };
const ended: Notified = { ...opened, over: NOW, endCovers: NOW };
const triedOnce = (nth: number, times = 1): UnansweredAlert => ({
  alert: alertOn('updated'),
  nth,
  times,
  at: NOW,
  stage: 0,
  lateRelapses: 0,
});
const first = triedOnce(1);
const second = triedOnce(2);

it.each<[string, Notified, Notified, UnansweredAlert | null]>([
  ['the first, and nobody knows more', { ...due, tried: first }, due, first],
  ['the first, and another process has had its answer', { ...due, tried: first }, opened, null],
  ['the second, and another process knows of the first', { ...opened, tried: second }, opened, second],
  ['the second, and another process has had its answer', { ...opened, tried: second }, { ...opened, updates: 1 }, null],
  ['the second, which was the end', { ...opened, tried: second }, ended, null],
  ['the first and the second', { ...due, tried: first }, { ...opened, tried: second }, second],
  [
    'the same, once by one and more often by the other',
    { ...due, tried: first },
    { ...due, tried: triedOnce(1, 3) },
    triedOnce(1, 3),
  ],
])('%s', (_, left, right, expected) => {
  expect(joinNotified(left, right).tried).toEqual(expected);
  expect(joinNotified(right, left).tried).toEqual(expected);
});
