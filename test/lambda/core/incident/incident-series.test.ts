/** What holds of incidents in any series of verdicts, whatever the clock does. */

import fc from 'fast-check';
import { openIncidents } from '../../../../lambda/core/incident/incident';
import { MINUTE_MS, tell } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const HOUR_MS = 60 * MINUTE_MS;

describe('of any series, with any clock', () => {
  const reason = fc.constantFrom('well', 'well', 'well', 'http_503', 'reported_unhealthy', 'http_500', 'dns_failure');
  const step = fc.constantFrom('', '', '', '+0m ', '+90m ', '-90m ', '-1m ', '+9999h ', '-9999h ');
  const line = fc.tuple(step, reason).map(([when, found]) => `${when}${found}`);
  const policy = fc.record({
    failureThreshold: fc.integer({ min: 1, max: 4 }),
    successThreshold: fc.integer({ min: 1, max: 4 }),
    remindEveryMs: fc.constantFrom(null, HOUR_MS),
  });
  const series = fc.array(line, { maxLength: 60 });

  it('events come in order, with unique ids and no negative duration', () => {
    fc.assert(
      fc.property(policy, series, (rules, lines) => {
        const { events, state } = tell(rules, lines);
        const kinds = events.map(({ event }) => event).join(' ');
        expect(kinds).toMatch(/^(opened( updated| reminder)* resolved ?)*(opened( updated| reminder)*)?$/);
        const opened = events.filter(({ event }) => event === 'opened').map(({ incident }) => incident.id);
        expect(new Set(opened).size).toBe(opened.length);
        expect(state.incidentCount).toBe(opened.length);
        for (const { over, openedAt, downMs } of state.incidents) {
          expect(over?.at ?? openedAt).toBeGreaterThanOrEqual(openedAt);
          expect(downMs).toBeGreaterThanOrEqual(0);
        }
        expect(state.pending === null || openIncidents(state).length === 0).toBe(true);
      }),
      { numRuns: runs(67) },
    );
  });

  it('a service that stays down is open, one that stays well is not', () => {
    fc.assert(
      fc.property(policy, series, fc.constantFrom('well', 'http_503'), (rules, lines, end) => {
        // A recovery takes half an hour at most.
        const { state } = tell(rules, [...lines, `${end} x31`]);
        expect(openIncidents(state).length > 0).toBe(end !== 'well');
      }),
      { numRuns: runs(34) },
    );
  });

  it('no reminder comes before its time, whatever the clock does in small steps', () => {
    const shake = fc.constantFrom(['http_503'], ['-1m http_503', '+2m http_503'], ['-4m http_503', '+5m http_503']);
    const shaking = fc.array(shake, { maxLength: 100 });
    fc.assert(
      fc.property(shaking, (lines) => {
        const { events } = tell({ remindEveryMs: 6 * HOUR_MS }, ['http_503', ...lines.flat()]);
        expect(events.map(({ event }) => event)).toEqual(['opened']);
      }),
    );
  });

  it('a state that was stored as JSON leads to the same events', () => {
    fc.assert(
      fc.property(policy, series, series, (rules, before, after) => {
        const { state } = tell(rules, before);
        const [read, kept] = [JSON.parse(JSON.stringify(state)), state].map((from) => tell(rules, after, from));
        expect(JSON.stringify(read)).toBe(JSON.stringify(kept));
      }),
    );
  });
});
