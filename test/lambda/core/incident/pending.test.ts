/** Which failing runs count before they are an outage: those after the last end, of an outage alone. */

import { advanceOutage } from '../../../../lambda/core/incident/advance-outage';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { BEFORE, findingOf, MINUTE_MS } from '../../../support/core/story';

const CONTEXT = {
  policy: { failureThreshold: 9, successThreshold: 1 },
  subject: { severity: 'critical', environment: 'production' },
  url: '',
  intervalMs: MINUTE_MS,
  now: NOW,
} as const;
/** One failing run, three minutes ago. */
const PENDING = { since: NOW - 3 * MINUTE_MS, runs: 1 };

const endedAt = (minute: number, kind: Incident['kind']): Incident => ({
  ...pastOutage(NOW - 60 * MINUTE_MS, NOW + minute * MINUTE_MS),
  kind,
});

it.each([
  ['an outage that ended before them', endedAt(-4, 'outage'), { ...PENDING, runs: 2 }],
  ['an outage that another process ended after the first of them', endedAt(-2, 'outage'), { since: NOW, runs: 1 }],
  ['a condition that ended meanwhile', endedAt(-2, 'condition'), { ...PENDING, runs: 2 }],
  ['a budget whose incident ended meanwhile', endedAt(-2, 'objective'), { ...PENDING, runs: 2 }],
])('after %s', (_, past, pending) => {
  const state = { ...BEFORE, pending: PENDING, incidents: [past] };
  expect(advanceOutage(state, findingOf('http_503'), CONTEXT).pending).toEqual(pending);
});
