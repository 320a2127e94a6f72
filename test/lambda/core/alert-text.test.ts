/** What people read: the subject line and the e-mail, for each event, and whatever a service sends. */

import fc from 'fast-check';
import { emailText, neutralize, SUBJECT_LIMIT, subjectOf } from '../../../lambda/core/alert-text';
import { alertOn, CONTEXT, DANGEROUS, hostileAlert, hostileText, removalAlert, SERVICE } from '../../support/alerts';

describe('the subject', () => {
  it.each([
    [alertOn('opened'), '[DOWN] user-service unreachable: dns_failure'],
    [alertOn('updated'), '[CHANGED] user-service unhealthy: http_503'],
    [alertOn('reminder'), '[STILL DOWN] user-service unhealthy: http_503'],
    [alertOn('resolved'), '[RESOLVED] user-service is healthy again after 1 h 8 min'],
    [removalAlert(), '[RESOLVED] user-service is no longer watched; it was unhealthy for 3 min'],
  ])('%#: %s', (alert, subject) => {
    expect(subjectOf(alert)).toBe(subject);
  });

  it('names event, service and verdict also with the longest id', () => {
    const id = 'a'.repeat(63);
    expect(subjectOf(alertOn('reminder', { service: { ...SERVICE, id } }))).toContain(`[STILL DOWN] ${id} unhealthy: `);
  });

  it('is one line of ASCII under 100 characters, whatever a service sends', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        const subject = subjectOf(alert);
        expect(subject).toMatch(
          /^\[(DOWN|CHANGED|STILL DOWN|RESOLVED)\] [\x20-\x7e]*(unreachable: |unhealthy: |is healthy again)[\x20-\x7e]*[\x21-\x7e]$/,
        );
        expect(subject.length).toBeLessThanOrEqual(SUBJECT_LIMIT);
        expect(subject.length).toBeLessThan(100);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the e-mail', () => {
  const asked = 'Asked:       GET https://user.internal/status';
  const environment = 'Environment: production';
  const lastWell = 'Last well:   2026-03-01 12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB';
  const pages = [
    'Runbook:     https://wiki.internal/user',
    'Dashboard:   https://dashboard.internal/',
    'Logs:        https://logs.internal/',
  ];
  const id = 'shop · critical · shop/user-service/20260301T120200.000Z-1';

  it('of a beginning says what, since when, what it answered, when it was well, what to do, where to look', () => {
    expect(emailText(alertOn('opened')).split('\n')).toEqual([
      'user-service is UNREACHABLE (dns_failure)',
      '',
      'Since:       2026-03-01 12:02:00 UTC (1 failed run)',
      'Answer:      none — it is dns_failure',
      ...[lastWell, environment, asked, ''],
      expect.stringMatching(/^First look: {2}Does the name still exist\? /),
      ...pages,
      ...['', `${id}/opened`],
    ]);
  });

  it('of a change says what it was before', () => {
    expect(emailText(alertOn('updated')).split('\n').slice(0, 5)).toEqual([
      'user-service is now UNHEALTHY (http_503)',
      '',
      'Since:       2026-03-01 12:02:00 UTC (4 min, 2 failed runs)',
      'Was:         unreachable (dns_failure)',
      'Answer:      HTTP 503 — it is http_503',
    ]);
  });

  it('of a reminder says for how long', () => {
    expect(emailText(alertOn('reminder')).split('\n').slice(0, 4)).toEqual([
      'user-service is still UNHEALTHY (http_503)',
      '',
      'Since:       2026-03-01 12:02:00 UTC (1 h 4 min, 3 failed runs)',
      'Answer:      HTTP 503 — it is http_503',
    ]);
  });

  it('of an end says from when to when, and how it is now', () => {
    expect(emailText(alertOn('resolved')).split('\n')).toEqual([
      'user-service is healthy again after 1 h 8 min',
      '',
      'From:        2026-03-01 12:02:00 UTC',
      'To:          2026-03-01 13:10:00 UTC (1 h 8 min, 3 failed runs)',
      'Was:         unhealthy (http_503)',
      'Now:         HTTP 200, version 1.4.2, up 1 min, 257 of 512 MB',
      ...[environment, asked, '', ...pages, '', `${id}/resolved`],
    ]);
  });

  it('of a service that has left the config does not call it well', () => {
    const text = emailText(removalAlert());
    expect(text).toContain('user-service is no longer watched; it was unhealthy for 3 min\n');
    expect(text).toContain('Why:         it is no longer in the config, so its incident is closed; whether it is well');
    expect(text).toContain(lastWell);
    expect(text).not.toMatch(/healthy again|First look|^Now:/m);
  });

  it('says when it may be a repetition, and not otherwise', () => {
    const repeated = /^You may have been told this before: /m;
    expect(emailText({ ...alertOn('opened'), possiblyRepeated: true })).toMatch(repeated);
    expect(emailText(alertOn('opened'))).not.toMatch(repeated);
  });

  it.each([
    ['answered 503: the database is gone', 503, 'HTTP 503: the database is gone'],
    ['answered 204 where 200 was expected', 204, 'HTTP 204 where 200 was expected'],
    ['reports itself unhealthy (HTTP 200)', 200, 'reports itself unhealthy (HTTP 200)'],
    ['the report is of "a", not of "b"', 200, 'HTTP 200 — the report is of "a", not of "b"'],
    ['the connection was refused', null, 'none — the connection was refused'],
  ])('tells the status of "%s" once', (message, httpStatus, answer) => {
    const text = emailText({ ...alertOn('opened'), message, httpStatus });
    expect(text.split('\n')).toContain(`Answer:      ${answer}`);
  });

  it('leads to the section of the runbook here where there is no address of another', () => {
    const context = { ...CONTEXT, service: { ...SERVICE, runbook: null } };
    const text = emailText({ ...alertOn('opened', context), reason: 'http_418' });
    expect(text).toContain('\nRunbook:     docs/runbook.md, section http_4xx\n');
    expect(emailText({ ...alertOn('opened', context), reason: 'of_a_newer_version' })).not.toContain('Runbook');
  });

  it('leaves out what is not known', () => {
    const nothing = { version: null, uptimeSeconds: null, memoryUsedMb: null, memoryTotalMb: null };
    const alert = alertOn('opened', {
      service: { ...SERVICE, environment: null, statusUrl: '', runbook: null },
      links: { dashboard: null, logs: null },
    });
    const text = emailText({ ...alert, lastHealthy: { at: alert.at, ...nothing } });
    expect(text).not.toMatch(/Environment|Asked|Dashboard|Logs|null|undefined/);
    expect(text).toContain('Last well:   2026-03-01 12:02:00 UTC, version not given\n');
    expect(emailText({ ...alert, lastHealthy: null })).not.toContain('Last well');
  });

  it('has the same lines whatever a service sends, without a link, a mention or markup in them', () => {
    fc.assert(
      fc.property(hostileAlert, (alert) => {
        const own = { ...alert, id: 'ID', service: { ...alert.service, url: 'URL' }, links: NO_LINKS };
        const text = emailText(own);
        expect(text).not.toMatch(DANGEROUS);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
        const labels = text
          .split('\n')
          .slice(1)
          .map((line) => /^[A-Z][a-z ]+:(?= )|^You may|^ID$|^shop|^$/.exec(line)?.[0]);
        expect(labels).not.toContain(undefined);
        expect(text.length).toBeLessThan(2_000);
      }),
      { numRuns: 1_000 },
    );
  });
});

const NO_LINKS = { dashboard: null, logs: null, runbook: null };

describe('neutralize', () => {
  it.each([
    ['<!channel> @here', '‹!channel› (at)here'],
    ['<http://evil|x>', '‹http:/ /evil x›'],
    ['[a](http://b)', 'a (http:/ /b)'],
    ['see www.evil.com `now`', 'see www evil.com now'],
    ['not_a_report 10.0.0.1:8443', 'not_a_report 10.0.0.1:8443'],
    ['one\r\ntwo\u202e', 'one two'],
  ])('%j → %j', (text, shown) => {
    expect(neutralize(text)).toBe(shown);
  });

  it('leaves one line without links, mentions and markup, and does no more the second time', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 300 }), (text, maxLength) => {
        const shown = neutralize(text, maxLength);
        expect(shown).not.toMatch(DANGEROUS);
        expect(shown).not.toMatch(/\p{C}|[*~\\]|\s{2}/u);
        expect(neutralize(shown, 1_000)).toBe(shown);
      }),
      { numRuns: 2_000 },
    );
  });
});
