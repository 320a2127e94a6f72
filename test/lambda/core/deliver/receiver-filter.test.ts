/** What a receiver is notified of, by its filter; and one that is added, changed or removed while services fail. */

import fc from 'fast-check';
import type { Receiver, ReceiverFilter } from '../../../../lambda/core/deliver/receiver';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { runs } from '../../../support/jest/lane';

const ALL: ReceiverFilter = { wants: () => true, events: EVENTS, afterMs: 0 };
const MINUTES = 60_000;
const REMINDED = ['alerts: { successThreshold: 1, remindEvery: 10m }'];

/** Runs by minute: what the services are found to be, and the filter of the only other receiver than the topic then; without a filter there is none. */
type Script = readonly (readonly [
  minute: number,
  found: Record<string, string>,
  filter: Partial<ReceiverFilter> | null,
])[];

/** What that receiver is sent: `minute service event`. */
async function sentTo(
  script: Script,
  lines?: string[],
  severityOf: (id: string) => 'critical' | 'info' = () => 'critical',
) {
  const outputs = memoryOutputs();
  const sent: string[] = [];
  for (const [minute, found, filter] of script) {
    const send: Receiver['send'] = async ({ alerts }) => {
      sent.push(...alerts.map(({ service, event }) => `${minute} ${service.id} ${event}`));
    };
    const more = filter === null ? [] : [{ id: 'pager', send, filter: { ...ALL, ...filter } }];
    // Each run is one of a new process.
    const process = startProcess(outputs, { more, groupFrom: null, of: (id) => ({ severity: severityOf(id) }) });
    await process.run(minute, found, lines);
  }
  return sent;
}

const down = { a: 'http_503', b: 'dns_failure' };
const well = { a: 'well', b: 'well' };

it('is notified of the services that it wants', async () => {
  const filter = { wants: ({ service }: { service: string }) => service === 'b' };
  expect(
    await sentTo([
      [0, down, filter],
      [1, well, filter],
    ]),
  ).toEqual(['0 b opened', '1 b resolved']);
});

it('is notified of the severities that it wants, and of the kinds', async () => {
  const filter: Partial<ReceiverFilter> = { wants: ({ severity, kind }) => severity === 'info' && kind === 'outage' };
  const sent = await sentTo([[0, down, filter]], undefined, (id) => (id === 'a' ? 'info' : 'critical'));
  expect(sent).toEqual(['0 a opened']);
});

it('knows what its events leave out: what follows comes in its turn', async () => {
  const story = [0, 1, 2, 3].map(
    (minute) => [minute, { a: minute < 2 ? 'http_503' : minute < 3 ? 'dns_failure' : 'well' }] as const,
  );
  const by = (events: ReceiverFilter['events']) => sentTo(story.map(([minute, found]) => [minute, found, { events }]));
  expect(await by(['resolved'])).toEqual(['3 a resolved']);
  expect(await by(['opened'])).toEqual(['0 a opened']);
  expect(await by(['opened', 'updated'])).toEqual(['0 a opened', '2 a updated']);
  expect(await by(EVENTS)).toEqual(['0 a opened', '2 a updated', '3 a resolved']);
});

it('is reminded by its own clock', async () => {
  const minutes = [0, 5, 10, 15, 20];
  expect(
    await sentTo(
      minutes.map((minute) => [minute, { a: 'http_503' }, {}]),
      REMINDED,
    ),
  ).toEqual(['0 a opened', '10 a reminder', '20 a reminder']);
});

describe('that waits', () => {
  const filter = { afterMs: 15 * MINUTES };

  it('is notified of what still fails then, and of its recovery', async () => {
    const times = [0, 5, 14, 15, 16].map((minute) => [minute, { a: 'http_503' }, filter] as const);
    expect(await sentTo([...times, [17, { a: 'well' }, filter]])).toEqual(['15 a opened', '17 a resolved']);
  });

  it('is notified of nothing that was over before', async () => {
    expect(
      await sentTo([
        [0, down, filter],
        [5, well, filter],
        [20, well, filter],
      ]),
    ).toEqual([]);
  });
});

it('is never notified of the opening of a resolved incident, however its filter changes', async () => {
  const filters: readonly (Partial<ReceiverFilter> | null)[] = [
    null,
    {},
    { wants: ({ service }) => service === 'b' },
    { wants: () => false },
    { events: ['resolved'] },
    { events: ['opened', 'updated'] },
    { afterMs: 3 * MINUTES },
  ];
  const reason = fc.constantFrom('well', 'http_503', 'dns_failure');
  const turn = fc.record({
    minutes: fc.constantFrom(1, 1, 1, 31),
    a: reason,
    b: reason,
    filter: fc.constantFrom(...filters),
  });
  const property = fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 20 }), async (turns) => {
    let minute = 0;
    const script = turns.map(({ minutes, a, b, filter }) => {
      minute += minutes;
      return [minute, { a, b }, filter] as const;
    });
    const failing = script.flatMap(([at, found]) =>
      Object.entries(found).flatMap(([id, is]) => (is === 'well' ? [] : [`${at} ${id} opened`])),
    );
    const opened = (await sentTo(script)).filter((sent) => sent.endsWith('opened'));
    expect(opened.filter((sent) => !failing.includes(sent))).toEqual([]);
  });
  await fc.assert(property, { numRuns: runs(15, 300) });
});

describe('that changes while a service fails', () => {
  it('is notified of what fails now once it is there, and of nothing before', async () => {
    const script: Script = [
      [0, down, null],
      [1, { a: 'well', b: 'dns_failure' }, null],
      [2, { a: 'well', b: 'dns_failure' }, {}],
      [3, well, {}],
    ];
    expect(await sentTo(script)).toEqual(['2 b opened', '3 b resolved']);
  });

  it('is notified of the recovery of an incident it knows, although its filter is narrower by then', async () => {
    const none = { wants: () => false };
    const sent = await sentTo([
      [0, down, {}],
      [1, { a: 'dns_failure', b: 'dns_failure' }, none],
      [2, well, none],
    ]);
    expect(sent.sort()).toEqual(['0 a opened', '0 b opened', '2 a resolved', '2 b resolved']);
  });

  it('goes on where it was if it comes back', async () => {
    const script: Script = [
      [0, { a: 'http_503' }, {}],
      [1, { a: 'http_503' }, null],
      [2, { a: 'well' }, null],
      [3, { a: 'well' }, {}],
    ];
    expect(await sentTo(script)).toEqual(['0 a opened', '3 a resolved']);
  });
});
