/**
 * An alert as an event of PagerDuty. Source: PagerDuty developer documentation, "Send an Alert Event" (Events API v2). Its
 * settings: `routingKey`, and `url` if it is not the one of the United States.
 */

import type { Alert } from '../../message/alert';
import { neutralize } from '../../message/neutralize';
import type { Notification } from '../../message/notification';
import { hostOf } from '../../message/shared';
import { shownId } from '../../message/summary';
import { cut } from '../../words/cut';
import { stableHash } from '../../words/service-id';
import { contentOf } from '../content';
import type { ReceiverForm } from '../receiver-form';

const DEFAULT_URL = 'https://events.pagerduty.com/v2/enqueue';
/** In characters. */
const SUMMARY_LIMIT = 1_024;
const KEY_LIMIT = 255;
const SUMMARY_LENGTH = 500;

/** One event has one key, so each alert goes out by itself. */
export const pagerduty: ReceiverForm = {
  isSingle: true,
  requestOf: (notification, { routingKey = '', url = DEFAULT_URL }) => {
    const [alert] = notification.alerts;
    const subject = { routing_key: routingKey, dedup_key: dedupKey(alert) };
    const event =
      alert.event === 'resolved'
        ? { ...subject, event_action: 'resolve' }
        : { ...subject, event_action: 'trigger', ...triggerOf(notification) };
    return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
  },
};

/** The same for all alerts of an incident: the end resolves what its beginning has triggered. */
function dedupKey({ incidentId }: Alert): string {
  if (incidentId.length <= KEY_LIMIT) return incidentId;
  const hash = `~${stableHash(incidentId).toString(36)}`;
  return `${cut(incidentId, KEY_LIMIT - hash.length)}${hash}`;
}

function triggerOf(notification: Notification) {
  const { alerts, serviceGroup } = notification;
  const [{ at, deployment, links, reason, service, severity, summary }] = alerts;
  const { headline, notes, facts, firstLook, where, pages } = contentOf(notification);
  const details: readonly (readonly [label: string, text: string | null])[] = [
    ['Note', notes.join(' ') || null],
    ...facts.map(([label, lines]) => [label, lines.join('\n')] as const),
    ['First look', firstLook],
    ['Where', where],
    ['Deployment', deployment],
  ];
  const client = pages.find(([, address]) => address === links.dashboard)?.[1];
  return {
    payload: {
      // An event without a summary is refused.
      summary: cut(neutralize(summary, SUMMARY_LENGTH) || headline, SUMMARY_LIMIT),
      source: hostOf(service.url) || shownId(service.id) || deployment,
      severity,
      timestamp: at,
      component: shownId(service.id),
      ...(serviceGroup !== undefined && { group: neutralize(serviceGroup) }),
      class: reason,
      custom_details: Object.fromEntries(details.filter(([, text]) => text !== null)),
    },
    links: pages.map(([text, href]) => ({ href, text })),
    client: 'statuswatch',
    ...(client !== undefined && { client_url: client }),
  };
}
