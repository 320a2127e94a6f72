/** The hourly check of the e-mail addresses: when it asks SNS, and what it says. */

import { addressLook } from '../../../../../lambda/core/deliver/subscriptions/address-look';
import { expectedSubscriptions } from '../../../../../lambda/core/deliver/subscriptions/expected';

const HOUR_MS = 3_600_000;
const EXPECTED = expectedSubscriptions(
  ['a@a.test', 'b@a.test'].map((email) => ({ email, services: null, events: null, severities: null, checker: true })),
);
const subscribed = (endpoint: string, arn = 'arn:aws:sns:::x') => ({ protocol: 'email', endpoint, arn });

/** A process of the checker, and what SNS lists for it: a rejection, or the subscriptions. */
function world() {
  const state = { alerts: [subscribed('a@a.test'), subscribed('b@a.test')], fails: false, calls: 0 };
  const look = addressLook(EXPECTED, async () => {
    state.calls += 1;
    if (state.fails) throw new Error('no answer');
    return { alerts: state.alerts, checkerAlarms: [] };
  });
  return { state, look };
}

it('asks SNS in the first run of a process, then once an hour, and says once that all is well', async () => {
  const { state, look } = world();
  const news = [];
  for (let minute = 0; minute < 180; minute += 1) news.push(...(await look(minute * 60_000)).news);
  expect(state.calls).toBe(3);
  expect(news).toEqual([{ receiver: 'sns/addresses', fault: null, busyUntil: null }]);
});

it('names the addresses that are lost or unexpected each time, until they match the config', async () => {
  const { state, look } = world();
  state.alerts = [subscribed('a@a.test', 'PendingConfirmation'), subscribed('former@a.test')];
  const fault = 'a@a.test is pending, b@a.test is gone, former@a.test is not in the config';
  expect((await look(0)).news).toMatchObject([{ fault }]);
  expect((await look(HOUR_MS)).news).toMatchObject([{ fault }]);
  state.alerts = [subscribed('a@a.test'), subscribed('b@a.test')];
  expect((await look(2 * HOUR_MS)).news).toMatchObject([{ fault: null }]);
});

it('fails the run if SNS does not answer, and is done again by the next run', async () => {
  const { state, look } = world();
  state.fails = true;
  const message = "the e-mail addresses can't be checked: no answer";
  expect(await look(0)).toEqual({ news: [], failures: [{ output: 'addresses', service: null, message }] });
  state.fails = false;
  expect((await look(60_000)).news).toHaveLength(1);
});
