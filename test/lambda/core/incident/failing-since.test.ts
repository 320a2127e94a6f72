/** Since when a service is down: from the start of the first failed attempt, although a check has the time of its last one. */

import { downMsOf, openOutage } from '../../../../lambda/core/incident/incident';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { answer, NOW, reportOf } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';

const CONTEXT = { intervalMs: 60_000, silences: [] };
/** Three attempts took so long. */
const LATER_MS = 7_000;

const failedAt = (at: number) => ({
  ...resultOf('user-service', answer(503, {}), 3),
  at: at + LATER_MS,
  failingSince: at,
});
const healthyAt = (at: number) => ({ ...resultOf('user-service', answer(200, reportOf()), 1), at });

it('counts from the first attempt for the outage, the downtime, a relapse and the service', () => {
  const down = nextState(NEW_STATE, failedAt(NOW), CONTEXT);
  expect(openOutage(down)?.openedAt).toBe(NOW);
  expect(down.latest).toMatchObject({ at: NOW + LATER_MS, since: NOW });
  expect(down.latest).not.toHaveProperty('failingSince');

  const again = nextState(down, failedAt(NOW + 60_000), CONTEXT);
  expect(again.latest?.since).toBe(NOW);
  const well = nextState(again, healthyAt(NOW + 120_000), CONTEXT);
  const relapsed = nextState(well, failedAt(NOW + 180_000), CONTEXT);
  const outage = openOutage(relapsed);
  expect(outage).toMatchObject({ relapses: [NOW + 180_000], failing: { since: NOW + 180_000 } });
  expect(outage && downMsOf(outage, NOW + 190_000)).toBe(130_000);
});
