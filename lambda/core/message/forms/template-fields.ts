/** The fields of a template, filled from a notification or from a notice. Texts are neutralized, then cut. */

import { cut } from '../../words/clean-text';
import { shortDigest } from '../../words/short-digest';
import type { FieldValues, JsonValue, TextLimits } from '../../words/template';
import { neutralize, neutralizeEnd } from '../neutralize';
import { type Notification, notificationId } from '../notification';
import { NOTICE_REASONS, noticeId, noticeKey, type ReceiverNotice } from '../receiver-notice';
import { named, shownId } from '../summary';
import { reasonOf } from '../wording';
import { type Content, contentOf, plainText } from './content';
import { noticeContent } from './notice-content';

/** In characters. */
const SUBJECT_LENGTH = 200;
const ENVIRONMENT_LENGTH = 60;
/** In UTF-8. */
const TEXT_BYTES = 4_000;

/** `document` is what programs get. For several alerts, the key is that of the thread. */
export function alertFields(
  notification: Notification,
  document: object,
  { group, limits }: { readonly group: boolean; readonly limits: TextLimits },
): FieldValues {
  const { alerts, threadId } = notification;
  const [alert] = alerts;
  const environments = alerts.map(({ service }) => neutralize(service.environment ?? '', ENVIRONMENT_LENGTH));
  return {
    id: notificationId(notification),
    key: shortDigest(group ? threadId : alert.incidentId),
    event: alert.event,
    status: statusOf(alert.event),
    kind: alert.kind,
    service: named(alerts.map(({ service }) => shownId(service.id))),
    severity: alert.severity,
    environment: named([...new Set(environments.filter((environment) => environment !== ''))]),
    reason: neutralize(reasonOf(alert)),
    since: alert.openedAt,
    json: document as JsonValue,
    ...textsOf(contentOf(notification), limits),
  };
}

export function noticeFields(notice: ReceiverNotice, document: object, limits: TextLimits): FieldValues {
  const { about, event, since } = notice;
  return {
    id: noticeId(notice),
    key: shortDigest(noticeKey(notice)),
    event,
    status: statusOf(event),
    kind: 'condition',
    service: shownId(about.id),
    severity: 'critical',
    environment: '',
    reason: NOTICE_REASONS[about.kind],
    since: new Date(since).toISOString(),
    json: document as JsonValue,
    ...textsOf(noticeContent(notice), limits),
  };
}

function statusOf(event: string): 'firing' | 'resolved' {
  return event === 'resolved' ? 'resolved' : 'firing';
}

function textsOf(content: Content, { subject = SUBJECT_LENGTH, text = TEXT_BYTES }: TextLimits) {
  const { headline, firstLook, where, incident, runbook, pages } = content;
  const ends = [
    ...(firstLook === null ? [] : [`Check first: ${firstLook}`]),
    ...(where === null ? [] : [`Where: ${where}`]),
    ...pages.map(([label, address]) => `${label}: ${address}`),
  ];
  // The page of the incident shows more of it than the dashboard.
  const page = incident ?? pages.find(([label]) => label === 'Dashboard');
  return {
    subject: headline.length <= subject ? headline : `${neutralizeEnd(cut(headline, subject - 1))}…`,
    text: plainText(content, ends, text) || headline,
    runbook: runbook?.[1] ?? '',
    dashboard: page?.[1] ?? '',
  };
}
