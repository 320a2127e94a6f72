/** docs/how-to/alertmanager.md agrees with Alertmanager's own documentation: each sentence with its source, and our sentence. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGNED_RECEIVERS, signedResource } from '../../lambda/core/config/signed-services';
import { ENDED_FOR_MS } from '../../lambda/core/notify/standing';

const PAGE = readFileSync(join(__dirname, '../../docs/how-to/alertmanager.md'), 'utf8').replace(/\s+/g, ' ');

/** prometheus/alertmanager, docs/alerts_api.md. */
const API = 'the alerts API';
/** prometheus/alertmanager, docs/high_availability.md. */
const CLUSTER = 'high availability';
/** prometheus/prometheus, rules/alerting.go, `sendAlerts`. */
const PROMETHEUS = 'what Prometheus does';
/** prometheus.io/docs/alerting/clients. */
const CLIENTS = 'sending alerts';

it.each([
  [
    API,
    'Clients are expected to re-send firing alerts to the Alertmanager at regular intervals until the alert is resolved.',
    '**Open alerts are sent again in each run**',
  ],
  [
    API,
    'clients are also expected to re-send resolved alerts to the Alertmanager for up to 5 minutes after the alert has resolved.',
    'and resolved ones for five minutes',
  ],
  [
    API,
    'Firing alerts are resolved once their `endsAt` timestamp has elapsed.',
    'Alertmanager resolves an alert that it has not received by then',
  ],
  [
    PROMETHEUS,
    'delta := max(interval, resendDelay); alert.ValidUntil = ts.Add(4 * delta)',
    '**`endsAt` is four intervals ahead**, at least four minutes',
  ],
  [
    CLUSTER,
    'Configure Prometheus to send alerts to **all** Alertmanager instances, not via a load balancer.',
    '**List every instance, not a load balancer**',
  ],
  [
    CLUSTER,
    'Replicates state (silences and notification log) to other cluster members',
    'instances share silences and the notification log, but not alerts.',
  ],
  [
    CLUSTER,
    'Alerts themselves are **not** persisted - Prometheus re-sends firing alerts regularly.',
    'because Alertmanager forgets its alerts on restart.',
  ],
  [
    CLIENTS,
    'The annotations are always set to those received most recently and are not identifying an alert.',
    "Labels don't change during an incident. Annotations do",
  ],
])('%s: %s', (_, sentence, ours) => {
  expect(sentence.length).toBeGreaterThan(0);
  expect(PAGE).toContain(ours);
});

it('resolved alerts are sent again for those five minutes', () => {
  expect(ENDED_FOR_MS).toBe(5 * 60_000);
});

// Service Authorization Reference, "Actions, resources, and condition keys for Amazon Managed Service for Prometheus": "CreateAlertManagerAlerts | Grants
// permission to create alerts | Write | workspace*". Amazon Managed Service for Prometheus user guide, "CreateAlertManagerAlerts": "Valid HTTP verbs: POST",
// "Valid URIs: /workspaces/workspaceId/alertmanager/api/v2/alerts".
it('the role gets the one permission that the page names for Amazon Managed Service for Prometheus', () => {
  expect(PAGE).toContain('`aps:CreateAlertManagerAlerts` on that workspace only');
  expect(SIGNED_RECEIVERS.aps?.actions).toEqual(['aps:CreateAlertManagerAlerts']);
  const [, address = ''] = /urls: \[(https:\/\/aps-workspaces[^\]]*)\]/.exec(PAGE) ?? [];
  expect(signedResource({ service: 'aps', resource: null }, address, SIGNED_RECEIVERS)?.own).toEqual({
    region: 'eu-central-1',
    resource: 'workspace/ws-12345678-abcd-4ef0-9876-0123456789ab',
  });
});
