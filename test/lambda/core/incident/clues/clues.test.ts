/** What may explain an outage, as stories of checks; and that none of it decides who is notified. */

import fc from 'fast-check';
import type { Condition } from '../../../../../lambda/core/conditions/condition';
import { CONDITION_CODES } from '../../../../../lambda/core/conditions/conditions';
import { CLUE_LENGTH, MOST_CLUES } from '../../../../../lambda/core/incident/clue';
import { openOutage } from '../../../../../lambda/core/incident/incident';
import type { CheckResult } from '../../../../../lambda/core/probe/check-result';
import type { Observation } from '../../../../../lambda/core/probe/observation';
import { nextState } from '../../../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../../../lambda/core/state/service-state';
import { readState, storedForm } from '../../../../../lambda/core/state/stored-state';
import { answer, failure, NOW, reportOf } from '../../../../support/core/observations';
import { configOf, NO_CONDITIONS, resultOf } from '../../../../support/core/runs';
import { MINUTE_MS } from '../../../../support/core/story';
import { runs } from '../../../../support/jest/lane';

const CONTEXT = { intervalMs: MINUTE_MS, silences: [] };
const [SERVICE] = configOf({ a: 'https://a.internal' }, [
  'alerts: { successThreshold: 1, remindEvery: 5m }',
  NO_CONDITIONS,
]).services;

const started = NOW - 3 * 86_400_000;
const uptime = (at: number, since = started) => (at - since) / 1_000;
/** A healthy report; the time is its check's. */
type Report = (at: number) => Readonly<Record<string, unknown>>;
const well =
  (fields: Readonly<Record<string, unknown>> = {}): Report =>
  (at) => ({ uptime: uptime(at), ...fields });
const times = <Each>(count: number, one: (index: number) => Each) =>
  Array.from({ length: count }, (_, index) => one(index));
const refused = failure('connection_refused');
const memory = (used: number) => well({ memory: { used, total: 512 } });

/** A check at a minute after `NOW`, 12:00. */
function checkAt(minute: number, found: Report | Observation): CheckResult {
  const at = NOW + minute * MINUTE_MS;
  const observation = typeof found === 'function' ? answer(200, reportOf({ service: 'a', ...found(at) })) : found;
  const result = resultOf('a', observation);
  if (!SERVICE) throw new Error('the config has a service');
  return { ...result, at, service: SERVICE };
}

/** The state after one check a minute, the last of them at 12:30 unless it is `until`. */
function stateAfter(
  story: readonly (Report | Observation)[],
  from: Partial<ServiceState> = {},
  until = 30,
): ServiceState {
  return story.reduce<ServiceState>(
    (state, found, index) => nextState(state, checkAt(until - story.length + 1 + index, found), CONTEXT),
    { ...NEW_STATE, ...from },
  );
}

const messages = ({ incidents }: ServiceState) => incidents.at(-1)?.clues.map(({ message }) => message) ?? [];

const condition = (fields: Partial<Condition>): Condition => ({
  code: 'half_answers',
  since: NOW,
  message: '12 of 50 attempts failed',
  stage: 0,
  notifies: false,
  ...fields,
});

describe('an outage that opens at 12:30 has as clues', () => {
  it.each<[string, readonly (Report | Observation)[], readonly string[]]>([
    ['nothing, if nothing was', [...times(10, () => well()), refused], []],
    ['nothing, if nothing is known', [refused], []],
    [
      'another version',
      [well(), well({ version: '1.5.0' }), ...times(2, () => well({ version: '1.5.0' })), refused],
      ['version 1.4.2 → 1.5.0 at 12:27, 3 min earlier'],
    ],
    ['no version of long ago', [well(), ...times(61, () => well({ version: '1.5.0' })), refused], []],
    [
      'the version of the failing report',
      [well(), answer(503, reportOf({ service: 'a', status: 'unhealthy', version: '2', uptime: 20 }))],
      ['version 1.4.2 → 2 at 12:29, 20 s earlier'],
    ],
    [
      'a version with a start of its own, once',
      [well(), well({ version: '1.5.0', uptime: 5 }), refused],
      ['version 1.4.2 → 1.5.0 at 12:29, 1 min earlier'],
    ],
    ['a start', [well(), well({ uptime: 20 }), refused], ['restarted at 12:29, 1 min earlier']],
    [
      'a start that only the failing report shows',
      [well(), answer(500, reportOf({ service: 'a', status: 'unhealthy', uptime: 0 }))],
      ['restarted at 12:30'],
    ],
    [
      'many starts',
      [well(), ...times(4, () => well({ uptime: 5 })), refused],
      ['restarted 4 times in the 10 min before'],
    ],
    ['no starts of long ago', [well(), ...times(12, (minute) => well({ uptime: 60 * (minute + 1) - 1 })), refused], []],
    [
      'memory that was rising and nearly full',
      [...times(30, () => memory(200)), ...times(25, (minute) => memory(255 + 10 * minute)), refused],
      ['memory was at 495 of 512 MB and rising since 12:00'],
    ],
    ['no memory that is always nearly full', [...times(40, (minute) => memory(490 + (minute % 5))), refused], []],
    ['no memory that rises and is far from full', [...times(40, (minute) => memory(200 + 5 * minute)), refused], []],
    [
      'no memory that was full before a start',
      [...times(30, (minute) => memory(200 + 10 * minute)), ...times(10, () => memory(200)), refused],
      [],
    ],
    ['the error of an answer', [answer(200, { error: 'no database' })], ['the answer has the error: no database']],
    [
      'what else it gives as cause',
      [answer(500, { checks: { db: 'timeout after 5000ms' } })],
      ['the answer gives as cause: checks db: timeout after 5000ms'],
    ],
    ['the title of a page', [answer(200, '<title>Sign in</title>')], ['it answers with a page titled: Sign in']],
    [
      'no cause that the message has',
      [answer(503, reportOf({ service: 'a', status: 'unhealthy', message: 'db' }))],
      [],
    ],
  ])('%s', (_, story, expected) => {
    const state = stateAfter(story);
    expect(openOutage(state)).not.toBeNull();
    expect(messages(state)).toEqual(expected);
  });

  it('response times that rose', () => {
    const took = (ms: number) => ({
      ...answer(200, reportOf({ service: 'a' })),
      timings: { ...refused.timings, totalMs: ms },
    });
    const story = (slow: number) => [...times(40, () => took(100)), ...times(6, () => took(slow)), refused];
    expect(messages(stateAfter(story(640)))).toEqual([
      expect.stringMatching(/^response times rose from \d+ to 640 ms since 12:25$/),
    ]);
    expect(messages(stateAfter(story(290)))).toEqual([]);
    expect(messages(stateAfter([...times(40, () => took(1)), ...times(6, () => took(90)), refused]))).toEqual([]);
  });

  it('a certificate that has just expired, or is about to', () => {
    const until = (minute: number) => ({
      ...answer(200, reportOf({ service: 'a' })),
      certificateExpiresAt: NOW + minute * MINUTE_MS,
    });
    const failed = failure('tls_certificate_expired');
    expect(messages(stateAfter([until(28), failed]))).toEqual(['its certificate expired at 12:28, 2 min earlier']);
    expect(messages(stateAfter([until(13 * 60), refused]))).toEqual([
      'its certificate expires at 2026-03-02 01:00, 12 h later',
    ]);
    expect(messages(stateAfter([until(3 * 24 * 60), refused]))).toEqual([]);
  });

  it('no restart that belongs to an earlier outage, which is resolved', () => {
    const restarted = well({ uptime: 20 });
    expect(messages(stateAfter([well(), restarted, refused, well(), refused]))).toEqual([]);
    // The restart that ended it.
    expect(messages(stateAfter([well(), refused, restarted, refused]))).toEqual([]);
    expect(messages(stateAfter([well(), refused, well(), restarted, refused]))).toEqual([
      'restarted at 12:29, 1 min earlier',
    ]);
  });

  it('conditions that held, unless another clue says the same', () => {
    const conditions = [condition({}), condition({ code: 'restarting', message: '3 starts' })];
    expect(messages(stateAfter([refused], { conditions }))).toEqual([
      '3 starts, since 12:00',
      '12 of 50 attempts failed, since 12:00',
    ]);
    const changes = [{ at: NOW + 29 * MINUTE_MS, restarted: true, version: null }];
    expect(messages(stateAfter([refused], { conditions, changes }))).toEqual([
      'restarted at 12:29, 1 min earlier',
      '12 of 50 attempts failed, since 12:00',
    ]);
  });

  it('the strongest four, the newest first', () => {
    const conditions = CONDITION_CODES.map((code, index) => condition({ code, since: NOW + index, message: code }));
    const broken = answer(500, reportOf({ service: 'a', status: 'unhealthy', version: '2', uptime: 60 }));
    const before = stateAfter([well(), well({ uptime: 3 })], {}, 29);
    expect(messages(stateAfter([broken], { ...before, conditions }))).toEqual([
      'version 1.4.2 → 2 at 12:30',
      'restarted at 12:29, 1 min earlier',
      'client_certificate_expires_soon, since 12:00',
      'certificate_expires_soon, since 12:00',
    ]);
  });
});

describe('later alerts', () => {
  const page = answer(200, '<title>Sign in</title>');
  const begun = [well(), well({ version: '1.5.0' }), refused];

  it('have the clues of the beginning, and what is new since', () => {
    const state = stateAfter([...begun, refused, page]);
    expect(messages(state)).toEqual([
      'it answers with a page titled: Sign in',
      'version 1.4.2 → 1.5.0 at 12:27, 1 min earlier',
    ]);
  });

  it('have each clue once, however long it fails', () => {
    const state = stateAfter([...begun, ...times(30, () => page)]);
    expect(messages(state)).toHaveLength(2);
  });

  it('have what an answer says once, if the first one that failed said it too', () => {
    expect(messages(stateAfter([well(), ...times(3, () => page)]))).toEqual(['it answers with a page titled: Sign in']);
    const other = answer(200, '<title>Gone</title>');
    expect(messages(stateAfter([well(), page, other, page]))).toHaveLength(2);
  });

  it('say when a service was started while it failed', () => {
    const broken = answer(500, reportOf({ service: 'a', status: 'unhealthy', uptime: 30 }));
    expect(messages(stateAfter([well(), ...times(6, () => refused), broken, broken, broken, broken]))).toContain(
      'restarted at 12:26, 5 min later',
    );
  });

  it('stay with the outage when it is over, until the next one', () => {
    const over = stateAfter([...begun, well({ version: '1.5.0' })]);
    expect(openOutage(over)).toBeNull();
    expect(over.incidents).toMatchObject([{ clues: [{ code: 'version_changed' }] }]);
    expect(readState(JSON.parse(JSON.stringify(storedForm(over))))?.incidents).toEqual(over.incidents);
    const next = stateAfter([refused], over, 120);
    expect(next.incidents).toMatchObject([{ clues: [] }, { over: null, clues: [] }]);
  });
});

const LONGEST = '\u{1f9ef}'.repeat(5_000);

it('an outage has few and short clues, however long the texts of its service are', () => {
  const conditions = CONDITION_CODES.map((code) => condition({ code, message: 'x'.repeat(1_000) }));
  const broken = answer(500, { message: LONGEST, error: { [LONGEST]: LONGEST } });
  const before = stateAfter([well({ version: LONGEST }), well({ version: `2${LONGEST}`, uptime: 3 })], {}, 29);
  const clues = openOutage(stateAfter([broken], { ...before, conditions }))?.clues ?? [];
  expect(clues).toHaveLength(MOST_CLUES);
  for (const { message } of clues) expect(Array.from(message).length).toBeLessThanOrEqual(CLUE_LENGTH);
});

describe('clues decide nothing', () => {
  const found = fc.constantFrom<readonly (Report | Observation)[]>(
    [well()],
    [well({ version: '2' })],
    [well({ uptime: 3 })],
    [memory(500)],
    [refused],
    [answer(500, { message: 'db down' })],
    [answer(200, '<title>Sign in</title>')],
    [answer(503, reportOf({ service: 'a', status: 'unhealthy', version: '3', uptime: 1 }))],
    times(3, () => refused),
  );
  const shown = fc.array(fc.constantFrom(...CONDITION_CODES), { maxLength: 4 });

  /** The incidents in the end, without their clues. */
  function incidentsAfter(
    checks: readonly CheckResult[],
    prepare: (state: ServiceState, check: CheckResult) => ServiceState,
  ) {
    const { incidents, pending } = checks.reduce<ServiceState>(
      (before, check) => nextState(prepare(before, check), check, CONTEXT),
      NEW_STATE,
    );
    return { incidents: incidents.map(({ clues: _, ...one }) => one), pending };
  }

  it('the same incidents are there without the facts that clues alone are made of', () => {
    fc.assert(
      fc.property(fc.array(found, { maxLength: 12 }), shown, fc.nat(600), (stories, codes, httpStatus) => {
        const checks = stories.flat().map((one, minute) => checkAt(minute, one));
        const conditions = codes.map((code) => condition({ code }));
        const withAll = incidentsAfter(
          checks.map((check) => ({ ...check, otherOrigin: { httpStatus, keys: [] }, remoteAddress: '10.0.0.1' })),
          // A healthy check decides anew which conditions hold.
          (state, { kind }) => (kind === 'healthy' ? state : { ...state, conditions }),
        );
        const without = incidentsAfter(
          checks.map(({ statedCause: _, ...check }) => check),
          (state) => ({ ...state, conditions: [] }),
        );
        expect(withAll).toEqual(without);
      }),
      { numRuns: runs(34) },
    );
  });
});
