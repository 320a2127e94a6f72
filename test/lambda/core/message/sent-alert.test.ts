/** What is kept of a sent alert, and how one is read back. */

import type { Notification } from '../../../../lambda/core/message/notification';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { readSent, sentAlert, sentTogether } from '../../../../lambda/core/message/sent-alert';
import { alertOn, SERVICE } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';

const alert = alertOn('opened');
const others = ['b', 'c'].map((id) => alertOn('opened', { service: { ...SERVICE, id } }));
const SENT = { incident: 'k', receiver: 'people', sentAt: NOW };
const group: Notification = { ...notificationOf(alert), alerts: [alert, ...others], watched: 6 };

it('has the notification that it was part of, and what that said', () => {
  const sent = sentAlert(alert, { ...SENT, notification: sentTogether(group) });
  expect(sent.notification).toEqual({
    id: expect.stringMatching(/\/opened\+2-[0-9a-z]{1,7}$/),
    summary: '3 of 6 services down: all dns_failure, all on user.internal, all since 12:02:00 UTC',
  });
  expect(readSent(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
});

it.each([undefined, null, 'shop', {}, { id: 'x' }, { id: 1, summary: 'x' }])(
  'went alone if nothing else is kept of it: %j',
  (notification) => {
    const sent = sentAlert(alert, { ...SENT, notification: sentTogether(notificationOf(alert)) });
    expect(sent.notification).toBeNull();
    expect(readSent({ ...sent, notification })).toEqual(sent);
  },
);
