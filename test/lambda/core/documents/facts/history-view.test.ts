/** Tests of the bars of a history: their counts, percentiles and changes. */

import fc from 'fast-check';
import * as v from 'valibot';
import type { Range } from '../../../../../lambda/core/documents/address';
import type { DeploymentFacts, ServiceFacts } from '../../../../../lambda/core/documents/facts/deployment-facts';
import { type HistoryView, historyView } from '../../../../../lambda/core/documents/facts/history-view';
import { type Span, spanOf } from '../../../../../lambda/core/documents/facts/service-view';
import { changeDocument, historyDocument, pastOf } from '../../../../../lambda/core/documents/history-document';
import { type Bucket, emptyBucket, failedChecks } from '../../../../../lambda/core/history/bucket';
import type { PastCheck } from '../../../../../lambda/core/history/past-check';
import { CHECKS_KEPT, NO_HISTORY } from '../../../../../lambda/core/history/running-history';
import { bucketsSchema } from '../../../../../lambda/core/history/stored-history';
import { holdOf } from '../../../../../lambda/core/notify/held-alerts';
import { NEW_STATE } from '../../../../../lambda/core/state/service-state';
import { timesOf } from '../../../../../lambda/core/words/response-times';
import { sinceItBegan } from '../../../../../lambda/view/charts/record';
import { stripText } from '../../../../../lambda/view/charts/strip';
import { bucketsFrom, pastCheck } from '../../../../support/core/buckets';
import { type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';
import { runs } from '../../../../support/jest/lane';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST = 60;

const only = async (story: readonly Found[]): Promise<[DeploymentFacts, ServiceFacts]> => {
  const known = await knownOf({ a: story });
  return [known, known.services[0] as ServiceFacts];
};
const drawn = async (story: readonly Found[], range: Range = 'latest') => {
  const [known, service] = await only(story);
  return historyView(known, service, spanOf(range, known.now), MOST);
};
const wordsOf = (view: HistoryView) =>
  stripText(
    pastOf(view),
    view.changes.map(({ change }) => changeDocument(change)),
    NOW,
  );
/** One character a bar: nothing, well, failed. */
const picture = ({ bars }: HistoryView) =>
  bars.map((bar) => (bar.checks === 0 ? ' ' : failedChecks(bar) === 0 ? '.' : 'X')).join('');

const SERVICE = { service: {} as ServiceFacts['service'], state: null };
const WATCH = { now: NOW, intervalMs: MINUTE_MS };
const viewOf = (buckets: readonly Bucket[], span: Span | Range, intervalMs = MINUTE_MS, most = MOST) =>
  historyView(
    { ...WATCH, intervalMs },
    { ...SERVICE, buckets },
    typeof span === 'object' && 'kind' in span ? span : spanOf(span, NOW),
    most,
  );
const viewOfChecks = (checks: readonly PastCheck[]) =>
  historyView(
    WATCH,
    { ...SERVICE, buckets: [], state: { ...NEW_STATE, history: { ...NO_HISTORY, checks } } },
    { kind: 'checks' },
    MOST,
  );

describe('the last checks', () => {
  it('are one bar each, the newest at the end', async () => {
    expect(picture(await drawn([...often('well', 3), '503', 'well']))).toBe(`${' '.repeat(55)}...X.`);
    expect(picture(await drawn([...often('503', 40), ...often('well', 60)]))).toBe('.'.repeat(CHECKS_KEPT));
  });

  it('keep their exact times, response times and reasons', async () => {
    const { bars } = await drawn(['well', '503', 'refused']);
    expect(bars.slice(-3).map(({ from, to, check }) => [from, to, check?.reason, check?.ms])).toEqual([
      [NOW - 2 * MINUTE_MS, NOW - 2 * MINUTE_MS, 'ok', expect.any(Number)],
      [NOW - MINUTE_MS, NOW - MINUTE_MS, 'http_503', expect.any(Number)],
      [NOW, NOW, 'connection_refused', null],
    ]);
  });

  it('show a time without checks as one gap', async () => {
    expect(picture(await drawn(['well', ...often('none', 10), 'well', 'none', 'well'])).trimStart()).toBe('. ..');
  });

  it('count only what they show', async () => {
    const gaps = Array.from({ length: 20 }, (): Found[] => [...often('none', 4), 'well']).flat();
    const view = await drawn([...often('503', 30), ...gaps]);
    expect(picture(view)).not.toContain('X'.repeat(21));
    expect(view.whole.checks).toBe(picture(view).replaceAll(' ', '').length);
    expect(failedChecks(view.whole)).toBe(picture(view).match(/X/g)?.length);
  });

  it('show a restart and a new version at the check that saw them', async () => {
    const view = await drawn([
      'well',
      'well',
      { uptime: 20 },
      { version: '2.0.0', uptime: 5 },
      { version: '2.0.0', uptime: 65 },
    ]);
    expect(view.changes).toMatchObject([
      { bar: 57, change: { restarted: true, version: null } },
      { bar: 58, change: { restarted: true, version: { from: '1.4.2', to: '2.0.0' } } },
    ]);
    expect(wordsOf(view)).toBe(
      '5 checks: all healthy; restarted at 11:58:00 UTC; restarted, version 1.4.2 to 2.0.0 at 11:59:00 UTC',
    );
  });

  it('show no restart for instances that take turns', async () => {
    const turns = Array.from({ length: 10 }, (_, index) => ({ uptime: (index % 2 === 0 ? 9_000 : 700) + index * 60 }));
    expect((await drawn(turns)).changes).toEqual([]);
  });

  it('are empty for a service that was never checked', async () => {
    const view = await drawn([]);
    expect([picture(view).trim(), view.whole.checks, wordsOf(view)]).toEqual(['', 0, 'no record of this time']);
    expect(view.responseMs).toBeNull();
  });

  it('leave out the future', async () => {
    const [known, service] = await only(['well', 'well', '503']);
    const view = historyView({ ...known, now: NOW - MINUTE_MS }, service, { kind: 'checks' }, MOST);
    expect(picture(view).trim()).toBe('..');
  });

  it('have exact percentiles', () => {
    const times = [7.3, 12, 1_900, 20, 5, 30.5, 11, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27];
    const checks = [...times, null].map((ms, index) => pastCheck(NOW - (times.length - index) * MINUTE_MS, { ms }));
    expect(viewOfChecks(checks).responseMs).toEqual({ p50: 19, p95: 30.5, p99: 1_900 });
  });
});

describe('a span of time', () => {
  /** The day until now, of checks that were found so. */
  const dayOf = (...kinds: PastCheck['kind'][]) => {
    const checks = kinds.map((kind, index) => pastCheck(NOW - (kinds.length - 1 - index) * MINUTE_MS, { kind }));
    return viewOf(bucketsFrom(checks), '24h');
  };
  const times = (count: number, kind: PastCheck['kind']) => Array<PastCheck['kind']>(count).fill(kind);

  it('is drawn in bars of equal length, and counts only what lies within', () => {
    const view = dayOf(...times(60, 'error'), ...times(24 * 60 + 1, 'healthy'));
    expect(picture(view)).toBe('.'.repeat(49));
    expect(view.bars.reduce((sum, { checks }) => sum + checks, 0)).toBe(24 * 60 + 1);
  });

  it('shows one failure among many checks', () => {
    const view = dayOf(...times(700, 'healthy'), 'unreachable', ...times(700, 'healthy'));
    expect(picture(view).match(/X/g)).toHaveLength(1);
    expect(wordsOf(view)).toBe('1,401 checks: 99.9 % healthy, 1 failed: unreachable');
  });

  it('in the past shows nothing later', async () => {
    const [known, service] = await only([...often('well', 50), { uptime: 5 }, 'well']);
    const view = historyView(known, service, between(-40 * MINUTE_MS, -10 * MINUTE_MS), MOST);
    expect(view.changes).toEqual([]);
    expect(view.whole.checks).toBe(30);
  });

  it('that ends within a bucket goes on until the bucket ends, or until now', () => {
    const buckets = bucketsFrom(Array.from({ length: 60 }, (_, index) => pastCheck(NOW - (59 - index) * MINUTE_MS)));
    const whole = (from: number, to: number) => viewOf(buckets, between(from * MINUTE_MS, to * MINUTE_MS)).whole;
    expect(whole(-28, -27)).toMatchObject({ from: NOW - 30 * MINUTE_MS, to: NOW - 25 * MINUTE_MS, checks: 5 });
    expect(whole(-30, -25)).toMatchObject({ from: NOW - 30 * MINUTE_MS, to: NOW - 25 * MINUTE_MS, checks: 5 });
    expect(viewOf(buckets, '24h').whole).toMatchObject({ to: NOW + 1, checks: 60 });
  });

  it('shows the same bars a minute later, except the last', () => {
    const buckets = bucketsFrom(
      Array.from({ length: 25 * 60 }, (_, index) => pastCheck(NOW - (25 * 60 - index) * MINUTE_MS)),
    );
    const at = (now: number) => historyView({ ...WATCH, now }, { ...SERVICE, buckets }, spanOf('24h', now), MOST).bars;
    expect(at(NOW + MINUTE_MS).slice(1, -1)).toEqual(at(NOW).slice(1, -1));
  });
});

const between = (from: number, to: number): Span => ({ kind: 'time', from: NOW + from, to: NOW + to });

/** As many buckets as fit into `agoMs`, each with a check a minute. */
function full(stepMs: number, agoMs: number, more: (index: number) => Partial<Bucket> = () => ({})): Bucket[] {
  const start = Math.floor((NOW - agoMs) / stepMs) * stepMs;
  return Array.from({ length: Math.ceil((NOW - start) / stepMs) }, (_, index) => {
    const from = start + index * stepMs;
    const checks = stepMs / MINUTE_MS;
    return { ...emptyBucket(from, from + stepMs), checks, times: timesOf(20, checks), ...more(index) };
  });
}

describe('buckets', () => {
  it.each([
    ['five minutes', 5 * MINUTE_MS, '24h', 48],
    ['hours', HOUR_MS, '7d', 56],
    ['days', DAY_MS, '90d', 46],
    ['five minutes', 5 * MINUTE_MS, between(-3 * HOUR_MS, 0), 36],
    ['hours', HOUR_MS, between(-3 * HOUR_MS, 0), 3],
    ['days', DAY_MS, between(-3 * HOUR_MS, 0), 1],
    ['days', DAY_MS, between(-400 * DAY_MS, 0), 58],
  ] as const)('of %s (%i ms) over %j are drawn whole and without a gap', (_, stepMs, span, count) => {
    const { bars, whole } = viewOf(full(stepMs, 401 * DAY_MS > 4e5 * stepMs ? 2 * DAY_MS : 401 * DAY_MS), span);
    expect(bars).toHaveLength(count);
    expect(bars.filter(({ checks }) => checks === 0)).toEqual([]);
    expect(bars.filter(({ from, to }) => to - from < stepMs || from % (to - from) !== 0)).toEqual([]);
    expect(bars.reduce((sum, { checks }) => sum + checks, 0)).toBe(whole.checks);
  });

  it('have a gap while nobody watched', () => {
    const buckets = full(HOUR_MS, 24 * HOUR_MS).filter((_, index) => index < 5 || index > 8);
    expect(picture(viewOf(buckets, between(-24 * HOUR_MS, 0)))).toBe(`.....${' '.repeat(4)}${'.'.repeat(15)}`);
  });

  it('are unknown without checks while the service was watched', async () => {
    const [known, service] = await only([...often('well', 60), ...often('none', 60), ...often('well', 60)]);
    const textOver = (from: number, to: number) =>
      wordsOf(historyView(known, service, between(from * MINUTE_MS, to * MINUTE_MS), MOST));
    expect([textOver(-110, -80), textOver(-400, -300)]).toEqual(['not known', 'no record of this time']);
  });

  it('are unknown also if only the current state is known', () => {
    const brief = { kind: 'healthy', at: NOW, since: NOW - 60 * MINUTE_MS, failingSince: null } as const;
    const service = { ...SERVICE, buckets: [], brief: { ...brief, incidentSince: null, conditions: [] } };
    expect(wordsOf(historyView(WATCH, service, spanOf('24h', NOW), MOST))).toBe('not known');
  });

  it('begin with the first check of the service, not with its bucket or a check after a gap', async () => {
    const [known, service] = await only([...often('well', 61), ...often('none', 60), ...often('well', 60)]);
    const begun = (from: number) => {
      const span = between(from * MINUTE_MS, 1);
      const view = historyView(known, service, span, MOST);
      const { points, whole } = sinceItBegan(historyDocument(view, span));
      return [
        whole.from === whole.begunAt,
        view.bars.length - points.length > 0,
        Math.round((view.whole.from - NOW) / MINUTE_MS),
      ];
    };
    expect(begun(-24 * 60)).toEqual([true, true, -180]);
    expect(begun(-115)).toEqual([false, false, -60]);
  });

  it.each([
    ['24h', 30],
    ['24h', 60],
    ['24h', 24 * 60],
    ['7d', 24 * 60],
    ['90d', 24 * 60],
  ] as const)('of %s show no gap where checks are %i min apart', (range, minutes) => {
    const checks = Array.from({ length: 200 }, (_, index) =>
      pastCheck(NOW - index * minutes * MINUTE_MS - (index % 7) * 1_000),
    );
    const stepMs = { '24h': 5 * MINUTE_MS, '7d': HOUR_MS, '90d': DAY_MS }[range];
    const view = viewOf(bucketsFrom(checks.reverse(), [], stepMs), range, minutes * MINUTE_MS);
    expect(picture(view)).toMatch(/^\.+$/);
  });

  it('have finite figures for any counts', () => {
    const count = fc.nat({ max: 1e15 });
    const failures = fc.record({ unreachable: count, error: count, unhealthy: count, invalid: count });
    const stored = fc.record({
      from: fc.nat({ max: 600 }).map((steps) => NOW - DAY_MS + (steps - 150) * 5 * MINUTE_MS),
      checks: count,
      failures,
      maintenance: fc.record({ checks: count, failures }),
      times: fc.record({ first: fc.nat({ max: 100 }), counts: fc.array(count, { maxLength: 100 }) }),
      memory: fc.record({ least: count, most: count }),
    });
    const buckets = fc.uniqueArray(stored, { selector: ({ from }) => from, maxLength: 20 });
    fc.assert(
      fc.property(buckets, (all) => {
        const sorted = all.toSorted((left, right) => left.from - right.from);
        const { whole, responseMs } = viewOf(v.parse(bucketsSchema('fine'), sorted), '24h');
        const figures = [whole.checks, failedChecks(whole), whole.memory?.least ?? 0, whole.memory?.most ?? 0];
        expect([...figures, ...Object.values(responseMs ?? {})].filter((one) => !Number.isFinite(one))).toEqual([]);
      }),
      { numRuns: runs(67) },
    );
  });
});

describe('the notes of bars', () => {
  const notesOf = ({ bars }: HistoryView) =>
    bars.map(({ checks, note }) => (checks === 0 ? '' : (note ?? '.').charAt(0))).join('');
  const [from, until] = [NOW - 3 * MINUTE_MS - 1, NOW + HOUR_MS];
  const SILENCE = { id: 's1', services: ['a'], from, until, untilWell: false, reason: null, by: null, planned: false };

  it('mark failed checks of a silenced service', async () => {
    const [known, service] = await only([...often('well', 3), ...often('503', 6)]);
    const notes = (silences: DeploymentFacts['silences']) =>
      notesOf(historyView({ ...known, silences }, service, { kind: 'checks' }, MOST));
    expect(notes([])).toBe('.........');
    expect(notes([SILENCE])).toBe('.....ssss');
    expect(notes([{ ...SILENCE, services: ['b'] }])).toBe('.........');
    expect(notes([{ ...SILENCE, planned: true }])).toBe('.........');
    expect(notes([{ ...SILENCE, kind: 'ack' }])).toBe('.........');
    const state = { ...(service.state as NonNullable<ServiceFacts['state']>) };
    const [outage] = state.incidents;
    const heldAlerts = [
      {
        incident: outage?.id ?? '',
        event: 'opened' as const,
        at: NOW,
        hold: holdOf({ ...SILENCE, until: NOW - MINUTE_MS }),
      },
    ];
    const over = { ...service, state: { ...state, notified: {}, heldAlerts } };
    expect(notesOf(historyView(known, over, { kind: 'checks' }, MOST))).toBe('...ssss..');
  });

  it('mark healthy checks with a condition', async () => {
    const [known, service] = await only([...often('well', 6), '503']);
    const condition = { code: 'slow', since: NOW - 2 * MINUTE_MS, message: '', stage: 0, notifies: true } as const;
    const state = { ...(service.state as NonNullable<ServiceFacts['state']>), conditions: [condition] };
    expect(notesOf(historyView(known, { ...service, state }, { kind: 'checks' }, MOST))).toBe('....dd.');
  });
});
