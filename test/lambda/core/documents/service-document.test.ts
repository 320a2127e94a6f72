/** Tests of the document of a service. */

import { TOPIC } from '../../../../lambda/core/deliver/receiver';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { serviceDocuments, serviceNow } from '../../../../lambda/core/documents/service-document';
import { briefOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { degrade, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW, TIMINGS } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';

const MINUTE_MS = 60_000;
const iso = (time: number) => new Date(time).toISOString();
const documentsOf = (known: DeploymentFacts) => [...serviceDocuments(known)];

it('a service has the time of the check with its figures, even if a brief is newer', async () => {
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
  // For a large fleet only the brief is read.
  expect(serviceNow(beside, { ...service, state: null, brief: later })).toMatchObject({
    state: 'unhealthy',
    verdict: null,
    responseMs: null,
    checkedAt: iso(NOW + MINUTE_MS),
    since: iso(NOW + MINUTE_MS),
  });
});

it('a service has the latest verdict, its report or error, the open incident and the availability', async () => {
  const known = await knownOf({
    shop: [...often('well', 3), '503'],
    till: [...often('well', 2), { version: '<b>2\u202e', region: 'eu' }],
    new: [],
  });
  const [shop, till, others] = documentsOf(known);
  expect(shop).toMatchObject({
    service: 'shop',
    state: 'unhealthy',
    reason: 'http_503',
    since: iso(NOW),
    timings: TIMINGS,
    responseMs: 15,
    errorBody: { error: 'Database connection failed', timestamp: iso(NOW), service: 'shop' },
    incident: { id: expect.stringMatching(/Z-1$/), alerts: [{ receiver: TOPIC, event: 'opened', sentAt: iso(NOW) }] },
    open: [shop?.incident?.id],
    availability: 0.75,
    checksInMaintenance: 0,
  });
  expect(till).toMatchObject({
    service: 'till',
    state: 'healthy',
    reason: 'ok',
    since: iso(NOW - 2 * MINUTE_MS),
    incident: null,
    availability: 1,
    report: { version: '<b>2', others: { region: 'eu' } },
  });
  expect(others).toMatchObject({
    state: 'unknown',
    verdict: null,
    checkedAt: null,
    incident: null,
    availability: null,
  });
});

it('a service whose last check is stale is unknown, and keeps its last verdict', async () => {
  const known = await knownOf({ shop: ['503'], till: ['well'] });
  expect(documentsOf({ ...known, now: NOW + known.staleAfterMs + 1 })).toMatchObject([
    { state: 'unknown', reason: 'http_503' },
    { state: 'unknown', reason: 'ok' },
  ]);
});

it('a service has its conditions, and the standing of its objective', async () => {
  const aim = ['alerts: { successThreshold: 2 }', 'objective: { responseTime: { under: 800ms, share: 99% } }'];
  const known = degrade(await knownOf({ shop: often('well', 10), till: ['well'] }, {}, aim), 'shop', { slow: 2 });
  const [shop, till] = documentsOf(known);
  expect(shop).toMatchObject({
    state: 'degraded',
    reason: 'ok',
    conditions: [{ code: 'slow', since: iso(NOW - 2 * MINUTE_MS), message: 'slow in figures' }],
  });
  expect(shop?.objective).toEqual([
    {
      aim: 'responseTime',
      target: 0.99,
      underMs: 800,
      windowSeconds: 30 * 86_400,
      since: iso(NOW - 9 * MINUTE_MS),
      checks: 10,
      bad: 0,
      reached: 1,
      budgetLeftSeconds: 25_920,
      burnRate: 0,
    },
  ]);
  expect(till).toMatchObject({ state: 'healthy', conditions: [], objective: [{ checks: 1 }] });
});

it('a service has the silence that applies to it', async () => {
  const silences = [silenceAt(NOW, { services: ['shop'] })];
  const [shop, till] = documentsOf(await knownOf({ shop: ['503'], till: ['well'] }, { silences }));
  expect(shop).toMatchObject({
    state: 'unhealthy',
    silence: { id: 'k3v9x1', by: 'ana', reason: 'deploy 2.5.0', until: iso(NOW + 60 * MINUTE_MS) },
  });
  expect(till?.silence).toBeNull();
});
