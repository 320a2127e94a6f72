/** A drill: who gets it, and what is said of those that do not take it. */

import { drillWords, PAUSE_MS, sendDrill } from '../../../../lambda/core/deliver/drill';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import type { Receiver, ReceiverFilter } from '../../../../lambda/core/deliver/receiver';
import { drillAlerts } from '../../../../lambda/core/message/drill';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const [service] = configOf({ shop: 'https://shop.internal' }).services;
if (!service) throw new Error('the config has a service');
const alerts = drillAlerts(service, { deployment: 'shop', links: { dashboard: null, logs: null } }, NOW);

/** Sends the drill; `sent` says in which order what arrived, and each pause. */
async function drill(receivers: readonly Omit<Receiver, 'send'>[], refusing: readonly string[] = []) {
  const sent: string[] = [];
  const clock = { sleep: async (ms: number) => void sent.push(`pause of ${ms} ms`) };
  const all = receivers.map(
    (one): Receiver => ({
      ...one,
      send: async ({ alerts: [{ event }] }) => {
        if (refusing.includes(one.id)) throw new Error('refused with 401');
        sent.push(`${one.id} ${event}`);
      },
    }),
  );
  return { results: await sendDrill(alerts, all, clock), sent };
}

const only = (filter: Partial<ReceiverFilter>): ReceiverFilter => ({
  wants: () => true,
  events: EVENTS,
  afterMs: 0,
  ...filter,
});

it('has an opening and, two seconds later, a recovery', async () => {
  const { results, sent } = await drill([{ id: 'sns' }]);
  expect(sent).toEqual(['sns opened', `pause of ${PAUSE_MS} ms`, 'sns resolved']);
  expect(drillWords(results)).toBe('2 alerts were sent to sns');
  expect(results).toEqual([{ receiver: 'sns', alertsSent: alerts.map(({ id }) => id), fault: null }]);
});

it('goes to those that would get such an alert, and what they would get of it', async () => {
  const { sent } = await drill([
    { id: 'others', filter: only({ wants: ({ service: id }) => id !== 'shop' }) },
    { id: 'ends', filter: only({ events: ['resolved'] }) },
    // After this time it would get it.
    { id: 'second-line', filter: only({ events: ['opened'], afterMs: 60_000 }) },
  ]);
  expect(sent.sort()).toEqual(['ends resolved', 'second-line opened']);
});

it('is ended where its beginning may have arrived, although nobody answered', async () => {
  const events: string[] = [];
  const pager: Receiver = {
    id: 'pager',
    send: async ({ alerts: [{ event }] }) => {
      events.push(event);
      if (event === 'opened') throw new UnansweredError('no answer (within 5 s)');
    },
  };
  const results = await sendDrill(alerts, [pager], { sleep: async () => undefined });
  expect(events).toEqual(['opened', 'resolved']);
  expect(results).toEqual([{ receiver: 'pager', alertsSent: [alerts[1]?.id], fault: 'no answer (within 5 s)' }]);
  expect(drillWords(results)).toBe('nothing was sent; pager failed: no answer (within 5 s)');
});

it('says who did not accept it, and why', async () => {
  const { results, sent } = await drill([{ id: 'sns' }, { id: 'pager' }], ['pager']);
  expect(sent).toHaveLength(3);
  expect(drillWords(results)).toBe('2 alerts were sent to sns; pager failed: refused with 401');
  expect(results[1]).toEqual({ receiver: 'pager', alertsSent: [], fault: 'refused with 401' });
  expect(drillWords((await drill([{ id: 'pager' }], ['pager'])).results)).toBe(
    'nothing was sent; pager failed: refused with 401',
  );
  expect(drillWords([])).toBe('nothing was sent');
});
