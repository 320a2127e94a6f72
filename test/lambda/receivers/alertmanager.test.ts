/** What an Alertmanager is sent: labels that stay, annotations that follow, times that end nothing too early, and nothing that a service could misuse. */

import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import { drillAlerts } from '../../../lambda/core/message/drill';
import { notificationOf } from '../../../lambda/core/message/notification';
import type { ReceiverNotice } from '../../../lambda/core/message/receiver-notice';
import { ALERT_EVENTS } from '../../../lambda/core/words/codes';
import { alertmanager, type PostableAlert } from '../../../lambda/receivers/alertmanager/form';
import { alertOn, CONTEXT, DANGEROUS, removalAlert } from '../../support/core/alerts';
import { NOW } from '../../support/core/observations';
import { REFUSED } from '../../support/core/receiver-notices';
import { hostileNotification, notificationOfAll } from '../../support/core/receiver-requests';
import { configOf } from '../../support/core/runs';
import { runs } from '../../support/jest/lane';

const SETTINGS = { url: 'https://am.internal/prefix/' };
const VALID_UNTIL = Date.parse('2026-03-01T12:10:00.000Z');
const sentOf = (...alerts: Alert[]): readonly PostableAlert[] =>
  JSON.parse(alertmanager.requestOf(notificationOfAll(alerts), SETTINGS, VALID_UNTIL).body);
const oneOf = (alert: Alert) => sentOf(alert)[0] as PostableAlert;

it('is this request', () => {
  const { url, headers, body } = alertmanager.requestOf(notificationOf(alertOn('opened')), SETTINGS, VALID_UNTIL);
  expect({ url, headers }).toEqual({
    url: 'https://am.internal/prefix/api/v2/alerts',
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(body)).toEqual([
    {
      labels: {
        alertname: 'ServiceDown',
        job: 'statuswatch',
        deployment: 'shop',
        service: 'user-service',
        instance: 'https://user.internal/status',
        severity: 'critical',
        environment: 'production',
        kind: 'outage',
      },
      annotations: {
        summary: 'user-service is down: it is dns_failure',
        description: expect.stringMatching(/^It is dns_failure\nSince 12:02:00 UTC .*\n/),
        verdict: 'unreachable',
        reason: 'dns_failure',
        incident: expect.stringMatching(/^shop\/user-service\/20260301T1202/),
        runbook_url: 'https://wiki.internal/user',
        logs_url: 'https://logs.internal/',
      },
      startsAt: '2026-03-01T12:02:00.000Z',
      endsAt: '2026-03-01T12:10:00.000Z',
      generatorURL: 'https://status.internal/incidents/user-service/20260301T120200.000Z-1',
    },
  ]);
});

it('has the same labels and the same beginning from the beginning of an incident to its end', () => {
  const alerts = [...ALERT_EVENTS.map((event) => oneOf(alertOn(event))), oneOf(removalAlert())];
  const [first] = alerts;
  const same = ({ labels, startsAt }: PostableAlert) => ({ labels, startsAt });
  for (const alert of alerts.slice(0, -1)) expect(same(alert)).toEqual(same(first as PostableAlert));
  // That story begins at another time.
  expect(alerts.at(-1)?.labels).toEqual(first?.labels);
  expect(new Set(alerts.map(({ annotations }) => annotations.reason))).toEqual(new Set(['dns_failure', 'http_503']));
});

it('ends at its end, and is open until then at the latest if nothing more is sent', () => {
  const ends = ALERT_EVENTS.map((event) => [event, oneOf(alertOn(event)).endsAt]);
  expect(ends.filter(([event]) => event !== 'resolved').map(([, at]) => at)).toEqual(
    Array(ends.length - 1).fill('2026-03-01T12:10:00.000Z'),
  );
  expect(Object.fromEntries(ends).resolved).toBe(alertOn('resolved').resolvedAt);
});

it('says at its end what it was', () => {
  expect(oneOf(alertOn('resolved')).annotations.summary).toMatch(/^user-service is down: /);
});

it('never ends before it starts, whatever clocks say', () => {
  const alert = { ...alertOn('resolved'), resolvedAt: '2026-03-01T11:00:00.000Z' };
  expect(oneOf(alert)).toMatchObject({ startsAt: alert.openedAt, endsAt: alert.openedAt });
});

it('says who has acknowledged it, and until when', () => {
  expect(oneOf(alertOn('acknowledged')).annotations.acknowledged).toMatch(/^by ana, until 2026-03-01 /);
  expect(oneOf(alertOn('opened')).annotations).not.toHaveProperty('acknowledged');
});

// The default Slack template shows labels in its title. Slack makes links of `<...>` and of host names, and mentions of `<!...>` and `@`.
it.each([
  ['production', 'production'],
  ['prod-eu.2', 'prod-eu.2'],
  ['prod eu', 'prod_eu'],
  ['<https://evil.test|pay now> <!channel> @ana', 'https_evil._test_pay_now_channel_at_ana'],
  ['evil.test', 'evil._test'],
  ['*a* `b` _c_\n', 'a_b__c'],
])('writes the environment %j as the label %j', (environment, label) => {
  const alert = alertOn('opened');
  const { labels } = oneOf({ ...alert, service: { ...alert.service, environment } });
  expect(labels.environment).toBe(label);
});

it('tells two problems of a service apart by their codes, and an outage never', () => {
  const condition = (reason: string): Alert => ({ ...alertOn('opened'), kind: 'condition', reason });
  const end: Alert = {
    ...condition('ok'),
    event: 'resolved',
    previous: { verdict: 'healthy', reason: 'slow', message: 'slow' },
  };
  const labels = [condition('slow'), end, condition('memory_full')].map((alert) => oneOf(alert).labels);
  expect(labels.map(({ alertname, problem }) => [alertname, problem])).toEqual([
    ['ServiceDegraded', 'slow'],
    ['ServiceDegraded', 'slow'],
    ['ServiceDegraded', 'memory_full'],
  ]);
  expect(oneOf({ ...alertOn('opened'), kind: 'objective', reason: 'budget' }).labels).toMatchObject({
    alertname: 'ErrorBudgetBurning',
    problem: 'budget',
  });
});

it('has the group of its services, if they have one', () => {
  const notification = { ...notificationOf(alertOn('opened')), serviceGroup: 'money' };
  const [alert] = JSON.parse(alertmanager.requestOf(notification, SETTINGS, 0).body);
  expect(alert.labels.group).toBe('money');
});

// A group waits 30 s by default before people are notified of it: an end after two seconds would be its end before its beginning.
it('of a drill ends by itself after five minutes, and is no alert of the service that it names', () => {
  const [service] = configOf({ 'user-service': 'https://user.internal' }).services;
  const [opened, resolved] = drillAlerts(service as never, CONTEXT, NOW).map(oneOf);
  expect(opened?.labels).toMatchObject({ service: 'user-service', drill: 'true' });
  expect(Date.parse(opened?.endsAt ?? '') - NOW).toBe(5 * 60_000);
  expect(resolved).toMatchObject({ labels: opened?.labels, endsAt: opened?.endsAt });
  expect(resolved?.annotations.summary).toMatch(/^DRILL: user-service is down: /);
});

it('of a drill that scheduled runs do lasts five minutes from its alert, and ends at its end', () => {
  const drill = { drill: true, openedAt: '2026-03-01T12:00:00.000Z' };
  const opened = oneOf({ ...alertOn('opened'), ...drill, at: '2026-03-01T12:10:00.000Z' });
  expect(opened.endsAt).toBe('2026-03-01T12:15:00.000Z');
  const resolved = oneOf({ ...alertOn('resolved'), ...drill, resolvedAt: '2026-03-01T12:20:00.000Z' });
  expect(resolved.endsAt).toBe('2026-03-01T12:20:00.000Z');
});

it('is a notice, about a receiver that refuses, with its beginning and its end', () => {
  const of = (notice: ReceiverNotice) => JSON.parse(alertmanager.noticeOf(notice, SETTINGS, VALID_UNTIL).body)[0];
  const opened = of(REFUSED);
  expect(opened).toMatchObject({
    labels: { alertname: 'ReceiverRefusesAlerts', job: 'statuswatch', deployment: 'shop', receiver: 'pager' },
    annotations: { summary: 'pager has not accepted alerts for 1 h: refused with 401: wrong key' },
    startsAt: '2026-03-01T12:02:00.000Z',
    endsAt: '2026-03-01T12:10:00.000Z',
  });
  const end = of({ ...REFUSED, event: 'resolved' });
  expect([end.labels, end.startsAt, end.endsAt]).toEqual([opened.labels, opened.startsAt, '2026-03-01T13:02:00.000Z']);
});

it('says anew what stands in as many requests as it needs, of a hundred alerts each', () => {
  const standing = Array.from({ length: 201 }, () => ({
    alert: alertOn('opened'),
    serviceGroup: 'money',
    notice: null,
  }));
  const requests =
    alertmanager.renewalsOf?.([...standing, { ...standing[0], notice: REFUSED } as never], SETTINGS, 0) ?? [];
  const sent: PostableAlert[][] = requests.map(({ body }) => JSON.parse(body));
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 2]);
  expect(sent.at(-1)?.map(({ labels }) => [labels.alertname, labels.group])).toEqual([
    ['ServiceDown', 'money'],
    ['ReceiverRefusesAlerts', undefined],
  ]);
  expect(alertmanager.fits?.(notificationOfAll(Array(100).fill(alertOn('opened'))))).toBe(true);
  expect(alertmanager.fits?.(notificationOfAll(Array(101).fill(alertOn('opened'))))).toBe(false);
});

it('is harmless whatever services say', () => {
  fc.assert(
    fc.property(hostileNotification(3), (notification) => {
      const { body } = alertmanager.requestOf(notification, SETTINGS, VALID_UNTIL);
      for (const { annotations } of JSON.parse(body) as PostableAlert[]) {
        const { summary, description } = annotations;
        // These are of the config.
        const shown = `${summary}\n${description}`.replace(/api\.users|all on user\.[a-z]*/g, '');
        expect(shown).not.toMatch(DANGEROUS);
      }
    }),
    { numRuns: runs(60, 600) },
  );
});
