/** What is made of a service's facts: its state, its history in buckets, its changes. */

import { availability, BUCKETS, failedChecks, type Rollup } from '../../../lambda/core/history/history';
import type { Range } from '../../../lambda/view/address';
import type { Known, KnownService } from '../../../lambda/view/known';
import { historyView, isRecovering, type Span, sinceOf, spanOf, stateOf } from '../../../lambda/view/service-view';
import { stripText } from '../../../lambda/view/strip';
import { type Found, knownOf, often } from '../../support/known';
import { NOW } from '../../support/observations';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const only = async (story: readonly Found[]): Promise<[Known, KnownService]> => {
  const known = await knownOf({ a: story });
  return [known, known.services[0] as KnownService];
};
const drawn = async (story: readonly Found[], range: Parameters<typeof spanOf>[0] = 'latest') => {
  const [known, service] = await only(story);
  return historyView(known, service, spanOf(range, known.now));
};
/** One character a bucket: nothing, well, failed. */
const picture = ({ buckets }: ReturnType<typeof historyView>) =>
  buckets.map((bucket) => (bucket.checks === 0 ? ' ' : failedChecks(bucket) === 0 ? '.' : 'X')).join('');

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

  it('lasts since its first check in a row, and a failure since its incident began', async () => {
    const since = async (story: Found[]) => {
      const [known, service] = await only(story);
      return (NOW - (sinceOf(stateOf(known, service), service) ?? 0)) / MINUTE_MS;
    };
    expect(await since(['503', 'well', 'well', 'well'])).toBe(2);
    expect(await since(['well', '503', '500', 'refused'])).toBe(2);
    expect(await since(['well', ...often('none', 9)])).toBe(9);
  });

  it('is recovering while its incident waits for its end', async () => {
    const recovering = async (story: Found[]) => {
      const [known, service] = await only(story);
      return isRecovering(stateOf(known, service), service);
    };
    expect(await recovering(['503', 'well'])).toBe(true);
    expect(await recovering(['503', 'well', 'well'])).toBe(false);
    expect(await recovering(['well', '503'])).toBe(false);
  });
});

describe('the last checks', () => {
  it('stand one by one, the newest at the end', async () => {
    expect(picture(await drawn([...often('well', 3), '503', 'well']))).toBe(`${' '.repeat(55)}...X.`);
    expect(picture(await drawn([...often('503', 40), ...often('well', 60)]))).toBe('.'.repeat(BUCKETS));
  });

  it('show a time without checks as one gap', async () => {
    expect(picture(await drawn(['well', ...often('none', 10), 'well', 'none', 'well'])).trimStart()).toBe('. ..');
  });

  it('count no more than they show', async () => {
    const gaps = Array.from({ length: 20 }, (): Found[] => [...often('none', 4), 'well']).flat();
    const view = await drawn([...often('503', 30), ...gaps]);
    expect(picture(view)).not.toContain('X'.repeat(21));
    expect(view.whole.checks).toBe(picture(view).replaceAll(' ', '').length);
    expect(failedChecks(view.whole)).toBe(picture(view).match(/X/g)?.length);
  });

  it('show a restart and another version where they were seen', async () => {
    const view = await drawn([
      'well',
      'well',
      { uptime: 20 },
      { version: '2.0.0', uptime: 5 },
      { version: '2.0.0', uptime: 65 },
    ]);
    expect(view.changes).toMatchObject([
      { bucket: 57, change: { restarted: true, version: null } },
      { bucket: 58, change: { restarted: true, version: { from: '1.4.2', to: '2.0.0' } } },
    ]);
    expect(stripText(view, NOW)).toBe(
      '5 checks: all healthy; restarted at 11:58:00 UTC; restarted, version 1.4.2 to 2.0.0 at 11:59:00 UTC',
    );
  });

  it('take old and young instances that take turns for no restart', async () => {
    const turns = Array.from({ length: 10 }, (_, index) => ({ uptime: (index % 2 === 0 ? 9_000 : 700) + index * 60 }));
    expect((await drawn(turns)).changes).toEqual([]);
  });

  it('describe an outage in words', async () => {
    const view = await drawn([...often('well', 6), 'refused', '503']);
    expect(stripText(view, NOW)).toBe('8 checks: 75 % healthy, 2 failed');
    expect(availability([view.whole])).toBe(0.75);
  });

  it('are none of a service that was never checked', async () => {
    const view = await drawn([]);
    expect([picture(view).trim(), view.whole.checks, stripText(view, NOW)]).toEqual(['', 0, 'no record of this time']);
  });
});

describe('a span of time', () => {
  it('is drawn in buckets of equal length, and counts only what lies within', async () => {
    const view = await drawn([...often('503', 60), ...often('well', 24 * 60 + 1)], '24h');
    expect(view.buckets).toHaveLength(BUCKETS);
    expect(picture(view)).toBe('.'.repeat(BUCKETS));
    expect(view.buckets.reduce((sum, { checks }) => sum + checks, 0)).toBe(24 * 60 + 1);
  });

  it('shows one failure among many checks', async () => {
    const view = await drawn([...often('well', 700), 'refused', ...often('well', 700)], '24h');
    expect(picture(view).match(/X/g)).toHaveLength(1);
    expect(availability([view.whole])).toBeCloseTo(1_400 / 1_401);
    expect(stripText(view, NOW)).toBe('1401 checks: 99.9 % healthy, 1 failed');
  });
});

describe('a history of sums', () => {
  const hour = (from: number, failed = 0): Rollup => ({
    ...{ from, to: from + HOUR_MS, checks: 60, failures: failed > 0 ? { error: failed } : {} },
    ...{ meanMs: 20, maxMs: 40, reason: null, memoryUsedMb: null },
  });
  const viewOf = async (history: readonly Rollup[], watch: Partial<Known>, range: Range | Span) => {
    const [known, service] = await only(['well']);
    const span = typeof range === 'string' ? spanOf(range, NOW) : range;
    return historyView({ ...known, ...watch }, { ...service, history }, span);
  };

  it('counts each check once, even if a sum is longer than a bucket', async () => {
    const history = Array.from({ length: 24 }, (_, index) => hour(NOW - (24 - index) * HOUR_MS, index === 3 ? 10 : 0));
    const view = await viewOf(history, {}, '24h');
    expect(view.whole).toMatchObject({ checks: 1_440, failures: { error: 10 } });
    expect(stripText(view, NOW)).toBe('1440 checks: 99.3 % healthy, 10 failed');
    expect(picture(view)).toBe('...X....................');
  });

  it.each([
    ['the periods of a dashboard', 15 * MINUTE_MS, { kind: 'time', from: NOW - 12 * HOUR_MS, to: NOW }],
    ['those that began before it', 15 * MINUTE_MS, { kind: 'time', from: NOW - 12.1 * HOUR_MS, to: NOW + 1 }],
    ['sums of hours', HOUR_MS, '24h'],
    ['sums of hours over days', HOUR_MS, '7d'],
    ['one that is longer than the whole time', HOUR_MS, { kind: 'time', from: NOW - 10 * MINUTE_MS, to: NOW }],
  ] as const)('counts all checks once in buckets of %s, without a gap', async (_, length, span) => {
    const history = Array.from({ length: 10 * 24 }, (_one, index) => {
      const from = NOW - (10 * 24 - index) * length;
      return { ...hour(from), to: from + length };
    });
    const { buckets, whole } = await viewOf(history, {}, span);
    expect(buckets.map(({ checks }) => checks)).not.toContain(0);
    expect(buckets.reduce((sum, { checks }) => sum + checks, 0)).toBe(whole.checks);
  });

  it.each([
    ['24h', 30],
    ['24h', 60],
    ['24h', 24 * 60],
    ['7d', 24 * 60],
    ['90d', 24 * 60],
  ] as const)('of %s shows no gap where checks are %i min apart', async (range, minutes) => {
    const intervalMs = minutes * MINUTE_MS;
    const checks = Array.from({ length: 200 }, (_, index) => {
      const at = NOW - index * intervalMs - (index % 7) * 1_000;
      return { ...hour(at), to: at, checks: 1 };
    }).reverse();
    expect(picture(await viewOf(checks, { intervalMs }, range))).toMatch(/^\.+$/);
  });

  it('of a time that is over shows nothing that came after it', async () => {
    const [known, service] = await only([...often('well', 50), { uptime: 5 }, 'well']);
    const span = { kind: 'time', from: NOW - 40 * MINUTE_MS, to: NOW - 10 * MINUTE_MS } as const;
    const view = historyView(known, service, span);
    expect(view.changes).toEqual([]);
    expect(view.whole.checks).toBe(30);
  });

  it('leaves out what is yet to come', async () => {
    const [known, service] = await only(['well', 'well', '503']);
    expect(picture(historyView({ ...known, now: NOW - MINUTE_MS }, service, { kind: 'checks' })).trim()).toBe('..');
  });
});
