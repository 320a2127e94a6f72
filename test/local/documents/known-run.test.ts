/** What is known after a run: which services it has asked, how they are, and who is silenced. */

import { silencesOn, stateOf } from '../../../lambda/core/documents/facts/service-view';
import { latestOf } from '../../../lambda/core/probe/latest-check';
import { NEW_STATE } from '../../../lambda/core/state/service-state';
import { askedIn } from '../../../local/documents/known-run';
import { answer, failure, NOW, reportOf } from '../../support/core/observations';
import { afterRun, notAskedOf, resultOf, runOf } from '../../support/core/runs';
import { silenceAt } from '../../support/core/silences';

const well = resultOf('shop', answer(200, reportOf({ service: 'shop' })));
const dead = resultOf('till', failure('connection_refused'));
const idsOf = (services: readonly { readonly service: { readonly id: string } }[]) =>
  services.map(({ service }) => service.id);

it('has all services, also one that could not be asked, as it was known before', () => {
  const latest = latestOf(resultOf('mail', failure('dns_failure')), null, 0);
  const before = { state: { ...NEW_STATE, latest }, revision: 1, unsaved: false };
  const known = afterRun({ ...runOf([well, dead], 1, [notAskedOf('mail')]), states: new Map([['mail', before]]) });
  expect(idsOf(known.services)).toEqual(['shop', 'till', 'mail']);
  expect(idsOf(askedIn(known))).toEqual(['shop', 'till']);
  expect(known.services.map((one) => stateOf(known, one))).toEqual(['healthy', 'unreachable', 'unreachable']);
  expect(known.problems).toEqual(['mail: it could not be asked: EMFILE: too many open files']);
});

it('is of its end, and no verdict of it is stale, however long it took', () => {
  const known = afterRun(runOf([well], 86_400_000));
  expect([known.now, stateOf(known, askedIn(known)[0] ?? fail())]).toEqual([NOW + 86_400_000, 'healthy']);
});

it('takes a silence until well for a service of which nobody knows since when it has failed, and for none that is well', () => {
  const known = afterRun({ ...runOf([well, dead]), silences: [silenceAt(NOW, { untilWell: true })] });
  expect(known.silences).toHaveLength(1);
  expect(known.services.map((one) => silencesOn(known, one).length)).toEqual([0, 1]);
});

function fail(): never {
  throw new Error('it was asked');
}
