/** Every kind of receiver that a config may have has its form. */

import { POSTED_KINDS } from '../../../../../lambda/core/config/receivers';
import { notificationOf } from '../../../../../lambda/core/message/notification';
import { RECEIVER_FORMS } from '../../../../../lambda/core/message/receivers/receiver-forms';
import { alertOn } from '../../../../support/core/alerts';

it.each(POSTED_KINDS)('%s', (kind) => {
  const settings = { url: 'https://receiver.internal/', routingKey: 'key', topic: 'topic' };
  const { url, headers, body } = RECEIVER_FORMS[kind].requestOf(notificationOf(alertOn('opened')), settings, 0);
  expect(url).toBe(kind === 'alertmanager' ? 'https://receiver.internal/api/v2/alerts' : 'https://receiver.internal/');
  expect(headers['content-type']).toBe(kind === 'eventbridge' ? 'application/x-amz-json-1.1' : 'application/json');
  expect(body).toContain('user-service');
});
