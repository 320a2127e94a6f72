/** What is kept of sent alerts, and how it is read back. */

import { readStored } from '../../../../lambda/core/fields/stored-value';
import type { Notification } from '../../../../lambda/core/message/notification';
import { notificationOf } from '../../../../lambda/core/message/notification';
import {
  joinSentAlerts,
  sentAlert,
  sentAlertsSchema,
  sentTogether,
  withSentAlert,
} from '../../../../lambda/core/message/sent-alert';
import type { AlertEvent } from '../../../../lambda/core/words/codes';
import { alertOn, SERVICE } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';

const alert = alertOn('opened');
const others = ['b', 'c'].map((id) => alertOn('opened', { service: { ...SERVICE, id } }));
const group: Notification = { ...notificationOf(alert), alerts: [alert, ...others], watched: 6 };
const sentOn = (event: AlertEvent, sentAt: number) => sentAlert(alertOn(event), { notification: null, sentAt });

it('has the notification that it was part of, and what that said', () => {
  const sent = withSentAlert(null, sentAlert(alert, { notification: sentTogether(group), sentAt: NOW }));
  expect(sent.first.notification).toEqual({
    id: expect.stringMatching(/\/opened\+2-[0-9a-z]{1,7}$/),
    summary: '3 of 6 services are down: name not resolved',
  });
  expect(readStored(sentAlertsSchema, JSON.parse(JSON.stringify(sent)))).toEqual(sent);
});

it('are the first and the last, also of one run, whoever knows of them', () => {
  const opened = sentOn('opened', NOW);
  const updated = sentOn('updated', NOW + 1);
  const resolved = sentOn('resolved', NOW + 2);
  const all = [opened, updated, resolved].reduce(withSentAlert, null);
  expect(all).toEqual({ first: opened, last: resolved, count: 3 });
  const one = withSentAlert(null, opened);
  const other = withSentAlert(withSentAlert(null, updated), resolved);
  expect(joinSentAlerts(other, one)).toEqual({ first: opened, last: resolved, count: 2 });
  const atOnce = withSentAlert(withSentAlert(null, sentOn('resolved', NOW)), opened);
  expect([atOnce.first.event, atOnce.last.event]).toEqual(['opened', 'resolved']);
});
