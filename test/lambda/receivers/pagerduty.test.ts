/** Events of PagerDuty: one alert there for each incident, opened and resolved by the same key, within the limits of its API. */

import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import type { PostRequest } from '../../../lambda/core/message/forms/receiver-form';
import { notificationOf } from '../../../lambda/core/message/notification';
import { type VersionChange, versionChangeOf } from '../../../lambda/core/message/version-change';
import { ALERT_EVENTS } from '../../../lambda/core/words/codes';
import { pagerduty } from '../../../lambda/receivers/pagerduty/form';
import { alertOn, CONTEXT, DANGEROUS, SERVICE } from '../../support/core/alerts';
import { NOW } from '../../support/core/observations';
import { hostileNotification } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

const KEY = '0123456789abcdef0123456789abcdef';
const eventOf = (alert: Alert, serviceGroup?: string) => {
  const notification = { ...notificationOf(alert), ...(serviceGroup !== undefined && { serviceGroup }) };
  return JSON.parse(pagerduty.requestOf(notification, { routingKey: KEY }, 0).body);
};

const INCIDENT = 'https://status.internal/incidents/user-service/20260301T120200.000Z-1';

it('is this event', () => {
  expect(eventOf(alertOn('opened'), 'payments')).toEqual({
    routing_key: KEY,
    event_action: 'trigger',
    dedup_key: 'shop/user-service/20260301T120200.000Z-1',
    payload: {
      summary: 'user-service is down: it is dns_failure',
      source: 'user.internal',
      severity: 'critical',
      timestamp: '2026-03-01T12:02:00.000Z',
      component: 'user-service',
      group: 'payments',
      class: 'dns_failure',
      custom_details: {
        Since: '12:02:00 UTC (1 failed check)',
        Result: 'It is dns_failure',
        'Last healthy': '12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB',
        'Check first': expect.any(String),
        Where: 'https://user.internal/status (production)',
        Deployment: 'shop',
      },
    },
    links: [
      { href: INCIDENT, text: 'Acknowledge or silence' },
      { href: 'https://wiki.internal/user', text: 'Runbook' },
      { href: 'https://logs.internal/', text: 'Logs' },
    ],
    client: 'statuswatch',
    client_url: INCIDENT,
  });
});

it('has the clues of an outage as plain text, and says when it may be a repetition', () => {
  const clues: Alert['clues'] = [
    { code: 'version_changed', at: null, message: 'version 1 → 2 at 12:00, 2 min earlier' },
    { code: 'others_failing', at: null, message: 'also failing since 12:00: billing, cart' },
  ];
  const { custom_details: details } = eventOf({ ...alertOn('opened'), clues, possiblyRepeated: true }).payload;
  expect(details['Changed before']).toBe('version 1 → 2 at 12:00, 2 min earlier');
  expect(details.Clues).toBe('also failing since 12:00: billing, cart');
  expect(details.Note).toMatch(/^You may have been notified of this before/);
});

it('opens, updates and reminds of one alert; who is on it acknowledges it, and its end resolves it, and both say no more', () => {
  const events = ALERT_EVENTS.map((event) => eventOf(alertOn(event)));
  expect(events.map(({ event_action }) => event_action)).toEqual([
    'trigger',
    'trigger',
    'trigger',
    'acknowledge',
    'resolve',
  ]);
  expect(new Set(events.map(({ dedup_key }) => dedup_key)).size).toBe(1);
  expect(events.slice(-2)).toEqual(
    ['acknowledge', 'resolve'].map((event_action) => ({
      routing_key: KEY,
      event_action,
      dedup_key: 'shop/user-service/20260301T120200.000Z-1',
    })),
  );
});

it('keeps incidents with long ids apart', () => {
  const alert = alertOn('opened');
  const keys = ['1', '2'].map((end) => eventOf({ ...alert, incidentId: `${'d'.repeat(300)}${end}` }).dedup_key);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toHaveLength(255);
});

it('goes to the United States, or where the config says, each alert by itself', () => {
  const notification = notificationOf(alertOn('opened'));
  expect(pagerduty.requestOf(notification, { routingKey: KEY }, 0).url).toBe('https://events.pagerduty.com/v2/enqueue');
  const url = 'https://events.eu.pagerduty.com/v2/enqueue';
  expect(pagerduty.requestOf(notification, { routingKey: KEY, url }, 0).url).toBe(url);
  expect(pagerduty.sendsAlertsAlone).toBe(true);
});

/**
 * PagerDuty developer documentation, "Send a Change Event": "https://events.pagerduty.com/v2/change/enqueue", "payload.summary … Displayed in PagerDuty
 * to provide information about the change. The maximum permitted length of this property is 1024 characters.", "The same Integration Key can be used
 * for both alert and change events."
 */
it('has a change event of a change of version', () => {
  const change = versionChangeOf(
    { at: NOW, restarted: true, version: { from: '1.4.2', to: '<@here> 1.5.0' } },
    { deployment: 'shop', service: SERVICE, links: CONTEXT.links },
  ) as VersionChange;
  const requestAt = (url?: string) =>
    pagerduty.changes?.requestOf([change], { routingKey: 'k', ...(url && { url }) }) as PostRequest;
  const { url, body } = requestAt();
  expect([url, requestAt('https://events.eu.pagerduty.com/v2/enqueue').url]).toEqual([
    'https://events.pagerduty.com/v2/change/enqueue',
    'https://events.eu.pagerduty.com/v2/change/enqueue',
  ]);
  expect(JSON.parse(body)).toEqual({
    routing_key: 'k',
    payload: {
      summary: expect.stringMatching(/^user-service has version [^<@>]*here[^<@>]*, was 1\.4\.2$/),
      source: 'user.internal',
      timestamp: '2026-03-01T12:00:00.000Z',
      custom_details: {
        Service: 'user-service',
        Environment: 'production',
        'Version before': '1.4.2',
        Version: expect.not.stringMatching(/[<@>]/),
        Restarted: 'yes',
        Deployment: 'shop',
      },
    },
    links: [
      { href: 'https://dashboard.internal/', text: 'Dashboard' },
      { href: 'https://logs.internal/', text: 'Logs' },
    ],
  });
});

it('has no link and no mention of a service, whatever it sends', () => {
  fc.assert(
    fc.property(hostileNotification(1), (notification) => {
      const { body } = pagerduty.requestOf(notification, { routingKey: KEY }, 0);
      const { payload } = JSON.parse(body);
      if (payload === undefined) return;
      const { Where, Deployment, ...details } = payload.custom_details;
      for (const text of [payload.summary, payload.group, ...Object.values(details)])
        expect(String(text).replaceAll('api.users', '')).not.toMatch(DANGEROUS);
    }),
    { numRuns: runs(34) },
  );
});
