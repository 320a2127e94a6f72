/** The incident of a budget that an outage has spent: recorded for everybody, but no news for receivers that know the outage. */

import { sendAll } from '../../../../bench/send-all';
import type { Service } from '../../../../lambda/core/config/config';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { EVERYTHING, type NotifyFilter } from '../../../../lambda/core/notify/due';
import { isHeldBackByOutages, isHeldBackFromAll } from '../../../../lambda/core/notify/held-back';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { settle } from '../../../../lambda/core/state/settle';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { CONTEXT } from '../../../support/core/alerts';
import { resultAt } from '../../../support/core/keeping';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const DAY_MS = 86_400_000;
const OBJECTIVE: Service['objective'] = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
/** All is well until then: a service with less than an hour of history has no rate. */
const BEGIN = 90;
/** From the first budget that is used too fast until six hours have passed without. */
const LONG_AFTER = BEGIN + 12 * 60;

const EVERYBODY = { people: EVERYTHING };
const BUDGETS: NotifyFilter = { ...EVERYTHING, wants: ({ kind }) => kind === 'objective' };
const SECOND_LINE: NotifyFilter = { ...EVERYTHING, afterMs: 15 * MINUTE_MS };

interface Life {
  readonly until?: number;
  readonly failing: (minute: number) => boolean;
  readonly receivers?: Readonly<Record<string, NotifyFilter>>;
  /** From which minute on a receiver is in the config. */
  readonly since?: Readonly<Record<string, number>>;
  readonly isSilenced?: (minute: number) => boolean;
  readonly isAcknowledged?: (minute: number) => boolean;
  readonly failureThreshold?: number;
}

/** One check a minute; all that is due is sent at once. Each run is of another process. */
function live({
  until = BEGIN + 60,
  failing,
  receivers = EVERYBODY,
  since = {},
  isSilenced = () => false,
  isAcknowledged = () => false,
  failureThreshold = 1,
}: Life) {
  const lines = [`alerts: { failureThreshold: ${failureThreshold}, successThreshold: 1, remindEvery: never }`];
  const sent: string[] = [];
  let state: ServiceState = NEW_STATE;
  for (let minute = 0; minute < until; minute += 1) {
    const now = NOW + minute * MINUTE_MS;
    const check = resultAt(minute, 'a', failing(minute) ? 'http_503' : 'well', lines);
    const present = Object.entries(receivers).filter(([id]) => minute >= (since[id] ?? 0));
    const context = { intervalMs: MINUTE_MS, silences: [], receivers: present.map(([id]) => id) };
    state = nextState(state, { ...check, service: { ...check.service, objective: OBJECTIVE } }, context);
    const silence: Silence | null = isSilenced(minute) ? silenceAt(NOW, { until: NOW + DAY_MS }) : null;
    const ack: Silence | null = isAcknowledged(minute) ? silenceAt(NOW, { kind: 'ack' }) : null;
    for (const [receiver, filter] of present) {
      const notify = { receiver, filter, now, remindEveryMs: null, silenceFor: () => silence, ackFor: () => ack };
      const run = sendAll(state, notify, CONTEXT);
      state = run.state;
      for (const { due } of run.sent)
        if (due.event !== 'acknowledged') sent.push(`${receiver}: ${due.event} ${due.incident.kind} ${minute}`);
    }
    state = readState(JSON.parse(JSON.stringify(storedForm(settle(state))))) as ServiceState;
  }
  const budgets = state.incidents.filter(({ kind }) => kind === 'objective');
  return { sent, state, budgets, ofBudgets: sent.filter((one) => one.includes('objective')) };
}

const within = (from: number, length: number) => (minute: number) => minute >= from && minute < from + length;
const outageOf = ({ incidents }: ServiceState) => incidents.find(({ kind }) => kind === 'outage') as Incident;

describe('a budget that one outage has spent', () => {
  it('has an incident that names the outage; receivers that know the outage are not notified', () => {
    const { sent, state, budgets } = live({ failing: within(BEGIN, 20), until: BEGIN + 60 });
    expect(sent).toEqual([`people: opened outage ${BEGIN}`, `people: resolved outage ${BEGIN + 20}`]);
    expect(budgets).toMatchObject([
      { reason: 'availability_burns_fast', over: null, spentBy: [outageOf(state).id], openedAt: expect.any(Number) },
    ]);
    expect(budgets[0]?.openedAt).toBe(NOW + (BEGIN + 2) * MINUTE_MS);
    expect(isHeldBackFromAll(budgets[0] as Incident, state)).toBe(true);
  });

  it('ends and settles without a word', () => {
    const { sent, budgets } = live({ failing: within(BEGIN, 20), until: LONG_AFTER });
    expect(sent).toHaveLength(2);
    expect(budgets).toMatchObject([{ over: { why: 'well' }, settled: true }]);
  });

  it('is due to a receiver whose filter left the outage out', () => {
    const receivers = { ...EVERYBODY, budgets: BUDGETS };
    const { ofBudgets, state, budgets } = live({ failing: within(BEGIN, 20), receivers, until: LONG_AFTER });
    expect(ofBudgets).toEqual([
      `budgets: opened objective ${BEGIN + 2}`,
      expect.stringMatching(/^budgets: resolved objective \d+$/),
    ]);
    expect(isHeldBackFromAll(budgets[0] as Incident, state)).toBe(false);
  });

  it('is due after a silence in which the outage began and ended', () => {
    const { sent } = live({ failing: within(BEGIN, 20), isSilenced: within(BEGIN - 1, 40) });
    expect(sent).toEqual([`people: opened objective ${BEGIN + 39}`]);
  });

  it('is not due after a silence that ended while the outage still failed', () => {
    const { sent } = live({ failing: within(BEGIN, 20), isSilenced: within(BEGIN - 1, 10), until: LONG_AFTER });
    expect(sent).toEqual([`people: opened outage ${BEGIN + 9}`, `people: resolved outage ${BEGIN + 20}`]);
  });

  it('is due to a receiver that the config had only after the outage', () => {
    const receivers = { ...EVERYBODY, late: EVERYTHING };
    const { ofBudgets } = live({ failing: within(BEGIN, 20), receivers, since: { late: BEGIN + 30 } });
    expect(ofBudgets).toEqual([`late: opened objective ${BEGIN + 30}`]);
  });

  it('does not open before its outage, which is pending', () => {
    const { sent, budgets } = live({ failing: within(BEGIN, 5), failureThreshold: 6, until: BEGIN + 5 });
    expect([sent, budgets]).toEqual([[], []]);
  });
});

describe('a receiver that is notified only after a time', () => {
  const receivers = { ...EVERYBODY, second: SECOND_LINE };

  it.each([
    ['was over before that', { failing: within(BEGIN, 10) }],
    ['somebody is on', { failing: within(BEGIN, 40), isAcknowledged: within(BEGIN + 1, 39) }],
  ])('is not notified of what an outage has cost that %s', (_, life) => {
    expect(live({ ...life, receivers, until: BEGIN + 120 }).ofBudgets).toEqual([]);
  });

  it('is, if its filter leaves the outage out', () => {
    const { ofBudgets } = live({
      failing: within(BEGIN, 40),
      receivers: { ...EVERYBODY, second: { ...SECOND_LINE, wants: BUDGETS.wants } },
    });
    expect(ofBudgets).toEqual([`second: opened objective ${BEGIN + 17}`]);
  });

  it('is, if nobody was notified of the outage', () => {
    const { ofBudgets } = live({ failing: within(BEGIN, 10), receivers, isSilenced: within(BEGIN - 1, 30) });
    expect(ofBudgets).toEqual([`people: opened objective ${BEGIN + 29}`, `second: opened objective ${BEGIN + 29}`]);
  });
});

describe('a budget that is used too fast without the outage too', () => {
  it('is due to all after single failed checks, none of them an outage', () => {
    const receivers = { ...EVERYBODY, budgets: BUDGETS };
    const failing = (minute: number) => minute >= BEGIN && minute % 5 === 0;
    const { sent, budgets } = live({ failing, receivers, failureThreshold: 2 });
    expect(sent).toEqual([`people: opened objective ${BEGIN + 10}`, `budgets: opened objective ${BEGIN + 10}`]);
    expect(budgets).toMatchObject([{ spentBy: [] }]);
  });

  it('becomes due to all once enough other checks have failed, as the same incident, and then its recovery', () => {
    const failing = (minute: number) => within(BEGIN, 20)(minute) || (minute > BEGIN + 30 && minute % 5 === 0);
    const { ofBudgets, budgets } = live({ failing, failureThreshold: 2, until: BEGIN + 60 });
    // Two more are chance.
    expect(ofBudgets).toEqual([`people: opened objective ${BEGIN + 45}`]);
    expect(budgets).toMatchObject([{ spentBy: [], openedAt: NOW + (BEGIN + 2) * MINUTE_MS }]);
    const whole = live({ failing: (minute) => minute < BEGIN + 60 && failing(minute), until: LONG_AFTER });
    expect(whole.ofBudgets.map((one) => one.replace(/ \d+$/, ''))).toEqual([
      'people: opened objective',
      'people: resolved objective',
    ]);
  });

  it('is due once there is another outage', () => {
    const failing = (minute: number) => within(BEGIN, 10)(minute) || within(BEGIN + 30, 10)(minute);
    expect(live({ failing }).ofBudgets).toEqual([`people: opened objective ${BEGIN + 32}`]);
  });
});

describe('of two outages that spent a budget, each for a time', () => {
  const { state, budgets } = live({ failing: within(BEGIN, 20) });
  const [budget] = budgets as [Incident];
  const to = { receiver: 'people', filter: EVERYTHING };
  const outage = outageOf(state);

  it('a receiver must know both', () => {
    const other = { ...outage, id: '20260101T000000.000Z-9', over: { at: NOW, why: 'well' as const } };
    const both = { ...state, incidents: [...state.incidents, other] };
    const spent = { ...budget, spentBy: [outage.id, other.id] };
    expect(isHeldBackByOutages(budget, both, to)).toBe(true);
    expect(isHeldBackByOutages(spent, both, to)).toBe(false);
    const notified = { ...both.notified, [other.id]: both.notified[outage.id] ?? {} };
    expect(isHeldBackByOutages(spent, { ...both, notified }, to)).toBe(true);
  });

  it('one that is not kept any more counts as unknown', () => {
    const kept = { ...state, incidents: state.incidents.filter((one) => one !== outage) };
    expect([isHeldBackByOutages(budget, kept, to), isHeldBackFromAll(budget, kept)]).toEqual([false, false]);
  });

  it('a receiver that was notified of the real one knows its duplicate', () => {
    const over = { at: NOW, why: 'duplicate' as const, of: outage.id };
    const double = { ...outage, id: '20260101T000000.000Z-9', over };
    const joined = { ...state, incidents: [...state.incidents, double] };
    expect(notifiedOf(joined, double.id, 'people').opened).toBeNull();
    expect(isHeldBackByOutages({ ...budget, spentBy: [double.id] }, joined, to)).toBe(true);
    // And the other way round.
    const notified = { [double.id]: joined.notified[outage.id] ?? {} };
    expect(isHeldBackByOutages({ ...budget, spentBy: [double.id] }, { ...joined, notified }, to)).toBe(true);
  });

  it.each([
    ['itself', { kind: 'outage', over: null, id: 'spender' }, true],
    ['a duplicate of it', { kind: 'outage', over: null, id: 'other' }, true],
    ['an outage before', { kind: 'outage', over: { at: NOW, why: 'well' }, id: 'other' }, false],
    ['a condition', { kind: 'condition', over: null, id: 'other' }, false],
  ] as const)('%s, of which a receiver was notified, spent it: %j, %s', (_, known, isKnown) => {
    const spender = { ...outage, over: null, id: 'spender' };
    const others = [{ ...outage, ...known }].filter(({ id }) => id !== spender.id);
    const notified = { [known.id]: state.notified[outage.id] ?? {} };
    const one = { ...state, incidents: [spender, ...others], notified };
    const spent = { ...budget, spentBy: [spender.id] };
    expect([isHeldBackByOutages(spent, one, to), isHeldBackFromAll(spent, one)]).toEqual([isKnown, isKnown]);
  });
});
