/** Acknowledgements in runs five minutes apart: which alerts are sent when. */

import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { mailText } from '../../../../lambda/core/message/forms/mail';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { ALERT_EVENTS } from '../../../../lambda/core/words/codes';
import { leftOf, startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const at = (minute: number) => NOW + minute * MINUTE_MS;
const LINES = ['alerts: { successThreshold: 1, remindEvery: 10m }'];

/** An acknowledgement of the outage of `a`. */
function ack(from: number, until: number, more: Partial<Silence> = {}): Silence {
  return ackAt(at(from), { services: ['a'], until: at(until), ...more });
}

/** Processes with these acknowledgements. `second-line` gets outages of 15 minutes, and their recovery. */
function begin(acks: readonly Silence[]) {
  const outputs = memoryOutputs();
  const silences = {
    read: async (now: number) => {
      if (outputs.failing.has('silences')) throw new Error('silences fail');
      return acks.filter(({ from, until }) => from <= now && now < until);
    },
  };
  const sent: string[] = [];
  /** The alerts to a receiver that shows acknowledgements, as PagerDuty does. */
  const paged: string[] = [];
  let minute = 0;
  const second: Receiver = {
    id: 'second-line',
    filter: { wants: () => true, events: ['opened', 'resolved'], afterMs: 15 * MINUTE_MS },
    send: async ({ alerts }) => void sent.push(...alerts.map(({ event }) => `${minute}: second ${event}`)),
  };
  const send: Receiver['send'] = async (notification) => {
    await outputs.send(notification);
    sent.push(...notification.alerts.map(({ event, service }) => `${minute}: ${service.id} ${event}`));
  };
  const pager: Receiver = {
    id: 'pager',
    filter: { wants: () => true, events: ALERT_EVENTS, afterMs: 0 },
    sendsAlertsAlone: true,
    send: async ({ alerts: [{ service, event, ack }] }) => {
      if (outputs.failing.has('pager')) throw new Error('refused with 503');
      paged.push(`${minute}: ${service.id} ${event}${event === 'acknowledged' ? ` by ${ack?.by}` : ''}`);
      if (outputs.unanswered.has('pager')) throw new UnansweredError('no answer');
    },
  };
  const start = () => startProcess({ store: outputs.store, send }, { silences, more: [second, pager] });
  const process = start();
  /** Runs five minutes apart, with one reason for `a` in each. Returns the alerts. */
  const runFrom = async (first: number, reasons: readonly string[], b = 'well', by = process, lines = LINES) => {
    sent.length = 0;
    for (const [index, reason] of reasons.entries()) {
      minute = first + 5 * index;
      await by.run(minute, { a: reason, b }, lines);
    }
    // The receivers are notified independently of each other.
    return sent.sort(
      (left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10) || (left < right ? -1 : 1),
    );
  };
  return { outputs, runFrom, start, paged };
}

/** The acknowledgements in the state of `a`. */
const notedOf = (outputs: ReturnType<typeof memoryOutputs>) =>
  storedState(outputs, 'a').heldAlerts.map(({ at: from, hold }) => {
    const [begin, end] = [from, hold.until].map((time) => (time - NOW) / MINUTE_MS);
    return hold.kind === 'dependency' ? hold.id : `${hold.by}: ${begin} to ${end}, ${hold.reason}`;
  });

const failing = (runs: number) => Array<string>(runs).fill('http_503');

it('without an acknowledgement reminders and delayed openings are sent', async () => {
  const { runFrom } = begin([]);
  expect(await runFrom(0, [...failing(5), 'well'])).toEqual([
    '0: a opened',
    '10: a reminder',
    '15: second opened',
    '20: a reminder',
    '25: a resolved',
    '25: second resolved',
  ]);
});

it('an acknowledgement holds back reminders and delayed openings, but not the recovery', async () => {
  const { runFrom, outputs } = begin([ack(2, 1_000)]);
  expect(await runFrom(0, [...failing(8), 'well'])).toEqual(['0: a opened', '40: a resolved']);
  // It is stored with the incident, and ends with it.
  expect(notedOf(outputs)).toEqual(['ana: 2 to 40, it is the database']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('an acknowledgement that expires releases reminders and delayed openings', async () => {
  const { runFrom } = begin([ack(2, 22)]);
  expect(await runFrom(0, failing(8))).toEqual([
    '0: a opened',
    '25: a reminder',
    '25: second opened',
    '35: a reminder',
  ]);
});

it('an acknowledgement that is undone releases them too', async () => {
  const acks = [ack(2, 1_000)];
  const { runFrom, outputs } = begin(acks);
  await runFrom(0, failing(3));
  expect(notedOf(outputs)).toEqual(['ana: 2 to 1000, it is the database']);
  acks.pop();
  expect(await runFrom(15, failing(1))).toEqual(['15: a reminder', '15: second opened']);
  expect(notedOf(outputs)).toEqual(['ana: 2 to 15, it is the database']);
  expect(outputs.sent.at(-1)?.silenced).toBeNull();
});

it('each of several acknowledgements is stored with its own time, although a process knows only one', async () => {
  const acks = [ack(2, 1_000), ack(12, 22, { id: 'b', by: 'ben', reason: null })];
  const { runFrom, outputs, start } = begin(acks);
  const other = start();
  await runFrom(0, failing(4));
  acks.shift();
  await runFrom(20, failing(2), 'well', other);
  await runFrom(30, [...failing(1), 'well']);
  await runFrom(36, ['well'], 'well', other);
  expect(notedOf(outputs)).toEqual(['ana: 2 to 20, it is the database', 'ben: 12 to 22, null']);
});

it('an acknowledgement whose first run finds the service healthy is stored, with one save', async () => {
  const { runFrom, outputs } = begin([ack(2, 1_000)]);
  await runFrom(0, failing(1));
  await runFrom(5, ['well']);
  expect(notedOf(outputs)).toEqual(['ana: 2 to 5, it is the database']);
  const { revision } = outputs.stored.get('a') as { revision: number };
  await runFrom(5.1, ['well']);
  await runFrom(5.2, ['well']);
  expect(outputs.stored.get('a')?.revision).toBe(revision);
});

it('an update is sent, and says who acknowledged the outage and when', async () => {
  const { runFrom, outputs } = begin([ack(2, 1_000)]);
  expect(await runFrom(0, [...failing(1), 'dns_failure', 'well'])).toEqual([
    '0: a opened',
    '5: a updated',
    '10: a resolved',
  ]);
  const document = {
    by: 'ana',
    note: 'it is the database',
    since: new Date(at(2)).toISOString(),
    until: new Date(at(1_000)).toISOString(),
  };
  expect(outputs.sent.map((alert) => alert.ack)).toEqual([null, document, document]);
  expect(mailText(outputs.notifications[1] as never)).toMatch(
    /Acknowledged by ana at 12:02:00 UTC: it is the database\n/,
  );
});

it('an acknowledgement ends with its incident, so the next one is announced, with reminders', async () => {
  const { runFrom } = begin([ack(2, 1_000)]);
  await runFrom(0, [...failing(1), 'well']);
  expect(await runFrom(60, failing(4))).toEqual(['60: a opened', '70: a reminder', '75: second opened']);
});

it('an acknowledgement covers relapses of its outage', async () => {
  const { runFrom } = begin([ack(22, 1_000)]);
  const flapping = ['http_503', 'well', 'http_503', 'well', 'http_503'];
  await runFrom(0, flapping);
  expect(await runFrom(25, ['well', ...failing(4)])).toEqual([]);
});

it('an unanswered reminder is not repeated until the acknowledgement is undone', async () => {
  const acks = [ack(12, 1_000)];
  const { runFrom, outputs } = begin(acks);
  await runFrom(0, failing(2));
  outputs.unanswered.add('send');
  await runFrom(10, failing(1));
  outputs.unanswered.clear();
  expect(await runFrom(15, failing(3))).toEqual([]);
  acks.pop();
  expect(await runFrom(30, failing(1))).toEqual(['30: a reminder', '30: second opened']);
});

it('a process that can read only states does not end an acknowledgement', async () => {
  const { runFrom, outputs, start } = begin([ack(2, 1_000)]);
  const other = start();
  await runFrom(0, failing(2));
  outputs.failing.add('silences');
  await runFrom(10, failing(2), 'well', other);
  expect(notedOf(outputs)).toEqual(['ana: 2 to 1000, it is the database']);
});

describe('a receiver that shows acknowledgements', () => {
  it('gets each acknowledgement once, between the opening and the recovery', async () => {
    const acks = [ack(2, 22)];
    const { runFrom, paged } = begin(acks);
    await runFrom(0, failing(4));
    acks.push(ack(17, 1_000, { id: 'b8d2e3', by: 'ben' }));
    await runFrom(20, [...failing(2), 'well', 'well']);
    expect(paged).toEqual(['0: a opened', '5: a acknowledged by ana', '20: a acknowledged by ben', '30: a resolved']);
  });

  it('gets one also while the outage recovers, and none once it is over', async () => {
    const acks = [ack(2, 1_000, { services: ['b'] })];
    const { runFrom, paged } = begin(acks);
    await runFrom(0, ['http_503', 'well', 'http_503', 'well', 'http_503']);
    acks.push(ack(22, 1_000));
    paged.length = 0;
    await runFrom(25, ['well', 'well', 'well']);
    expect(paged[0]).toBe('25: a acknowledged by ana');
    await runFrom(100, ['well', 'well']);
    acks.push(ack(102, 1_000, { id: 'late' }));
    paged.length = 0;
    await runFrom(110, ['well', 'well']);
    expect(paged).toEqual([]);
  });

  it('gets it after an opening that it refused, and not at all if it refused until the recovery', async () => {
    const { runFrom, paged, outputs } = begin([ack(2, 1_000)]);
    outputs.failing.add('pager');
    await runFrom(0, failing(3));
    outputs.failing.clear();
    await runFrom(15, failing(2));
    expect(paged).toEqual(['15: a opened', '15: a acknowledged by ana']);
    const other = begin([ack(2, 1_000)]);
    await other.runFrom(0, failing(1));
    other.outputs.failing.add('pager');
    await other.runFrom(5, [...failing(2), 'well']);
    other.outputs.failing.clear();
    await other.runFrom(20, ['well']);
    expect(other.paged).toEqual(['0: a opened', '20: a resolved']);
  });

  it('gets it again if it did not answer, unless it was undone', async () => {
    const acks = [ack(2, 1_000)];
    const { runFrom, paged, outputs } = begin(acks);
    await runFrom(0, failing(1));
    outputs.unanswered.add('pager');
    await runFrom(5, failing(1));
    outputs.unanswered.clear();
    await runFrom(10, failing(3));
    const twice = ['5: a acknowledged by ana', '10: a acknowledged by ana'];
    expect(paged).toEqual(['0: a opened', ...twice]);

    const taken = [ack(2, 1_000)];
    const other = begin(taken);
    await other.runFrom(0, failing(1));
    other.outputs.unanswered.add('pager');
    await other.runFrom(5, failing(1));
    other.outputs.unanswered.clear();
    taken.pop();
    await other.runFrom(10, [...failing(1), 'well']);
    expect(other.paged).toEqual(['0: a opened', '5: a acknowledged by ana', '10: a reminder', '15: a resolved']);
    expect(leftOf(other.outputs, 'a')).toEqual([]);
  });

  it('gets none that was made while the service failed but before the incident opened', async () => {
    const { runFrom, paged } = begin([ack(7, 1_000)]);
    const lines = ['alerts: { failureThreshold: 3, successThreshold: 1, remindEvery: 10m }'];
    await runFrom(0, failing(6), 'well', undefined, lines);
    expect(paged).toEqual(['10: a opened', '20: a reminder']);
  });

  it('gets it once from two processes, and from one that restarts', async () => {
    const { runFrom, start, paged } = begin([ack(2, 1_000)]);
    await runFrom(0, failing(1));
    await runFrom(5, failing(1), 'well', start());
    await runFrom(10, failing(1));
    await runFrom(15, failing(1), 'well', start());
    expect(paged).toEqual(['0: a opened', '5: a acknowledged by ana']);
  });

  it('gets it once a silence is over', async () => {
    const silenced = { services: ['a'], from: at(1), until: at(12), untilWell: false };
    const { runFrom, paged } = begin([ack(2, 1_000), silenceAt(at(1), silenced)]);
    await runFrom(0, failing(4));
    expect(paged).toEqual(['0: a opened', '15: a acknowledged by ana']);
  });
});
