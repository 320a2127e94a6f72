/** The laws of putting states together, over states that random runs of several processes have made. */

import fc from 'fast-check';
import { type Alert, alertOf } from '../../../../lambda/core/message/alert';
import type { DueAlert } from '../../../../lambda/core/message/due-alert';
import { sentAlert } from '../../../../lambda/core/message/sent-alert';
import { type NeededService, withBehindEnds } from '../../../../lambda/core/notify/behind';
import { EVERYTHING, type NotifyFilter, nextAlerts } from '../../../../lambda/core/notify/due';
import { heldBackBy, withAckPeriods } from '../../../../lambda/core/notify/held-alerts';
import { markDue, markSent, markTried, withSent } from '../../../../lambda/core/notify/mark';
import { dueVersions, markNewVersion, markVersionSent } from '../../../../lambda/core/notify/new-versions';
import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import { alertedAck } from '../../../../lambda/core/silences/silence-document';
import { nextState, retiredState } from '../../../../lambda/core/state/next-state';
import { joinStates, NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { settle } from '../../../../lambda/core/state/settle';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { ALERT_EVENTS } from '../../../../lambda/core/words/codes';
import { CONTEXT } from '../../../support/core/alerts';
import { resultAt } from '../../../support/core/keeping';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

/** A run of a process, and what becomes of its alerts; a process goes on from what it knows, joined with what another one knows now and then. */
interface Step {
  readonly process: number;
  readonly joins: number | null;
  readonly minutes: number;
  readonly reason: string;
  readonly expiring: boolean;
  readonly version: string;
  readonly silenced: boolean;
  /** Whether somebody is on what fails; otherwise nobody is, or not any more. */
  readonly acknowledged: boolean;
  /** The services that it needs and that fail, of which the first receiver is notified too. */
  readonly needed: readonly string[];
  readonly sent: readonly ('sent' | 'unanswered' | 'refused')[];
}

const RECEIVERS = ['sns', 'phone'];
/** The second shows who is on what. */
const FILTERS: readonly NotifyFilter[] = [EVERYTHING, { ...EVERYTHING, events: ALERT_EVENTS }];

const step: fc.Arbitrary<Step> = fc.record({
  process: fc.integer({ min: 0, max: 2 }),
  joins: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 3 }),
  minutes: fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: -20, max: 60 }) },
  ),
  reason: fc.constantFrom('well', 'well', 'well', 'http_503', 'http_503', 'dns_failure', 'removed'),
  expiring: fc.boolean(),
  version: fc.constantFrom('1', '1', '1', '2', '3'),
  silenced: fc.constantFrom(false, false, false, true),
  acknowledged: fc.constantFrom(false, false, true),
  needed: fc.constantFrom<(readonly string[])[]>([], [], ['gateway'], ['gateway', 'cache'], ['cache']),
  sent: fc.array(fc.constantFrom('sent' as const, 'sent' as const, 'unanswered' as const, 'refused' as const), {
    minLength: 2,
    maxLength: 2,
  }),
});

/** The states of three processes after some steps. */
function statesAfter(steps: readonly Step[]): readonly [ServiceState, ServiceState, ServiceState] {
  const states = [NEW_STATE, NEW_STATE, NEW_STATE] as [ServiceState, ServiceState, ServiceState];
  let minute = 0;
  for (const { process, joins, minutes, reason, expiring, version, silenced, acknowledged, needed, sent } of steps) {
    minute += minutes;
    const at = minute + process / 16;
    const now = NOW + at * MINUTE_MS;
    const own = states[process] as ServiceState;
    const before = joins === null ? own : joinStates(own, states[joins] as ServiceState);
    let state =
      reason === 'removed'
        ? retiredState(before, now)
        : nextState(before, checkAt(at, { reason, expiring, version }), FACTS);
    for (const [index, receiver] of RECEIVERS.entries()) {
      const silence = silenced ? silenceAt(now, { id: `s${Math.floor(at / 10)}` }) : null;
      const ack = acknowledged ? ackAt(NOW + Math.floor(at / 10) * 10 * MINUTE_MS) : null;
      const behind = index === 0 ? needed.map(neededService) : [];
      const context = {
        receiver,
        behind,
        filter: FILTERS[index] ?? EVERYTHING,
        now,
        remindEveryMs: 20 * MINUTE_MS,
        silenceFor: () => silence,
        ackFor: () => ack,
      };
      const fate = sent[index];
      state = markNewVersion(state, receiver, now);
      for (const found of fate === 'sent' ? dueVersions(state, receiver) : [])
        state = markVersionSent(state, receiver, found, now);
      state = markDue(state, context);
      for (let [next] = nextAlerts(state, context); next !== undefined; [next] = nextAlerts(state, context)) {
        const alert =
          'due' in next ? alertAbout(next.due, state, { now, ack: ack && alertedAck(ack) }) : next.repeated.alert;
        if (fate === 'unanswered') state = markTried(state, next, { receiver, now, alert });
        if (fate !== 'sent') break;
        state = markSent(state, next, { receiver, now, alert, thread: alert.incidentId });
        const { incident } = 'due' in next ? next.due : next;
        state = withSent(state, incident, receiver, sentAlert(alert, { notification: null, sentAt: now }));
      }
    }
    const ack = ackAt(NOW + Math.floor(at / 7) * 7 * MINUTE_MS, { id: `a${Math.floor(at / 7)}` });
    state = withBehindEnds(state, needed.map(neededService), now);
    states[process] = settle(withAckPeriods(state, 'a', { silences: acknowledged ? [ack] : [], source: 'store' }, now));
  }
  return states;
}

function neededService(service: string): NeededService {
  return { service, kind: 'outage', severity: 'critical' };
}

/** With all that dependencies add to an alert. */
function alertAbout(
  due: DueAlert,
  { heldAlerts }: ServiceState,
  { now, ack }: { readonly now: number; readonly ack: Alert['ack'] },
): Alert {
  const silenced = heldBackBy(heldAlerts, due, now, () => true);
  const neededBy = { services: 3, failing: 2, isWhole: true, named: ['shop', 'mail'] };
  return { ...alertOf(due, { ...CONTEXT, silenced, ack }), neededBy };
}

const FACTS = { intervalMs: MINUTE_MS, silences: [] };

function checkAt(
  minute: number,
  { reason, expiring, version }: Pick<Step, 'reason' | 'expiring' | 'version'>,
): CheckResult {
  const result = resultAt(minute, 'a', reason);
  const daysLeft = expiring ? 3 : 300;
  const certificate = { daysLeft, expiresAt: result.at + daysLeft * 86_400_000 };
  const report = result.report && { ...result.report, version };
  return { ...result, report, certificate, service: { ...result.service, objective: OBJECTIVE } };
}

/** Three failing checks in a row, an outage, use it too fast. */
const OBJECTIVE = { availability: 0.999, responseTime: null, windowMs: 30 * 86_400_000 };

const steps = fc.array(step, { minLength: 1, maxLength: 90 });

/** As JSON with sorted keys: in which order they were put in makes no difference. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

const storedText = (state: ServiceState) => textOf(storedForm(state));

/** Names the parts that differ. */
function expectSame(left: ServiceState, right: ServiceState): void {
  const [some, others] = [left, right].map((state) => JSON.parse(storedText(state)));
  const differing = Object.keys(some).filter((key) => textOf(some[key]) !== textOf(others[key]));
  expect(differing.map((key) => [key, some[key], others[key]])).toEqual([]);
}

it.each([
  [
    'idempotent',
    ([a]: readonly ServiceState[]) => [joinStates(a as ServiceState, structuredClone(a as ServiceState)), a],
  ],
  [
    'commutative',
    ([a, b]: readonly ServiceState[]) => [
      joinStates(a as ServiceState, b as ServiceState),
      joinStates(b as ServiceState, a as ServiceState),
    ],
  ],
  [
    'associative',
    ([a, b, c]: readonly ServiceState[]) => [
      joinStates(joinStates(a as ServiceState, b as ServiceState), c as ServiceState),
      joinStates(a as ServiceState, joinStates(b as ServiceState, c as ServiceState)),
    ],
  ],
  [
    'absorbing',
    ([a, b]: readonly ServiceState[]) => {
      const joined = joinStates(a as ServiceState, b as ServiceState);
      return [joinStates(joined, b as ServiceState), joined];
    },
  ],
] as const)('is %s', (_, sidesOf) => {
  fc.assert(
    fc.property(steps, (all) => {
      const [left, right] = sidesOf(statesAfter(all));
      expectSame(left as ServiceState, right as ServiceState);
    }),
    { numRuns: runs(40) },
  );
});

it('has one order for two incidents to which two processes gave the same id', () => {
  const outage = pastOutage(NOW, NOW + MINUTE_MS);
  const one = { ...NEW_STATE, incidents: [outage] };
  const other = { ...NEW_STATE, incidents: [{ ...outage, kind: 'condition' as const }] };
  expectSame(joinStates(one, other), joinStates(other, one));
});

const PATIENT = ['alerts: { successThreshold: 5, remindEvery: never }'];

it.each([0, -1])('is idempotent after a relapse under a clock that was set back, %j min after another', (minutes) => {
  const found = ['http_503', 'well', 'http_503', 'well', 'http_503'];
  const times = [0, 1, 4, 5, 4 + minutes];
  const state = found.reduce(
    (before, reason, index) => nextState(before, resultAt(times[index] as number, 'a', reason, PATIENT), FACTS),
    NEW_STATE,
  );
  expect(state.incidents[0]?.failures).toBe(3);
  expectSame(joinStates(state, structuredClone(state)), state);
});

it('is the same if the states were stored in between', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [a, b] = statesAfter(all);
      const read = readState(JSON.parse(JSON.stringify(storedForm(b))));
      expectSame(joinStates(a, read as ServiceState), joinStates(a, b));
    }),
    { numRuns: runs(20) },
  );
});

it('is read as it was stored, whatever has happened', () => {
  fc.assert(
    fc.property(steps, (all) => {
      for (const state of statesAfter(all)) {
        const read = readState(JSON.parse(JSON.stringify(storedForm(state))));
        if (textOf(read) !== textOf(state)) expect(read).toEqual(state);
      }
    }),
    { numRuns: runs(20) },
  );
});

it('loses no recovery, and nothing that a receiver knows', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [a, b] = statesAfter(all);
      const joined = joinStates(a, b);
      for (const one of joined.incidents) {
        const known = [a, b].flatMap(({ incidents }) =>
          incidents.filter(({ id, kind }) => id === one.id && kind === one.kind),
        );
        expect(one.over === null).toBe(known.every(({ over }) => over === null));
        for (const receiver of RECEIVERS) {
          const opened = [a, b].some(({ notified }) => notified[one.id]?.[receiver]?.opened != null);
          expect(joined.notified[one.id]?.[receiver]?.opened != null).toBe(opened);
        }
      }
      expect(joined.run).toBe(Math.max(a.run, b.run));
    }),
    { numRuns: runs(20) },
  );
});
