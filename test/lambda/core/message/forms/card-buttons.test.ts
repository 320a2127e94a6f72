/** What a card tells its buttons: whom they are about, and whether there is anything to silence. */

import { type ChatCard, chatCard } from '../../../../../lambda/core/message/forms/chat-card';
import { fits, MESSAGE_LIMIT_BYTES, snsMessageOf } from '../../../../../lambda/core/message/forms/sns-message';
import { type Notification, notificationId, notificationOf } from '../../../../../lambda/core/message/notification';
import { alertOn, removalAlert, SERVICE } from '../../../../support/core/alerts';

const TARGET = { region: 'eu-central-1', functionName: 'shop-checker' };
const [ONE, OTHER] = ['a', 'b'].map((id) => alertOn('opened', { service: { ...SERVICE, id } })) as [never, never];
const GROUP: Notification = { ...notificationOf(ONE), alerts: [ONE, OTHER], watched: 6 };

function contextOf(notification: Notification) {
  return chatCard(notification, TARGET).metadata.additionalContext;
}

it('names the service, and the function in its region', () => {
  expect(contextOf(notificationOf(alertOn('opened')))).toEqual({
    deployment: 'shop',
    reason: 'dns_failure',
    region: 'eu-central-1',
    function: 'shop-checker',
    subject: 'user-service',
    state: 'open',
  });
});

it('names the notification instead of many services', () => {
  expect(contextOf(GROUP).subject).toBe(notificationId(GROUP));
});

it.each([
  ['open', alertOn('opened')],
  ['open', alertOn('updated')],
  ['open', alertOn('reminder')],
  ['over', alertOn('resolved')],
  ['drill', alertOn('opened', { drill: true })],
])('says %s', (state, alert) => {
  expect(contextOf(notificationOf(alert)).state).toBe(state);
});

// Amazon Q shows custom actions on a custom notification that enables them.
it('enables them where there are some, and nowhere else', () => {
  const enabled = (card: ChatCard) => card.metadata.enableCustomActions;
  expect(enabled(chatCard(GROUP, TARGET))).toBe(true);
  expect(enabled(chatCard(notificationOf(alertOn('resolved')), TARGET))).toBe(true);
  for (const card of [chatCard(GROUP), chatCard(notificationOf(removalAlert()), TARGET)]) {
    expect(card.metadata).not.toHaveProperty('enableCustomActions');
  }
});

it('says nothing to buttons where there are none, nor of a service that nobody watches any more', () => {
  const without = { deployment: 'shop', reason: expect.any(String) };
  expect(chatCard(GROUP).metadata.additionalContext).toEqual(without);
  expect(contextOf(notificationOf(removalAlert()))).toEqual(without);
});

it('counts in the size of the message', () => {
  const groupOf = (length: number): Notification => {
    const alerts = [ONE, OTHER].map((alert: object, index) => ({ ...alert, id: `${index}`.padEnd(length, '-') }));
    return { ...GROUP, alerts: alerts as unknown as Notification['alerts'] };
  };
  const sizeOf = (length: number, target: typeof TARGET | null = null) => {
    const { subject, message, attributes } = snsMessageOf(groupOf(length), target);
    return Buffer.byteLength(subject + message + JSON.stringify(attributes));
  };
  const perCharacter = sizeOf(1_001) - sizeOf(1_000);
  // The longest that fits without buttons, or nearly so.
  const length = Math.floor((MESSAGE_LIMIT_BYTES - 200 - sizeOf(0)) / perCharacter);
  expect(sizeOf(length)).toBeLessThan(MESSAGE_LIMIT_BYTES);
  expect(sizeOf(length, TARGET)).toBeGreaterThan(MESSAGE_LIMIT_BYTES);
  expect(fits(groupOf(length))).toBe(false);
});
