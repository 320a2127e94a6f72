/** The time of sending: who waits for whom in a run, for how long at most, and what one bad alert costs the others. */

import { type Part, WHOLE } from '../../../../lambda/core/config/part';
import { openDelivery } from '../../../../lambda/core/deliver/deliver';
import { UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import { SENDING_LIMIT_MS, sendingLimitMs } from '../../../../lambda/core/deliver/pace';
import { snsMessageOf } from '../../../../lambda/core/forms/sns-message';
import type { Alert } from '../../../../lambda/core/message/alert';
import type { Notification } from '../../../../lambda/core/message/notification';
import { NO_SILENCING } from '../../../../lambda/core/silence/silencing';
import { type Owed, owe } from '../../../../lambda/core/state/outbox';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import type { Snapshot } from '../../../../lambda/core/state/snapshot';
import { alertOn } from '../../../support/alerts';
import { memoryOutputs } from '../../../support/memory-outputs';
import { NOW } from '../../../support/observations';
import { virtualClock } from '../../../support/virtual-clock';

const alertOf = (id: string, more: Partial<Alert> = {}): Alert => {
  const alert = alertOn('opened');
  return { ...alert, id: `${id}-opened`, incidentId: id, service: { ...alert.service, id }, ...more };
};

function owing(outbox: readonly Owed[]): Snapshot {
  return { state: { ...NEW_STATE, outbox }, revision: null, unsaved: false, sentIds: [] };
}

interface Delays {
  /** How long the sending of a message takes, in milliseconds. */
  readonly sendMs?: number;
  /** How long a save takes, by service. */
  readonly saveMs?: Readonly<Record<string, number>>;
  readonly part?: Part;
  /** Called before each message is sent; what it throws refuses the message. */
  readonly judge?: (notification: Notification) => void;
}

function begin({ sendMs = 0, saveMs = {}, part = WHOLE, judge = () => undefined }: Delays = {}) {
  const { store, send } = memoryOutputs();
  const clock = virtualClock(NOW);
  /** When each message was begun, after the start, and for which services. */
  const begun: (readonly [at: number, services: string])[] = [];
  const delivery = openDelivery({
    store: {
      ...store,
      save: async (service, state, expected) => {
        await clock.sleep(saveMs[service] ?? 0);
        return store.save(service, state, expected);
      },
    },
    send: async (notification) => {
      begun.push([clock.elapsed(), notification.alerts.map(({ service }) => service.id).join()]);
      judge(notification);
      await clock.sleep(sendMs);
      await send(notification);
    },
    ...{ clock, certain: true, silencing: NO_SILENCING, groupFrom: 3, watched: 9, part },
  });
  const accept = (id: string, outbox = owe([], '1', alertOf(id))) => delivery.accept(id, owing(outbox), clock.now());
  return { clock, delivery, begun, accept };
}

const MANY = Array.from({ length: 64 }, (_, index) => `s${index}`);

describe('the first service', () => {
  it('is the first that has something to send now: what waits for its pause takes nobody its place', async () => {
    const { clock, begun, accept } = begin();
    const waiting = owe([], '1', alertOf('slow')).map((owed) => ({ ...owed, unanswered: 3, triedAt: NOW }));
    await clock.run(accept('slow', waiting));
    void accept('a');
    await clock.run(Promise.resolve());
    expect(begun).toEqual([[0, 'a']]);
  });

  it('takes those with it whose verdict comes while its part waits for its turn', async () => {
    const part = { shard: (NOW / 250 + 8) % 20, shards: 20 };
    const { clock, delivery, begun, accept } = begin({ part });
    const first = accept('a');
    await clock.run(clock.sleep(100));
    const all = [first, ...['b', 'c'].map((id) => accept(id))];
    delivery.close();
    await clock.run(Promise.all(all));
    expect(begun).toEqual([[2_000, 'a,b,c']]);
  });
});

describe('a run', () => {
  it('sends on while a service is marked', async () => {
    const { clock, delivery, begun, accept } = begin({ saveMs: { a: 5_000 } });
    const first = accept('a');
    const others = ['b', 'c', 'd'].map((id) => accept(id));
    delivery.close();
    await clock.run(Promise.all([first, ...others]));
    expect(begun).toEqual([
      [0, 'a'],
      [250, 'b,c,d'],
    ]);
  });

  it.each([1, 4, 40])(
    'of one of %d parts begins no message later than its limit after its last verdict',
    async (shards) => {
      const part = { shard: 0, shards };
      const { clock, delivery, begun, accept } = begin({ sendMs: 2_000, part });
      const backlog = MANY.flatMap((id) => owe([], id, alertOf('a', { id, incidentId: id })));
      const first = accept('a', backlog);
      await clock.run(clock.sleep(SENDING_LIMIT_MS - 100));
      const closedAt = clock.elapsed();
      const others = ['b', 'c', 'd'].map((id) => accept(id));
      delivery.close();
      await clock.run(Promise.all([first, ...others]));
      expect(begun.at(-1)?.[0]).toBeLessThanOrEqual(closedAt + sendingLimitMs(part));
      expect(begun.filter(([at, services]) => at > closedAt && services.includes('b'))).toHaveLength(1);
      expect(delivery.failures).toMatchObject([
        { output: 'alerts', message: expect.stringMatching(/wait for the next/) },
      ]);
    },
  );
});

describe('one bad alert', () => {
  it('that is refused for what it holds costs its group a few messages, and not one for each service', async () => {
    const refuse = ({ alerts }: Notification) => {
      if (alerts.some(({ service }) => service.id === 's33')) throw new UnfitError('s33 is refused');
    };
    const { clock, delivery, begun, accept } = begin({ judge: refuse });
    const all = MANY.map((id) => accept(id));
    delivery.close();
    await clock.run(Promise.all(all));
    const arrived = delivery.sent.flatMap(({ alerts }) => alerts.map(({ service }) => service.id));
    expect(arrived.sort()).toEqual(MANY.filter((id) => id !== 's33').sort());
    expect(begun.length).toBeLessThanOrEqual(14);
    expect(delivery.failures).toMatchObject([{ service: 's33' }]);
  });

  it('that can not be rendered costs the others nothing either', async () => {
    const { clock, delivery, accept } = begin({ judge: snsMessageOf });
    const broken = alertOf('s33', { message: null as never });
    const all = MANY.map((id) => accept(id, owe([], '1', id === 's33' ? broken : alertOf(id))));
    delivery.close();
    await clock.run(Promise.all(all));
    const arrived = delivery.sent.flatMap(({ alerts }) => alerts.map(({ service }) => service.id));
    expect(arrived.sort()).toEqual(MANY.filter((id) => id !== 's33').sort());
    expect(delivery.failures).toMatchObject([{ service: 's33' }]);
  });
});
