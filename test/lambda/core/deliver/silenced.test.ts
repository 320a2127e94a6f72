/** Silences in runs one minute apart: which alerts are sent when. */

import { mailText } from '../../../../lambda/core/message/forms/mail';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { leftOf, type ProcessOptions, startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS, POLICY } from '../../../support/core/story';

const at = (minute: number) => NOW + minute * MINUTE_MS;

function silence(from: number, until: number, other: Partial<Silence> = {}): Silence {
  const texts = { id: '7f3k2a', reason: 'deploy 2.5.0', by: 'ana' };
  return { ...texts, services: ['a'], from: at(from), until: at(until), untilWell: false, planned: false, ...other };
}

/** Outputs, and a process with the silences that the store has at a time. Reading them fails as the calls of `outputs` do. */
function begin(silences: readonly Silence[] | ((now: number) => readonly Silence[]), options: ProcessOptions = {}) {
  const outputs = memoryOutputs();
  const store = {
    read: async (now: number) => {
      outputs.calls.push('silences');
      if (outputs.failing.has('silences')) throw new Error('silences fail');
      if (typeof silences === 'function') return silences(now);
      return silences.filter(({ from, until }) => from <= now && now < until);
    },
  };
  const start = () => startProcess(outputs, { silences: store, ...options });
  const process = start();
  /** Runs one minute apart. Returns the events of each run, with the minutes in which their incidents opened and resolved. */
  const runFrom = async (first: number, reasons: readonly string[], by = process) => {
    const sent: string[] = [];
    for (const [index, reason] of reasons.entries()) {
      const { sent: notifications } = await by.run(first + index, { a: reason, b: 'well' });
      const minuteOf = (text: string) => (Date.parse(text) - NOW) / MINUTE_MS;
      for (const { event, openedAt, resolvedAt } of notifications.flatMap(({ alerts }) => alerts)) {
        const period = resolvedAt === null ? minuteOf(openedAt) : `${minuteOf(openedAt)}-${minuteOf(resolvedAt)}`;
        sent.push(`${first + index}: ${event} ${period}`);
      }
    }
    return sent;
  };
  return { outputs, runFrom, start, first: process, second: start() };
}

it('an incident that is still open after a silence is announced then, with the time when it opened', async () => {
  const { runFrom, outputs } = begin([silence(1, 5)]);
  const failing = Array(7).fill('http_503');
  expect(await runFrom(0, ['well', 'well', ...failing])).toEqual(['5: opened 2']);
  expect(await runFrom(9, ['well'])).toEqual(['9: resolved 2-9']);
  const hold = { kind: 'silence', id: '7f3k2a', reason: 'deploy 2.5.0', by: 'ana', until: at(5) };
  const [{ incident }] = storedState(outputs, 'a').heldAlerts as unknown as [{ incident: string }];
  expect(storedState(outputs, 'a').heldAlerts).toEqual([{ incident, event: 'opened', at: at(2), hold }]);
  expect(storedState(outputs, 'a').incidents[0]?.id).toBe(incident);
  const silenced = { until: new Date(at(5)).toISOString(), by: 'ana', reason: 'deploy 2.5.0', planned: false };
  expect(outputs.sent.map((alert) => alert.silenced)).toEqual([silenced, null]);
});

it('an incident that opened and resolved during a silence is never announced, but recorded as silenced', async () => {
  const { runFrom, outputs } = begin([silence(1, 5)]);
  expect(await runFrom(0, ['well', 'http_503', 'http_503', 'well', 'well', 'well', 'well'])).toEqual([]);
  const { incidents, heldAlerts, notified } = storedState(outputs, 'a');
  expect(incidents).toMatchObject([{ openedAt: at(1), over: { at: at(3) }, failedRuns: 2 }]);
  expect(heldAlerts).toMatchObject([{ incident: incidents[0]?.id, event: 'opened', at: at(1) }]);
  expect(notified).toEqual({});
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('the recovery of an announced incident is sent after the silence, with the time when it recovered', async () => {
  const { runFrom, outputs } = begin([silence(2, 6)]);
  expect(await runFrom(0, ['well', 'http_503', 'http_503', 'well', 'well', 'well'])).toEqual(['1: opened 1']);
  expect(leftOf(outputs, 'a')).toEqual([expect.stringMatching(/^owes resolved of /)]);
  expect(await runFrom(6, ['well'])).toEqual(['6: resolved 1-3']);
  expect(leftOf(outputs, 'a')).toEqual([]);
  expect(outputs.sent.map(({ silenced }) => silenced?.by)).toEqual([undefined, 'ana']);
});

it('an alert after a silence that was stopped early says when it stopped', async () => {
  const silences = [silence(1, 500)];
  const { runFrom, outputs } = begin(silences);
  await runFrom(0, ['well', 'http_503', 'http_503']);
  silences.pop();
  await runFrom(3, ['http_503']);
  expect(outputs.sent[0]?.silenced?.until).toBe(new Date(at(3)).toISOString());
});

it('an incident that opened during a silence is announced after the recovery of the one before', async () => {
  const { runFrom } = begin([silence(2, 30)]);
  const within = ['http_503', 'http_503', 'well', ...Array(20).fill('well'), 'dns_failure', 'dns_failure'];
  expect(await runFrom(1, within)).toEqual(['1: opened 1']);
  expect(await runFrom(30, ['dns_failure', 'well'])).toEqual(['30: resolved 1-3', '30: opened 24']);
});

it('a recovery says that the service was healthy, although it fails again when the recovery is sent', async () => {
  const { runFrom, outputs } = begin([silence(2, 30)]);
  const within = ['http_503', 'http_503', 'well', ...Array(20).fill('well'), 'dns_failure', 'dns_failure'];
  await runFrom(1, within);
  await runFrom(30, ['dns_failure']);
  expect(outputs.sent[1]).toMatchObject({ event: 'resolved', verdict: 'healthy', reason: 'ok' });
  expect(mailText(outputs.notifications[1] as never)).toContain('recovered after 2 min');
});

it('a recovery is sent, although a process that could not reach the store applied a silence that was over', async () => {
  let current = [silence(0, 300)];
  const { outputs, first, second } = begin(() => current);
  await first.run(0, { a: 'well' });
  await second.run(1, { a: 'well' });
  await first.run(2, { a: 'http_503' });
  await second.run(3, { a: 'http_503' });
  current = [];
  await first.run(4, { a: 'http_503' });
  for (const call of ['load', 'save', 'silences']) outputs.failing.add(call);
  await second.run(5, { a: 'well' });
  await second.run(6, { a: 'well' });
  outputs.failing.clear();
  await second.run(7, { a: 'well' });
  await first.run(8, { a: 'well' });
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened', 'resolved']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

describe('a recovery is sent if only a process that could not save has announced the incident', () => {
  it.each([
    ['and another process resolved it during the silence', ['well'], undefined],
    ['and its alert was not answered', ['well'], 'unanswered'],
    ['and the incident continues during the silence', ['http_503', 'well'], undefined],
  ] as const)('%s', async (_, then, way) => {
    const outputs = memoryOutputs();
    let current: readonly Silence[] = [silence(0, 6)];
    const first = startProcess(outputs, { silences: { read: async () => [silence(0, 6)] } });
    const second = startProcess(outputs, { silences: { read: async () => current } });
    await first.run(0, { a: 'http_503' });
    // The second one does not know of the silence.
    current = [];
    outputs.failing.add('save');
    if (way) outputs.unanswered.add('send');
    await second.run(1, { a: 'http_503' });
    expect(outputs.sent.map(({ event }) => event)).toEqual(['opened']);
    outputs.failing.clear();
    outputs.unanswered.clear();
    current = [silence(0, 6)];
    for (const [index, reason] of then.entries()) {
      await first.run(2 + 2 * index, { a: reason });
      await second.run(3 + 2 * index, { a: reason });
    }
    await first.run(8, { a: 'well' });
    expect([...new Set(outputs.sent.map(({ event }) => event))]).toEqual(['opened', 'resolved']);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });
});

it('an outage that was due is announced, although another process silenced an older one that it could not save', async () => {
  const { outputs, start, runFrom } = begin([silence(0, 3)]);
  outputs.failing.add('load');
  expect(await runFrom(2, ['http_503'])).toEqual([]);
  outputs.failing.clear();
  outputs.failing.add('send');
  await start().run(4, { a: 'http_503', b: 'well' });
  outputs.failing.clear();
  expect(await runFrom(5, ['well', 'well'])).toEqual(['5: opened 4', '5: resolved 4-5']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('a recovery is sent if a process announces an incident that it silenced while it could not save', async () => {
  const of = () => ({ alerts: { ...POLICY, successThreshold: 2 } });
  const { outputs, first, second } = begin([silence(0, 1)], { of });
  outputs.failing.add('save');
  await second.run(0, { a: 'http_503' });
  outputs.failing.clear();
  await first.run(1, { a: 'well' });
  await second.run(2, { a: 'well' });
  expect(outputs.sent).toEqual([]);
  for (const call of ['load', 'save', 'silences']) outputs.failing.add(call);
  await second.run(3, { a: 'http_503' });
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened']);
  outputs.failing.clear();
  for (const minute of [4, 5]) await first.run(minute, { a: 'well' });
  for (const minute of [6, 7]) await second.run(minute, { a: 'well' });
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened', 'resolved']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('the recovery from a relapse is sent once, although one process silenced the relapse and another sent it', async () => {
  const { outputs, first, second } = begin([silence(14, 15)]);
  for (const [index, reason] of ['http_503', 'well', 'http_503', 'well'].entries())
    await first.run(1 + index, { a: reason });
  await first.run(14, { a: 'dns_failure' });
  await second.run(15, { a: 'http_503' });
  outputs.failing.add('load').add('save');
  for (const minute of [16, 17]) await first.run(minute, { a: 'well' });
  outputs.failing.clear();
  for (const minute of [18, 19, 60]) await first.run(minute, { a: 'well' });
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened', 'resolved', 'opened', 'updated', 'resolved']);
  // What the first one found without the store is of an older run than that of the second one.
  expect(outputs.sent.at(-1)?.resolvedAt).toBe(new Date(at(18)).toISOString());
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('a later outage is another incident for a process that could not save the recovery during a silence', async () => {
  const { outputs, first, second } = begin([silence(2, 30)]);
  await second.run(1, { a: 'http_503' });
  await first.run(2, { a: 'http_500' });
  outputs.failing.add('load').add('save');
  for (let minute = 3; minute < 20; minute++) await second.run(minute, { a: 'well' });
  for (const minute of [20, 21]) await second.run(minute, { a: 'dns_failure' });
  outputs.failing.clear();
  await second.run(30, { a: 'dns_failure' });
  const minutes = outputs.sent.map(({ event, openedAt }) => [event, (Date.parse(openedAt) - NOW) / MINUTE_MS]);
  expect(minutes).toEqual([
    ['opened', 1],
    ['resolved', 1],
    ['opened', 20],
  ]);
});

it('a change of verdict during a silence is sent after it, if it still holds', async () => {
  const { runFrom } = begin([silence(2, 4)]);
  expect(await runFrom(1, ['http_503', 'dns_failure', 'dns_failure', 'dns_failure'])).toEqual([
    '1: opened 1',
    '4: updated 1',
  ]);
});

it('no reminder is sent during a silence', async () => {
  const { outputs, start } = begin([silence(2, 200)]);
  const process = start();
  const lines = ['alerts: { successThreshold: 1, remindEvery: 1h }'];
  for (let minute = 1; minute <= 201; minute += 20) await process.run(minute, { a: 'http_503' }, lines);
  expect(outputs.sent.map(({ event, at: time }) => [event, time])).toEqual([
    ['opened', new Date(at(1)).toISOString()],
    ['reminder', new Date(at(201)).toISOString()],
  ]);
});

describe('a silence until the service is healthy', () => {
  const untilWell = silence(2, 1_000, { untilWell: true });

  it('lets through the recovery, and the next incident', async () => {
    const { runFrom } = begin([untilWell]);
    expect(await runFrom(1, ['http_503', 'http_503', 'dns_failure', 'well'])).toEqual([
      '1: opened 1',
      '4: resolved 1-4',
    ]);
    expect(await runFrom(60, ['http_503', 'well'])).toEqual(['60: opened 60', '61: resolved 60-61']);
  });

  it('covers an incident that was pending when it was requested, unless that outlives it', async () => {
    const { runFrom } = begin([silence(2, 5, { untilWell: true }), silence(0, 2)]);
    expect(await runFrom(1, ['http_503', 'http_503', 'http_503', 'http_503'])).toEqual([]);
    expect(await runFrom(5, ['http_503'])).toEqual(['5: opened 1']);
  });

  it('covers relapses, and lets through the recovery from the last', async () => {
    const { runFrom } = begin([silence(16, 1_440, { untilWell: true })]);
    const flapping = [1, 2, 3, 5].flatMap((well) => ['http_503', ...Array(well).fill('well')]);
    await runFrom(0, [...flapping, 'http_503', 'http_503']);
    expect(await runFrom(17, [...Array(12).fill('well'), 'dns_failure'])).toEqual([]);
    expect(await runFrom(30, Array(30).fill('well'))).toEqual([expect.stringMatching(/: resolved 5-30$/)]);
  });

  it('lets through a later outage, although an older alert about a condition waits', async () => {
    // The reports say "production".
    const { outputs, runFrom } = begin([untilWell], {
      of: (id) => (id === 'a' ? { environment: 'staging' } : {}),
    });
    outputs.failing.add('send');
    await runFrom(0, ['well', 'well']);
    expect(leftOf(outputs, 'a')).toContainEqual(expect.stringMatching(/^owes opened of /));
    outputs.failing.clear();
    expect(await runFrom(2, ['well'])).toEqual([]);
    expect(await runFrom(3, ['http_503'])).toEqual(['3: opened 3']);
    expect(outputs.sent.map(({ event, kind }) => [event, kind])).toEqual([['opened', 'outage']]);
  });

  it('lets through alerts that were pending before it once the service has recovered, in order', async () => {
    const { runFrom, outputs } = begin([silence(16, 1_440, { untilWell: true })]);
    await runFrom(0, ['http_503', 'well', 'http_503', 'well', 'well']);
    outputs.failing.add('send');
    const flapping = [3, 5].flatMap((well) => ['http_503', ...Array(well).fill('well')]);
    await runFrom(5, [...flapping, 'http_503', 'http_503']);
    outputs.failing.clear();
    expect(await runFrom(17, [...Array(12).fill('well'), 'dns_failure'])).toEqual([]);
    expect(await runFrom(30, Array(30).fill('well'))).toEqual([
      expect.stringMatching(/: opened 5$/),
      expect.stringMatching(/: resolved 5-30$/),
    ]);
  });

  it('is over once the recovery is sent, so a relapse is announced', async () => {
    const { runFrom } = begin([untilWell]);
    const flapping = ['http_503', 'http_503', 'well', 'http_503', 'well', 'http_503', 'well'];
    expect(await runFrom(1, flapping)).toEqual(['1: opened 1', '3: resolved 1-3', '4: opened 4']);
  });
});

it('alerts that were pending before a silence wait until it is over, in order', async () => {
  const { runFrom, outputs } = begin([silence(2, 5)]);
  outputs.failing.add('send');
  expect(await runFrom(1, ['http_503'])).toEqual([]);
  outputs.failing.clear();
  expect(await runFrom(2, ['http_503', 'well', 'well'])).toEqual([]);
  expect(await runFrom(5, ['well', 'well'])).toEqual(['5: opened 1', '5: resolved 1-3']);
});

it('a silence of one service does not affect another', async () => {
  const { outputs } = begin([silence(0, 5, { services: ['b'] })]);
  const process = startProcess(outputs, { planned: [silence(0, 5, { services: ['b'], planned: true })] });
  await process.run(1, { a: 'http_503', b: 'http_503' });
  expect(outputs.sent.map(({ service }) => service.id)).toEqual(['a']);
});

it('the recovery of a service that leaves the config during a silence is sent after it', async () => {
  const { outputs, start } = begin([silence(2, 5, { services: null })]);
  const process = start();
  await process.run(1, { a: 'http_503', b: 'well' });
  for (const minute of [2, 3, 4]) await process.run(minute, { b: 'well' });
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened']);
  await process.run(5, { b: 'well' });
  expect(outputs.sent.map(({ event, reason }) => `${event} ${reason}`)).toEqual([
    'opened http_503',
    'resolved removed_from_config',
  ]);
  expect(outputs.sent[1]?.resolvedAt).toBe(new Date(at(2)).toISOString());
});

it('a service whose end a silence holds is not saved in each run', async () => {
  const { runFrom, outputs } = begin([silence(2, 1_000)]);
  await runFrom(1, ['http_503', 'http_503', 'well', 'well']);
  outputs.calls.length = 0;
  await runFrom(60, Array(60).fill('well'));
  // Once every five minutes, as any healthy service.
  expect(outputs.calls.filter((call) => call.startsWith('save a')).length).toBeLessThanOrEqual(13);
});

describe('while silences can not be read', () => {
  it('those known last apply until they end', async () => {
    const { runFrom, outputs } = begin([silence(0, 5)]);
    await runFrom(0, ['well']);
    outputs.failing.add('silences');
    expect(await runFrom(1, ['http_503', 'http_503', 'http_503', 'http_503', 'http_503'])).toEqual(['5: opened 1']);
    expect(outputs.sent[0]?.silencesUnknown).toBe(false);
  });

  it('if none are known people are notified, and the message says so', async () => {
    const { runFrom, outputs } = begin([silence(0, 5)]);
    outputs.failing.add('silences');
    expect(await runFrom(1, ['http_503', 'http_503'])).toEqual(['1: opened 1']);
    expect(outputs.sent[0]?.silencesUnknown).toBe(true);
    expect(mailText(outputs.notifications[0] as never)).toContain(
      'You may have silenced this: the silences could not be read.',
    );
  });

  it('maintenance from the config still applies, and the run says what failed', async () => {
    const { outputs, start } = begin([], { planned: [silence(0, 5, { planned: true, reason: 'upgrade', by: null })] });
    outputs.failing.add('silences');
    const { failures, sent } = await start().run(1, { a: 'http_503' });
    expect(sent).toEqual([]);
    expect(failures).toEqual([
      { output: 'store', service: null, message: "the silences can't be read: silences fail" },
    ]);
  });
});
