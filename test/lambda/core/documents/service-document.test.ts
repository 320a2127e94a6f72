/** A service as a document: what is of its last check belongs together, whatever else is known besides. */

import { serviceNow } from '../../../../lambda/core/documents/service-document';
import { briefOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;
const iso = (time: number) => new Date(time).toISOString();

it('the time of the last check is that of its figures, also if a brief is of a later one', async () => {
  const known = await knownOf({ a: often('well', 10) });
  const [service] = known.services;
  const stored = briefOf(service?.state ?? NEW_STATE);
  if (!service || stored === null) throw new Error('it was never checked');
  const later = { ...stored, kind: 'unhealthy', at: NOW + MINUTE_MS, since: NOW + MINUTE_MS } as const;
  const beside = { ...known, now: NOW + 2 * MINUTE_MS };
  expect(serviceNow(beside, { ...service, brief: later })).toMatchObject({
    state: 'unhealthy',
    stateSince: iso(NOW + MINUTE_MS),
    verdict: 'healthy',
    checkedAt: iso(NOW),
    since: iso(NOW - 9 * MINUTE_MS),
  });
  // Of a large fleet the brief is all that was read.
  expect(serviceNow(beside, { ...service, state: null, brief: later })).toMatchObject({
    state: 'unhealthy',
    verdict: null,
    responseMs: null,
    checkedAt: iso(NOW + MINUTE_MS),
    since: iso(NOW + MINUTE_MS),
  });
});
