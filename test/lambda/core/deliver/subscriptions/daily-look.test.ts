/** The daily look: when it is due, what people are notified of, and what a crash or a failure leaves to the next run. */

import {
  CLAIM_MS,
  type Claim,
  type DailyLook,
  dailyLook,
  type KeptLook,
  LOOK_MS,
  lookDay,
} from '../../../../../lambda/core/deliver/subscriptions/daily-look';
import { expectedSubscriptions } from '../../../../../lambda/core/deliver/subscriptions/expected';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A quarter past six. */
const MORNING = Date.parse('2026-11-22T06:15:00Z');

const EXPECTED = expectedSubscriptions(
  ['a@a.test', 'b@a.test'].map((email) => ({ email, services: null, events: null, severities: null, checker: true })),
);

/** The table's item, what SNS lists, and what was sent; `fail` names the call that fails from now on. */
function world() {
  const state = {
    kept: null as ({ day: string; claimed: number | null } & KeptLook) | null,
    pending: [] as string[],
    others: [] as string[],
    sent: [] as string[],
    claims: 0,
    fail: '' as 'claim' | 'list' | 'notify' | 'mark' | '',
  };
  const orFail = (call: typeof state.fail) => {
    if (state.fail === call) throw new Error(`no ${call}`);
  };
  const claimed = (day: string, now: number): Claim => {
    const { kept } = state;
    if (kept === null) return { kind: 'new' };
    if (kept.day >= day) return { kind: 'done' };
    if (kept.claimed !== null && kept.claimed >= now - CLAIM_MS) return { kind: 'busy' };
    state.kept = { ...kept, claimed: now };
    return { kind: 'taken', kept };
  };
  /** A process of the checker. */
  const startProcess = () => {
    const look: DailyLook = dailyLook(EXPECTED, () => ({
      claim: async (day, now) => {
        state.claims += 1;
        orFail('claim');
        return claimed(day, now);
      },
      list: async (topic) => {
        orFail('list');
        if (topic === 'checkerAlarms') return [];
        return [...EXPECTED.map(({ email }) => email), ...state.others].map((email) => ({
          protocol: 'email',
          endpoint: email,
          arn: state.pending.includes(email) ? 'PendingConfirmation' : 'arn:aws:sns:::x',
        }));
      },
      notify: async (faults) => {
        orFail('notify');
        state.sent.push(faults.map(({ email, state }) => `${email} ${state}`).join(', '));
      },
      mark: async (day, kept) => {
        orFail('mark');
        state.kept = { ...kept, day, claimed: null };
      },
    }));
    const unbounded = (calls: (signal: AbortSignal) => Promise<void>) => calls(new AbortController().signal);
    return async (now: number) => (await look(now, unbounded)).map(({ message }) => message);
  };
  return { state, startProcess };
}

it.each([
  ['2026-11-22T05:59:59.999Z', '2026-11-21'],
  ['2026-11-22T06:00:00.000Z', '2026-11-22'],
  ['2026-11-23T05:59:00.000Z', '2026-11-22'],
])('the look that is due at %s is that of %s', (now, day) => {
  expect(lookDay(Date.parse(now))).toBe(day);
});

it('a claim holds for as long as a look can take, and lets the next run of any interval try again', () => {
  expect(CLAIM_MS).toBeGreaterThan(LOOK_MS);
  expect(CLAIM_MS).toBeLessThan(60_000);
});

it('begins on the day after the first deployment, and then notifies people once of each change', async () => {
  const { state, startProcess } = world();
  const run = startProcess();
  state.pending = ['a@a.test', 'b@a.test'];
  expect(await run(MORNING)).toEqual([]);
  expect(state.sent).toEqual([]);
  await run(MORNING + 23 * HOUR_MS);
  expect(state.sent).toEqual([]);
  await run(MORNING + DAY_MS);
  expect(state.sent).toEqual(['a@a.test pending, b@a.test pending']);
  state.pending = ['b@a.test'];
  await run(MORNING + 2 * DAY_MS);
  await run(MORNING + 3 * DAY_MS);
  expect(state.sent.slice(1)).toEqual(['b@a.test pending']);
  state.pending = [];
  await run(MORNING + 4 * DAY_MS);
  state.pending = ['b@a.test'];
  await run(MORNING + 5 * DAY_MS);
  expect(state.sent.slice(2)).toEqual(['b@a.test pending']);
});

it('notifies people of an address that the config does not name', async () => {
  const { state, startProcess } = world();
  const run = startProcess();
  state.others = ['former@a.test'];
  for (let day = 0; day <= 3; day += 1) await run(MORNING + day * DAY_MS);
  expect(state.sent).toEqual(['former@a.test unexpected']);
});

it('repeats what stays lost every seven days', async () => {
  const { state, startProcess } = world();
  const run = startProcess();
  state.pending = ['a@a.test'];
  for (let day = 0; day <= 15; day += 1) await run(MORNING + day * DAY_MS);
  expect(state.sent).toHaveLength(3);
});

it('asks the table in the first run of a process and once a day, however many runs there are', async () => {
  const { state, startProcess } = world();
  const run = startProcess();
  for (let minute = 0; minute < 3 * 24 * 60; minute += 1) await run(MORNING + minute * 60_000);
  expect(state.claims).toBe(4);
  await startProcess()(MORNING + 3 * DAY_MS);
  expect([state.claims, state.sent]).toEqual([5, []]);
});

it('is done by one of several processes', async () => {
  const { state, startProcess } = world();
  const run = startProcess();
  const other = startProcess();
  await run(MORNING);
  state.pending = ['a@a.test'];
  await Promise.all([run(MORNING + DAY_MS), other(MORNING + DAY_MS)]);
  await other(MORNING + DAY_MS + 60_000);
  expect(state.sent).toHaveLength(1);
});

it.each([
  ['claim', 1],
  ['list', 1],
  ['notify', 1],
  // They were notified already, but nobody knows that any more.
  ['mark', 2],
] as const)('is done again by the next run if the %s fails', async (call, times) => {
  const { state, startProcess } = world();
  await startProcess()(MORNING);
  const run = startProcess();
  state.pending = ['a@a.test'];
  state.fail = call;
  const now = MORNING + DAY_MS;
  expect(await run(now)).toEqual([`the addresses of the config can't be looked at: no ${call}`]);
  state.fail = '';
  expect(await run(now + 60_000)).toEqual([]);
  expect(state.sent).toEqual(Array(times).fill('a@a.test pending'));
});
