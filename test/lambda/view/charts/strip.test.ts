/** Tests of strips of checks: the text of a bar, its height, and the legend. */

import { type Bar, historyView } from '../../../../lambda/core/documents/facts/history-view';
import {
  type HistoryDocument,
  historyDocument,
  pointsOf,
  type StripDocument,
  stripOf,
} from '../../../../lambda/core/documents/history-document';
import { emptyBucket } from '../../../../lambda/core/history/bucket';
import { timesOf } from '../../../../lambda/core/words/response-times';
import { StripLegend } from '../../../../lambda/view/charts/legends';
import { barText, Strip, stripText } from '../../../../lambda/view/charts/strip';
import { pastCheck } from '../../../support/core/buckets';
import { NOW } from '../../../support/core/observations';

const NOTHING: Bar = emptyBucket(NOW - 60_000, NOW);
const CHECK = { from: NOW, to: NOW, checks: 1 };

it.each<[string, Partial<Bar>, string | RegExp]>([
  ['for a healthy check', { ...CHECK, check: pastCheck(NOW, { ms: 12.34 }) }, '12:00:00 UTC: healthy, 12 ms'],
  [
    'for a failed check',
    { ...CHECK, failures: { error: 1 }, check: pastCheck(NOW, { kind: 'error', reason: 'http_500', ms: 3 }) },
    '12:00:00 UTC: HTTP 500, 3.0 ms',
  ],
  [
    'for a check without an answer',
    {
      ...CHECK,
      failures: { unreachable: 1 },
      check: pastCheck(NOW, { kind: 'unreachable', reason: 'dns_failure', ms: null }),
    },
    '12:00:00 UTC: name not resolved',
  ],
  [
    'for a check without a reason',
    { ...CHECK, failures: { error: 1 }, check: pastCheck(NOW, { kind: 'error', reason: '', ms: null }) },
    '12:00:00 UTC: error',
  ],
  [
    'for a check in maintenance',
    {
      ...CHECK,
      failures: { error: 1 },
      maintenance: { checks: 1, failures: { error: 1 } },
      check: pastCheck(NOW, { kind: 'error', reason: 'http_500', ms: null, inMaintenance: true }),
    },
    '12:00:00 UTC: HTTP 500 in planned maintenance',
  ],
  [
    'for a time in maintenance',
    { checks: 5, failures: { error: 3 }, maintenance: { checks: 5, failures: { error: 3 } } },
    'from 11:59:00 UTC: 5 checks in planned maintenance (3 failed: error)',
  ],
  [
    'for a time partly in maintenance',
    { checks: 9, failures: { error: 3, unreachable: 1 }, maintenance: { checks: 5, failures: { error: 3 } } },
    'from 11:59:00 UTC: 4 checks, 1 failed: unreachable, 5 checks in planned maintenance (3 failed: error)',
  ],
  ['for a time between checks', { ...CHECK, checks: 0 }, 'not known'],
  ['for a check before the first', { from: 0, to: 0 }, 'no record'],
  ['for a time without checks', {}, 'from 11:59:00 UTC: not known'],
  ['for a time before the first check', { from: NOW - 120_000, to: NOW - 60_000 }, 'from 11:58:00 UTC: no record'],
  [
    'for a time with one check',
    { checks: 1, failures: { error: 1 }, times: timesOf(3) },
    /^from 11:59:00 UTC: 1 check, 1 failed: error, (2\.9|3\.[01]) ms$/,
  ],
  [
    'for healthy checks',
    { checks: 20, times: { first: 50, counts: [18, 0, 2] } },
    /^from 11:59:00 UTC: 20 checks, all healthy, p50 1\d ms, p95 1\d ms$/,
  ],
  [
    'for checks of which some failed',
    { checks: 24, failures: { invalid: 1, unreachable: 2 } },
    'from 11:59:00 UTC: 24 checks, 3 failed: 2 unreachable, 1 invalid',
  ],
  [
    'for checks without answers',
    { checks: 2, failures: { unreachable: 2 } },
    'from 11:59:00 UTC: 2 checks, 2 failed: unreachable',
  ],
  [
    'for restarts and versions',
    { checks: 2, restarts: 2, versions: 1 },
    'from 11:59:00 UTC: 2 checks, all healthy, 2 restarts, 1 version change',
  ],
])('the text of a bar %s', (_, bar, expected) => {
  const [point] = pointsOf({ bars: [{ ...NOTHING, ...bar }] });
  const text = point && barText(point, { begunAt: new Date(NOW - 60_000).toISOString() }, NOW);
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

describe('a strip', () => {
  const hour = (from: number, more: Partial<Bar>): Bar => ({ ...emptyBucket(from, from + 3_600_000), ...more });
  const historyOf = (buckets: readonly Bar[]): HistoryDocument => {
    const span = { kind: 'time', from: START, to: START + 4 * 3_600_000 } as const;
    const service = { service: {} as never, state: null, buckets };
    return historyDocument(historyView({ now: NOW, intervalMs: 60_000 }, service, span, 60), span);
  };
  const textOf = (buckets: readonly Bar[]) => {
    const { whole, changes } = historyOf(buckets);
    return stripText(whole, changes, NOW);
  };
  const START = Math.floor(NOW / 86_400_000) * 86_400_000;
  const well = hour(START, { checks: 60 });
  const failed = { checks: 60, failures: { error: 30 } };
  const within = hour(START + 3_600_000, { ...failed, maintenance: failed });
  const partly = hour(START + 7_200_000, { ...failed, maintenance: { checks: 20, failures: { error: 20 } } });

  it('leaves maintenance out of availability, and says how many checks that were', () => {
    expect(textOf([well, within])).toBe('60 checks: all healthy; 60 checks in maintenance left out');
    expect(textOf([within])).toBe('60 checks in maintenance left out');
    expect(textOf([well, within, partly])).toBe(
      '100 checks: 90 % healthy, 10 failed: error; 80 checks in maintenance left out',
    );
  });

  const LATER = START + 2 * 86_400_000;
  const linesIn = (bars: readonly Bar[], at = LATER) => {
    const { whole } = historyOf([]);
    const strip = stripOf(pointsOf({ bars }));
    const markup = String(Strip({ strip, past: whole, changes: [], height: 100, now: at }));
    const paths = [
      ...markup.matchAll(/class="bar ([a-z]+)" stroke-width="([\d.]+)" stroke-dasharray="(.+?)" d="(.+?)"/g),
    ];
    return paths.map(([, kind, thick, dashes, lines]) => ({ kind, thick: Number(thick), dashes, lines: lines ?? '' }));
  };
  /** The parts of a bar from above: the kind, and where it begins and ends. */
  const drawn = (bar: Bar, at = LATER) =>
    linesIn([bar], at).map(({ kind, thick, lines }) => {
      const middle = Number(/^M\S+ ([\d.]+)H\S+$/.exec(lines)?.[1]);
      return [kind, middle - thick / 2, middle + thick / 2];
    });
  const day = (more: Partial<Bar>) => ({ ...emptyBucket(START, START + 86_400_000), checks: 1_440, ...more });

  it.each<[string, Bar, ReturnType<typeof drawn>]>([
    ['healthy: half as high', well, [['healthy', 50, 100]]],
    ['degraded: higher', hour(START, { checks: 60, note: 'degraded' }), [['degraded', 25, 100]]],
    ['down: full', hour(START, { checks: 60, failures: { error: 60 } }), [['down', 0, 100]]],
    ['down for 15 minutes: full', day({ failures: { error: 15 } }), [['down', 0, 100]]],
    [
      'down for a minute of a day: its upper half',
      day({ failures: { error: 1 } }),
      [
        ['down', 0, 50],
        ['healthy', 50, 100],
      ],
    ],
    [
      'down and silenced: cut in two',
      day({ failures: { error: 1 }, note: 'silenced' }),
      [
        ['silenced', 0, 45],
        ['silenced', 55, 100],
      ],
    ],
    ['in maintenance: low, whatever was found', within, [['maintenance', 70, 100]]],
    [
      'healthy, and in maintenance for a part of it: low',
      day({ maintenance: { checks: 60, failures: {} } }),
      [['maintenance', 70, 100]],
    ],
  ])('shows the state by the height of a bar: %s', (_, bar, parts) => {
    expect(drawn(bar)).toEqual(parts);
  });

  it('shows a dot for a time without checks, and nothing before the first check', () => {
    const lines = linesIn([hour(START, {}), well, hour(START, {})], LATER).map((one) => [one.kind, one.lines]);
    expect(lines).toEqual([
      ['healthy', 'M4.5 75H7.5'],
      ['none', 'M8.5 95H11.5'],
    ]);
  });

  it('measures a day that is not over by its time so far', () => {
    const morning = day({ checks: 60, failures: { error: 10 } });
    expect(drawn(morning, START + 3_600_000)).toHaveLength(2);
    expect(drawn(morning, LATER)).toEqual([['down', 0, 100]]);
  });

  it('draws bars of one look as one path, and neighbours as one dashed line', () => {
    const bars = [well, well, well, within, well, within];
    expect(linesIn(bars)).toEqual([
      { kind: 'healthy', thick: 50, dashes: '3 1', lines: 'M0.5 75H11.5M16.5 75H19.5' },
      { kind: 'maintenance', thick: 30, dashes: '3 1', lines: 'M12.5 85H15.5M20.5 85H23.5' },
    ]);
  });

  const stripOfAll = (...bars: readonly Bar[]) => stripOf(pointsOf({ bars }));
  const names = (strips: readonly StripDocument[]) =>
    [...String(StripLegend({ strips, now: NOW + 2 * 86_400_000 })).matchAll(/<\/svg>([^<]+)<\/li>/g)].map(
      ([, name]) => name,
    );

  it('has a legend with a swatch for each look in it', () => {
    const short = day({ failures: { error: 1 } });
    const bars = stripOfAll(well, within, short, hour(START, {}));
    expect(names([bars])).toEqual(['Healthy', 'Down for less than 15 min', 'Maintenance', 'No data']);
    expect(names([stripOfAll(day({ failures: { error: 700 } })), bars])).toContain('Down for 15 min or more');
    const check = { ...CHECK, failures: { error: 1 } };
    const single: Bar = { ...NOTHING, ...check, check: pastCheck(NOW, { kind: 'error' }) };
    expect(names([stripOfAll(single)])).toEqual(['Down']);
    expect(StripLegend({ strips: [], now: NOW })).toBeNull();
  });
});
