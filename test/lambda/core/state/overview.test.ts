/** The overview of a shard: what it says comes back, whoever wrote it, and is small. */

import fc from 'fast-check';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { type Brief, briefOf, briefsIn, overviewOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { CONDITION_CODES, VERDICTS } from '../../../../lambda/core/words/codes';
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
      const { text } = overviewOf(new Map([...states, ['Never', NEW_STATE]]), 0, NOW);
      expect(Object.fromEntries(briefsIn([text]))).toEqual({ ...services });
    }),
  );
});

it('names the incident rather than what is pending', () => {
  const incidents = [incidentAt('condition', NOW - 99), incidentAt('outage', NOW - 9)];
  const brief = { kind: 'error', at: NOW, since: NOW - 5, conditions: [] } as const;
  const pending = stateOf({ ...brief, failingSince: NOW - 7, incidentSince: NOW - 7 });
  expect(briefOf({ ...pending, incidents })).toEqual({ ...brief, failingSince: NOW - 9, incidentSince: NOW - 99 });
});

it('takes the latest of what several shards say of a service', () => {
  const well = { kind: 'healthy', since: 0, failingSince: null, incidentSince: null, conditions: [] } as const;
  const texts = [NOW - 60_000, NOW, NOW - 120_000].map(
    (at, shard) => overviewOf(new Map([['a', stateOf({ ...well, at })]]), shard, NOW).text,
  );
  expect(briefsIn(texts).get('a')?.at).toBe(NOW);
});

it.each([
  '',
  'null',
  '[]',
  '{}',
  '{"at":1}',
  '{"at":1,"list":[1,[],["a"],["a","b"],[1,2,3]]}',
  '{"at":"1","list":[["a",0,0]]}',
])('makes nothing of %j', (text) => {
  expect(briefsIn([text])).toEqual(new Map());
});

it('reads what it knows of a service, whatever else is there', () => {
  expect(briefsIn(['{"at":1000,"list":[["a",5,2,"error",900,"more"]],"more":1}'])).toEqual(
    new Map([['a', { kind: 'error', at: 1_005, since: 1_003, failingSince: 105, incidentSince: 105, conditions: [] }]]),
  );
  const more = '{"at":1000,"list":[["a",5,2]],"incidents":[["a",7,"more"],["b"],7]}';
  expect(briefsIn([more]).get('a')).toMatchObject({ failingSince: null, incidentSince: 998 });
  const odd = '{"at":1000,"list":[["a",5,2,"error",900]],"incidents":[["a","more"]]}';
  expect(briefsIn([odd]).get('a')).toMatchObject({ failingSince: 105, incidentSince: 105 });
  const text =
    '{"at":1000,"list":[["a",5,2]],"conditions":[["a",["slow",5,"more"],["sleepy",1],["restarting"]],["b"],7]}';
  expect(briefsIn([text]).get('a')?.conditions).toEqual([{ code: 'slow', since: 1_000 }]);
});

it('keeps conditions, and incidents that are no outages, as lists of their own', () => {
  const conditions = [{ code: 'slow', since: NOW - 9 }] as const;
  const since = { since: NOW - 5, failingSince: null, incidentSince: NOW - 7 };
  const state = stateOf({ kind: 'healthy', at: NOW, ...since, conditions });
  expect(JSON.parse(overviewOf(new Map([['a', state]]), 0, NOW).text)).toEqual({
    at: NOW,
    list: [['a', 0, 5]],
    conditions: [['a', ['slow', 9]]],
    incidents: [['a', 7]],
  });
});

it('takes at most 45 bytes of a healthy service, and expires a day after the last run', () => {
  const states = new Map(
    Array.from({ length: 200 }, (_, index) => {
      const at = NOW + index * 7;
      const none = { failingSince: null, incidentSince: null, conditions: [] };
      const well = { ...none, kind: 'healthy', at, since: at - 86_400_000 } as const;
      return [`payment-service-${index}`, stateOf(well)];
    }),
  );
  const { text, expiresAt } = overviewOf(states, 3, NOW);
  expect(text.length / 200).toBeLessThan(45);
  expect(expiresAt).toBe(NOW + 86_400_000);
});

it('does not count a budget that an outage has spent of which people were notified: there is nothing to silence', () => {
  const outage = pastOutage(NOW - 99, NOW - 9);
  const since = (isNotified: boolean) =>
    briefOf(withSpentBudget({ ...NEW_STATE, latest: checked }, outage, isNotified))?.incidentSince;
  expect([since(true), since(false)]).toEqual([null, expect.any(Number)]);
});
