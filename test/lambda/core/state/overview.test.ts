/** The overview of a shard: it is read back as it was written, by any version, and is small. */

import fc from 'fast-check';
import { CONDITION_CODES } from '../../../../lambda/core/conditions/conditions';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { type Brief, briefOf, briefsIn, overviewOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { VERDICTS } from '../../../../lambda/core/words/codes';
import { packedBytes } from '../../../support/aws/packed-bytes';
import { answer, NOW, reportOf } from '../../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../../support/core/past-services';
import { resultOf } from '../../../support/core/runs';

const checked = latestOf(resultOf('a', answer(200, reportOf())), null, 0);

const incidentAt = (kind: Incident['kind'], openedAt: number) => pastOutage(openedAt, NOW, { kind, over: null });

function stateOf({ failingSince, incidentSince, conditions: own, ...brief }: Brief): ServiceState {
  const pending = failingSince === null ? null : { since: failingSince, runs: 1 };
  const isMatter = incidentSince !== null && incidentSince !== failingSince;
  const incidents = isMatter ? [incidentAt('objective', incidentSince)] : [];
  const conditions = own.map((one) => ({ ...one, message: 'with its figures', stage: 0, notifies: false }));
  return { ...NEW_STATE, latest: { ...checked, ...brief }, pending, incidents, conditions };
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const instant = fc.integer({ min: 0, max: NOW });
const brief: fc.Arbitrary<Brief> = fc
  .record({
    kind: fc.constantFrom(...VERDICTS),
    at: instant,
    since: instant,
    failingSince: fc.option(instant),
    matterSince: fc.option(instant),
    conditions: fc.array(fc.record({ code: fc.constantFrom(...CONDITION_CODES), since: instant }), { maxLength: 3 }),
  })
  .map(({ matterSince, ...one }) => {
    const since = [one.failingSince, matterSince].filter((at) => at !== null);
    return { ...one, incidentSince: since.length === 0 ? null : Math.min(...since) };
  });

it('says how each service is, and nothing of one that was never checked', () => {
  const briefs = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), brief);
  fc.assert(
    fc.property(briefs, (services) => {
      const states = Object.entries(services).map(([id, one]) => [id, stateOf(one)] as const);
      for (const [id, state] of states) expect(briefOf(state)).toEqual(services[id]);
      const { briefs } = overviewOf(new Map([...states, ['Never', NEW_STATE]]), 0, NOW);
      expect(Object.fromEntries(briefsIn([throughJson(briefs)]))).toEqual({ ...services });
    }),
  );
});

it.each(['constructor', 'prototype', 'has-own'])('knows a service that is called %s', (service) => {
  const states = new Map([[service, { ...NEW_STATE, latest: checked }]]);
  expect([...briefsIn([throughJson(overviewOf(states, 0, NOW).briefs)]).keys()]).toEqual([service]);
});

it('names the incident rather than what is pending', () => {
  const incidents = [incidentAt('condition', NOW - 99), incidentAt('outage', NOW - 9)];
  const brief = { kind: 'error', at: NOW, since: NOW - 5, conditions: [] } as const;
  const pending = stateOf({ ...brief, failingSince: NOW - 7, incidentSince: NOW - 7 });
  expect(briefOf({ ...pending, incidents })).toEqual({ ...brief, failingSince: NOW - 9, incidentSince: NOW - 99 });
});

it('takes the latest of what several shards say of a service', () => {
  const well = { kind: 'healthy', since: 0, failingSince: null, incidentSince: null, conditions: [] } as const;
  const shards = [NOW - 60_000, NOW, NOW - 120_000].map(
    (at, shard) => overviewOf(new Map([['a', stateOf({ ...well, at })]]), shard, NOW).briefs,
  );
  expect(briefsIn(shards).get('a')?.at).toBe(NOW);
});

const WELL = {
  kind: 'healthy',
  at: NOW,
  since: NOW - 5,
  failingSince: null,
  incidentSince: null,
  conditions: [],
} as const;

it.each([null, [], 7, {}, { a: 1 }, { a: { ...WELL, kind: 'purple' } }, { a: { ...WELL, at: 'now' } }])(
  'makes nothing of %j',
  (stored) => {
    expect(briefsIn([stored])).toEqual(new Map());
  },
);

it('reads what it knows of other services and conditions, whatever else is there', () => {
  const slow = { code: 'slow', since: NOW };
  const conditions = [slow, { code: 'sleepy', since: NOW }, { code: 'restarting' }, 7];
  const stored = { a: { ...WELL, conditions, more: 1 }, b: { ...WELL, since: 9e15 } };
  expect(briefsIn([stored])).toEqual(new Map([['a', { ...WELL, conditions: [slow] }]]));
});

// Amazon DynamoDB developer guide, "Quotas in Amazon DynamoDB": "The maximum item size in DynamoDB is 400 KB".
it('fits into an item with the most services of a shard, all of them failing, and expires a day after the last run', () => {
  const states = new Map(
    Array.from({ length: 1_000 }, (_, index) => {
      const at = NOW + ((index * 7_919) % 15_000);
      const since = at - ((index * 104_729) % 1e9);
      const conditions = [{ code: 'certificate_expires_soon', since: at - 7 * index }] as const;
      const failing = {
        kind: 'unreachable',
        at,
        since,
        failingSince: since,
        incidentSince: since - 997 * index,
      } as const;
      return [`payment-service-${index}`, stateOf({ ...failing, conditions })];
    }),
  );
  const { briefs, expiresAt } = overviewOf(states, 3, NOW);
  expect(packedBytes(briefs)).toBeLessThan(100_000);
  expect(expiresAt).toBe(NOW + 86_400_000);
});

it('does not count a budget spent by an outage that people were notified of: there is nothing to silence', () => {
  const outage = pastOutage(NOW - 99, NOW - 9);
  const since = (isNotified: boolean) =>
    briefOf(withSpentBudget({ ...NEW_STATE, latest: checked }, outage, isNotified))?.incidentSince;
  expect([since(true), since(false)]).toEqual([null, expect.any(Number)]);
});

it('takes as many bytes of a healthy service as its cost says', () => {
  const states = new Map(
    Array.from({ length: 200 }, (_, index) => {
      const at = NOW + ((index * 7_919) % 15_000);
      return [`payment-service-${index}`, stateOf({ ...WELL, at, since: at - ((index * 104_729) % 1e9) })];
    }),
  );
  expect(packedBytes(overviewOf(states, 3, NOW).briefs) / 200).toBeLessThan(15);
});
