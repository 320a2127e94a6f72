/** Of several open incidents about one problem, which two processes at once may leave: the incident that a receiver is notified of. */

import { targetOf } from '../../../../lambda/core/notify/due';
import { NOT_NOTIFIED, type Notified } from '../../../../lambda/core/notify/notified';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { BEFORE, MINUTE_MS } from '../../../support/core/story';

const outage = (id: string, minute: number) => ({
  ...pastOutage(NOW + minute * MINUTE_MS, NOW + 60 * MINUTE_MS, { id }),
  over: null,
});
const FIRST = outage('first', 0);
const SECOND = outage('second', 1);
const THIRD = outage('third', 2);
const DUE: Notified = { ...NOT_NOTIFIED, due: NOW };
const KNOWN: Notified = { ...DUE, opened: NOW };

it.each<[string, Readonly<Record<string, Notified>>, string]>([
  ['the real one, if it knows none', {}, 'first'],
  ['that which is due to it, if it knows none', { second: DUE }, 'second'],
  ['the oldest of those that are due to it', { second: DUE, third: DUE }, 'second'],
  ['that which it knows, whatever is due to it', { first: DUE, second: KNOWN }, 'second'],
  ['the oldest of those that it knows', { first: DUE, second: KNOWN, third: KNOWN }, 'second'],
])('is %s', (_, records, target) => {
  const ofPeople = Object.entries(records).map(([id, record]) => [id, { people: record }]);
  // What another receiver knows makes no difference.
  const notified = { third: { others: KNOWN }, ...Object.fromEntries(ofPeople) };
  const state = { ...BEFORE, incidents: [FIRST, SECOND, THIRD], notified };
  for (const incident of state.incidents) expect(targetOf(incident, state, 'people')?.id).toBe(target);
});

it('is never about another problem, nor over', () => {
  const condition = { ...FIRST, id: 'condition', kind: 'condition' as const };
  const over = { ...FIRST, id: 'over', over: { at: NOW, why: 'well' as const } };
  const notified = { condition: { people: KNOWN }, over: { people: KNOWN } };
  const state = { ...BEFORE, incidents: [condition, over, SECOND], notified };
  expect(targetOf(SECOND, state, 'people')).toBe(SECOND);
  expect(targetOf(condition, state, 'people')).toBe(condition);
});
