/** Which acknowledgements belong to an incident. */

import { INITIAL_STATE } from '../../../../lambda/core/incident/incident';
import { ackPeriodsOf, withAckPeriods } from '../../../../lambda/core/notify/held-alerts';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { ackAt } from '../../../support/core/silences';

const MINUTE_MS = 60_000;

it.each([
  ['before it was noticed', -1, []],
  ['when it was noticed', 0, [[0, 10]]],
  ['while it lasted, until it was over', 5, [[5, 10]]],
  ['at its end', 10, [[10, 10]]],
  ['after its end', 11, []],
])('begun %s', (_, minute, expected) => {
  const outage = pastOutage(NOW, NOW + 10 * MINUTE_MS);
  const state = { ...INITIAL_STATE, incidents: [outage], heldAlerts: [] };
  const silences = [ackAt(NOW + minute * MINUTE_MS)];
  const { heldAlerts } = withAckPeriods(state, 'a', { silences, source: 'store' }, NOW + 20 * MINUTE_MS);
  const times = ackPeriodsOf(heldAlerts, outage.id).map(({ at, hold }) => [at, hold.until]);
  expect(times.map((pair) => pair.map((time) => (time - NOW) / MINUTE_MS))).toEqual(expected);
});
