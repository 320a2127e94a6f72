/** What is found is saved with what is due, that is sent, and saved as sent; and what becomes of an alert when one of these fails. */

import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import type { Alert } from '../../../../lambda/core/message/alert';
import { attributesOf } from '../../../../lambda/core/message/forms/sns-message';
import { type Notification, notificationOf } from '../../../../lambda/core/message/notification';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { leftOf, type Process, startProcess, storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';

const at = (minute: number) => `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const eventsOf = (alerts: readonly Alert[]) => alerts.map(({ event }) => event);
const owedBy = (outputs: MemoryOutputs, id: string) => unsentAlerts(storedState(outputs, id)).map(({ event }) => event);

function begin() {
  const outputs = memoryOutputs();
  return { ...outputs, outputs, process: startProcess(outputs) };
}

describe('without faults', () => {
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
});

describe('a mark that can not be saved', () => {
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
});
