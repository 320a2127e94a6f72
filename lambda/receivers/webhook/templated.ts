/** A notification in the request that the config writes: its template, filled with the fields of an alert or a notice. */

import { noticeDocument } from '../../core/message/forms/notice-content';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../core/message/forms/receiver-form';
import { alertFields, noticeFields } from '../../core/message/forms/template-fields';
import { notificationId } from '../../core/message/notification';
import { noticeId } from '../../core/message/receiver-notice';
import type { EventKind } from '../../core/words/codes';
import { shortDigest } from '../../core/words/short-digest';
import {
  type FieldValues,
  fillAddress,
  fillHeader,
  fillTree,
  type JsonValue,
  type RequestTemplate,
  settingAt,
} from '../../core/words/template';
import { fittingDocument, signatureOf, webhook } from './form';

/** A key is of one incident, so each alert goes alone. What people read may be grouped. */
export function templatedWebhook(template: RequestTemplate): ReceiverForm {
  const { group, limits } = template;
  return {
    ...webhook,
    ...(group ? { isForPeople: true } : { sendsAlertsAlone: true }),
    requestOf: (notification, settings) => {
      const fields = alertFields(notification, fittingDocument(notification), template);
      return requestOf(template, fields, settings, notificationId(notification));
    },
    noticeOf: (notice, settings) =>
      requestOf(template, noticeFields(notice, noticeDocument(notice), limits), settings, noticeId(notice)),
  };
}

function requestOf(
  { method, body, on, headers, words, fixed }: RequestTemplate,
  fields: FieldValues,
  settings: ReceiverSettings,
  id: string,
): PostRequest {
  const event = fields.event as EventKind;
  const own = on[event] ?? {};
  const values = { ...fields, event: words.event?.[event] ?? event, severity: wordOf(words.severity, fields.severity) };
  const ownAddress = settingAt(['on', event, 'url']);
  const address = settings[ownAddress] === undefined ? 'url' : ownAddress;
  const url = settings[address] ?? '';
  const fixedTexts = Object.fromEntries(fixed.map((name) => [name, settings[name] ?? '']));
  const [tree, path] = own.body === undefined ? [body, ['body']] : [own.body, ['on', event, 'body']];
  const content = fillTree(tree, path, values, fixedTexts) ?? '';
  const isText = typeof content === 'string';
  return {
    url: fixed.includes(address) ? url : fillAddress(url, values),
    method: own.method ?? method,
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      'idempotency-key': shortDigest(id),
      ...Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fillHeader(text, values)])),
    },
    body: isText ? content : JSON.stringify(content),
    ...signatureOf(id, settings),
  };
}

function wordOf(words: Readonly<Record<string, string | number>> | undefined, code: JsonValue): JsonValue {
  return words?.[String(code)] ?? code;
}
