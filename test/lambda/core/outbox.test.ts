/** What is owed while nobody can be told: in order, without what is overtaken, and bounded. */

import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/alert';
import { continueUntold, MAX_UNTOLD_INCIDENTS, owe, settle } from '../../../lambda/core/outbox';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/service-state';
import { startProcess, storedState } from '../../support/keeping';
import { runs } from '../../support/lane';
import { memoryOutputs } from '../../support/memory-outputs';

/** `1 opened` → an alert of incident 1; a third word tells two of a kind apart. */
function alertOf(text: string): Alert {
  const [incident, event] = text.split(' ');
  return { id: text, event, incidentId: `shop/a/${incident}` } as Alert;
}

const idsOf = (outbox: readonly Alert[]) => outbox.map(({ id }) => id);

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
    expect(idsOf(alerts.map(alertOf).reduce(owe, [] as readonly Alert[]))).toEqual(owed);
  });

  it('is what has not been sent, in the order in which it came', () => {
    const outbox = ['1 opened', '1 resolved', '2 opened'].map(alertOf);
    expect(idsOf(settle(outbox, new Set(['1 opened', '9 opened'])))).toEqual(['1 resolved', '2 opened']);
  });
});

describe('a failure while nobody can be told', () => {
  const past = (id: number) => ({
    id: String(id),
    openedAt: id * 100,
    resolvedAt: id * 100 + 50,
    verdict: 'error' as const,
    reason: 'http_500',
    message: `the ${id}th`,
    failedRuns: id,
  });
  const untold = (count: number): ServiceState => {
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    return {
      ...NEW_STATE,
      incidents: count,
      past: ids.map(past),
      outbox: ids.flatMap((id) => [alertOf(`${id} opened`), alertOf(`${id} resolved`)]),
    };
  };
  const full = untold(MAX_UNTOLD_INCIDENTS);
  const last = String(MAX_UNTOLD_INCIDENTS);

  it('goes on with the latest incident when too many wait, and takes back its end', () => {
    const state = continueUntold(full);
    expect(state.incident).toMatchObject({ ...pick(past(MAX_UNTOLD_INCIDENTS)), healthyRuns: 0, change: null });
    expect(idsOf(state.past as never)).not.toContain(last);
    expect(idsOf(full.outbox).filter((id) => !idsOf(state.outbox).includes(id))).toEqual([`${last} resolved`]);
  });

  it.each<[string, ServiceState]>([
    ['fewer wait', untold(MAX_UNTOLD_INCIDENTS - 1)],
    ['an incident is open', { ...full, incident: continueUntold(full).incident }],
    ['the latest has been told to its end', { ...full, outbox: full.outbox.slice(0, -1) }],
    ['the latest is not known any more', { ...full, past: full.past.slice(0, -1) }],
    ['nothing waits', { ...full, outbox: [] }],
  ])('is its own incident where %s', (_, state) => {
    expect(continueUntold(state)).toBe(state);
  });
});

function pick({ id, openedAt, verdict, reason, message, failedRuns }: ServiceState['past'][number]) {
  return { id, openedAt, verdict, reason, message, failedRuns };
}

describe('a long outage of the alerts', () => {
  it('stays bounded over thousands of flapping runs, and tells each incident from its beginning to its end', async () => {
    const outputs = memoryOutputs();
    const process = startProcess(outputs);
    outputs.failing.add('send');
    let largest = 0;
    for (let minute = 0; minute < 3_000; minute++) {
      const reason = ['http_503', 'dns_failure', 'well', 'well', 'http_503', 'well'][minute % 6] ?? 'well';
      await process.run(minute, { a: reason }, ['alerts: { remindEvery: 1m, successThreshold: 1 }']);
      largest = Math.max(largest, storedState(outputs, 'a').outbox.length);
    }
    expect(largest).toBeLessThanOrEqual(2 * MAX_UNTOLD_INCIDENTS + 2);
    outputs.failing.clear();
    await process.run(3_000, { a: 'well' });
    expectWhole(outputs.sent);
    expect(outputs.sent).toHaveLength(2 * MAX_UNTOLD_INCIDENTS);
    // The whole time is told: the first failure begins it, the last recovery ends it.
    expect(outputs.sent[0]?.openedAt).toBe('2026-03-01T12:00:00.000Z');
    expect(outputs.sent.at(-1)?.resolvedAt).toBe('2026-03-03T13:59:00.000Z');
    expect(outputs.sent.at(-1)?.failedRuns).toBeGreaterThan(1_000);
  });

  it('with any series of verdicts keeps every beginning and end, in order, and never more than it may', async () => {
    const reason = fc.constantFrom('well', 'well', 'http_503', 'dns_failure', 'http_500');
    const run = fc.record({ reason, isAway: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 80, maxLength: 200 }), async (runs) => {
        const outputs = memoryOutputs();
        const process = startProcess(outputs);
        for (const [minute, { reason: found, isAway }] of runs.entries()) {
          outputs.failing.clear();
          // Away for all but the last runs of a series, with the odd alert that gets through.
          if (isAway || minute % 40 !== 0) outputs.failing.add('send');
          await process.run(minute, { a: found }, ['alerts: { remindEvery: 1m, successThreshold: 1 }']);
          expect(storedState(outputs, 'a').outbox.length).toBeLessThanOrEqual(2 * MAX_UNTOLD_INCIDENTS + 2);
        }
        outputs.failing.clear();
        await process.run(runs.length, { a: 'well' });
        expect(storedState(outputs, 'a').outbox).toEqual([]);
        expectWhole(outputs.sent);
        const told = new Set(outputs.sent.map(({ incidentId }) => incidentId.split('/').at(-1)));
        for (const { id } of storedState(outputs, 'a').past) expect(told).toContain(id);
      }),
      // Runs of this length take too long to be made smaller.
      { numRuns: runs(10), endOnFailure: true },
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
