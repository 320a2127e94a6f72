/** The rules that the form of every kind of receiver keeps, whatever a service sends. */

import fc from 'fast-check';
import { type Notification, notificationOf } from '../../../lambda/core/message/notification';
import { POSTED_KINDS, type PostedKind } from '../../../lambda/receivers/kinds';
import { RECEIVER_FORMS } from '../../../lambda/receivers/receivers';
import { alertOn, hostileText } from '../../support/core/alerts';
import { REFUSED } from '../../support/core/receiver-notices';
import { faultIn, hostileNotification } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

const URL = 'https://receiver.internal/';
const SETTINGS = { url: URL, routingKey: '0'.repeat(32), topic: 'topic', bus: 'bus' };

/** The requests of a notification, split as it is when it is sent. */
function bodiesOf(kind: PostedKind, notification: Notification): readonly string[] {
  const { sendsAlertsAlone, fits, requestOf } = RECEIVER_FORMS[kind];
  const isWhole = !sendsAlertsAlone && (fits?.(notification) ?? true);
  const sent = isWhole ? [notification] : notification.alerts.map(notificationOf);
  return sent.map((one) => requestOf(one, SETTINGS, 0).body);
}

describe.each(POSTED_KINDS)('%s', (kind) => {
  const { requestOf, noticeOf } = RECEIVER_FORMS[kind];

  it('posts JSON to the address of the receiver', () => {
    const { url, headers, body } = requestOf(notificationOf(alertOn('opened')), SETTINGS, 0);
    expect(url.startsWith(URL)).toBe(true);
    expect(headers['content-type']).toMatch(/^application\/(json|x-amz-json-1\.1)$/);
    expect(body).toContain('user-service');
  });

  it('keeps to the format and its size, whatever a service sends', () => {
    fc.assert(
      fc.property(hostileNotification(25), (notification) => {
        for (const body of bodiesOf(kind, notification)) expect(faultIn(body, kind)).toBeNull();
      }),
      { numRuns: runs(34) },
    );
  });

  it('keeps to the format and its size, whatever another receiver has answered', () => {
    const notices = fc.record({
      event: fc.constantFrom('opened' as const, 'resolved' as const),
      deployment: fc.constantFrom('shop', 'd'.repeat(300)),
      about: fc.record({
        kind: fc.constantFrom('receiver' as const, 'pulse' as const, 'topic' as const),
        id: fc.constantFrom('pager', 'p'.repeat(40)),
      }),
      message: fc.oneof(hostileText, fc.constantFrom('', '"'.repeat(500), '😀'.repeat(250))),
    });
    fc.assert(
      fc.property(notices, (some) => {
        expect(faultIn(noticeOf({ ...REFUSED, ...some }, SETTINGS, 0).body, kind)).toBeNull();
      }),
      { numRuns: runs(34) },
    );
  });
});
