/** A check that was timed while the checker itself was blocked: its verdict counts, its times nowhere. */

import { type Bucket, inEach, sumUp } from '../../../../lambda/core/history/bucket';
import { backfill, NO_SLOTS, type SloCounters } from '../../../../lambda/core/history/slo-counters';
import { standingsOf } from '../../../../lambda/core/incident/objectives/standing';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { answersIn, percentilesOf } from '../../../../lambda/core/words/response-times';
import { NOW } from '../../../support/core/observations';
import { type RunFields, watching } from '../../../support/core/watching';

const DAY_MS = 86_400_000;
const BLOCKED: RunFields = { ms: 5_000, blockedMs: 4_990 };
const OBJECTIVE = 'objective: { availability: 99%, responseTime: { under: 200ms, share: 99% } }';

function wholeOf({ history }: ServiceState): Bucket {
  const day = Math.floor(NOW / DAY_MS) * DAY_MS;
  return sumUp(
    history.hours.flatMap(({ buckets }) => buckets),
    day,
    day + DAY_MS,
  );
}

it('counts as healthy, and in no percentile', () => {
  const service = watching();
  service.runs(20);
  const state = service.runs(10, BLOCKED);
  expect(state.latest).toMatchObject({ kind: 'healthy', timings: { totalMs: 5_000, blockedMs: 4_990 } });
  const whole = wholeOf(state);
  expect([whole.checks, whole.failures, answersIn(whole.times)]).toEqual([30, {}, 20]);
  expect(percentilesOf(whole.times)?.p99).toBeLessThan(20);
});

describe('of a service with an objective', () => {
  const watched = () => {
    const service = watching([OBJECTIVE]);
    service.runs(20);
    service.runs(20, (index) => (index < 10 ? BLOCKED : index === 10 ? { ms: 300 } : {}));
    return service.state();
  };

  it('counts for its availability, and is neither fast nor slow', () => {
    const objective = { availability: 0.99, responseTime: { underMs: 200, share: 0.99 }, windowMs: 30 * DAY_MS };
    const standings = standingsOf(objective, watched().history.counters as SloCounters, NOW + 3_600_000);
    expect(standings).toMatchObject([
      { aim: 'availability', checks: 40, bad: 0 },
      { aim: 'responseTime', checks: 30, bad: 1 },
    ]);
  });

  it('takes nothing from what is known of the others', () => {
    const state = watched();
    const whole = wholeOf(state);
    expect(whole.speed).toEqual({ underMs: 200, checks: 30, slow: 1 });
    const late = NOW + 86_400_000;
    const young = {
      ...(state.history.counters as SloCounters),
      slots: inEach(() => NO_SLOTS),
      since: late,
      timedSince: late,
    };
    expect(backfill(young, { fine: [], hours: [], days: [whole] }).timedSince).toBe(whole.from);
  });
});

describe('begins no condition:', () => {
  it('slow', () => {
    const service = watching(['slow: 800ms']);
    const other = watching(['slow: 800ms']);
    for (const each of [service, other]) each.runs(20);
    service.runs(30, BLOCKED);
    other.runs(30, { ms: 5_000 });
    expect([service.transitions(), other.transitions()]).toEqual([[], ['+slow 24']]);
  });

  it('nor is it a part of what is usual', () => {
    const service = watching();
    service.runs(1_500, (index) => (index % 2 === 0 ? {} : BLOCKED));
    service.runs(30, { ms: 4_000 });
    expect(service.transitions().map((one) => one.split(' ')[0])).toEqual(['+slow']);
  });

  it('clock_skewed: it is not known when the answer came', () => {
    const service = watching();
    const other = watching();
    service.runs(10, { ms: 100_000, blockedMs: 99_000 });
    other.runs(10, { ms: 100_000 });
    expect([service.transitions(), other.transitions()]).toEqual([[], ['+clock_skewed 2']]);
  });
});
