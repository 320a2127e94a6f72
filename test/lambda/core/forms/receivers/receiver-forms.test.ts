/** Every kind of receiver that a config may have has its form. */

import { RECEIVER_KINDS } from '../../../../../lambda/core/config/receivers';
import { RECEIVER_FORMS } from '../../../../../lambda/core/forms/receivers/receiver-forms';
import { notificationOf } from '../../../../../lambda/core/message/notification';
import { alertOn } from '../../../../support/core/alerts';

it.each(RECEIVER_KINDS)('%s', (kind) => {
  const settings = { url: 'https://receiver.internal/', routingKey: 'key', topic: 'topic' };
  const { url, headers, body } = RECEIVER_FORMS[kind].requestOf(notificationOf(alertOn('opened')), settings, 0);
  expect(url).toBe('https://receiver.internal/');
  expect(headers).toEqual({ 'content-type': 'application/json' });
  expect(body).toContain('user-service');
});
