/** What is owed while nobody can be told: in order, without what is overtaken, and bounded. */

import fc from 'fast-check';
import type { Alert } from '../../../../lambda/core/message/alert';
import { MAX_OWED_ENDS } from '../../../../lambda/core/notify/notify';
import {
  isDue,
  type Owed,
  owe,
  owedEnds,
  settle,
  unansweredAt,
  withoutEnd,
} from '../../../../lambda/core/state/outbox';
import { alertOn } from '../../../support/alerts';
import { startProcess, storedState } from '../../../support/keeping';
import { runs } from '../../../support/lane';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';
import { MINUTE_MS } from '../../../support/story';

/** `1 opened` is an alert of incident 1; a third word tells two of a kind apart. */
function outboxOf(alerts: readonly string[]): readonly Owed[] {
  return alerts.reduce<readonly Owed[]>((outbox, text) => {
    const [incident = '', event] = text.split(' ');
    return owe(outbox, incident, { id: text, event, incidentId: `shop/a/${incident}` } as Alert);
  }, []);
}

const idsOf = (outbox: readonly Owed[]) => outbox.map(({ alert }) => alert.id);

describe('what is owed', () => {
  it.each([
    [['1 opened'], ['1 opened']],
    [
      ['1 opened', '1 resolved', '2 opened'],
      ['1 opened', '1 resolved', '2 opened'],
    ],
    [
      ['1 opened', '1 reminder a', '1 reminder b'],
      ['1 opened', '1 reminder b'],
    ],
    [
      ['1 opened', '1 updated a', '1 updated b'],
      ['1 opened', '1 updated b'],
    ],
    [
      ['1 opened', '1 updated a', '1 reminder a'],
      ['1 opened', '1 updated a', '1 reminder a'],
    ],
    [
      ['1 opened', '1 reminder a', '1 updated a'],
      ['1 opened', '1 updated a'],
    ],
    [
      ['1 opened', '1 updated a', '1 reminder a', '1 resolved'],
      ['1 opened', '1 resolved'],
    ],
    [
      ['1 updated a', '2 updated a', '2 resolved'],
      ['1 updated a', '2 resolved'],
    ],
    [
      ['1 reminder a', '2 reminder a'],
      ['1 reminder a', '2 reminder a'],
    ],
  ])('of %j is %j', (alerts, owed) => {
    expect(idsOf(outboxOf(alerts))).toEqual(owed);
  });

  it('is what has not been sent, in the order in which it came', () => {
    const outbox = outboxOf(['1 opened', '1 resolved', '2 opened']);
    expect(idsOf(settle(outbox, new Set(['1 opened', '9 opened'])))).toEqual(['1 resolved', '2 opened']);
  });
});

describe('an end that is owed', () => {
  const outbox = outboxOf(['1 opened', '1 resolved', '2 opened', '2 resolved']);

  it('can be taken back', () => {
    expect(idsOf(withoutEnd(outbox, '2'))).toEqual(['1 opened', '1 resolved', '2 opened']);
  });

  it('says of which incident it is, and what people knew of it', () => {
    const resolved = alertOn('resolved');
    expect(owedEnds(owe(owe([], '1', alertOn('opened')), '1', resolved))).toEqual([
      {
        id: '1',
        kind: 'outage',
        thread: null,
        openedAt: Date.parse(resolved.openedAt),
        resolvedAt: Date.parse(resolved.at),
        failedRuns: resolved.failedRuns,
        severity: 'critical',
        environment: 'production',
        verdict: 'unhealthy',
        reason: 'http_503',
        message: 'it is http_503',
      },
    ]);
  });
});

describe('an alert that was sent without an answer', () => {
  const [fresh] = outboxOf(['1 opened']) as [Owed];
  const triedOften = (times: number) =>
    Array.from({ length: times }, () => NOW).reduce((owed, now) => unansweredAt(owed, now), fresh);

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 3],
    [4, 7],
    [5, 15],
    [9, 15],
    [2_000, 15],
  ])('%i times is due again after %i minutes', (times, minutes) => {
    expect(isDue(triedOften(times), NOW + minutes * MINUTE_MS)).toBe(true);
    if (minutes > 0) expect(isDue(triedOften(times), NOW + minutes * MINUTE_MS - 1)).toBe(false);
  });

  it('is due when the clock has stepped back', () => {
    expect(isDue(triedOften(9), NOW - 1)).toBe(true);
  });
});

describe('a long outage of the alerts', () => {
  /** So far apart that each incident is an episode of its own, and each end is told at once. */
  const APART = 40;

  const FLAPPING_RUNS = runs(600, 3_000);

  it('stays bounded over hundreds of flapping runs, and tells each incident from its beginning to its end', async () => {
    const outputs = memoryOutputs();
    const process = startProcess(outputs);
    outputs.failing.add('send');
    let largest = 0;
    for (let run = 0; run < FLAPPING_RUNS; run++) {
      const reason = ['http_503', 'dns_failure', 'well', 'well', 'http_503', 'well'][run % 6] ?? 'well';
      await process.run(run * APART, { a: reason }, ['alerts: { remindEvery: 1m, successThreshold: 1 }']);
      largest = Math.max(largest, storedState(outputs, 'a').outbox.length);
    }
    expect(largest).toBeLessThanOrEqual(2 * MAX_OWED_ENDS + 2);
    outputs.failing.clear();
    await process.run(FLAPPING_RUNS * APART, { a: 'well' });
    expectWhole(outputs.sent);
    expect(outputs.sent).toHaveLength(2 * MAX_OWED_ENDS);
    // The whole time is told: the first failure begins it, the last recovery ends it.
    expect(outputs.sent[0]?.openedAt).toBe('2026-03-01T12:00:00.000Z');
    expect(outputs.sent.at(-1)?.resolvedAt).toBe(new Date(NOW + (FLAPPING_RUNS - 1) * APART * MINUTE_MS).toISOString());
    expect(outputs.sent.at(-1)?.failedRuns).toBeGreaterThan(FLAPPING_RUNS / 3);
  });

  it('with any series of verdicts keeps every beginning and end, in order, and never more than it may', async () => {
    const reason = fc.constantFrom('well', 'well', 'http_503', 'dns_failure', 'http_500');
    const run = fc.record({ reason, isAway: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(run, { minLength: 80, maxLength: 200 }),
        fc.constantFrom(1, APART),
        async (runs, step) => {
          const outputs = memoryOutputs();
          const process = startProcess(outputs);
          for (const [index, { reason: found, isAway }] of runs.entries()) {
            outputs.failing.clear();
            // Away for all but the last runs of a series, with the odd alert that gets through.
            if (isAway || index % 40 !== 0) outputs.failing.add('send');
            await process.run(index * step, { a: found }, ['alerts: { remindEvery: 1m, successThreshold: 1 }']);
            expect(storedState(outputs, 'a').outbox.length).toBeLessThanOrEqual(2 * MAX_OWED_ENDS + 2);
          }
          outputs.failing.clear();
          for (const later of [0, APART]) await process.run(runs.length * step + later, { a: 'well' });
          expect(storedState(outputs, 'a').outbox).toEqual([]);
          expectWhole(outputs.sent);
          const told = outputs.sent.filter(({ event }) => event === 'resolved');
          for (const { openedAt, resolvedAt } of storedState(outputs, 'a').past) {
            const isWithin = (alert: Alert) =>
              Date.parse(alert.openedAt) <= openedAt && resolvedAt <= Date.parse(alert.resolvedAt ?? '');
            expect(told.some(isWithin)).toBe(true);
          }
        },
      ),
      // Runs of this length take too long to be made smaller.
      { numRuns: runs(3, 100), endOnFailure: true },
    );
  });
});

/** Incidents one after the other, each from its beginning to its end. */
function expectWhole(sent: readonly Alert[]): void {
  const events = sent.map(({ event, incidentId }) => `${event} ${incidentId}`);
  const kinds = sent.map(({ event }) => event).join(' ');
  expect(kinds).toMatch(/^(opened( updated| reminder)* resolved ?)*$/);
  expect(new Set(events.filter((event) => !/^(updated|reminder)/.test(event))).size).toBe(
    events.filter((event) => !/^(updated|reminder)/.test(event)).length,
  );
  for (const [index, { incidentId, event }] of sent.entries()) {
    if (event !== 'opened') expect(incidentId).toBe(sent[index - 1]?.incidentId);
  }
}

describe('a topic that takes alerts and answers late', () => {
  it('gets one alert a few times, and then what comes after it', async () => {
    const outputs = memoryOutputs();
    outputs.unanswered.add('send');
    const process = startProcess(outputs);
    for (let minute = 0; minute < 60; minute++) await process.run(minute, { a: 'http_503' });
    expect(outputs.sent.map(({ at }) => at).length).toBeLessThanOrEqual(9);
    expect(new Set(outputs.sent.map(({ id }) => id)).size).toBe(1);
    outputs.unanswered.clear();
    for (let minute = 60; minute < 80; minute++) await startProcess(outputs).run(minute, { a: 'well' });
    expect(outputs.sent.map(({ event }) => event).slice(-2)).toEqual(['opened', 'resolved']);
    expect(storedState(outputs, 'a').outbox).toEqual([]);
  });
});
