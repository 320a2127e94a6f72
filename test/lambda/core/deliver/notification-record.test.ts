/** What a notification was about is kept for its buttons, and people are notified whatever becomes of that. */

import { RECORD_KEPT_MS } from '../../../../lambda/core/deliver/notification-record';
import { UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import { notificationId } from '../../../../lambda/core/message/notification';
import { startProcess } from '../../../support/keeping';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';

const ALL_DOWN = { a: 'http_503', b: 'http_503', c: 'http_503' };

function setUp(fails = false) {
  const outputs = memoryOutputs();
  const kept: [id: string, services: readonly string[], expiresAt: number][] = [];
  const keep = async (...record: (typeof kept)[number]) => {
    outputs.calls.push('keep');
    if (fails) throw new Error('no answer within 5000 ms');
    kept.push(record);
  };
  return { outputs, kept, process: startProcess(outputs, { groupFrom: 2, records: { keep } }) };
}

it('keeps the services of several alerts for 30 days, and none of a single one', async () => {
  const { outputs, kept, process } = setUp();
  expect(await process.run(0, ALL_DOWN)).toMatchObject({ failures: [] });
  const [alone, group] = outputs.notifications;
  expect(alone?.alerts).toHaveLength(1);
  expect(kept).toEqual([[notificationId(group as never), ['b', 'c'], NOW + RECORD_KEPT_MS]]);
  expect(RECORD_KEPT_MS).toBe(30 * 86_400_000);
});

it('lets people be notified all the same if they can not be kept, marks that as sent, and says so', async () => {
  const { outputs, process } = setUp(true);
  const { failures, sent } = await process.run(0, ALL_DOWN);
  expect(sent).toHaveLength(2);
  expect(failures).toEqual([
    {
      output: 'store',
      service: null,
      message: expect.stringMatching(/buttons on its card do nothing: no answer within 5000 ms$/),
    },
  ]);
  const before = outputs.calls.length;
  expect(await process.run(1, ALL_DOWN)).toMatchObject({ sent: [], failures: [] });
  expect(outputs.calls.slice(before).filter((call) => call.startsWith('send'))).toEqual([]);
});

it('is at hand when the message goes out: nobody waits for the one to begin with the other', async () => {
  const { outputs } = setUp();
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sending = outputs.send;
  const begun: string[] = [];
  const slow = startProcess(
    {
      ...outputs,
      send: async (notification) => {
        begun.push(`send ${notification.alerts.length}`);
        if (notification.alerts.length > 1) release();
        return sending(notification);
      },
    },
    // If the sending waited for the record, it would never begin.
    { groupFrom: 2, records: { keep: () => answered } },
  );
  await slow.run(0, ALL_DOWN);
  expect(begun).toEqual(['send 1', 'send 2']);
});

it('is kept of each part of a group that was refused as a whole', async () => {
  const { outputs, kept } = setUp();
  const process = startProcess(
    {
      ...outputs,
      send: async (notification) => {
        if (notification.alerts.length > 2) throw new UnfitError('too large');
        return outputs.send(notification);
      },
    },
    {
      groupFrom: 2,
      records: {
        keep: async (...record) => {
          kept.push(record as never);
        },
      },
    },
  );
  await process.run(0, { ...ALL_DOWN, d: 'http_503', e: 'http_503' });
  expect(outputs.notifications.map(({ alerts }) => alerts.length)).toEqual([1, 2, 2]);
  const groups = outputs.notifications.slice(1).map(notificationId);
  expect(kept.map(([id]) => id)).toEqual(expect.arrayContaining(groups));
});
