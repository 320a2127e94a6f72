/** When a state must be saved. */

import type { Incident } from '../../../../lambda/core/incident/incident';
import { FIGURES_REFRESH_MS, mustSave, NEW_STATE } from '../../../../lambda/core/state/service-state';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS, tell } from '../../../support/core/story';

describe('mustSave', () => {
  const well = { ...NEW_STATE, ...tell({}, ['well']).state, savedAt: NOW };
  const later = { ...NEW_STATE, ...tell({}, ['well', 'well']).state, savedAt: NOW };
  const failing = { ...NEW_STATE, ...tell({ failureThreshold: 2 }, ['well', 'http_503']).state, savedAt: NOW };
  const patient = { successThreshold: 9 };
  const recovering = { ...NEW_STATE, ...tell(patient, ['well', 'http_503', 'well']).state, savedAt: NOW };
  const further = { ...NEW_STATE, ...tell(patient, ['well', 'http_503', 'well', 'well']).state, savedAt: NOW };
  const open = { ...NEW_STATE, ...tell({}, ['well', 'http_503']).state, savedAt: NOW };
  const unknown = { ...open, notified: {} };
  const CONDITION = { code: 'slow', since: NOW, message: 'p50 is 900 ms', stage: 0, notifies: true } as const;
  const slow = { ...later, conditions: [CONDITION] };
  const restarted = { ...well, changes: [{ at: NOW, restarted: true, version: null }] };
  const version = { ...later, lastHealthy: { ...well.lastHealthy, at: NOW, version: '2' } as never };
  it.each([
    ['nothing new', well, well, 1, false],
    ['a newer healthy report', well, later, 1, false],
    ['a newer healthy report after a while', well, later, FIGURES_REFRESH_MS, true],
    ['a newer healthy report under a clock that has stepped back', well, later, -FIGURES_REFRESH_MS, true],
    ['nothing new after a long while', well, well, 1_000 * MINUTE_MS, false],
    ['the first report of all', { ...NEW_STATE, savedAt: 0 }, well, 1, true],
    ['another version', well, version, 1, true],
    ['a restart', well, restarted, 1, true],
    ['a first failure', well, failing, 1, true],
    ['the end of a first failure', failing, well, 1, true],
    ['another healthy run while an outage recovers', recovering, further, 1, true],
    ['a condition', well, slow, 1, true],
    [
      'another figure of a condition',
      slow,
      { ...slow, conditions: [{ ...CONDITION, message: 'p50 is 901 ms' }] },
      1,
      false,
    ],
    ['a condition that has come further', slow, { ...slow, conditions: [{ ...CONDITION, stage: 1 }] }, 1, true],
    ['its removal from the config', well, { ...well, removedAt: NOW }, 1, true],
    ['its return to the config', { ...well, removedAt: NOW }, well, 1, true],
    ['what a receiver was notified of', unknown, open, 1, true],
  ])('of %s', (_, before, after, sinceMs, expected) => {
    expect(mustSave('a', before, after, NOW + sinceMs)).toBe(expected);
  });

  it('looks at no incident that is as it was: a service keeps twenty of them', () => {
    const [incident] = open.incidents;
    let looks = 0;
    const watched = new Proxy(incident as Incident, {
      get: (target, key) => {
        looks += 1;
        return target[key as keyof Incident];
      },
    });
    const before = { ...later, incidents: [watched] };
    expect(mustSave('a', before, { ...before, incidents: [watched] }, NOW + 1)).toBe(false);
    expect(looks).toBe(0);
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
