/** A notification of several alerts: what they have in common comes first, then each of them, the worst first. */

import fc from 'fast-check';
import type { Alert } from '../../../../../lambda/core/message/alert';
import { chatCard } from '../../../../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import type { Notification } from '../../../../../lambda/core/message/notification';
import { summaryOf } from '../../../../../lambda/core/message/summary';
import { type EventKind, REMOVED_REASON } from '../../../../../lambda/core/words/codes';
import { SERVICE_ID } from '../../../../../lambda/core/words/ids';
import { alertOn, DANGEROUS, hostileAlert, hostileText, matterAlerts, SERVICE } from '../../../../support/core/alerts';
import { runs } from '../../../../support/jest/lane';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Alerts of services at hosts of their own; `change` makes each of them what it is. */
function groupOf(
  event: EventKind,
  change: (index: number) => Partial<Alert> = () => ({}),
  rest: Partial<Notification> = {},
  names = NAMES,
): Notification {
  const alerts = names.map((id, index) => {
    const service = { ...SERVICE, id, statusUrl: `https://${id}.internal/status` };
    return { ...alertOn(event, { service }), ...change(index) };
  });
  const threadId = alerts[0]?.incidentId ?? '';
  return {
    alerts: alerts as unknown as Notification['alerts'],
    threadId,
    watched: 6,
    alsoFailing: [],
    down: 6,
    ...rest,
  };
}

const OTHER = { reason: 'http_503', verdict: 'unhealthy', message: 'answered 503: no disk', httpStatus: 503 } as const;
const REMOVED: Partial<Alert> = { verdict: 'unhealthy', reason: REMOVED_REASON };
const RESTARTED = { restarted: true, version: null };
const sameHost = (index: number): Partial<Alert> => ({
  service: { id: NAMES[index] ?? '', url: `https://pay.internal/${index}/status`, environment: 'production' },
});

describe('the first line', () => {
  it.each([
    [groupOf('opened'), '5 of 6 services are down: name not resolved, all since 12:02:00 UTC'],
    [
      groupOf('opened', sameHost),
      '5 of 6 services are down: name not resolved, all on pay.internal, all since 12:02:00 UTC',
    ],
    [
      groupOf('opened', (index) => (index > 2 ? { ...OTHER, openedAt: '2026-03-01T12:03:00.000Z' } : {})),
      '5 of 6 services are down: name not resolved (3), answered 503 (2)',
    ],
    [
      groupOf('opened', () => ({}), { alsoFailing: ['f'] }),
      '5 more services are down, 6 of 6 now: name not resolved, all since 12:02:00 UTC',
    ],
    [
      groupOf('opened', () => ({}), { alsoFailing: ['f'], down: null }),
      '5 more services are down: name not resolved, all since 12:02:00 UTC',
    ],
    [
      groupOf('opened', () => ({}), { serviceGroup: 'payments' }),
      '5 of 6 services are down: all in payments, name not resolved, all since 12:02:00 UTC',
    ],
    [groupOf('updated'), '5 of 6 services are down in another way: answered 503, all since 12:02:00 UTC'],
    [groupOf('reminder'), '5 of 6 services are still down: answered 503, all since 12:02:00 UTC'],
    [groupOf('resolved'), '5 services recovered'],
    [groupOf('resolved', () => ({ changed: RESTARTED })), '5 services recovered (restarted)'],
    [groupOf('resolved', (index) => (index > 0 ? REMOVED : {})), '1 service recovered, 4 no longer watched'],
    [
      groupOf('resolved', () => ({ changed: { ...RESTARTED, version: { from: '2', to: '1' } } }), {
        alsoFailing: ['f'],
      }),
      '5 services recovered (2 → 1). Still down: f',
    ],
    [groupOf('resolved', (index) => ({ changed: index === 0 ? RESTARTED : null })), '5 services recovered'],
    [groupOf('resolved', () => ({}), { alsoFailing: ['f'] }), '5 services recovered. Still down: f'],
    [groupOf('resolved', () => ({}), { alsoFailing: ['f', 'g'] }), '5 services recovered. Still down: f, g'],
  ])('%#: %s', (notification, line) => {
    expect(mailText(notification).split('\n')[0]).toBe(line);
    expect(summaryOf(notification)).toBe(line);
    expect(chatCard(notification).content.title).toMatch(/^:[a-z_]+: /);
    expect(chatCard(notification).content.title.replace(/^:\w+: /, '')).toBe(line);
  });

  it.each([
    [
      { kind: 'condition', reason: 'restarting' },
      '5 of 6 services are degraded: restarting, all on user.internal, all since 12:02:00 UTC',
      '5 services were degraded: restarting',
    ],
    [
      { kind: 'objective', reason: 'response_time_burns_slowly' },
      '5 of 6 services burn their error budgets: response time budget burns slowly, all on user.internal, all since 12:02:00 UTC',
      '5 services no longer burn their error budgets: response time budget burns slowly',
    ],
  ] as const)('of what is no outage says neither down nor well: %j', (about, begins, ends) => {
    const of = (which: 0 | 2): Notification => {
      const [first, ...others] = NAMES.map(
        (id, index) => matterAlerts({ ...about, message: `${index} of 60` }, { service: { ...SERVICE, id } })[which],
      );
      if (!first) throw new Error('there are names');
      return { alerts: [first, ...others], threadId: first.incidentId, watched: 6, alsoFailing: [], down: null };
    };
    expect([summaryOf(of(0)), summaryOf(of(2))]).toEqual([begins, ends]);
    const text = mailText(of(0));
    expect(text).toContain('Services:     a: 0 of 60\n              b: 1 of 60\n');
    for (const all of [text, mailText(of(2)), subjectOf(of(0)), subjectOf(of(2))])
      expect(all).not.toMatch(/down|recovered|last healthy/i);
  });

  it('calls one moment what differs by the seconds that a run takes, and says the first', () => {
    const at = (seconds: number) => `2026-03-01T12:02:0${seconds}.000Z`;
    expect(summaryOf(groupOf('opened', (index) => ({ openedAt: at(9 - 2 * index) })))).toContain('since 12:02:01 UTC');
    expect(summaryOf(groupOf('opened', (index) => ({ openedAt: `2026-03-01T12:0${index}:00.000Z` })))).not.toContain(
      'since',
    );
  });
});

describe('the subject', () => {
  it.each([
    [groupOf('opened'), '[DOWN] 5 of 6 services: a, b, c, 2 more; name not resolved'],
    [
      groupOf('opened', () => ({}), { serviceGroup: 'payments', watched: 14 }),
      '[DOWN] 5 of 14 services: a, b, c, 2 more; all in payments, name not resolved',
    ],
    [
      groupOf('opened', (index) => (index > 2 ? OTHER : {}), { serviceGroup: 'payments' }),
      '[DOWN] 5 of 6 services: a, b, c, 2 more; all in payments, name not resolved (3), answered 503 (2)',
    ],
    [
      groupOf('opened', () => ({}), { alsoFailing: ['f'] }),
      '[DOWN] 5 more services, 6 of 6 now: a, b, c, 2 more; name not resolved',
    ],
    [
      groupOf('opened', () => ({ severity: 'info' })),
      '[DOWN, info] 5 of 6 services: a, b, c, 2 more; name not resolved',
    ],
    [groupOf('opened', () => ({}), {}, ['a', 'b', 'c']), '[DOWN] 3 of 6 services: a, b, c; name not resolved'],
    [groupOf('reminder'), '[STILL DOWN] 5 of 6 services: a, b, c, 2 more; answered 503'],
    [groupOf('resolved'), '[RESOLVED] 5 services: a, b, c, 2 more; down for 1 h 8 min'],
    [
      groupOf('resolved', () => ({ changed: RESTARTED })),
      '[RESOLVED] 5 services: a, b, c, 2 more; down for 1 h 8 min (restarted)',
    ],
    [
      groupOf('resolved', (index) => ({ durationSeconds: 60 * (index + 1) })),
      '[RESOLVED] 5 services: a, b, c, 2 more; down for up to 5 min',
    ],
    [
      groupOf('resolved', () => ({}), { alsoFailing: ['payment-service'] }),
      '[RESOLVED] 5 services. Still down: payment-service',
    ],
    [
      groupOf('resolved', (index) => (index > 0 ? REMOVED : {})),
      '[RESOLVED] 1 service: a; down for 1 h 8 min, 4 no longer watched',
    ],
    [groupOf('resolved', () => REMOVED), '[RESOLVED] 5 services: a, b, c, 2 more; no longer watched'],
  ])('%#: names services first, then what they have in common: %s', (notification, subject) => {
    expect(subjectOf(notification)).toBe(subject);
  });

  it('makes room for the cause where names are long', () => {
    const long = (length: number) => NAMES.map((id) => id.repeat(length));
    const of = (event: EventKind, length: number, rest: Partial<Notification>) =>
      subjectOf(groupOf(event, () => ({}), rest, long(length)));
    const group = { serviceGroup: 'payments' };
    expect(of('opened', 14, group)).toBe(
      `[DOWN] 5 of 6 services: ${long(14).slice(0, 3).join(', ')}, 2 more; all in payments`,
    );
    expect(of('opened', 21, group)).toBe(
      `[DOWN] 5 of 6 services: ${long(21).slice(0, 2).join(', ')}, 3 more; all in payments`,
    );
    expect(of('opened', 40, group)).toBe(`[DOWN] 5 of 6 services: ${'a'.repeat(40)}, 4 more; all in payments`);
    expect(of('opened', 63, {})).toBe(`[DOWN] 5 of 6 services: ${'a'.repeat(63)}, 4 more`);
    expect(of('resolved', 63, {})).toBe(`[RESOLVED] 5 services: ${'a'.repeat(63)}, 4 more`);
  });

  it.each([2, 3, 14, 200])('is one that SNS takes, of %d services, whatever they are called', (count) => {
    const events: readonly EventKind[] = ['opened', 'updated', 'reminder', 'resolved'];
    fc.assert(
      fc.property(
        fc.array(hostileText, { minLength: count, maxLength: count }),
        fc.constantFrom(...events),
        fc.record({ drill: fc.boolean(), reason: hostileText, serviceGroup: hostileText }),
        fc.array(hostileText, { maxLength: 5 }),
        (names, event, { serviceGroup, ...own }, alsoFailing) => {
          const group = groupOf(event, () => own, { serviceGroup, alsoFailing }, names);
          expect(subjectOf(group)).toMatch(/^\[[\x20-\x7e]{1,98}$/);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

describe('the e-mail', () => {
  const between = (notification: Notification) => mailText(notification).split('\n').slice(2, -2);

  it('of a beginning says once what is the same of all, then lists them', () => {
    expect(between(groupOf('opened'))).toEqual([
      'Since:        2026-03-01 12:02:00 UTC (1 failed check)',
      'Result:       It is dns_failure',
      'Last healthy: 2026-03-01 12:01:00 UTC',
      'Services:     a',
      ...['b', 'c', 'd', 'e'].map((id) => `              ${id}`),
      'Reason:       dns_failure',
      '',
      expect.stringMatching(/^Check first: {2}Does the name still exist\? /),
      '',
      'Where:        a.internal, b.internal, c.internal, 2 more (production)',
      'Runbook:      https://wiki.internal/user',
      'Dashboard:    https://dashboard.internal/',
      'Logs:         https://logs.internal/',
    ]);
  });

  it('has the clues of all, and names the services of the others; at the end it has none', () => {
    const clue = (message: string) => ({ code: 'version_changed', at: null, message });
    const deployed = clue('version 1 → 2 at 12:01, 1 min before');
    const own = [[clue('restarted at 12:00')], [clue('restarted at 12:00')], [clue('it said @all')], [], []];
    const clues = (index: number) => ({ clues: [...(own[index] ?? []), deployed] });
    expect(between(groupOf('opened', clues)).slice(7, 14)).toEqual([
      '              e',
      'Clues:        version 1 → 2 at 12:01, 1 min before',
      '              a, b: restarted at 12:00',
      '              c: it said (at)all',
      'Reason:       dns_failure',
      '',
      expect.stringContaining('Check first'),
    ]);
    expect(between(groupOf('resolved', clues)).join()).not.toContain('Clues');
  });

  it('has no more clues than one alert', () => {
    const clues = (index: number) => ({
      clues: [1, 2, 3].map((number) => ({ code: 'restarted', at: null, message: `clue ${number} of ${index}` })),
    });
    expect(mailText(groupOf('opened', clues)).match(/clue \d/g)).toHaveLength(4);
  });

  it('says until when a silence has held back all of them', () => {
    const silenced = { until: '2026-03-01T12:04:00.000Z', by: 'ana', reason: null, planned: false };
    const group = groupOf('opened');
    const [first, ...others] = group.alerts;
    const alerts = [{ ...first, silenced }, ...others.map((alert) => ({ ...alert, silenced }))] as const;
    expect(between({ ...group, alerts })[1]).toBe('Silenced:     until 2026-03-01 12:04:00 UTC by ana');
    expect(between({ ...group, alerts: [alerts[0], ...others] }).join()).not.toContain('Silenced');
    const planned = { until: silenced.until, by: null, reason: 'weekly upgrade', planned: true };
    const inMaintenance = [
      { ...first, silenced: planned },
      ...others.map((one) => ({ ...one, silenced: planned })),
    ] as const;
    expect(between({ ...group, alerts: inMaintenance })[1]).toBe(
      'Maintenance:  until 2026-03-01 12:04:00 UTC: weekly upgrade',
    );
  });

  it('counts what people are not notified of one by one, of all of them together', () => {
    const said = '7 earlier incidents of these services, which were over before you could be notified';
    const group = groupOf('opened', (index) => ({ omitted: index === 1 ? 5 : index === 2 ? 2 : 0 }));
    expect(between(group)[1]).toBe(`Also:         ${said}`);
    expect(chatCard(group).content.description).toContain(`\n*Also:* ${said}\n`);
    expect(between(groupOf('opened')).join()).not.toContain('Also');
  });

  it('of the ends of outages that relapsed says for how long they failed: together, or each of them', () => {
    const relapsed = (seconds: (index: number) => number) =>
      groupOf('resolved', (index) => ({ failures: 2, durationSeconds: seconds(index) }));
    expect(between(relapsed(() => 300))[0]).toBe(
      'Down:         for 5 min between 2026-03-01 12:02:00 and 13:10:00 UTC',
    );
    const own = between(relapsed((index) => 300 + index * 60));
    expect(own[0]).toBe('Down:         2026-03-01 12:02:00 to 13:10:00 UTC');
    expect(own.join()).toContain('a: down for 5 min');
    expect(own.join()).toContain('b: down for 6 min');
  });

  it('of what still fails after a relapse says for how long it was down, as of a single service', () => {
    const relapsed = groupOf('reminder', () => ({ failures: 2 }));
    expect(between(relapsed)[0]).toBe('Since:        2026-03-01 12:02:00 UTC (down for 1 h 4 min, 3 failed checks)');
  });

  it('of services that have left the config says when they were last well', () => {
    expect(between(groupOf('resolved', () => REMOVED))).toContain('Last healthy: 2026-03-01 13:10:00 UTC');
    expect(between(groupOf('resolved', (index) => (index > 0 ? REMOVED : {}))).join()).not.toContain('Last healthy');
  });

  it('of different failures says of each what it has of its own', () => {
    const mixed = groupOf(
      'opened',
      (index) => (index === 1 ? { ...OTHER, openedAt: '2026-03-01T12:03:00.000Z' } : {}),
      { alsoFailing: ['x', 'y'] },
      ['a', 'b'],
    );
    expect(between(mixed).slice(0, 8)).toEqual([
      'Also down:    x, y',
      'Since:        2026-03-01 12:02:00 to 12:03:00 UTC, one after the other',
      'Last healthy: 2026-03-01 12:01:00 UTC',
      'Services:     a: name not resolved; since 12:02:00 UTC; it is dns_failure',
      '              b: answered 503; since 12:03:00 UTC; no disk',
      'Reason:       dns_failure, http_503',
      '',
      expect.stringMatching(/^Check first: {2}a: Does the name still exist\? /),
    ]);
  });

  it('of an end says from when to when, and what was', () => {
    expect(between(groupOf('resolved')).slice(0, 5)).toEqual([
      'Down:         2026-03-01 12:02:00 to 13:10:00 UTC (1 h 8 min)',
      'Now:          HTTP 200',
      'Cause:        Answered 503 — it is http_503',
      'Services:     a',
      '              b',
    ]);
    const changed = { restarted: true, version: { from: '1', to: '2' } };
    const previous = { verdict: 'error', reason: 'http_500', message: 'no' } as const;
    const mixed = groupOf(
      'resolved',
      (index) => (index === 0 ? { changed } : { previous, openedAt: '2026-03-01T13:00:00.000Z', durationSeconds: 600 }),
      {},
      ['a', 'b'],
    );
    expect(between(mixed).slice(0, 4)).toEqual([
      'Down:         2026-03-01 12:02:00 to 13:10:00 UTC',
      'Now:          HTTP 200',
      'Services:     a: down for 1 h 8 min; answered 503; restarted, version 1 → 2',
      '              b: down for 10 min; answered 500',
    ]);
  });

  it('lists twenty, and says how many more there are; so does the card', () => {
    const names = Array.from({ length: 45 }, (_, index) => `s${index}`);
    const group = groupOf('opened', () => ({}), {}, names);
    for (const text of [mailText(group), chatCard(group).content.description]) {
      expect(text.match(/\bs\d+$/gm)).toHaveLength(20);
      expect(text).toMatch(/\band 25 more$/m);
    }
  });

  it('of services that all fail again says so, and of each how often', () => {
    const since = '2026-03-01T11:42:00.000Z';
    const episode = (times: number) => ({ times, since, relapsed: true, againSince: null, runs: 20, failedRuns: 7 });
    const again = groupOf('opened', (index) => ({ episode: episode(index + 2) }), {}, ['a', 'b']);
    expect(subjectOf(again)).toBe('[DOWN AGAIN] 2 of 6 services: a, b; name not resolved');
    expect(mailText(again)).toMatch(/^2 of 6 services are down again: name not resolved, /);
    expect(mailText(again)).toContain(
      [
        'Services:     a: 2nd time in 20 min, 7 of the last 20 checks failed',
        '              b: 3rd time in 20 min, 7 of the last 20 checks failed\n',
      ].join('\n'),
    );
    const alike = between(groupOf('opened', () => ({ episode: episode(2) }), {}, ['a', 'b']));
    expect(alike[1]).toBe('Again:        2nd time in 20 min, 7 of the last 20 checks failed');
    expect(alike).toContain('Services:     a');
    const partly = groupOf('opened', (index) => ({ episode: index === 0 ? episode(2) : null }), {}, ['a', 'b']);
    expect(subjectOf(partly)).toMatch(/^\[DOWN\] /);
  });

  it('of a drill says that it is one', () => {
    const drill = groupOf('opened', () => ({ drill: true }));
    expect(mailText(drill)).toMatch(/^DRILL: 5 of 6 services are down: /);
    const mixed = groupOf('opened', (index) => ({ drill: true, ...(index > 2 ? OTHER : {}) }));
    for (const text of [mailText(drill), mailText(mixed)])
      expect(text).toMatch(/^Check first: {2}No action needed: this is a drill\.$/m);
  });
});

it('is no more hostile than one alert, whatever the services send', () => {
  const quiet = { dashboard: null, logs: null, runbook: null };
  fc.assert(
    fc.property(
      fc.array(hostileAlert, { minLength: 2, maxLength: 5 }),
      // What may stand in a config means no harm.
      fc.array(
        hostileText.filter((id) => !SERVICE_ID.test(id)),
        { maxLength: 5 },
      ),
      (alerts, alsoFailing) => {
        const own = alerts.map((alert) => ({
          ...alert,
          event: alerts[0]?.event,
          id: 'ID',
          service: { ...alert.service, url: '' },
          links: quiet,
        }));
        const many = { alerts: own as unknown as Notification['alerts'], threadId: '', watched: 9 };
        const group = { ...many, alsoFailing, down: 9 };
        const { content, metadata } = chatCard(group);
        for (const text of [
          mailText(group),
          content.title,
          content.description,
          metadata.summary,
          ...content.nextSteps,
        ]) {
          expect(text).not.toMatch(DANGEROUS);
          expect(text).not.toMatch(/[^\P{C}\n]/u);
        }
        expect(content.title.length).toBeLessThanOrEqual(250);
        expect(content.description.length).toBeLessThanOrEqual(8_000);
        expect(mailText(group).length).toBeLessThan(10_000);
      },
    ),
    { numRuns: runs(34) },
  );
});
