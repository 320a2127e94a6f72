/**
 * An hour in which a receiver refuses all: afterwards it has all that it should, in order, and nothing open that is over. The others
 * are notified of it once, and of its end.
 */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../../../lambda/core/deliver/receiver';
import { noticeSummary } from '../../../../lambda/core/message/receiver-notice';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { memoryReceivers } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS } from '../../../support/core/story';

/** From when to when each service fails, in minutes: five incidents, of which some begin or end while the receiver is away. */
const OUTAGES = [
  ['a', 2, 20],
  ['b', 15, 25],
  ['c', 30, 80],
  ['d', 40, 45],
  ['d', 50, 75],
] as const;
const AWAY_FROM = 10;
const AWAY_UNTIL = 80;

const foundAt = (minute: number) =>
  Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((id) => {
      const fails = OUTAGES.some(([service, from, until]) => service === id && from <= minute && minute < until);
      return [id, fails ? 'http_503' : 'well'];
    }),
  );

it.each([
  ['refuses', () => new Error('refused with 503'), '1 h 5 min'],
  ['does not answer', () => new UnansweredError('no answer'), '1 h 7 min'],
])('that %s costs the topic nothing, and gets what it missed with the true times', async (_, fault, length) => {
  const outputs = memoryOutputs();
  const got: string[] = [];
  const topic: string[] = [];
  let minute = 0;
  const pager: Receiver = {
    id: 'pager',
    sendsAlertsAlone: true,
    send: async ({ alerts: [{ service, event, openedAt, resolvedAt }] }) => {
      if (minute >= AWAY_FROM && minute < AWAY_UNTIL) throw fault();
      const minuteOf = (at: string | null) => (at === null ? '' : ` ${at.slice(11, 16)}`);
      got.push(`${service.id} ${event}${minuteOf(openedAt)}${minuteOf(resolvedAt)}`);
    },
  };
  const send: Receiver['send'] = async ({ alerts }) => {
    topic.push(...alerts.map(({ service, event }) => `${minute} ${service.id} ${event}`));
  };
  let reads = 1;
  let isOpen = false;
  const notices: string[] = [];
  const sendNotice: Receiver['sendNotice'] = async (notice) => {
    notices.push(`${minute} ${noticeSummary(notice)}`);
  };
  const records = memoryReceivers();
  const clock = { now: () => NOW + minute * MINUTE_MS, elapsed: () => 0, sleep: async () => undefined };
  const receiverKeeper = createReceiverKeeper({ store: records.store, receivers: [TOPIC, 'pager'], clock });
  const failed: number[] = [];
  const process = startProcess(
    { store: outputs.store, send, sendNotice },
    { more: [pager], groupFrom: null, clock, receiverKeeper },
  );
  for (; minute < 90; minute++) {
    const { failures, news, states } = await process.run(minute, foundAt(minute));
    if (news.length > 0 || isOpen) reads++;
    isOpen = states.get(DEPLOYMENT)?.state.incidents.some(({ over }) => over === null) ?? false;
    if (failures.length > 0) failed.push(minute);
  }

  expect(topic).toEqual([
    '2 a opened',
    '15 b opened',
    '20 a resolved',
    '25 b resolved',
    '30 c opened',
    '40 d opened',
    '45 d resolved',
    '50 d opened',
    '76 d resolved',
    '80 c resolved',
  ]);
  // Each run in which it is owed something and did not get it has failed; what was not answered pauses for three minutes at most.
  const last = failed.at(-1) ?? 0;
  expect(failed).toEqual(Array.from({ length: last - 14 }, (_run, index) => 15 + index));
  expect(last).toBeGreaterThanOrEqual(AWAY_UNTIL - 1);
  expect(last).toBeLessThan(AWAY_UNTIL + 3);
  expect(notices).toEqual([
    `76 pager has not accepted alerts for 1 h 1 min: ${fault().message}`,
    `${last + 2} pager accepts alerts again, after ${length}`,
  ]);
  // Begun, for an hour, gone. In the runs in which nobody is sent anything nothing is read, unless the incident is open.
  expect(records.calls.filter((call) => call !== 'read')).toEqual(['save pager', 'save pager', 'remove pager']);
  expect(records.calls.filter((call) => call === 'read')).toHaveLength(reads);
  expect(reads).toBeLessThan(last - 14 + 6);
  const of = (id: string) => got.filter((one) => one.startsWith(`${id} `));
  expect(of('a')).toEqual(['a opened 12:02', 'a resolved 12:02 12:20']);
  expect(of('b')).toEqual(['b opened 12:15', 'b resolved 12:15 12:25']);
  expect(of('c')).toEqual(['c opened 12:30', 'c resolved 12:30 13:20']);
  expect(of('d')).toEqual(['d opened 12:40', 'd resolved 12:40 12:45', 'd opened 12:50', 'd resolved 12:50 13:15']);
});
