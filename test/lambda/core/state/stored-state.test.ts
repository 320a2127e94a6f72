/** States read back from what is stored, whatever that is. */

import fc from 'fast-check';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import { INCIDENT, openIncidents, openOutage } from '../../../../lambda/core/incident/incident';
import { chatCard } from '../../../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../../../lambda/core/message/forms/mail';
import { attributesOf, MESSAGE_LIMIT_BYTES, snsMessageOf } from '../../../../lambda/core/message/forms/sns-message';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { MOST_TRIES, NOT_NOTIFIED } from '../../../../lambda/core/notify/notified';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { readState, statesIn, storedForm, unfitParts } from '../../../../lambda/core/state/stored-state';
import { RECEIVER_ID_LIMIT } from '../../../../lambda/core/words/ids';
import type { JsonObject } from '../../../../lambda/core/words/json';
import { alertOn, SERVICE } from '../../../support/core/alerts';
import { damagedState } from '../../../support/core/json-values';
import { CLOCK, startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { expectSame } from '../../../support/core/same';
import { tell } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const NEW = { schema: 1 };
const iso = '2026-03-01T12:00:00.000Z';
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const failing = {
  ...NEW_STATE,
  ...tell({ successThreshold: 2 }, ['http_503', 'well x2', 'dns_failure', 'well']).state,
};
const [, outage] = failing.incidents;
const recordOfOutage = { ...NOT_NOTIFIED, due: NOW, opened: NOW, sentAt: NOW };
const one = { id: '20260301T120000.000Z-1', openedAt: NOW };

it('reads the states of several services, and names those that have none', () => {
  const state = throughJson(storedForm(failing));
  const stored = [
    { service: 'a', revision: 1, state },
    { service: 'b', revision: 1, state: '"' },
    { service: 'c', revision: null, state: NEW },
    { service: 'd', revision: 1, state: { schema: 2 } },
  ];
  expect(statesIn(stored)).toEqual({
    states: new Map([
      ['a', failing],
      ['c', NEW_STATE],
    ]),
    unreadable: ['b', 'd'],
  });
});

describe('readState', () => {
  it.each([undefined, null, 7, 'state', [], true, {}, { schema: 2 }, { schema: '1' }])('makes nothing of %j', (raw) => {
    expect(readState(raw)).toBeNull();
  });

  it('makes a new state of an empty one', () => {
    expect(readState(NEW)).toEqual(NEW_STATE);
  });

  it('reads back what is stored', () => {
    expect(readState(throughJson(storedForm(failing)))).toEqual(failing);
  });

  it('looks once at what a save stores', () => {
    const [check] = failing.history.checks;
    let looks = 0;
    const watched = Object.defineProperty({ ...check }, 'ms', {
      enumerable: true,
      get: () => {
        looks += 1;
        return check?.ms;
      },
    }) as PastCheck;
    storedForm({ ...failing, history: { ...failing.history, checks: [watched] } });
    expect(looks).toBe(1);
  });

  it.each([
    ['incidents', { incidents: failing.incidents }],
    ['the last healthy report', { lastHealthy: failing.lastHealthy }],
    ['what fails but is no incident yet', { pending: { since: NOW, runs: 1 } }],
    ['the recent runs', { recentRuns: failing.recentRuns }],
    [
      'what came and went',
      { failingPeriods: [{ incident: '1', since: NOW, runs: 3, until: NOW + 5 }], prunedBefore: { outage: NOW } },
    ],
  ])('keeps %s, also where all else is missing', (_, partial) => {
    expect(readState(throughJson({ ...NEW, ...partial }))).toMatchObject(partial);
  });

  it('drops keys that are not known, wherever they are', () => {
    const known = storedForm(failing) as { incidents: object[]; history: object };
    const unknown = {
      ...known,
      region: 'eu',
      history: { ...known.history, speed: 7 },
      incidents: known.incidents.map((incident) => ({ ...incident, owner: 'me', resolvedAt: NOW })),
    };
    expect(readState(throughJson(unknown))).toEqual(readState(throughJson(known)));
  });

  it('knows nothing of what a receiver knew of an incident that is gone', () => {
    const { notified } = failing;
    expect(readState(throughJson({ ...NEW, notified, incidents: [outage] }))?.notified).toEqual({
      [outage?.id ?? '']: notified[outage?.id ?? ''],
    });
  });

  it.each(['sns', 'Ops', '-', 'second-line', 'prototype', 'A'.repeat(RECEIVER_ID_LIMIT)])(
    'keeps what a receiver knows that a config names %s',
    (receiver) => {
      const id = outage?.id ?? '';
      const known = { ...failing, receivers: [receiver], notified: { [id]: { [receiver]: recordOfOutage } } };
      const raw = throughJson(storedForm(known)) as JsonObject;
      const read = readState(raw) as ServiceState;
      expect(read).toEqual(known);
      expect(unfitParts(raw, read)).toEqual([]);
    },
  );

  it.each([
    ['without an id', { ...one, id: undefined }],
    ['with an id that is none', { ...one, id: '__proto__' }],
    ['without a beginning', { ...one, openedAt: undefined }],
    ['with a beginning that is no date', { ...one, openedAt: 1e16 }],
    ['that began in the year 10000', { ...one, openedAt: Date.UTC(10_000, 0) }],
  ])('makes nothing of an incident %s', (_, broken) => {
    expect(readState(throughJson({ ...NEW, incidents: [broken] }))).toEqual(NEW_STATE);
  });

  it.each([
    ['that it lacks', {}],
    ['that does not fit', { ...INCIDENT.initial, ...one, over: 'soon', failing: 7, message: [], failedRuns: -1 }],
  ])('gives a field of an incident %s its initial value', (_, fields) => {
    expect(readState(throughJson({ ...NEW, incidents: [{ ...fields, ...one }] }))?.incidents).toEqual([
      { ...INCIDENT.initial, ...one },
    ]);
  });

  it.each(Object.keys(NEW_STATE))(
    'gives the field %s its initial value if it does not fit, and keeps all others',
    (key) => {
      const broken = { ...storedForm(failing), [key]: { odd: [7] } };
      const { notified, ...expected } = { ...failing, [key]: NEW_STATE[key as keyof ServiceState] };
      // What receivers knew of an incident goes with it.
      expect(readState(throughJson(broken))).toEqual({ ...expected, notified: key === 'incidents' ? {} : notified });
    },
  );

  it('reads back what any series of runs wrote', async () => {
    const reason = fc.constantFrom('well', 'http_503', 'dns_failure', 'http_500');
    const run = fc.record({ reason, failing: fc.subarray(['load', 'save', 'send']) });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 30 }), async (all) => {
        const outputs = memoryOutputs();
        const process = startProcess(outputs);
        for (const [minute, { reason: found, failing }] of all.entries()) {
          outputs.failing.clear();
          for (const call of failing) outputs.failing.add(call);
          await process.run(minute, { a: found });
        }
        outputs.failing.clear();
        await process.run(all.length + 10, { a: 'http_500' });
        const stored = outputs.stored.get('a')?.state;
        expect(throughJson(storedForm(storedState(outputs, 'a')))).toEqual(stored);
      }),
      { numRuns: runs(10, 150) },
    );
  });
});

/** All texts in a value: its keys too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
    : [];
}

/** A state that is owed an alert which was sent and not answered. */
function triedWith(parts: object, counts: object = {}) {
  const tried = {
    alert: { ...alertOn('opened'), ...parts },
    nth: 1,
    times: 1,
    at: NOW,
    stage: 0,
    lateRelapses: 0,
    ...counts,
  };
  const notified = { [one.id]: { sns: { due: NOW, tried, thread: '\u001b[2J'.repeat(70_000) } } };
  return readState(throughJson({ ...NEW, incidents: [one], notified }))?.notified[one.id]?.sns;
}

describe('an alert that was sent and not answered', () => {
  it('gets what it lacks, so that it can be repeated', () => {
    const { links, summary, severity, previous, clues, conditions, ...rest } = alertOn('opened');
    expect(
      triedWith({ links: 7, summary: 7, severity: 7, previous: 7, clues: 7, conditions: 7 })?.tried?.alert,
    ).toEqual({
      ...rest,
      summary: '',
      severity: 'critical',
      previous: null,
      clues: [],
      conditions: [],
      links: { dashboard: null, logs: null, runbook: null },
    });
  });

  it.each([1, MOST_TRIES, MOST_TRIES + 1, 1e15])('was tried as often as a run may count: %j', (times) => {
    expect(triedWith({}, { times })?.tried?.times).toBe(Math.min(times, MOST_TRIES));
  });

  it.each([0, 1e16, 1e300, -1, 0.5, 'often'])('is created again if it was tried %j times', (times) => {
    expect(triedWith({}, { times })).toMatchObject({ due: NOW, tried: null });
  });

  it.each([1, 1_000_000, 1e15])(
    'is sent again after three minutes at most, and then no run fails: tried %j times',
    async (times) => {
      const outputs = memoryOutputs();
      let minute = 0;
      const clock = { ...CLOCK, now: () => NOW + minute * 60_000 };
      outputs.unanswered.add('send');
      await startProcess(outputs, { clock }).run(minute, { a: 'http_503' });
      outputs.unanswered.clear();
      const { revision, state } = outputs.stored.get('a') ?? {};
      const stored = throughJson(state) as { notified: Record<string, Record<string, { tried: object }>> };
      for (const records of Object.values(stored.notified)) Object.assign(records.sns?.tried ?? {}, { times });
      outputs.stored.set('a', { service: 'a', revision: revision ?? 1, state: stored });
      const one = startProcess(outputs, { clock });
      const other = startProcess(outputs, { clock });
      const sent: number[] = [];
      const failed: number[] = [];
      for (minute = 1; minute < 20; minute++) {
        const run = await (minute % 2 === 0 ? one : other).run(minute, { a: 'http_503' });
        if (run.sent.length > 0) sent.push(minute);
        if (run.failures.length > 0) failed.push(minute);
      }
      expect(sent).toEqual([times === 1 ? 1 : 3]);
      expect(failed).toEqual(times === 1 ? [] : [1, 2]);
    },
  );

  it.each([{ event: 'exploded' }, { at: 7, openedAt: 7 }, { service: {} }])(
    'is dropped if it says nothing: %j',
    (parts) => {
      expect(triedWith(parts)?.tried).toBeNull();
    },
  );
});

describe('a text that no run has written', () => {
  const HUGE = '\u001b[2J\u202e'.repeat(70_000);

  it.each([
    ['a clue', { clues: [{ code: HUGE, at: null, message: HUGE }] }],
    ['a thousand clues', { clues: Array(1_000).fill({ code: 'slow', at: null, message: 'x'.repeat(500) }) }],
    [
      'a thousand conditions',
      { conditions: Array(1_000).fill({ code: 'slow', since: iso, message: 'x'.repeat(500) }) },
    ],
    ['a reason', { reason: HUGE }],
    ['a message', { message: HUGE, previous: { verdict: 'error', reason: 'http_500', message: HUGE } }],
    ['a summary', { summary: HUGE }],
    [
      'a version',
      { lastHealthy: { at: iso, version: HUGE }, changed: { restarted: true, version: { from: HUGE, to: HUGE } } },
    ],
    ['an address', { service: { ...SERVICE, url: HUGE }, links: { dashboard: HUGE, logs: HUGE, runbook: HUGE } }],
    ['an id', { id: HUGE, incidentId: HUGE, deployment: HUGE, service: { ...SERVICE, id: `a${HUGE}` } }],
    ['who asked for a silence', { silenced: { until: iso, by: HUGE, reason: HUGE } }],
  ])('%s, lets the alert that has it be sent all the same', (_, parts) => {
    const record = triedWith(parts);
    if (!record?.tried) throw new Error('it is owed no more');
    expect(textsIn(record).filter((text) => /\p{C}/u.test(text))).toEqual([]);
    const { subject, message, attributes } = snsMessageOf(notificationOf(record.tried.alert));
    expect(Buffer.byteLength(subject + message + JSON.stringify(attributes))).toBeLessThan(MESSAGE_LIMIT_BYTES / 4);
  });

  it('is clean and bounded, wherever it was in the state', () => {
    fc.assert(
      fc.property(damagedState, (raw) => {
        const state = readState(raw);
        const { history: _, habits: __, prunedBefore: ___, ...read } = state ?? NEW_STATE;
        const wrong = textsIn(read).filter((text) => text.length > 2_048 || /\p{C}/u.test(text));
        if (wrong.length > 0) expect(wrong).toEqual([]);
      }),
      { numRuns: runs(100, 1_000) },
    );
  });
});

describe('any JSON value in place of a state', () => {
  it('is read, reads back the same, and what is repeated can be said in every form', () => {
    fc.assert(
      fc.property(damagedState, (raw) => {
        const state = readState(raw);
        if (state === null) return;
        expectSame(readState(throughJson(storedForm(state))), state);
        const records = Object.values(state.notified).flatMap((all) => Object.values(all));
        for (const { tried } of records) {
          if (tried === null) continue;
          const notification = notificationOf(tried.alert);
          const texts = [subjectOf(notification), mailText(notification), JSON.stringify(chatCard(notification))];
          for (const text of texts) if (/undefined|NaN/.test(text)) expect(text).not.toMatch(/undefined|NaN/);
          expect(Object.values(attributesOf(notification))).not.toContain(undefined);
        }
      }),
      { numRuns: runs(100, 1_000) },
    );
  });

  it('lets people be notified of a service that fails, and of none that is well', async () => {
    await fc.assert(
      fc.asyncProperty(damagedState, fc.constantFrom('well', 'http_503'), async (raw, reason) => {
        const outputs = memoryOutputs();
        outputs.stored.set('a', { service: 'a', revision: 1, state: raw });
        const process = startProcess(outputs);
        for (let minute = 0; minute < 80; minute += 10) await process.run(minute, { a: reason });
        const state = storedState(outputs, 'a');
        // What stood open there may be of several processes: people are notified of one of them, and all end together.
        const before = readState(raw);
        const stoodOpen = before === null ? 0 : openIncidents(before).length;
        expect(unsentAlerts(state).length).toBeLessThanOrEqual(Math.max(0, stoodOpen - 1));
        expect(openOutage(state) !== null).toBe(reason === 'http_503');
        expect(openIncidents(state).length).toBeLessThanOrEqual(1 + stoodOpen);
        for (const { durationSeconds } of outputs.sent) expect(durationSeconds).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(34, 400) },
    );
  });

  it('never makes a run reject', async () => {
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
