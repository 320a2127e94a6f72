/** States read back, whoever wrote them, and when they must be written. */

import fc from 'fast-check';
import { alertAttributes, chatCard } from '../../../lambda/core/alert-card';
import { emailText, subjectOf } from '../../../lambda/core/alert-text';
import { keepIncident } from '../../../lambda/core/keep-incident';
import { LAST_HEALTHY_REFRESH_MS, mustSave, NEW_STATE, readState } from '../../../lambda/core/service-state';
import { CARRIED_DEPTH, CARRIED_LENGTH } from '../../../lambda/core/stored-value';
import { alertOn, EVENTS } from '../../support/alerts';
import { damagedState } from '../../support/json-values';
import { resultAt, startProcess, storedState } from '../../support/keeping';
import { runs } from '../../support/lane';
import { memoryOutputs } from '../../support/memory-outputs';
import { NOW } from '../../support/observations';
import { MINUTE_MS, tell } from '../../support/story';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const { incident, lastHealthy, past } = tell({}, ['http_503', 'well', 'http_503']).state;

describe('readState', () => {
  it.each([undefined, null, 7, 'state', [], true])('makes nothing of %j', (raw) => {
    expect(readState(raw)).toBeNull();
  });

  it('makes a new state of an empty one', () => {
    expect(readState({})).toEqual(NEW_STATE);
  });

  it.each([
    ['an open incident', { incident }],
    ['what is owed', { outbox: EVENTS.map((event) => alertOn(event)) }],
    ['the past', { past }],
    ['the last healthy report', { lastHealthy }],
    ['what fails but is no incident yet', { suspicion: { since: NOW, runs: 1 } }],
    ['its twins', { twins: [incident] }],
    [
      'keys that are not known',
      { region: 'eu', incident: { ...incident, owner: 'me' }, past: [{ ...past[0], by: 7 }] },
    ],
  ])('keeps %s, also where all else is missing', (_, partial) => {
    expect(readState(throughJson(partial))).toMatchObject(partial);
  });

  describe.each<[string, (unknown: object) => object]>([
    ['a state', (unknown) => unknown],
    ['an open incident', (unknown) => ({ incident: { ...incident, ...unknown } })],
    ['a past incident', (unknown) => ({ past: [{ ...past[0], ...unknown }] })],
    ['a twin', (unknown) => ({ twins: [{ ...incident, ...unknown }] })],
    ['an alert that is owed', (unknown) => ({ outbox: [{ ...alertOn('opened'), ...unknown }] })],
  ])('of %s carries along', (_, stateWith) => {
    const known = { ...NEW_STATE, ...stateWith({}) };
    const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1'.padEnd(depth + 1, '}'));

    it('what is short and not deep', () => {
      const unknown = { owner: 'me', route: nested(CARRIED_DEPTH), notes: ['x'.repeat(CARRIED_LENGTH / 2)] };
      expect(readState({ ...known, ...stateWith(unknown) })).toMatchObject(stateWith(unknown));
    });

    it.each([
      ['so deep that it can not be written again', nested(5_000)],
      ['deeper than is carried along', nested(CARRIED_DEPTH + 1)],
      ['longer than is carried along', 'x'.repeat(CARRIED_LENGTH)],
    ])('nothing that is %s', (_, unknown) => {
      const text = JSON.stringify(readState({ ...known, ...stateWith({ unknown, owner: 'me' }) }));
      expect(text).toBe(JSON.stringify(readState({ ...known, ...stateWith({ owner: 'me' }) })));
    });

    it('no more in all than one may have', () => {
      const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 'x'.repeat(100)]));
      const bare = JSON.stringify(readState(known)).length;
      const length = JSON.stringify(readState({ ...known, ...stateWith(many) })).length;
      expect(length - bare).toBeGreaterThan(CARRIED_LENGTH / 2);
      expect(length - bare).toBeLessThanOrEqual(CARRIED_LENGTH);
    });
  });

  it('counts the incidents that it sees where no count is kept', () => {
    expect(readState({ past, incident })?.incidents).toBe(2);
  });

  it.each([
    ['without an id', { ...incident, id: undefined }],
    ['without a beginning', { ...incident, openedAt: undefined }],
    ['with a beginning that is no date', { ...incident, openedAt: 1e16 }],
    ['that began in the year 10000', { ...incident, openedAt: Date.UTC(10_000, 0) }],
  ])('makes nothing of an incident %s', (_, broken) => {
    expect(readState(throughJson({ incident: broken, lastHealthy }))).toMatchObject({ incident: null, lastHealthy });
  });

  it('gives an older incident what it lacks', () => {
    expect(readState({ incident: { id: '1', openedAt: NOW } })?.incident).toEqual({
      id: '1',
      openedAt: NOW,
      verdict: 'unreachable',
      reason: '',
      message: '',
      httpStatus: null,
      failedRuns: 1,
      healthyRuns: 0,
      told: ['unreachable'],
      change: null,
      toldAt: NOW,
    });
  });

  it('gives an older alert what it lacks, so that it can be told, and drops what tells nothing', () => {
    const { links, summary, severity, previous, ...older } = alertOn('resolved');
    expect(readState({ outbox: [older, {}, 7, null, { ...older, event: 'exploded' }] })?.outbox).toEqual([
      {
        ...older,
        links: { dashboard: null, logs: null, runbook: null },
        summary: '',
        severity: 'critical',
        previous: null,
      },
    ]);
  });

  it('reads back what any series of runs wrote', async () => {
    const reason = fc.constantFrom('well', 'http_503', 'dns_failure', 'http_500');
    const run = fc.record({ reason, failing: fc.subarray(['load', 'save', 'send']) });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 30 }), async (runs) => {
        const outputs = memoryOutputs();
        const process = startProcess(outputs);
        for (const [minute, { reason: found, failing }] of runs.entries()) {
          outputs.failing.clear();
          for (const call of failing) outputs.failing.add(call);
          await process.run(minute, { a: found });
        }
        outputs.failing.clear();
        await process.run(runs.length + 10, { a: 'http_500' });
        expect(storedState(outputs, 'a')).toEqual(outputs.stored.get('a')?.state);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('any JSON value in place of a state', () => {
  it('is read, reads back the same, and what it owes can be told in every form', () => {
    fc.assert(
      fc.property(damagedState, (raw) => {
        const state = readState(raw);
        if (state === null) return;
        expect(readState(throughJson(state))).toEqual(throughJson(state));
        for (const alert of state.outbox) {
          for (const text of [subjectOf(alert), emailText(alert), JSON.stringify(chatCard(alert))]) {
            expect(text).not.toMatch(/undefined|NaN/);
          }
          expect(Object.values(alertAttributes(alert))).not.toContain(undefined);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('lets a service that fails be told, and one that is well be at peace', async () => {
    await fc.assert(
      fc.asyncProperty(damagedState, fc.constantFrom('well', 'http_503'), async (raw, reason) => {
        const outputs = memoryOutputs();
        outputs.stored.set('a', { service: 'a', revision: 1, state: raw });
        const process = startProcess(outputs);
        for (const minute of [0, 1, 2]) await process.run(minute, { a: reason });
        const state = storedState(outputs, 'a');
        expect(state.outbox).toEqual([]);
        expect(state.incident !== null).toBe(reason === 'http_503');
        for (const { durationSeconds } of outputs.sent) expect(durationSeconds).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(100) },
    );
  });

  it('never makes the keeping reject', async () => {
    const outputs = memoryOutputs();
    outputs.failing.add('s');
    const ports = {
      ...outputs,
      certain: true,
      deployment: 'shop',
      links: { dashboard: null, logs: null },
      intervalMs: MINUTE_MS,
      elapsed: () => 0,
    };
    await fc.assert(
      fc.asyncProperty(damagedState, async (raw) => {
        const known = { state: readState(raw) ?? NEW_STATE, revision: 1, unsaved: false };
        const { failures } = await keepIncident(resultAt(0, 'a', 'http_503'), known, ports);
        expect(failures.map(({ output }) => output)).toContain('store');
      }),
    );
  });
});

describe('mustSave', () => {
  const well = { ...NEW_STATE, ...tell({}, ['well']).state, savedAt: NOW };
  const later = { ...NEW_STATE, ...tell({}, ['well', 'well']).state, savedAt: NOW };
  const failing = { ...NEW_STATE, ...tell({ failureThreshold: 2 }, ['well', 'http_503']).state, savedAt: NOW };
  const owing = { ...well, outbox: [alertOn('opened')] };
  const restarted = { ...well, changes: [{ at: NOW, restarted: true, version: null }] };
  const version = { ...later, lastHealthy: { ...well.lastHealthy, at: NOW, version: '2' } as never };
  it.each([
    ['nothing new', well, well, 1, false],
    ['a newer healthy report', well, later, 1, false],
    ['a newer healthy report after a while', well, later, LAST_HEALTHY_REFRESH_MS, true],
    ['a newer healthy report under a clock that has stepped back', well, later, -LAST_HEALTHY_REFRESH_MS, true],
    ['nothing new after a long while', well, well, 1_000 * MINUTE_MS, false],
    ['the first report of all', { ...NEW_STATE, savedAt: 0 }, well, 1, true],
    ['another version', well, version, 1, true],
    ['a restart', well, restarted, 1, true],
    ['a first failure', well, failing, 1, true],
    ['the end of a first failure', failing, well, 1, true],
    ['something owed', well, owing, 1, true],
    ['something still owed', owing, owing, 1, true],
    ['something owed no longer', owing, well, 1, true],
  ])('of %s', (_, before, after, sinceMs, expected) => {
    expect(mustSave(before, after, NOW + sinceMs)).toBe(expected);
  });
});
