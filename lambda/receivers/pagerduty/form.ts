/**
 * An alert as an event of PagerDuty, and a change of version as a change event. Source: PagerDuty developer documentation, "Send an Alert Event"
 * and "Send a Change Event" (Events API v2). Its settings: `routingKey`, and `url` if it is not that of the United States.
 */

import type { Alert } from '../../core/message/alert';
import { type Content, contentOf } from '../../core/message/forms/content';
import { noticeContent } from '../../core/message/forms/notice-content';
import type { PostRequest, ReceiverForm } from '../../core/message/forms/receiver-form';
import { neutralize, neutralizeEnd } from '../../core/message/neutralize';
import type { Notification } from '../../core/message/notification';
import { noticeKey, noticeSummary, type ReceiverNotice } from '../../core/message/receiver-notice';
import { hostOf } from '../../core/message/shared';
import { shownId } from '../../core/message/summary';
import type { VersionChange } from '../../core/message/version-change';
import { cut } from '../../core/words/clean-text';
import { stableHash } from '../../core/words/ids';

const DEFAULT_URL = 'https://events.pagerduty.com/v2/enqueue';
/** In characters. */
const SUMMARY_LIMIT = 1_024;
const KEY_LIMIT = 255;
const SUMMARY_LENGTH = 500;

/** An event has a single key, so each alert goes out by itself. */
export const pagerduty: ReceiverForm = {
  title: 'PagerDuty',
  sendsAlertsAlone: true,
  takesAcknowledgements: true,
  requestOf: (notification, { routingKey = '', url = DEFAULT_URL }) => {
    const [alert] = notification.alerts;
    const subject = { routing_key: routingKey, dedup_key: dedupKey(alert.incidentId) };
    const action = actionOf(alert);
    return requestOf(url, { ...subject, event_action: action, ...(action === 'trigger' && triggerOf(notification)) });
  },
  noticeOf: (notice, { routingKey = '', url = DEFAULT_URL }) => {
    const subject = { routing_key: routingKey, dedup_key: dedupKey(noticeKey(notice)) };
    return requestOf(
      url,
      notice.event === 'resolved'
        ? { ...subject, event_action: 'resolve' }
        : { ...subject, event_action: 'trigger', ...noticeTrigger(notice) },
    );
  },
  changes: {
    most: 1,
    requestOf: ([change], { routingKey = '', url = DEFAULT_URL }) =>
      requestOf(url.replace(/enqueue$/, 'change/enqueue'), { routing_key: routingKey, ...changeOf(change) }),
  },
};

function requestOf(url: string, event: object): PostRequest {
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
}

/**
 * Source: PagerDuty developer documentation, "Events API v2 Overview": "While an incident is acknowledged, it won't generate any
 * additional notifications, even if it receives new trigger events."
 */
function actionOf({ event }: Alert): 'trigger' | 'acknowledge' | 'resolve' {
  if (event === 'resolved') return 'resolve';
  return event === 'acknowledged' ? 'acknowledge' : 'trigger';
}

/** Returns the key that all alerts of an incident share, so that its end resolves what its beginning triggered. */
function dedupKey(id: string): string {
  if (id.length <= KEY_LIMIT) return id;
  const hash = `~${stableHash(id).toString(36)}`;
  return `${cut(id, KEY_LIMIT - hash.length)}${hash}`;
}

function triggerOf(notification: Notification) {
  const { alerts, serviceGroup } = notification;
  const [{ at, deployment, links, reason, service, severity, summary }] = alerts;
  const content = contentOf(notification);
  return {
    payload: {
      // An event without a summary is refused.
      summary: neutralizeEnd(cut(neutralize(summary, SUMMARY_LENGTH) || content.headline, SUMMARY_LIMIT)),
      source: hostOf(service.url) || shownId(service.id) || deployment,
      severity,
      timestamp: at,
      component: shownId(service.id),
      ...(serviceGroup !== undefined && { group: neutralize(serviceGroup) }),
      class: reason,
      custom_details: detailsOf(content, deployment),
    },
    ...linksOf(content, links.dashboard),
  };
}

/** The checker is the source: nothing is wrong with any service. */
function noticeTrigger(notice: ReceiverNotice) {
  const { about, at, deployment, links } = notice;
  const content = noticeContent(notice);
  return {
    payload: {
      summary: neutralizeEnd(cut(noticeSummary(notice), SUMMARY_LIMIT)),
      source: deployment,
      severity: 'critical',
      timestamp: new Date(at).toISOString(),
      component: about.id,
      class: about.kind,
      custom_details: detailsOf(content, deployment),
    },
    ...linksOf(content, links.dashboard),
  };
}

function changeOf({ deployment, service, from, to, at, restarted, links }: VersionChange) {
  const before = neutralize(from);
  const now = neutralize(to);
  const pages = [['Dashboard', links.dashboard] as const, ['Logs', links.logs] as const];
  return {
    payload: {
      summary: neutralizeEnd(cut(`${shownId(service.id)} has version ${now}, was ${before}`, SUMMARY_LIMIT)),
      source: hostOf(service.url) || shownId(service.id),
      timestamp: at,
      custom_details: {
        Service: shownId(service.id),
        Environment: neutralize(service.environment ?? 'unknown'),
        'Version before': before,
        Version: now,
        Restarted: restarted ? 'yes' : 'no',
        Deployment: deployment,
      },
    },
    links: pages.flatMap(([text, href]) => (href === null ? [] : [{ href, text }])),
  };
}

function detailsOf(
  { result, notes, facts, firstLook, where }: Content,
  deployment: string,
): Readonly<Record<string, string>> {
  const details: readonly (readonly [label: string, text: string | null])[] = [
    ['Note', notes.join(' ') || null],
    ['Result', result],
    ...facts.flat().map(([label, lines]) => [label, lines.join('\n')] as const),
    ['Check first', firstLook],
    ['Where', where],
    ['Deployment', deployment],
  ];
  return Object.fromEntries(details.filter((detail): detail is [string, string] => detail[1] !== null));
}

function linksOf({ incident, pages }: Content, dashboard: string | null) {
  const client = (incident ?? pages.find(([, address]) => address === dashboard))?.[1];
  return {
    links: pages.map(([text, href]) => ({ href, text })),
    client: 'statuswatch',
    ...(client !== undefined && { client_url: client }),
  };
}
