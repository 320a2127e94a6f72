/** Messages of ntfy: how loud they are, and the limits of its server. */

import fc from 'fast-check';
import { type Notification, notificationOf } from '../../../lambda/core/message/notification';
import type { Severity } from '../../../lambda/core/words/codes';
import { ntfy } from '../../../lambda/receivers/ntfy/form';
import { alertOn, DANGEROUS, removalAlert, SERVICE } from '../../support/core/alerts';
import { hostileNotification, notificationOfAll } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

const bodyOf = (notification: Notification) => ntfy.requestOf(notification, { topic: 'shop-alerts' }, 0).body;
const messageOf = (notification: Notification) => JSON.parse(bodyOf(notification));

const INCIDENT = 'https://status.internal/incidents/user-service/20260301T120200.000Z-1';

it('is this message', () => {
  expect(messageOf(notificationOf(alertOn('opened')))).toEqual({
    topic: 'shop-alerts',
    title: 'user-service is down: name not resolved',
    message: expect.stringMatching(
      /^It is dns_failure\nSince 12:02:00 UTC \(1 failed check\)\nLast healthy at .*\nCheck first: .*\nWhere: https:\/\/user\.internal\/status \(production\)$/,
    ),
    tags: ['rotating_light'],
    priority: 5,
    click: INCIDENT,
    actions: [
      { action: 'view', label: 'Acknowledge or silence', url: INCIDENT },
      { action: 'view', label: 'Runbook', url: 'https://wiki.internal/user' },
      { action: 'view', label: 'Logs', url: 'https://logs.internal/' },
    ],
  });
});

it.each<[Severity, number, string]>([
  ['critical', 5, 'rotating_light'],
  ['warning', 4, 'warning'],
  ['info', 3, 'information_source'],
])('of severity %s has priority %d, and the tag %s', (severity, priority, tag) => {
  expect(messageOf(notificationOf({ ...alertOn('opened'), severity }))).toMatchObject({ priority, tags: [tag] });
});

it('is quiet at the end, and not green if others are down, or nobody knows', () => {
  const end = notificationOf(alertOn('resolved'));
  expect(messageOf(end)).toMatchObject({ priority: 3, tags: ['white_check_mark'] });
  expect(messageOf({ ...end, alsoFailing: ['ledger'] })).toMatchObject({ priority: 3, tags: ['yellow_circle'] });
  expect(messageOf(notificationOf(removalAlert()))).toMatchObject({ priority: 3, tags: ['white_circle'] });
});

it('goes to ntfy.sh, or to a server of its own with a token', () => {
  const notification = notificationOf(alertOn('opened'));
  expect(ntfy.requestOf(notification, { topic: 'x' }, 0)).toMatchObject({
    url: 'https://ntfy.sh',
    headers: { 'content-type': 'application/json' },
  });
  const settings = { topic: 'x', url: 'https://ntfy.internal', token: 'tk_1' };
  expect(ntfy.requestOf(notification, settings, 0)).toMatchObject({
    url: 'https://ntfy.internal',
    headers: { authorization: 'Bearer tk_1' },
  });
});

it('leaves out the last of many services before what to look at first', () => {
  const alerts = Array.from({ length: 40 }, (_, index) => {
    const service = { ...SERVICE, id: `service-${'x'.repeat(50)}-${index}` };
    return { ...alertOn('opened', { service }), message: `${'é'.repeat(90)} ${index}` };
  });
  const { message } = messageOf(notificationOfAll(alerts));
  expect(message).toMatch(/\n• service-x+-0: .*\n.*Check the DNS record[^\n]*\nWhere: user\.internal \(production\)$/s);
  expect(message).not.toContain('-19: ');
});

/** ntfy's documentation, "Limitations": a message is at most 4,096 bytes long; its server reads twice that as JSON. */
it('has a short message without a link of a service, whatever it sends', () => {
  fc.assert(
    fc.property(hostileNotification(25), (notification) => {
      const { title, message } = messageOf(notification);
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
      // These are of the config; a title may be cut within them.
      const shown = `${title}\n${message}`.replace(/api\.users|all on user\.[a-z]*|\nWhere: .*$/g, '');
      expect(shown).not.toMatch(DANGEROUS);
    }),
    { numRuns: runs(34) },
  );
});
