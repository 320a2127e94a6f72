/** What is found is saved with what is due, that is sent, and saved as sent; and what becomes of an alert when one of these fails. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import { SENDING_LIMIT_MS } from '../../../../lambda/core/deliver/pace';
import type { Alert } from '../../../../lambda/core/message/alert';
import { attributesOf } from '../../../../lambda/core/message/forms/sns-message';
import { type Notification, notificationOf } from '../../../../lambda/core/message/notification';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import type { StoredState } from '../../../../lambda/core/state/store';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { leftOf, type Process, startProcess, storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';

const at = (minute: number) => `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const eventsOf = (alerts: readonly Alert[]) => alerts.map(({ event }) => event);
const owedBy = (outputs: MemoryOutputs, id: string) => unsentAlerts(storedState(outputs, id)).map(({ event }) => event);

function begin() {
  const outputs = memoryOutputs();
  return { ...outputs, outputs, process: startProcess(outputs) };
}

describe('without faults', () => {
  it('what is found is saved with what is due, which is sent, and marked as sent', async () => {
    const { process, calls, outputs, store } = begin();
    const owedWhenSent: string[][] = [];
    const send = async (notification: Notification) => {
      owedWhenSent.push(owedBy(outputs, 'a'));
      await outputs.send(notification);
    };
    await startProcess({ store, send }).run(0, { a: 'http_503' });
    expect(calls).toEqual(['load', 'save a 1', 'send opened a', 'save a 2']);
    expect(owedWhenSent).toEqual([['opened']]);
    expect(leftOf(outputs, 'a')).toEqual(['has 20260301T120000.000Z-1 open']);
    await process.run(1, { a: 'well' });
    expect(calls.slice(4)).toEqual(['load', 'save a 3', 'send resolved a', 'save a 4']);
  });

  it('a well service is saved when first seen, and then only to refresh what it said last', async () => {
    const { process, calls } = begin();
    const savedIn: number[] = [];
    for (let minute = 0; minute <= 12; minute++) {
      const before = calls.length;
      await process.run(minute, { a: 'well' });
      if (calls.slice(before).some((call) => call.startsWith('save'))) savedIn.push(minute);
    }
    const [first, second = Number.NaN, ...rest] = savedIn;
    expect(first).toBe(0);
    // The moment within the five minutes is that of the service.
    expect(second).toBeLessThanOrEqual(5);
    expect(rest[0]).toBe(second + 5);
  });

  it('an end says what the outage was and that the service has restarted, though an earlier run has found it', async () => {
    const { process, sent } = begin();
    const twice = ['alerts: { successThreshold: 2 }'];
    // Each report is of an uptime of one minute.
    const found = ['well', 'http_503', 'http_503', 'well', 'well'];
    for (const [minute, reason] of found.entries()) await process.run(minute, { a: reason }, twice);
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
    expect(sent[0]).toMatchObject({ previous: null, changed: null });
    expect(sent[1]).toMatchObject({
      previous: { verdict: 'unhealthy', reason: 'http_503', message: 'it is http_503' },
      changed: { restarted: true, version: null },
    });
  });

  it('each run of another process goes on where the one before stopped', async () => {
    const { outputs, sent } = begin();
    const found = ['well', 'http_503', 'http_503', 'dns_failure', 'well', 'well'];
    for (const [minute, reason] of found.entries()) await startProcess(outputs).run(minute, { a: reason });
    expect(eventsOf(sent)).toEqual(['opened', 'updated', 'resolved']);
    expect(sent.every(({ possiblyRepeated }) => !possiblyRepeated)).toBe(true);
  });
});

describe('an alert that can not be sent', () => {
  it('is a failure of the run, waits, and is sent by the next run with its true times, also when all is well by then', async () => {
    const { process, failing, outputs, sent } = begin();
    failing.add('send');
    const { failures } = await process.run(1, { a: 'http_503' });
    expect(failures).toEqual([
      {
        output: 'alerts',
        service: 'a',
        message: `the alert "a is down: it is http_503" can't be sent: send opened a fails`,
      },
    ]);
    await process.run(2, { a: 'http_503' });
    await process.run(3, { a: 'well' });
    // Its end follows.
    expect(owedBy(outputs, 'a')).toEqual(['opened']);
    failing.clear();
    await startProcess(outputs).run(9, { a: 'well' });
    expect(sent).toMatchObject([
      { event: 'opened', at: at(1), openedAt: at(1), durationSeconds: 0 },
      { event: 'resolved', at: at(3), openedAt: at(1), resolvedAt: at(3), durationSeconds: 120 },
    ]);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it('holds back the alerts after it, so that no recovery is sent before its opening', async () => {
    const { process, failing, calls, sent } = begin();
    failing.add('send opened');
    await process.run(1, { a: 'http_503' });
    await process.run(2, { a: 'well' });
    expect(calls).not.toContain('send resolved a');
    expect(sent).toEqual([]);
  });

  it.each(['unreachable', 'unanswered'] as const)('puts off no alert about another thing: %s', async (way) => {
    const { outputs, sent } = begin();
    const send = async (notification: Notification) => {
      const [{ kind }] = notification.alerts;
      if (kind === 'condition') throw way === 'unanswered' ? new UnansweredError(way) : new Error(way);
      await outputs.send(notification);
    };
    // The reports say "production".
    const process = startProcess({ ...outputs, send }, { of: () => ({ environment: 'staging' }) });
    for (let minute = 0; minute < 6; minute++) await process.run(minute, { a: 'well' });
    expect(owedBy(outputs, 'a')).toEqual(['opened']);
    await process.run(6, { a: 'http_503' });
    expect(sent.map(({ event, kind }) => [event, kind])).toEqual([['opened', 'outage']]);
  });

  it('does not delay an outage, even if the receiver does not answer for as long as a run may send', async () => {
    const { outputs, sent } = begin();
    let elapsed = 0;
    const clock = { now: () => NOW, elapsed: () => elapsed, sleep: async () => undefined };
    const send = async (notification: Notification) => {
      const [{ kind }] = notification.alerts;
      if (kind === 'outage') return outputs.send(notification);
      await nextTurn();
      elapsed += SENDING_LIMIT_MS + 1;
      throw new UnansweredError('it was slow');
    };
    // The reports say "production".
    const process = startProcess({ ...outputs, send }, { clock, of: () => ({ environment: 'staging' }) });
    let minute = 0;
    do await process.run(minute++, { a: 'well' });
    while (owedBy(outputs, 'a').length === 0);
    await process.run(minute, { a: 'http_503' });
    expect(sent.map(({ event, kind }) => [event, kind])).toEqual([['opened', 'outage']]);
  });

  it.each([
    ['is sent before it', true, ['resolved 1', 'opened 17']],
    ['is sent again alone, if nobody answers', false, ['resolved 1']],
  ])('that may have arrived puts off a later outage for three minutes at most: it %s', async (_, answers, expected) => {
    const { process, unanswered, sent } = begin();
    await process.run(0, { a: 'http_503' });
    unanswered.add('send');
    const sentIn: number[] = [];
    for (let minute = 1; minute <= 16; minute++) {
      const before = sent.length;
      const { failures } = await process.run(minute, { a: 'well' });
      if (sent.length > before) sentIn.push(minute);
      // Nobody knows whether people were notified: the alarm about failed runs does.
      expect(failures).toMatchObject([{ output: 'alerts', service: 'a' }]);
    }
    expect(sentIn).toEqual([1, 2, 3, 6, 9, 12, 15]);
    if (answers) unanswered.clear();
    for (let minute = 17; minute <= 20; minute++) await process.run(minute, { a: 'http_503' });
    expect(sent.slice(8).map((alert) => `${alert.event} ${new Date(alert.at).getUTCMinutes()}`)).toEqual(expected);
  });

  it('does not repeat the alerts that went out before it', async () => {
    const { process, failing, sent } = begin();
    failing.add('send');
    await process.run(1, { a: 'http_503' });
    failing.clear();
    failing.add('send resolved');
    await process.run(2, { a: 'well' });
    await process.run(3, { a: 'well' });
    failing.clear();
    await process.run(4, { a: 'well' });
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
  });
});

describe('a mark that can not be saved', () => {
  it('is a failure of the run, and is saved by the next run of the process without a repetition', async () => {
    const { process, failing, sent, outputs } = begin();
    failing.add('save a 2');
    const { failures } = await process.run(1, { a: 'http_503' });
    expect(failures).toMatchObject([{ output: 'store', service: 'a' }]);
    failing.clear();
    expect(owedBy(outputs, 'a')).toEqual(['opened']);
    await process.run(2, { a: 'http_503' });
    expect(eventsOf(sent)).toEqual(['opened']);
    expect(owedBy(outputs, 'a')).toEqual([]);
  });

  it('lets another process send the same alert again, under the same id', async () => {
    const { process, failing, sent, outputs } = begin();
    failing.add('save a 2');
    await process.run(1, { a: 'http_503' });
    failing.clear();
    await startProcess(outputs).run(2, { a: 'http_503' });
    expect(sent).toMatchObject(Array(2).fill({ event: 'opened', id: sent[0]?.id, at: at(1) }));
  });
});

describe('a service that has left the config', () => {
  it('has its incident ended, is named in that alert as it was known, and is then never written again', async () => {
    const { process, sent, outputs, calls } = begin();
    await process.run(1, { a: 'http_503', b: 'well' }, ['environment: live', 'alerts: { remindEvery: never }']);
    await startProcess(outputs).run(5, { b: 'well' });
    expect(sent[1]).toMatchObject({
      event: 'resolved',
      reason: 'removed_from_config',
      resolvedAt: at(5),
      service: { id: 'a', url: 'https://a.internal/status', environment: 'live' },
    });
    const written = calls.filter((call) => call.startsWith('save a')).length;
    for (let minute = 6; minute < 60; minute++) await startProcess(outputs).run(minute, { b: 'well' });
    expect(calls.filter((call) => call.startsWith('save a'))).toHaveLength(written);
    expect(sent).toHaveLength(2);
  });

  it('is still owed what waits', async () => {
    const { process, failing, sent } = begin();
    failing.add('send');
    await process.run(1, { a: 'http_503' });
    await process.run(2, {});
    failing.clear();
    await process.run(3, {});
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
  });

  it('and was well notifies nobody', async () => {
    const { process, sent, outputs } = begin();
    await process.run(1, { a: 'well' });
    for (const minute of [2, 3, 59]) await process.run(minute, {});
    expect(sent).toEqual([]);
    expect(storedState(outputs, 'a')).toMatchObject({ incidents: [], lastHealthy: { version: '1.4.2' } });
  });
});

describe('one service', () => {
  it.each(['save a', 'send opened a', 'save a 2'])('whose "%s" fails silences no other', async (call) => {
    const { process, failing, sent } = begin();
    failing.add(call);
    const { failures } = await process.run(1, { a: 'http_503', b: 'dns_failure', c: 'well' });
    expect(sent.map(({ service }) => service.id)).toContain('b');
    expect(failures.map(({ service }) => service)).toEqual(['a']);
  });

  it('whose revision makes no sense goes on with its state: that is a failure once, and nothing is lost', async () => {
    const { process, outputs, sent } = begin();
    await process.run(0, { a: 'http_503' });
    outputs.stored.set('a', { ...(outputs.stored.get('a') as StoredState), revision: null });
    const { failures } = await startProcess(outputs).run(1, { a: 'http_503' });
    expect(failures).toMatchObject([{ output: 'store', service: 'a' }]);
    expect(await startProcess(outputs).run(2, { a: 'well' })).toMatchObject({ failures: [] });
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
    expect(storedState(outputs, 'a').incidents).toMatchObject([{ failedRuns: 2, over: { why: 'well' } }]);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it('whose save is refused without a faster run counts as not saved: a failure is reported, and the alert is sent', async () => {
    const { outputs, sent } = begin();
    outputs.stored.set('a', { service: 'a', revision: 7, state: storedForm(NEW_STATE) });
    const load = async () => {
      const states = await outputs.store.load();
      outputs.stored.clear();
      return states;
    };
    const { failures } = await startProcess({ ...outputs, store: { ...outputs.store, load } }).run(0, {
      a: 'http_503',
    });
    expect(failures).toEqual([
      {
        output: 'store',
        service: 'a',
        message: "the state can't be saved: the store holds no revision where 7 was expected",
      },
    ]);
    expect(sent).toMatchObject([{ event: 'opened', possiblyRepeated: true }]);
  });

  it('whose state is invalid starts with a new one, which is a failure; the others go on', async () => {
    const { process, outputs, stored } = begin();
    await process.run(1, { a: 'http_503', b: 'http_503' });
    stored.set('a', { service: 'a', revision: 7, state: 'nonsense' });
    const { failures, sent: notifications } = await startProcess(outputs).run(2, { a: 'http_503', b: 'well' });
    const sent = notifications.flatMap(({ alerts }) => alerts);
    expect(failures).toEqual([{ output: 'store', service: 'a', message: 'the stored state is invalid and was reset' }]);
    expect(sent.map(({ event, service }) => `${event} ${service.id}`).sort()).toEqual(['opened a', 'resolved b']);
    // It goes on from the revision that was stored: what was found and is due, and what was sent.
    expect(stored.get('a')?.revision).toBe(9);
  });

  it('whose check can not be kept is a failure, and costs no other its alert', async () => {
    const { outputs, sent } = begin();
    const process = startProcess(outputs, { of: (id) => (id === 'a' ? { objective: BROKEN } : {}) });
    const { failures } = await process.run(0, { a: 'http_503', b: 'http_503' });
    expect(failures).toMatchObject([{ service: 'a', message: expect.stringContaining("can't be stored: of no kind") }]);
    expect(sent.map(({ service }) => service.id)).toEqual(['b']);
  });
});

it('a condition that only one process knows, since nothing could be saved, goes on when the store is back', async () => {
  const { outputs, sent, failing } = begin();
  let slowMs = 1_000;
  const [one, other] = [1, 2].map(() => startProcess(outputs, { of: () => ({ slowMs }) })) as [Process, Process];
  const runs = async (process: Process, from: number, to: number) => {
    for (let minute = from; minute < to; minute++) await process.run(minute, { a: 'well' });
  };
  await runs(other, 0, 6);
  await runs(one, 6, 11);
  slowMs = 10;
  failing.add('save a');
  await runs(one, 11, 19);
  failing.clear();
  await runs(other, 19, 20);
  await runs(one, 20, 32);
  expect(sent.map(({ event, reason }) => `${event} ${reason}`)).toEqual(['opened slow']);
});

// What is pending is a figure: that of the process with more runs counts.
it('a condition that only one process knows delays by one run an outage that is pending for another process', async () => {
  const { outputs, sent, failing } = begin();
  const lines = ['alerts: { failureThreshold: 2, successThreshold: 1, remindEvery: never }'];
  const of = () => ({ slowMs: 10 });
  const [one, other] = [1, 2].map(() => startProcess(outputs, { of })) as [Process, Process];
  await other.run(0, { a: 'well' }, lines);
  failing.add('save a');
  for (let minute = 1; minute < 9; minute++) await one.run(minute, { a: 'well' }, lines);
  failing.clear();
  await other.run(9, { a: 'http_503' }, lines);
  for (const minute of [10, 11]) await one.run(minute, { a: 'http_503' }, lines);
  expect(sent.map(({ event, reason }) => `${event} ${reason}`)).toEqual(['opened slow', 'opened http_503']);
});

/** Whoever reads it meets an error. */
const BROKEN = {
  get windowMs(): number {
    throw new Error('of no kind');
  },
};

describe('the environment', () => {
  it('is what the service itself said last, as long as it fails too', async () => {
    const { process, sent } = begin();
    for (const [minute, reason] of ['well', 'http_503', 'dns_failure', 'well'].entries()) {
      await process.run(minute, { a: reason });
    }
    expect(sent.map((alert) => attributesOf(notificationOf(alert)).environment)).toEqual(Array(3).fill('production'));
  });

  it('of an incident stays the same to its end, so that no filter tears the two apart', async () => {
    const { process, sent } = begin();
    for (const [minute, reason] of ['http_503', 'well', 'http_503'].entries()) await process.run(minute, { a: reason });
    await process.run(4, { a: 'well' });
    await process.run(5, { a: 'well' }, ['environment: of-the-config', 'alerts: { successThreshold: 1 }']);
    expect(sent.map((alert) => `${alert.event} ${attributesOf(notificationOf(alert)).environment}`)).toEqual([
      'opened unknown',
      'resolved unknown',
      'opened production',
      'resolved production',
    ]);
  });
});
