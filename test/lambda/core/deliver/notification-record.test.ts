/** What a notification was about is kept for its buttons, and people are notified whatever becomes of that. */

import { RECORD_KEPT_MS } from '../../../../lambda/core/deliver/receiver';
import { notificationId } from '../../../../lambda/core/message/notification';
import { startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';

const ALL_DOWN = { a: 'http_503', b: 'http_503', c: 'http_503' };

function setUp(fails = false) {
  const outputs = memoryOutputs();
  const records: [id: string, services: readonly string[], expiresAt: number][] = [];
  const keep = async (...record: (typeof records)[number]) => {
    outputs.calls.push('keep');
    if (fails) throw new Error('no answer within 5000 ms');
    records.push(record);
  };
  return { outputs, records, process: startProcess(outputs, { groupFrom: 2, records: { keep } }) };
}

it('keeps the services of several alerts for 30 days, and none of a single one', async () => {
  const { outputs, records, process } = setUp();
  expect(await process.run(0, ALL_DOWN)).toMatchObject({ failures: [] });
  await process.run(1, { ...ALL_DOWN, d: 'http_503' });
  const [group, alone] = outputs.notifications;
  expect(alone?.alerts).toHaveLength(1);
  expect(records).toEqual([[notificationId(group as never), ['a', 'b', 'c'], NOW + RECORD_KEPT_MS]]);
  expect(RECORD_KEPT_MS).toBe(30 * 86_400_000);
});

it('lets people be notified all the same if they can not be kept, marks that as sent, and says so', async () => {
  const { outputs, process } = setUp(true);
  const { failures, sent } = await process.run(0, ALL_DOWN);
  expect(sent).toHaveLength(1);
  expect(failures).toEqual([
    {
      output: 'store',
      service: null,
      message: expect.stringMatching(/buttons on its card don't work: no answer within 5000 ms$/),
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
  expect(begun).toEqual(['send 3']);
});

it('is kept of each part of a group that was too large for one message', async () => {
  const { outputs, records, process } = setUp();
  const ids = Array.from({ length: 600 }, (_, index) => `service-${index}-${'x'.repeat(50)}`);
  await process.run(0, Object.fromEntries(ids.map((id) => [id, 'http_503'])));
  expect(outputs.notifications.length).toBeGreaterThan(1);
  expect(records.map(([id]) => id)).toEqual(outputs.notifications.map(notificationId));
});
