/** States read back, whoever wrote them, and when they must be written. */

import fc from 'fast-check';
import { chatCard } from '../../../../lambda/core/forms/chat-card';
import { mailText, subjectOf } from '../../../../lambda/core/forms/mail';
import { attributesOf } from '../../../../lambda/core/forms/sns-message';
import { NO_HISTORY } from '../../../../lambda/core/history/running-history';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { type Owed, owe } from '../../../../lambda/core/state/outbox';
import {
  LAST_HEALTHY_REFRESH_MS,
  mustSave,
  NEW_STATE,
  readState,
  storedForm,
} from '../../../../lambda/core/state/service-state';
import type { EventKind } from '../../../../lambda/core/words/codes';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { CARRIED_DEPTH, CARRIED_LENGTH } from '../../../../lambda/core/words/stored-value';
import { alertOn } from '../../../support/alerts';
import { FORMER_STORIES, formerState } from '../../../support/former-states';
import { damagedState } from '../../../support/json-values';
import { startProcess, storedState } from '../../../support/keeping';
import { runs } from '../../../support/lane';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';
import { MINUTE_MS, tell } from '../../../support/story';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const { open, notified, lastHealthy, past } = tell({}, ['http_503', 'well', 'http_503']).state;
const [incident] = open;
const flapping = ['http_503', 'well', 'http_503', 'well', 'well', 'http_503', 'well'];
const held = tell({}, flapping).state;
const owing = (events: readonly EventKind[]) => events.map((event) => owe([], '1', alertOn(event))[0] as Owed);

describe('readState', () => {
  it.each([undefined, null, 7, 'state', [], true])('makes nothing of %j', (raw) => {
    expect(readState(raw)).toBeNull();
  });

  it('makes a new state of an empty one', () => {
    expect(readState({})).toEqual(NEW_STATE);
  });

  it.each([
    ['an open incident, and what people know of it', { open, notified }],
    ['what is owed', { outbox: owing(EVENTS) }],
    ['the past', { past }],
    ['the last healthy report', { lastHealthy }],
    ['what fails but is no incident yet', { pending: { since: NOW, runs: 1 } }],
    ['a duplicate', { open: [...open, { ...incident, id: '2' }] }],
    ['an end that is held, of an incident that is not open', { notified: held.notified, open: [] }],
    [
      'the clues to the latest outage',
      { clues: { incident: '1', found: [{ code: 'restarted', at: null, message: 'restarted' }] } },
    ],
    ['the recent runs', { recentRuns: held.recentRuns, healthy: held.healthy }],
    ['keys that are not known', { region: 'eu', open: [{ ...incident, owner: 'me' }], past: [{ ...past[0], by: 7 }] }],
  ])('keeps %s, also where all else is missing', (_, partial) => {
    expect(readState(throughJson(partial))).toMatchObject(partial);
  });

  it('takes no id apart to learn of which incident an alert is', () => {
    const alert = alertOn('opened');
    expect(readState({ outbox: [{ alert }] })?.outbox[0]?.incident).toBe(alert.incidentId);
  });

  describe.each<[string, (unknown: object) => object]>([
    ['a state', (unknown) => unknown],
    ['an open incident', (unknown) => ({ open: [{ ...incident, ...unknown }] })],
    ['a past incident', (unknown) => ({ past: [{ ...past[0], ...unknown }] })],
    ['an alert that is owed', (unknown) => ({ outbox: owe([], '1', { ...alertOn('opened'), ...unknown }) })],
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

  it('takes no end for that of an open incident', () => {
    const stored = { ...NEW_STATE, open: [{ ...incident, resolvedAt: 8_650_000_000_000_000 }] };
    expect(readState(stored)?.open).toEqual(readState({ ...NEW_STATE, open: [incident] })?.open);
  });

  it('lets no end be lost that is held, whatever is missing of it', () => {
    const [one] = held.notified;
    const bare = { open: [], notified: [{ ...one, held: { id: one?.held?.id, openedAt: NOW } }] };
    const state = { ...NEW_STATE, ...readState(throughJson(bare)) };
    expect(tell({}, ['well'], state).events).toMatchObject([
      { event: 'resolved', at: NOW, incident: { openedAt: NOW } },
    ]);
  });

  it('counts the incidents that it sees where no count is kept', () => {
    expect(readState({ past, open })?.incidents).toBe(2);
  });

  it.each([
    ['without an id', { ...incident, id: undefined }],
    ['without a beginning', { ...incident, openedAt: undefined }],
    ['with a beginning that is no date', { ...incident, openedAt: 1e16 }],
    ['that began in the year 10000', { ...incident, openedAt: Date.UTC(10_000, 0) }],
  ])('makes nothing of an incident %s', (_, broken) => {
    expect(readState(throughJson({ open: [broken], lastHealthy }))).toMatchObject({ open: [], lastHealthy });
  });

  it('gives an older incident what it lacks', () => {
    expect(readState({ open: [{ id: '1', openedAt: NOW }] })?.open).toEqual([
      {
        id: '1',
        kind: 'outage',
        openedAt: NOW,
        severity: 'critical',
        environment: null,
        verdict: 'unreachable',
        verdictRuns: 0,
        reason: '',
        message: '',
        httpStatus: null,
        failedRuns: 1,
        healthyRuns: 0,
        change: null,
      },
    ]);
  });

  it('gives an older alert what it lacks, so that it can be told, and drops what tells nothing', () => {
    const { links, summary, severity, previous, clues, conditions, ...older } = alertOn('resolved');
    expect(
      readState({ outbox: [older, {}, 7, null, { ...older, event: 'exploded' }] })?.outbox.map(({ alert }) => alert),
    ).toEqual([
      {
        ...older,
        links: { dashboard: null, logs: null, runbook: null },
        summary: '',
        severity: 'critical',
        previous: null,
        clues: [],
        conditions: [],
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
        const stored = outputs.stored.get('a')?.state;
        expect(throughJson(storedForm(storedState(outputs, 'a')))).toEqual(stored);
      }),
      { numRuns: runs(10) },
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
        for (const { alert } of state.outbox) {
          for (const text of [
            subjectOf(notificationOf(alert)),
            mailText(notificationOf(alert)),
            JSON.stringify(chatCard(notificationOf(alert))),
          ]) {
            expect(text).not.toMatch(/undefined|NaN/);
          }
          expect(Object.values(attributesOf(notificationOf(alert)))).not.toContain(undefined);
        }
      }),
      { numRuns: runs(100) },
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
        expect(state.open.length > 0).toBe(reason === 'http_503');
        for (const { durationSeconds } of outputs.sent) expect(durationSeconds).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(34) },
    );
  });

  it('never makes the keeping reject', async () => {
    const outputs = memoryOutputs();
    outputs.failing.add('s');
    await fc.assert(
      fc.asyncProperty(damagedState, async (raw) => {
        outputs.stored.set('a', { service: 'a', revision: 1, state: raw });
        const { failures } = await startProcess(outputs).run(0, { a: 'http_503' });
        expect(failures.map(({ output }) => output)).toContain('store');
      }),
    );
  });
});

describe('a state that schema 1 wrote', () => {
  const takenUp = (name: string) => {
    const outputs = memoryOutputs();
    outputs.stored.set('user-service', formerState(name));
    return { ...outputs, outputs, process: startProcess(outputs) };
  };
  const lines = ['alerts: { successThreshold: 2, failureThreshold: 2, remindEvery: 4h }'];

  it.each([
    ['well', [], null, []],
    ['pending', [], { runs: 1 }, []],
    ['open', ['unreachable'], null, ['unreachable']],
    ['recovering', ['unhealthy'], null, ['unhealthy']],
    ['owing', ['unreachable'], null, ['unreachable']],
    ['owing-an-end', [], null, []],
    ['twins', ['unhealthy', 'unhealthy'], null, ['unhealthy', 'unhealthy']],
  ])('is read: %s', (name, verdicts, pending, known) => {
    const state = readState(formerState(name).state);
    expect(state).toMatchObject({ schema: 2, pending, history: NO_HISTORY });
    expect(state?.open.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(state?.notified.map(({ verdict }) => verdict)).toEqual(known);
    expect(state?.notified.map((one) => one.incident)).toEqual(state?.open.map(({ id }) => id));
    expect(Object.keys(state ?? {})).toEqual(expect.not.arrayContaining(['suspicion', 'incident', 'twins', 'told']));
  });

  it.each([
    ['well', 1772366760000],
    ['open', 1772366400000],
  ])('is read with the last healthy report, whose fields had other names: %s', (name, at) => {
    const figures = { version: '1.4.2', uptime: 60, memory: { used: 256.5, total: 512 } };
    expect(readState(formerState(name).state)?.lastHealthy).toEqual({ at, ...figures });
  });

  it.each(FORMER_STORIES)('goes on: %s, then %s', async (name, reason, events) => {
    const { process, sent, outputs } = takenUp(name);
    for (const minute of [8, 9]) await process.run(minute, { 'user-service': reason }, lines);
    expect(sent.map(({ event }) => event)).toEqual(events);
    expect(sent.every(({ possiblyRepeated }) => !possiblyRepeated)).toBe(true);
    expect(storedState(outputs, 'user-service')).toMatchObject({ schema: 2, outbox: [] });
  });

  it('counts on where a verdict that people have heard of was coming back', async () => {
    const { process, sent } = takenUp('open');
    for (const minute of [6, 7, 8, 9]) await process.run(minute, { 'user-service': 'http_503' }, lines);
    expect(sent).toMatchObject([{ event: 'updated', verdict: 'unhealthy', at: '2026-03-01T12:09:00.000Z' }]);
  });
});

describe('mustSave', () => {
  const well = { ...NEW_STATE, ...tell({}, ['well']).state, savedAt: NOW };
  const later = { ...NEW_STATE, ...tell({}, ['well', 'well']).state, savedAt: NOW };
  const failing = { ...NEW_STATE, ...tell({ failureThreshold: 2 }, ['well', 'http_503']).state, savedAt: NOW };
  const holding = { ...NEW_STATE, ...held, savedAt: NOW };
  const stillHolding = { ...NEW_STATE, ...tell({}, [...flapping, 'well']).state, savedAt: NOW };
  const owed = { ...well, outbox: owe([], '1', alertOn('opened')) };
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
    ['another healthy run while an end is held', holding, stillHolding, 1, true],
    ['its removal from the config', well, { ...well, removedAt: NOW }, 1, true],
    ['its return to the config', { ...well, removedAt: NOW }, well, 1, true],
    ['something owed', well, owed, 1, true],
    ['something still owed', owed, owed, 1, true],
    ['something owed no longer', owed, well, 1, true],
  ])('of %s', (_, before, after, sinceMs, expected) => {
    expect(mustSave('a', before, after, NOW + sinceMs)).toBe(expected);
  });

  it.each(['saved in one run', 'saved in one run, and with a clock that was set back since'])(
    'of thousands of services that were all %s is true of about as many in each of the next minutes',
    (when) => {
      const direction = when.includes('back') ? -1 : 1;
      const ids = Array.from({ length: 3_000 }, (_, index) => `service-${index}`);
      const isDue = (id: string, minute: number) => mustSave(id, well, later, NOW + direction * minute * MINUTE_MS);
      const counts = [1, 2, 3, 4, 5].map((minute) => ids.filter((id) => isDue(id, minute)).length);
      for (const [index, count] of counts.entries()) {
        const newlyDue = count - (counts[index - 1] ?? 0);
        expect(newlyDue).toBeGreaterThan(500);
        expect(newlyDue).toBeLessThan(700);
      }
      expect(counts.at(-1)).toBe(ids.length);
    },
  );
});
