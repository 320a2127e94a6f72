/** The limits of the subject and of the mail, whatever a service sends. `golden.test.ts` has their texts. */

import fc from 'fast-check';
import { mailText, SUBJECT_LIMIT, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import { notificationOf } from '../../../../../lambda/core/message/notification';
import { alertOn, DANGEROUS, hostileAlert, SERVICE } from '../../../../support/core/alerts';
import { runs } from '../../../../support/jest/lane';

describe('the subject', () => {
  it('ends with dots if it is too long', () => {
    const version = { from: '2.5.0-rc.1+20260301', to: '2.4.1' };
    const alert = alertOn('resolved', {
      changes: [{ at: Date.parse('2026-03-01T13:09:00.000Z'), restarted: true, version }],
    });
    const subject = subjectOf({
      ...notificationOf(alert),
      alsoFailing: ['payment-service', 'billing-service', 'ledger', 'cart'],
    });
    expect(subject).toMatch(
      /^\[RESOLVED\] user-service: down for 1 h 8 min\. Still down: payment-service, billing-service, ledge\.\.\.$/,
    );
    expect(subject).toHaveLength(SUBJECT_LIMIT);
  });

  it('is one line of ASCII under 100 characters, whatever a service sends', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        const subject = subjectOf(notificationOf(alert));
        expect(subject).toMatch(
          /^\[(DOWN|CHANGED|STILL DOWN|ACKNOWLEDGED|RESOLVED)\] [\x20-\x7e]*(: name not resolved|: HTTP 503|: down for )[\x20-\x7e]*$/,
        );
        expect(subject).toMatch(/[\x21-\x7e]$/);
        expect(subject.length).toBeLessThanOrEqual(SUBJECT_LIMIT);
        expect(subject.length).toBeLessThan(100);
      }),
      { numRuns: runs(34) },
    );
  });
});

describe('the e-mail', () => {
  it.each([
    ['HTTP 503: the database is gone', 503, '“the database is gone”'],
    ['HTTP 503 where 200 was expected', 503, 'Where 200 was expected'],
    ['HTTP 503', 503, ''],
    ['reports itself unhealthy (HTTP 200)', 200, 'Reports itself unhealthy (HTTP 200)'],
    ['reports itself unhealthy (HTTP 200): no disk', 200, 'Reports itself unhealthy (HTTP 200): no disk'],
    ['"a" answered instead of "b"', 200, 'HTTP 200: "a" answered instead of "b"'],
  ])('says what the headline does not say of "%s"', (message, httpStatus, answer) => {
    const text = mailText(notificationOf({ ...alertOn('opened'), reason: 'http_503', message, httpStatus }));
    const [, result] = text.split('\n');
    expect(result).toBe(answer);
  });

  it('leads to no runbook where there is no address of one', () => {
    const alert = alertOn('opened', { service: { ...SERVICE, runbook: null } });
    expect(mailText(notificationOf(alert))).not.toMatch(/runbook/i);
    expect(
      mailText(notificationOf({ ...alert, links: { ...alert.links, runbook: 'docs/reference/runbook.md' } })),
    ).not.toMatch(/runbook/i);
  });

  it('has the same lines whatever a service sends, without a link, a mention or markup in them', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        const own = { ...alert, id: 'ID', service: { ...alert.service, url: 'URL' }, links: NO_LINKS, page: null };
        const text = mailText(notificationOf(own));
        expect(text).not.toMatch(DANGEROUS);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
        const labels = text
          .split('\n')
          .slice(text.split('\n')[1] === '' ? 1 : 2)
          .map((line) => LINE.exec(line)?.[0]);
        expect(labels).not.toContain(undefined);
        // A text is cut to 300 characters, a name to 80, and made harmless each is four at most.
        expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(4 * (300 + 80));
      }),
      { numRuns: runs(34) },
    );
  });
});

/** The beginnings of the lines of a mail. */
const LINE = /^[A-Z][a-z ]+:(?= )|^(Since|Down from|Last healthy at|Acknowledged by)(?= )|^You may|^URL|^ID$|^shop|^$/;
const NO_LINKS = { dashboard: null, logs: null, runbook: null };
