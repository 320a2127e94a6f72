/** A long queue of alerts and a slow way to people: a run ends in time, and each next one gets further. */

import { WHOLE } from '../../../../lambda/core/config/part';
import { openDelivery } from '../../../../lambda/core/deliver/deliver';
import { SENDING_LIMIT_MS } from '../../../../lambda/core/deliver/pace';
import type { Notification } from '../../../../lambda/core/message/notification';
import { NO_SILENCING } from '../../../../lambda/core/silence/silencing';
import { owe } from '../../../../lambda/core/state/outbox';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { alertOn } from '../../../support/alerts';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';

it('begins no alert after its time, says so, and goes on in the next run where it stopped', async () => {
  const { store, send, sent } = memoryOutputs();
  let elapsed = 0;
  const slowly = async (notification: Notification) => {
    elapsed += SENDING_LIMIT_MS * 0.75;
    await send(notification);
  };
  const clock = { now: () => NOW + elapsed, elapsed: () => elapsed, sleep: async () => undefined };
  const run = () =>
    openDelivery({
      store,
      send: slowly,
      clock,
      certain: true,
      silencing: NO_SILENCING,
      groupFrom: 3,
      watched: 1,
      part: WHOLE,
    });
  const outbox = EVENTS.flatMap((event, index) => owe([], '1', { ...alertOn(event), id: `alert-${index}` }));
  expect(outbox).toHaveLength(4);

  const owing = { state: { ...NEW_STATE, outbox }, revision: null, unsaved: false, sentIds: [] };
  const first = run();
  const { snapshot } = await first.accept('a', owing, NOW);
  expect(sent.map(({ id }) => id)).toEqual(['alert-0', 'alert-1']);
  expect(first.failures).toEqual([
    {
      output: 'alerts',
      service: 'a',
      message: '2 alerts wait for the next run: sending is slow, or too many are owed',
    },
  ]);

  const second = run();
  await second.accept('a', snapshot, NOW);
  expect(sent.map(({ id }) => id)).toEqual(['alert-0', 'alert-1', 'alert-2', 'alert-3']);
  expect(second.failures).toEqual([]);
});
