/** A drill: worded like an outage of that very service, labelled everywhere, and never taken for a real one. */

import type { Service } from '../../../../lambda/core/config/config';
import { drillAlerts } from '../../../../lambda/core/message/drill';
import { mailText } from '../../../../lambda/core/message/forms/mail';
import { attributesOf } from '../../../../lambda/core/message/forms/sns-message';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { alertOn } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const [SERVICE] = configOf({ 'payment-service': 'https://pay.internal' }).services as [Service];
const CONTEXT = { deployment: 'shop', links: { dashboard: 'https://dashboard.internal/', logs: null } };

function drill(service: Partial<Service> = {}, now = NOW) {
  return drillAlerts({ ...SERVICE, ...service }, CONTEXT, now);
}

it('opens and resolves one incident, in this order', () => {
  const [opened, resolved, ...rest] = drill();
  expect(rest).toEqual([]);
  expect(opened).toMatchObject({ event: 'opened', verdict: 'unhealthy', drill: true, resolvedAt: null });
  expect(resolved).toMatchObject({ event: 'resolved', verdict: 'healthy', drill: true, openedAt: opened?.openedAt });
  expect(resolved?.incidentId).toBe(opened?.incidentId);
  expect(resolved?.resolvedAt).toBe(new Date(NOW).toISOString());
});

it('says where an outage would be explained that nothing is wrong', () => {
  const [opened] = drill();
  expect(opened && mailText(notificationOf(opened))).toContain('no action needed');
});

it('has ids that no incident has, and others with each drill', () => {
  const real = alertOn('opened');
  expect(real.drill).toBe(false);
  expect(real.incidentId).toMatch(/^shop\/user-service\/\d{8}T\d{6}\.\d{3}Z-\d+$/);
  const drills = [drill(), drill({}, NOW + 1), drill({ id: 'user-service' })];
  for (const alert of drills.flat()) {
    expect(alert.incidentId).toMatch(/^shop\/[a-z-]+\/drill-\d{8}T\d{6}\.\d{3}Z-\d+$/);
    expect(alert.id).toBe(`${alert.incidentId}/${alert.event}`);
  }
  expect(new Set(drills.flat().map(({ id }) => id)).size).toBe(6);
});

it.each(['critical', 'warning', 'info'] as const)('takes the way of an alert of the severity %s', (severity) => {
  const alerts = drill({ severity, environment: 'production', runbook: 'https://wiki.internal/pay' });
  const common = { schema: alerts[0]?.schema, service: ['payment-service'], severity, environment: 'production' };
  expect(alerts.map((alert) => attributesOf(notificationOf(alert)))).toEqual([
    { event: 'opened', verdict: 'unhealthy', ...common },
    { event: 'resolved', verdict: 'healthy', ...common },
  ]);
  for (const { links } of alerts) {
    expect(links).toMatchObject({ dashboard: CONTEXT.links.dashboard, runbook: 'https://wiki.internal/pay' });
  }
});
