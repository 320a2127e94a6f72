/**
 * A notification as the JSON document for programs, signed if there is a secret. Source: Standard Webhooks,
 * spec/standard-webhooks.md: a payload should be under 20 kB. Its settings: `url`, and `secret` if it is signed.
 */

import { bareAlert } from '../../core/message/alert';
import { noticeDocument } from '../../core/message/forms/notice-content';
import { documentOf } from '../../core/message/forms/notification-document';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/message/forms/receiver-form';
import { type Notification, notificationId, notificationOf } from '../../core/message/notification';
import { noticeId } from '../../core/message/receiver-notice';
import { bytesOf } from '../../core/words/clean-text';

const LIMIT_BYTES = 20_000;
/** Characters of a service's text in the document of several alerts: fewer, if it would be too large otherwise. */
const SHORTEST = 20;
const TEXT_LENGTHS = [200, 60, SHORTEST];

export const webhook: ReceiverForm = {
  title: 'Webhook',
  fits: (notification) => isSmall(bodyOf(notification)),
  requestOf: (notification, settings) => requestOf(settings, bodyOf(notification), notificationId(notification)),
  noticeOf: (notice, settings) => requestOf(settings, JSON.stringify(noticeDocument(notice)), noticeId(notice)),
};

function requestOf(settings: ReceiverSettings, body: string, id: string): PostRequest {
  const { url = '' } = settings;
  return { url, headers: { 'content-type': 'application/json' }, body, ...signatureOf(id, settings) };
}

/** The signature of a request; nothing without a secret. */
export function signatureOf(id: string, { secret }: ReceiverSettings): Pick<PostRequest, 'signature'> {
  return secret === undefined ? {} : { signature: { id, secret } };
}

function bodyOf(notification: Notification): string {
  return JSON.stringify(fittingDocument(notification));
}

/** Returns the document with texts from services as long as fit. A single alert that is too large has none. */
export function fittingDocument(notification: Notification): object {
  const [alert, ...others] = notification.alerts;
  const length = TEXT_LENGTHS.find((most) => isSmall(JSON.stringify(documentOf(notification, most))));
  if (length === undefined && others.length === 0) return documentOf(notificationOf(bareAlert(alert)), 0);
  return documentOf(notification, length ?? SHORTEST);
}

function isSmall(body: string): boolean {
  return bytesOf(body) < LIMIT_BYTES;
}
