/** The golden page: what people read in each kind of alert. `npx jest -u FILE` writes it again. */

import { type Alert, alertOf } from '../../../../lambda/core/message/alert';
import { chatCard } from '../../../../lambda/core/message/forms/chat-card';
import { mailText, SUBJECT_LIMIT, subjectOf } from '../../../../lambda/core/message/forms/mail';
import { noticeMail } from '../../../../lambda/core/message/forms/notice-message';
import { type Notification, notificationOf } from '../../../../lambda/core/message/notification';
import { summaryOf } from '../../../../lambda/core/message/summary';
import { ALERT_EVENTS, type EventKind, REMOVED_REASON } from '../../../../lambda/core/words/codes';
import { previewText } from '../../../../local/terminal/alert-preview';
import { PREVIEW_FORMS } from '../../../../local/terminal/preview-forms';
import { alertOn, CONTEXT, matterAlerts, removalAlert, SERVICE } from '../../../support/core/alerts';
import { REFUSED } from '../../../support/core/receiver-notices';
import { tell } from '../../../support/core/story';

const MANY = ['a', 'b', 'c', 'd', 'e'];
type Fields = Partial<Alert>;

const one = (event: EventKind, fields: Fields = {}, rest: Partial<Notification> = {}): Notification => ({
  ...notificationOf({ ...alertOn(event), ...fields }),
  ...rest,
});

/** Alerts of services at different hosts. */
function many(
  event: EventKind,
  fieldsOf: (index: number) => Fields = () => ({}),
  rest: Partial<Notification> = {},
  names = MANY,
): Notification {
  const [first, ...others] = names.map((id, index): Alert => {
    const service = { ...SERVICE, id, statusUrl: `https://${id}.internal/status` };
    return { ...alertOn(event, { service }), ...fieldsOf(index) };
  });
  if (first === undefined) throw new Error('there are no names');
  return { alerts: [first, ...others], threadId: first.incidentId, watched: 6, alsoFailing: [], down: 6, ...rest };
}

/** The first, second or last alert of five services that have something other than an outage. */
function manyMatters(about: Parameters<typeof matterAlerts>[0], which: 0 | 2): Notification {
  const [first, ...others] = MANY.map(
    (id, index) => matterAlerts({ ...about, message: `${index} of 60` }, { service: { ...SERVICE, id } })[which],
  );
  if (first === undefined) throw new Error('there are no names');
  return { alerts: [first, ...others], threadId: first.incidentId, watched: 6, alsoFailing: [], down: null };
}

const story = (policy: Parameters<typeof tell>[0], lines: readonly string[]) =>
  tell(policy, lines).events.map((event) => notificationOf(alertOf(event, CONTEXT)));

const CHANGED_AT = Date.parse('2026-03-01T13:09:00.000Z');
const changed = (restarted: boolean, version: { from: string; to: string } | null) =>
  notificationOf(alertOn('resolved', { changes: [{ at: CHANGED_AT, restarted, version }] }));
const silenced = (by: string | null, reason: string | null, planned = false) => ({
  silenced: { until: '2026-03-01T12:04:00.000Z', by, reason, planned },
});
const clue = (message: string) => ({ code: 'restarted', at: null, message });
const OTHER = { reason: 'http_503', verdict: 'unhealthy', message: 'HTTP 503: no disk', httpStatus: 503 } as const;
const REMOVED = { verdict: 'unhealthy', reason: REMOVED_REASON } as const;
const RESTARTED = { restarted: true, version: null };
const BUDGET = { kind: 'objective', reason: 'availability_burns_fast', message: '12 of 60' } as const;
const RESTARTING = { kind: 'condition', reason: 'restarting', message: '3 starts' } as const;
const again = (times: number) => ({
  episode: {
    times,
    since: '2026-03-01T11:42:00.000Z',
    relapsed: true,
    againSince: null,
    healthySeconds: null,
    runs: 20,
    failedRuns: 7,
  },
});
const FLAPPING = ['well', 'http_503 x3', 'well', '+14m http_503', 'http_503', 'well x4'];
const NO_LINKS = { dashboard: null, logs: null, runbook: null };

const ALERTS: Readonly<Record<string, Notification>> = {
  ...Object.fromEntries(ALERT_EVENTS.map((event) => [event, notificationOf(alertOn(event))])),
  'of a lower severity': one('opened', { severity: 'warning' }),
  'of a service that is no longer watched': notificationOf(removalAlert()),
  'with a restart': changed(true, null),
  'with a new version': changed(false, { from: '1.4.2', to: '1.4.3-rc.1' }),
  'with a restart and a new version': changed(true, { from: '2.5.0', to: '2.4.1' }),
  'with clues': one('updated', { clues: ['version 1 → 2 at 12:01, 1 min earlier', 'restarted at 12:00'].map(clue) }),
  'after a silence': one('opened', silenced('ana', 'deploy 2.5.0')),
  'after a silence without a name': one('opened', silenced(null, null)),
  'after maintenance': one('opened', silenced(null, 'weekly upgrade', true)),
  'after one that nobody was notified of': one('opened', { omitted: 1 }),
  'after several that nobody was notified of': one('opened', { omitted: 7 }),
  'that may be a repetition': one('opened', { possiblyRepeated: true }),
  'while others are down': one('opened', {}, { alsoFailing: ['cart', 'api.checkout'] }),
  'resolved while others are down': one('resolved', {}, { alsoFailing: ['cart', 'api.checkout'] }),
  'resolved while many are down': one('resolved', {}, { alsoFailing: Array.from({ length: 25 }, (_, id) => `s${id}`) }),
  'about a certificate': one('opened', { reason: 'tls_certificate_untrusted' }),
  'about a certificate of the future': one('opened', {
    reason: 'tls_certificate_untrusted',
    errorCode: 'CERT_NOT_YET_VALID',
  }),
  'with a last check that says little': one('opened', {
    lastHealthy: {
      at: '2026-03-01T12:02:00.000Z',
      version: null,
      uptimeSeconds: null,
      memoryUsedMb: null,
      memoryTotalMb: null,
    },
  }),
  'with nothing known about the service': one('opened', {
    lastHealthy: null,
    links: NO_LINKS,
    service: { ...alertOn('opened').service, url: '', environment: null },
  }),
  ...Object.fromEntries(story({ successThreshold: 2 }, FLAPPING).map((each, at) => [`flapping, ${at + 1}`, each])),
  ...Object.fromEntries(
    [BUDGET, RESTARTING].flatMap((about) =>
      matterAlerts(about).map((alert, at) => [`${about.reason}, ${at + 1}`, notificationOf(alert)]),
    ),
  ),
  'opened for many': many('opened'),
  'opened for many on one host': many('opened', (index) => ({
    service: { id: MANY[index] ?? '', url: `https://pay.internal/${index}/status`, environment: 'production' },
  })),
  'opened for many with two causes': many('opened', (index) =>
    index > 2 ? { ...OTHER, openedAt: '2026-03-01T12:03:00.000Z' } : {},
  ),
  'opened for more': many('opened', () => ({}), { alsoFailing: ['f'] }),
  'opened for more of an unknown number': many('opened', () => ({}), { alsoFailing: ['f'], down: null }),
  'opened for a group': many('opened', () => ({}), { serviceGroup: 'payments', watched: 14 }),
  'opened for a group with two causes': many('opened', (index) => (index > 2 ? OTHER : {}), {
    serviceGroup: 'payments',
  }),
  'opened for few with a lower severity': many('opened', () => ({ severity: 'info' }), {}, ['a', 'b', 'c']),
  'opened for many within seconds': many('opened', (index) => ({
    openedAt: `2026-03-01T12:02:0${9 - 2 * index}.000Z`,
  })),
  'opened for many with clues': many('opened', (index) => ({
    clues: [
      ...(index < 2 ? [clue('restarted at 12:00')] : index === 2 ? [clue('it said @all')] : []),
      clue('deployed'),
    ],
  })),
  'opened for many after a silence': many('opened', () => silenced('ana', null)),
  'opened for many, one of them after a silence': many('opened', (index) => (index === 0 ? silenced('ana', null) : {})),
  'opened for many after maintenance': many('opened', () => silenced(null, 'weekly upgrade', true)),
  'opened for many after others': many('opened', (index) => ({ omitted: index === 1 ? 5 : index === 2 ? 2 : 0 })),
  'opened for 45': many(
    'opened',
    () => ({}),
    {},
    Array.from({ length: 45 }, (_, index) => `s${index}`),
  ),
  'opened again for two': many('opened', (index) => again(index + 2), {}, ['a', 'b']),
  'opened again for one of two': many('opened', (index) => (index === 0 ? again(2) : {}), {}, ['a', 'b']),
  'a drill for many': many('opened', () => ({ drill: true })),
  'opened for two': many('opened', (index) => (index === 1 ? OTHER : {}), {}, ['a', 'b']),
  'updated for many': many('updated'),
  'reminder for many': many('reminder'),
  'reminder for many after a relapse': many('reminder', () => ({ failures: 2 })),
  'resolved for many': many('resolved'),
  'resolved for many after a restart': many('resolved', () => ({ changed: RESTARTED })),
  'resolved for many with another version': many(
    'resolved',
    () => ({ changed: { ...RESTARTED, version: { from: '2', to: '1' } } }),
    { alsoFailing: ['f', 'g'] },
  ),
  'resolved for many at different times': many('resolved', (index) => ({ durationSeconds: 60 * (index + 1) })),
  'resolved for many after a relapse': many('resolved', () => ({ failures: 2, durationSeconds: 300 })),
  'resolved for two after different causes': many(
    'resolved',
    (index) =>
      index === 0
        ? { changed: { restarted: true, version: { from: '1', to: '2' } } }
        : { previous: { verdict: 'error', reason: 'http_500', message: 'no' }, durationSeconds: 600 },
    {},
    ['a', 'b'],
  ),
  'resolved for one while four are no longer watched': many('resolved', (index) => (index > 0 ? REMOVED : {})),
  'many that are no longer watched': many('resolved', () => REMOVED),
  'restarting for many': manyMatters(RESTARTING, 0),
  'restarting for many, resolved': manyMatters(RESTARTING, 2),
  'budgets for many': manyMatters({ ...BUDGET, reason: 'response_time_burns_slowly' }, 0),
  'budgets for many, resolved': manyMatters({ ...BUDGET, reason: 'response_time_burns_slowly' }, 2),
};

/** The last lines are the same in all of them: these show them. */
const WHOLE = [...ALERT_EVENTS, 'of a service that is no longer watched', 'opened for many'];

it.each(Object.entries(ALERTS))('%s', (name, notification) => {
  const subject = subjectOf(notification);
  const mail = mailText(notification);
  const [shown] = WHOLE.includes(name) ? [mail] : mail.split(/\n+(?=Runbook: |Incident:|Acknowledge )/);
  const [mark] = chatCard(notification).content.title.split(' ');
  expect(`${mark} ${subject}\n\n${shown}`).toMatchSnapshot();
  expect(subject.length).toBeLessThanOrEqual(SUBJECT_LIMIT);
  const [line] = mail.split('\n');
  const [alert, ...others] = notification.alerts;
  const title = chatCard({ ...notification, alsoFailing: [] }).content.title.replace(/^:\w+: /, '');
  expect(mailText({ ...notification, alsoFailing: [] }).split('\n')[0]).toBe(title);
  if (others.length > 0) expect(summaryOf(notification)).toBe(line);
  // A service that was not down has not recovered.
  if (alert.kind !== 'outage')
    expect(`${subject} ${alert.summary} ${mail}`).not.toMatch(/down|recovered|last healthy/i);
});

/** The forms that nobody reads as they are sent. */
const FOR_PROGRAMS: readonly string[] = ['programs', 'webhook', 'eventbridge'];

it.each(['updated', 'opened for two'])('%s, for people in each form', (name) => {
  const notifications = [ALERTS[name] as Notification];
  const forms = PREVIEW_FORMS.filter((form) => form !== 'mail' && !FOR_PROGRAMS.includes(form));
  const shown = forms.map((form) => previewText({ name, title: form, notifications, alarm: null }, [form], []));
  expect(shown.join('\n')).toMatchSnapshot();
});

const NOTICE = { ...REFUSED, links: { ...CONTEXT.links, runbook: 'https://wiki.internal/book' } };

it.each([
  { kind: 'receiver', id: 'pager' },
  { kind: 'pulse', id: 'healthchecks' },
  { kind: 'topic', id: 'sns', message: '<!here>a@b.test gone' },
] as const)('a notice about a $kind, and its end', ({ kind, id, ...own }) => {
  const notice = { ...NOTICE, about: { kind, id }, ...own };
  const end = { ...notice, event: 'resolved', at: Date.parse('2026-03-01T14:14:00.000Z') } as const;
  const mails = [notice, end].map(noticeMail).map(({ subject, text }) => `${subject}\n\n${text}`);
  expect(mails.join('\n\n---\n\n')).toMatchSnapshot();
});
