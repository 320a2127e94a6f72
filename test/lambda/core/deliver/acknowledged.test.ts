/** Stories of acknowledgements: who is notified of what while somebody is on it. A minute of a story is the time of its run. */

import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { mailText } from '../../../../lambda/core/forms/mail';
import type { Silence } from '../../../../lambda/core/silence/silence';
import { leftOf, startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { ackAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const at = (minute: number) => NOW + minute * MINUTE_MS;
const LINES = ['alerts: { successThreshold: 1, remindEvery: 10m }'];

/** Of `a`, until it is well, or until a minute. */
function ack(from: number, until: number, more: Partial<Silence> = {}): Silence {
  return ackAt(at(from), { services: ['a'], until: at(until), ...more });
}

/** The acknowledgements that a store has. A second receiver is notified of what has failed for 15 minutes, and of its end. */
function begin(acks: readonly Silence[]) {
  const outputs = memoryOutputs();
  const silences = {
    read: async (now: number) => {
      if (outputs.failing.has('silences')) throw new Error('silences fail');
      return acks.filter(({ from, until }) => from <= now && now < until);
    },
  };
  const sent: string[] = [];
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
  const start = () => startProcess({ store: outputs.store, send }, { silences, more: [second] });
  const process = start();
  /** Runs every five minutes, `a` with one reason after the other; what was sent meanwhile. */
  const runFrom = async (first: number, reasons: readonly string[], b = 'well', by = process) => {
    sent.length = 0;
    for (const [index, reason] of reasons.entries()) {
      minute = first + 5 * index;
      await by.run(minute, { a: reason, b }, LINES);
    }
    // The receivers are notified independently of each other.
    return sent.sort(
      (left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10) || (left < right ? -1 : 1),
    );
  };
  return { outputs, runFrom, start };
}

const failing = (runs: number) => Array<string>(runs).fill('http_503');

it('without one people are reminded, and who is notified after a time is notified then', async () => {
  const { runFrom } = begin([]);
  expect(await runFrom(0, [...failing(5), 'well'])).toEqual([
    ...[
      '0: a opened',
      '10: a reminder',
      '15: second opened',
      '20: a reminder',
      '25: a resolved',
      '25: second resolved',
    ],
  ]);
});

it('nobody is reminded, and the second line is not notified; the end goes out', async () => {
  const { runFrom, outputs } = begin([ack(2, 1_000)]);
  expect(await runFrom(0, [...failing(8), 'well'])).toEqual(['0: a opened', '40: a resolved']);
  expect(storedState(outputs, 'a').withheld).toEqual([]);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('after its time reminders and the second line count on', async () => {
  const { runFrom } = begin([ack(2, 22)]);
  expect(await runFrom(0, failing(8))).toEqual([
    ...['0: a opened', '25: a reminder', '25: second opened', '35: a reminder'],
  ]);
});

it('once it is taken back, they count on too', async () => {
  const acks = [ack(2, 1_000)];
  const { runFrom } = begin(acks);
  await runFrom(0, failing(3));
  acks.pop();
  expect(await runFrom(15, failing(1))).toEqual(['15: a reminder', '15: second opened']);
});

it('another verdict is notified, and says who is on it since when', async () => {
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
  expect(outputs.sent.map((alert) => alert.ack)).toEqual([null, document, null]);
  expect(mailText(outputs.notifications[1] as never)).toMatch(
    /On it: +ana, since 2026-03-01 12:02:00 UTC: it is the database\n/,
  );
});

it('is over with its incident: people are notified and reminded of the next one', async () => {
  const { runFrom } = begin([ack(2, 1_000)]);
  await runFrom(0, [...failing(1), 'well']);
  expect(await runFrom(60, failing(4))).toEqual(['60: a opened', '70: a reminder', '75: second opened']);
});

it('holds through a recovery and a relapse of its outage', async () => {
  const { runFrom } = begin([ack(22, 1_000)]);
  const flapping = ['http_503', 'well', 'http_503', 'well', 'http_503'];
  await runFrom(0, flapping);
  expect(await runFrom(25, ['well', ...failing(4)])).toEqual([]);
});

it('of one service changes nothing for another', async () => {
  const { runFrom } = begin([ack(2, 1_000)]);
  const sent = await runFrom(0, failing(4), 'http_503');
  expect(sent.filter((one) => !one.includes(' a '))).toEqual(['0: b opened', '10: b reminder', '15: second opened']);
});

it('a reminder that was not answered is not repeated, and comes once nobody is on it', async () => {
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

it('two processes agree on it', async () => {
  const { runFrom, start } = begin([ack(2, 32)]);
  const other = start();
  await runFrom(0, failing(1));
  expect(await runFrom(5, failing(2), 'well', other)).toEqual([]);
  expect(await runFrom(15, failing(3))).toEqual([]);
  expect(await runFrom(35, failing(1), 'well', other)).toEqual(['35: a reminder', '35: second opened']);
  expect(await runFrom(36, failing(1))).toEqual([]);
});

it('while the store is away, the one known last holds until its end', async () => {
  const { runFrom, outputs } = begin([ack(2, 22)]);
  await runFrom(0, failing(2));
  for (const call of ['load', 'save', 'silences']) outputs.failing.add(call);
  expect(await runFrom(10, failing(3))).toEqual([]);
  expect(await runFrom(25, failing(1))).toEqual(['25: a reminder', '25: second opened']);
});
