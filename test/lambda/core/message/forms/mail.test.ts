/** What people read: the subject line and the e-mail, for each event, and whatever a service sends. */

import fc from 'fast-check';
import { alertOf } from '../../../../../lambda/core/message/alert';
import { chatCard } from '../../../../../lambda/core/message/forms/chat-card';
import { mailText, SUBJECT_LIMIT, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import { notificationOf } from '../../../../../lambda/core/message/notification';
import type { EventKind } from '../../../../../lambda/core/words/codes';
import {
  alertOn,
  CONTEXT,
  DANGEROUS,
  hostileAlert,
  matterAlerts,
  removalAlert,
  SERVICE,
} from '../../../../support/core/alerts';
import { tell } from '../../../../support/core/story';
import { runs } from '../../../../support/jest/lane';

describe('the subject', () => {
  it.each([
    [alertOn('opened'), '[DOWN] user-service: name not resolved'],
    [alertOn('updated'), '[CHANGED] user-service: answered 503, was name not resolved'],
    [alertOn('reminder'), '[STILL DOWN] user-service: answered 503'],
    [alertOn('resolved'), '[RESOLVED] user-service: down for 1 h 8 min'],
    [
      alertOn('opened', { service: { ...SERVICE, severity: 'warning' } }),
      '[DOWN, warning] user-service: name not resolved',
    ],
    [removalAlert(), '[RESOLVED] user-service: no longer watched, was down for 3 min'],
  ])('%#: %s', (alert, subject) => {
    expect(subjectOf(notificationOf(alert))).toBe(subject);
  });

  it.each([
    [
      { kind: 'objective', reason: 'availability_burns_fast' },
      [
        '[BUDGET, warning] user-service: availability budget burns fast',
        '[BUDGET, warning] user-service: availability budget burns fast',
        '[RESOLVED, warning] user-service: burned its availability budget fast for 2 h',
      ],
    ],
    [
      { kind: 'condition', reason: 'restarting' },
      [
        '[DEGRADED, warning] user-service: restarting',
        '[WORSE, warning] user-service: restarting',
        '[RESOLVED, warning] user-service: degraded for 2 h (restarting)',
      ],
    ],
  ] as const)('of what is no outage says neither down nor well: %j', (about, subjects) => {
    const alerts = matterAlerts({ ...about, message: '12 of 60' });
    expect(alerts.map((alert) => subjectOf(notificationOf(alert)))).toEqual(subjects);
    for (const alert of alerts)
      expect(`${alert.summary} ${mailText(notificationOf(alert))}`).not.toMatch(/down|recovered|last healthy/i);
  });

  it.each([
    [true, null, 'restarted'],
    [true, { from: '2.5.0', to: '2.4.1' }, '2.5.0 -> 2.4.1'],
    [false, { from: '2.5.0', to: '2.4.1' }, '2.5.0 -> 2.4.1'],
  ])('of an end says what ended it, as far as it is known: restarted %s, version %j', (restarted, version, ending) => {
    const changes = [{ at: Date.parse('2026-03-01T13:09:00.000Z'), restarted, version }];
    const alert = alertOn('resolved', { changes });
    expect(subjectOf(notificationOf(alert))).toBe(`[RESOLVED] user-service: down for 1 h 8 min (${ending})`);
    const line = `user-service recovered (${ending.replace('->', '→')}, down 1 h 8 min)`;
    expect(mailText(notificationOf(alert)).split('\n')[0]).toBe(line);
    expect(alert.summary).toBe(`${line} (answered 503)`);
  });

  it('names event, service and reason also with the longest id', () => {
    const id = 'a'.repeat(63);
    expect(subjectOf(notificationOf(alertOn('reminder', { service: { ...SERVICE, id } })))).toContain(
      `[STILL DOWN] ${id}: answered 503`,
    );
  });

  it('that is too long ends with dots, so that no half word reads as the whole', () => {
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
          /^\[(DOWN|CHANGED|STILL DOWN|ACKNOWLEDGED|RESOLVED)\] [\x20-\x7e]*(: name not resolved|: answered 503|: down for )[\x20-\x7e]*$/,
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
  const where = 'Where:        https://user.internal/status (production)';
  const lastWell = 'Last healthy: 2026-03-01 12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB';
  const pages = [
    'Runbook:      https://wiki.internal/user',
    'Dashboard:    https://dashboard.internal/',
    'Logs:         https://logs.internal/',
  ];
  const id = 'shop · critical · shop/user-service/20260301T120200.000Z-1';

  it('of a beginning says what, since when, what was seen, when it was well, what to look at first, where', () => {
    expect(mailText(notificationOf(alertOn('opened'))).split('\n')).toEqual([
      'user-service is down: name not resolved',
      '',
      'Since:        2026-03-01 12:02:00 UTC (1 failed check)',
      'Result:       It is dns_failure',
      lastWell,
      'Reason:       dns_failure',
      '',
      expect.stringMatching(/^Check first: {2}Does the name still exist\? /),
      '',
      where,
      ...pages,
      '',
      `${id}/opened`,
    ]);
  });

  it.each([
    [{ by: 'ana', reason: 'deploy 2.5.0' }, ' by ana: deploy 2.5.0'],
    [{ by: null, reason: null }, ''],
  ])('that a silence has held back says until when: %j', (why, said) => {
    const silenced = { until: '2026-03-01T12:04:00.000Z', ...why, planned: false };
    const lines = mailText(notificationOf({ ...alertOn('opened'), silenced })).split('\n');
    expect(lines[3]).toBe(`Silenced:     until 2026-03-01 12:04:00 UTC${said}`);
  });

  it.each([
    [1, '1 earlier incident of it, which was over before you could be notified'],
    [7, '7 earlier incidents of it, which were over before you could be notified'],
  ])('counts what people are not notified of one by one: %d', (omitted, said) => {
    const notification = notificationOf({ ...alertOn('opened'), omitted });
    expect(mailText(notification).split('\n')[3]).toBe(`Also:         ${said}`);
    expect(chatCard(notification).content.description).toContain(`\n*Also:* ${said}\n`);
  });

  it('of an outage ends what it knows with the clues, one on a line, until it is over', () => {
    const clues = ['version 1 → 2 at 12:01, 1 min before', 'restarted at 12:00, 2 min before'].map((message) => ({
      code: 'restarted',
      at: null,
      message,
    }));
    expect(
      mailText(notificationOf({ ...alertOn('updated'), clues }))
        .split('\n')
        .slice(5, 9),
    ).toEqual([
      expect.stringMatching(/^Last healthy: /),
      'Clues:        version 1 → 2 at 12:01, 1 min before',
      '              restarted at 12:00, 2 min before',
      'Reason:       http_503',
    ]);
    expect(mailText(notificationOf({ ...alertOn('resolved'), clues }))).not.toContain('Clues');
  });

  it('of a change says what it was before', () => {
    expect(
      mailText(notificationOf(alertOn('updated')))
        .split('\n')
        .slice(0, 5),
    ).toEqual([
      'user-service is still down: answered 503, was name not resolved',
      '',
      'Since:        2026-03-01 12:02:00 UTC (4 min, 2 failed checks)',
      'Result:       HTTP 503 — it is http_503',
      'Before:       Name not resolved — it is dns_failure',
    ]);
  });

  it('of a reminder says for how long', () => {
    expect(
      mailText(notificationOf(alertOn('reminder')))
        .split('\n')
        .slice(0, 4),
    ).toEqual([
      'user-service is still down: answered 503',
      '',
      'Since:        2026-03-01 12:02:00 UTC (1 h 4 min, 3 failed checks)',
      'Result:       HTTP 503 — it is http_503',
    ]);
  });

  it('of an end says from when to when, and how it is now', () => {
    expect(mailText(notificationOf(alertOn('resolved'))).split('\n')).toEqual([
      'user-service recovered after 1 h 8 min',
      '',
      'Down:         2026-03-01 12:02:00 to 13:10:00 UTC (3 failed checks)',
      'Now:          HTTP 200, version 1.4.2, up 1 min, 257 of 512 MB',
      'Cause:        Answered 503 — it is http_503',
      'Reason:       http_503',
      '',
      where,
      ...pages,
      '',
      `${id}/resolved`,
    ]);
  });

  it('of an end says that the service has restarted, and runs another version', () => {
    const at = Date.parse('2026-03-01T13:09:00.000Z');
    const changedTo = (restarted: boolean, version: { from: string; to: string } | null) =>
      mailText(notificationOf(alertOn('resolved', { changes: [{ at, restarted, version }] }))).split('\n');
    const version = { from: '1.4.2', to: '1.4.3-rc.1' };
    expect(changedTo(true, version)).toContain('Changed:      restarted, version 1.4.2 → 1.4.3-rc.1');
    expect(changedTo(true, null)).toContain('Changed:      restarted');
    expect(changedTo(false, version)).toContain('Changed:      version 1.4.2 → 1.4.3-rc.1');
    expect(mailText(notificationOf(alertOn('resolved')))).not.toContain('Changed:');
  });

  it('of an outage that relapsed says for how long it failed, and from when to when', () => {
    const { events } = tell({ successThreshold: 2 }, [
      'well',
      'http_503 x3',
      'well',
      '+14m http_503',
      'http_503',
      'well x4',
    ]);
    const [, again, end] = events.map((event) => mailText(notificationOf(alertOf(event, CONTEXT))).split('\n'));
    expect(again?.slice(0, 4)).toEqual([
      'user-service is down again: answered 503',
      '',
      'Since:        2026-03-01 12:19:00 UTC; the outage of 12:02:00 had not been closed (down for 3 min, 4 failed checks)',
      'Again:        2nd time in 17 min, 4 of the last 6 checks failed',
    ]);
    expect(end?.slice(0, 5)).toEqual([
      'user-service recovered after 5 min',
      '',
      'Down:         for 5 min between 2026-03-01 12:02:00 and 12:21:00 UTC (5 failed checks)',
      'Flapping:     2 failures in 19 min, healthy for 3 min',
      'Now:          HTTP 200, version 1.4.2, up 1 min, 257 of 512 MB',
    ]);
  });

  it.each([
    ['http_500', 'answered 500'],
    ['not_json', 'answer is not JSON'],
  ])('of %s begins with a sentence', (reason, is) => {
    const [event] = tell({}, [reason]).events;
    if (!event) throw new Error('nothing was told');
    expect(mailText(notificationOf(alertOf(event, CONTEXT)))).toMatch(new RegExp(`^user-service is down: ${is}\n`));
  });

  it('of a certificate that is not valid yet advises to check the clock', () => {
    const alert = { ...alertOn('opened'), reason: 'tls_certificate_untrusted' };
    expect(mailText(notificationOf({ ...alert, errorCode: 'CERT_NOT_YET_VALID' }))).toMatch(
      /^Check first: {2}The certificate is not valid yet: check the checker.s clock/m,
    );
    expect(mailText(notificationOf(alert))).toMatch(/^Check first: {2}No trusted authority /m);
  });

  it('shows an id of the config as it stands', () => {
    const [line] = mailText(notificationOf(alertOn('opened', { service: { ...SERVICE, id: 'api.checkout' } }))).split(
      '\n',
    );
    expect(line).toBe('api.checkout is down: name not resolved');
  });

  it('of a service that has left the config does not call it well', () => {
    const text = mailText(notificationOf(removalAlert()));
    expect(text).toContain('user-service is no longer watched; it was down for 3 min\n');
    expect(text).toContain(
      'Why:          it is no longer in the config, so its incident is closed; whether it is healthy',
    );
    expect(text).toContain(lastWell);
    expect(text).not.toMatch(/recovered|Check first|^Now:/m);
  });

  it('says when it may be a repetition, and not otherwise', () => {
    const repeated = /^You may have been notified of this before: /m;
    expect(mailText(notificationOf({ ...alertOn('opened'), possiblyRepeated: true }))).toMatch(repeated);
    expect(mailText(notificationOf(alertOn('opened')))).not.toMatch(repeated);
  });

  it.each([
    ['answered 503: the database is gone', 503, 'HTTP 503: the database is gone'],
    ['answered 204 where 200 was expected', 204, 'HTTP 204 where 200 was expected'],
    ['reports itself unhealthy (HTTP 200)', 200, 'Reports itself unhealthy (HTTP 200)'],
    ['reports itself unhealthy (HTTP 200): no disk', 200, 'Reports itself unhealthy (HTTP 200): no disk'],
    ['"a" answered instead of "b"', 200, 'HTTP 200 — "a" answered instead of "b"'],
    ['connection refused', null, 'Connection refused'],
  ])('tells the status of "%s" once', (message, httpStatus, answer) => {
    const text = mailText(notificationOf({ ...alertOn('opened'), message, httpStatus }));
    expect(text.split('\n')).toContain(`Result:       ${answer}`);
  });

  it('names the other services that are down, below the first line or, of an end, in it', () => {
    const others = { alsoFailing: ['cart', 'api.checkout'] };
    const text = (event: EventKind) => mailText({ ...notificationOf(alertOn(event)), ...others });
    expect(text('opened').split('\n').slice(2, 4)).toEqual([
      'Also down:    cart, api.checkout',
      'Since:        2026-03-01 12:02:00 UTC (1 failed check)',
    ]);
    expect(text('resolved')).toMatch(
      /^user-service recovered after 1 h 8 min\. Still down: cart, api\.checkout\n\nDown: /,
    );
    const many = {
      ...notificationOf(alertOn('resolved')),
      alsoFailing: Array.from({ length: 25 }, (_, id) => `s${id}`),
    };
    expect(mailText(many)).toMatch(/^user-service recovered after 1 h 8 min\. Still down: s0, s1, s2, 22 more\n/);
    expect(mailText(many)).toMatch(/^Still down: {3}s0, .*, s19, 5 more$/m);
  });

  it('of what is no outage says since when, and what was found', () => {
    const [opened, , resolved] = matterAlerts({
      kind: 'objective',
      reason: 'availability_burns_fast',
      message: '12 of 60',
    });
    expect(mailText(notificationOf(opened)).split('\n').slice(0, 4)).toEqual([
      'user-service burns its availability budget fast',
      '',
      'Since:        2026-03-01 12:02:00 UTC',
      'Found:        12 of 60',
    ]);
    expect(mailText(notificationOf(resolved)).split('\n').slice(0, 4)).toEqual([
      'user-service no longer burns its availability budget fast, after 2 h',
      '',
      'Lasted:       2026-03-01 12:02:00 to 14:02:00 UTC',
      'Found:        12 of 60',
    ]);
  });

  it('leads to no runbook where there is no address of one', () => {
    const alert = alertOn('opened', { service: { ...SERVICE, runbook: null } });
    expect(mailText(notificationOf(alert))).not.toMatch(/runbook/i);
    expect(
      mailText(notificationOf({ ...alert, links: { ...alert.links, runbook: 'docs/reference/runbook.md' } })),
    ).not.toMatch(/runbook/i);
  });

  it('leaves out what is not known', () => {
    const nothing = { version: null, uptimeSeconds: null, memoryUsedMb: null, memoryTotalMb: null };
    const alert = alertOn('opened', {
      service: { ...SERVICE, environment: null, statusUrl: '', runbook: null },
      links: { dashboard: null, logs: null },
    });
    const text = mailText(notificationOf({ ...alert, lastHealthy: { at: alert.at, ...nothing } }));
    expect(text).not.toMatch(/Where|Dashboard|Logs|\bnull|undefined/);
    expect(text).toContain('Last healthy: 2026-03-01 12:02:00 UTC\n');
    expect(mailText(notificationOf({ ...alert, lastHealthy: null }))).not.toContain('Last healthy');
  });

  it('has the same lines whatever a service sends, without a link, a mention or markup in them', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        const own = { ...alert, id: 'ID', service: { ...alert.service, url: 'URL' }, links: NO_LINKS };
        const text = mailText(notificationOf(own));
        expect(text).not.toMatch(DANGEROUS);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
        const labels = text
          .split('\n')
          .slice(1)
          .map((line) => /^[A-Z][a-z ]+:(?= )|^You may|^ID$|^shop|^$/.exec(line)?.[0]);
        expect(labels).not.toContain(undefined);
        // A text is cut to 300 characters, a name to 80, and made harmless each is four at most.
        expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(4 * (300 + 80));
      }),
      { numRuns: runs(34) },
    );
  });
});

const NO_LINKS = { dashboard: null, logs: null, runbook: null };
