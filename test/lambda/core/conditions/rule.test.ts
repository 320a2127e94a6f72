/** What must hold of every condition, whatever its rule says. */

import fc from 'fast-check';
import { habitsSchema } from '../../../../lambda/core/conditions/conditions-after';
import { afterSign, type Look, type Pace, type Progress } from '../../../../lambda/core/conditions/rule';
import { readStored } from '../../../../lambda/core/fields/stored-value';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { packedBytes } from '../../../support/aws/packed-bytes';
import { NOW } from '../../../support/core/observations';
import { watching } from '../../../support/core/watching';

const MINUTE_MS = 60_000;
const signs = fc.array(fc.constantFrom<Look['sign']>('on', 'off', 'between'), { maxLength: 60 });
const lasting = fc.record({ runs: fc.integer({ min: 1, max: 6 }), ms: fc.integer({ min: 0, max: 5 * MINUTE_MS }) });

it('never flaps: it begins after a whole row of on, and ends after a whole row of off', () => {
  fc.assert(
    fc.property(signs, fc.record({ begins: lasting, ends: lasting }), (series, pace: Pace) => {
      let state: Progress = { condition: null, row: null };
      series.forEach((sign, index) => {
        const now = NOW + index * MINUTE_MS;
        const was = state.condition !== null;
        const look = { sign, message: sign, stage: 0 };
        state = afterSign(state, 'slow', look, { pace, notifies: true, isStale: false, now });
        const is = state.condition !== null;
        if (was === is) return;
        const { runs, ms } = is ? pace.begins : pace.ends;
        const needed = Math.max(runs, Math.ceil(ms / MINUTE_MS) + 1);
        const row = series.slice(Math.max(0, index + 1 - needed), index + 1);
        expect(row).toEqual(Array.from({ length: needed }, () => (is ? 'on' : 'off')));
      });
    }),
  );
});

it('is over at once if the checks before are too long ago, or if it can not go on', () => {
  const condition = { code: 'slow', since: NOW, message: '', stage: 0, notifies: true } as const;
  const pace: Pace = { begins: { runs: 3, ms: 0 }, ends: { runs: 3, ms: 0 } };
  const after = (sign: Look['sign'], isStale: boolean) =>
    afterSign(
      { condition, row: null },
      'slow',
      { sign, message: '', stage: 0 },
      { pace, notifies: true, isStale, now: NOW },
    );
  expect(after('off', true).condition).toBeNull();
  expect(after('off', false).condition).not.toBeNull();
  expect(after('over', false).condition).toBeNull();
  expect(after('on', true).condition).not.toBeNull();
});

it('reads what it has stored, and anything else without an error', () => {
  const service = watching();
  const state = service.runs(200, (index) => ({ ms: 10 + (index % 50), attempts: 1 + (index % 7 === 0 ? 1 : 0) }));
  expect(readState(JSON.parse(JSON.stringify(storedForm(state))))?.habits).toEqual(state.habits);
  fc.assert(fc.property(fc.jsonValue(), (raw) => void readStored(habitsSchema, raw)));
  const memory = fc.dictionary(fc.constantFrom(...Object.keys(state.habits.memory)), fc.jsonValue());
  fc.assert(
    fc.property(memory, fc.dictionary(fc.constantFrom('slow', 'restarting'), fc.jsonValue()), (known, rows) => {
      const habits = readStored(habitsSchema, { at: NOW, rows, memory: known });
      expect(readStored(habitsSchema, JSON.parse(JSON.stringify(habits)))).toEqual(habits);
      expect(habits?.at).toBe(NOW);
    }),
  );
});

it('keeps the state of a healthy service small', () => {
  const service = watching();
  const state = service.runs(3 * 24 * 60, (index) => ({
    ms: 20 + (300 * ((index * 7919) % 101) ** 2) / 10_000,
    attempts: index % 90 === 0 ? 2 : 1,
    report: { memory: { used: 200 + ((index * 31) % 50), total: 512 } },
  }));
  expect(packedBytes(state.habits)).toBeLessThanOrEqual(480);
});
