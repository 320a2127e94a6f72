/** The outages that spent a budget: how two lists of them are put together, and what is read of a list. */

import fc from 'fast-check';
import { INCIDENT, type Incident, joinSpentBy } from '../../../../lambda/core/incident/incident';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { runs } from '../../../support/jest/lane';

const ids = Array.from({ length: 7 }, (_, index) => `20260301T120000.000Z-${index + 1}`);
/** Only what a join makes: sorted, and bounded. */
const spentBy = fc.subarray(ids).map((some) => (some.length === 0 ? [] : joinSpentBy(some, some)));

it('are put together in any order, as often as one likes', () => {
  const property = fc.property(spentBy, spentBy, spentBy, (one, other, third) => {
    expect(joinSpentBy(one, one)).toEqual(one);
    expect(joinSpentBy(one, other)).toEqual(joinSpentBy(other, one));
    expect(joinSpentBy(joinSpentBy(one, other), third)).toEqual(joinSpentBy(one, joinSpentBy(other, third)));
  });
  fc.assert(property, { numRuns: runs(100, 1_000) });
});

it('are none once the budget is used too fast without them, or by too many of them', () => {
  expect(joinSpentBy(['2', '1'], ['3', '1'])).toEqual(['1', '2', '3']);
  expect(joinSpentBy(['1'], INCIDENT.initial.spentBy)).toEqual([]);
  expect(joinSpentBy(['1', '2', '3'], ['4', '5', '6'])).toEqual([]);
});

const [first = ''] = ids;
const budget: Incident = { ...pastOutage(NOW, NOW + 1), id: first, kind: 'objective', spentBy: ids.slice(1, 3) };
const readBack = (raw: unknown) => readState(JSON.parse(JSON.stringify(raw)))?.incidents[0]?.spentBy;

it('are read as they were stored', () => {
  expect(readBack(storedForm({ ...NEW_STATE, incidents: [budget] }))).toEqual(ids.slice(1, 3));
});

it.each([
  ['no list', first],
  ['an id that makes no sense', [first, '<b>']],
  ['nothing', null],
  ['too many', ids],
])('are none if what is stored is %s: then everybody is notified', (_, stored) => {
  expect(readBack({ ...storedForm(NEW_STATE), incidents: [{ ...budget, spentBy: stored }] })).toEqual([]);
});
