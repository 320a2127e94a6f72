/** Tests of the state of a service, and since when it lasts. */

import type { DeploymentFacts, ServiceFacts } from '../../../../../lambda/core/documents/facts/deployment-facts';
import { historyView } from '../../../../../lambda/core/documents/facts/history-view';
import { isRecovering, spanOf, startOfState, stateOf } from '../../../../../lambda/core/documents/facts/service-view';
import { keysOf, rangeOf } from '../../../../../lambda/core/history/history-items';
import { NO_HISTORY } from '../../../../../lambda/core/history/running-history';
import { bucketsFrom, pastCheck } from '../../../../support/core/buckets';
import { degrade, type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';

const MINUTE_MS = 60_000;
const only = async (story: readonly Found[]): Promise<[DeploymentFacts, ServiceFacts]> => {
  const known = await knownOf({ a: story });
  return [known, known.services[0] as ServiceFacts];
};

describe('the state', () => {
  it.each<[Found[], string]>([
    [['well'], 'healthy'],
    [['500'], 'error'],
    [['503'], 'unhealthy'],
    [['refused'], 'unreachable'],
    [[{ service: 'b' }], 'invalid'],
    [[], 'unknown'],
    [['well', ...often('none', 3)], 'healthy'],
    [['well', ...often('none', 4)], 'unknown'],
  ])('after %j is %s', async (story, expected) => {
    expect(stateOf(...(await only(story)))).toBe(expected);
  });

  it('is degraded since the first of its conditions began, also while it recovers', async () => {
    const known = degrade(await knownOf({ a: ['503', 'well'] }), 'a', { slow: 3, restarting: 8 });
    const [service] = known.services as [ServiceFacts];
    const state = stateOf(known, service);
    expect([state, startOfState(state, service), isRecovering(state, service)]).toEqual([
      'degraded',
      NOW - 8 * MINUTE_MS,
      true,
    ]);
  });

  it('is degraded by a brief that is newer than what is stored', async () => {
    const [known, service] = await only(['well', 'none']);
    const brief = { kind: 'healthy', at: NOW, since: 0, failingSince: null, incidentSince: null } as const;
    const conditions = [{ code: 'slow', since: NOW - 1 }] as const;
    expect(stateOf(known, { ...service, brief: { ...brief, conditions } })).toBe('degraded');
    expect(stateOf(known, { ...service, brief: { ...brief, conditions, at: 0 } })).toBe('healthy');
  });

  it('lasts since its first check in a row, and a failure since it last was healthy', async () => {
    const since = async (story: Found[]) => {
      const [known, service] = await only(story);
      return (NOW - (startOfState(stateOf(known, service), service) ?? 0)) / MINUTE_MS;
    };
    expect(await since(['503', 'well', 'well', 'well'])).toBe(2);
    expect(await since(['well', '503', '500', 'refused'])).toBe(2);
    expect(await since(['503', '503', 'well', '503', '500'])).toBe(1);
    expect(await since(['well', ...often('none', 9)])).toBe(9);
  });

  it('is recovering while its incident is not over', async () => {
    const recovering = async (story: Found[]) => {
      const [known, service] = await only(story);
      return isRecovering(stateOf(known, service), service);
    };
    expect(await recovering(['503', 'well'])).toBe(true);
    expect(await recovering(['503', 'well', 'well'])).toBe(false);
    expect(await recovering(['well', '503'])).toBe(false);
  });
});

describe('a range in an address', () => {
  const view = (from: number, to: number) => {
    const span = spanOf({ from, to }, NOW);
    const [start, end] = span.kind === 'time' ? [span.from, span.to] : [Number.NaN, Number.NaN];
    const items = keysOf(rangeOf(start, end, NOW), NO_HISTORY).length;
    const buckets = bucketsFrom([pastCheck(NOW - MINUTE_MS), pastCheck(NOW)]);
    const service = { service: {} as ServiceFacts['service'], state: null, buckets };
    return { items, checks: historyView({ now: NOW, intervalMs: MINUTE_MS }, service, span, 60).whole.checks };
  };

  it.each([
    ['0000-01-01', '0001-01-01'],
    ['1900-01-01', '1900-01-02'],
  ])('from %s to %s has no history, and reads nothing', (from, to) => {
    expect(view(Date.parse(from), Date.parse(to))).toEqual({ items: 0, checks: 0 });
  });

  it.each([
    ['a century later', Date.parse('2126-01-01'), Date.parse('2126-01-02')],
    ['within the same five minutes', NOW + 1_000, NOW + 2 * MINUTE_MS],
  ])('in the future shows no current check: %s', (_, from, to) => {
    expect(view(from, to).checks).toBe(0);
  });

  it('from the year 0 to 9999 is cut to the stored history', () => {
    const { items, checks } = view(Date.parse('0000-01-01'), Date.parse('9999-12-31'));
    expect(items).toBeLessThan(16);
    expect(checks).toBe(2);
  });
});
