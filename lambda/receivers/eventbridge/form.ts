/**
 * Alerts, and changes of version, as events of Amazon EventBridge. Source: Amazon EventBridge API reference, "PutEvents". Its settings: `url`, the
 * address of EventBridge in a region, and `bus`, the name or the ARN of an event bus.
 */

import { type Alert, bareAlert } from '../../core/message/alert';
import { noticeDocument } from '../../core/message/forms/notice-content';
import type { PostRequest, ReceiverForm, ReceiverSettings, Refusal } from '../../core/message/forms/receiver-form';
import type { ReceiverNotice } from '../../core/message/receiver-notice';
import type { VersionChange } from '../../core/message/version-change';
import { bytesOf } from '../../core/words/clean-text';
import { jsonObjectOf, objectsOf, parseText } from '../../core/words/json';

/** Source: the same: `Entries` is an "Array Members: Minimum number of 1 item. Maximum number of 10 items." */
export const MOST_ENTRIES = 10;
/**
 * Ten of them are less than what a single entry may have by the older of two limits. Source: the same: "The maximum size for a PutEvents event
 * entry is 256 KB"; since 2026 it is 1 MB in most regions.
 */
export const DETAIL_BYTES = 25_000;

/** An entry as the API takes it. */
interface Entry {
  readonly Source: 'statuswatch';
  readonly DetailType: string;
  /** JSON. */
  readonly Detail: string;
  /** In seconds since 1970. */
  readonly Time: number;
}

export const eventbridge: ReceiverForm = {
  title: 'EventBridge',
  // The events as rules see them: posted, they are texts within a text.
  documentsOf: ({ Entries: entries }) =>
    objectsOf(entries).map(({ Source: source, DetailType: type, Detail: detail }) => ({
      source,
      'detail-type': type,
      detail: parseText(String(detail)),
    })),
  // Nobody is notified by an event: what follows from one, rules say.
  takesAcknowledgements: true,
  fits: ({ alerts }) => alerts.length <= MOST_ENTRIES,
  requestOf: ({ alerts }, settings) => requestOf(alerts.map(alertEntry), settings),
  noticeOf: (notice, settings) => requestOf([noticeEntry(notice)], settings),
  refusalIn,
  changes: { most: MOST_ENTRIES, requestOf: (changes, settings) => requestOf(changes.map(changeEntry), settings) },
};

function requestOf(entries: readonly Entry[], { url = '', bus = '' }: ReceiverSettings): PostRequest {
  return {
    url,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
    body: JSON.stringify({ Entries: entries.map((entry) => ({ ...entry, EventBusName: bus })) }),
  };
}

function alertEntry(alert: Alert): Entry {
  const detail = JSON.stringify(alert);
  const fitting = bytesOf(detail) <= DETAIL_BYTES ? detail : JSON.stringify(bareAlert(alert));
  return entryOf(`Alert ${alert.event}`, fitting, Date.parse(alert.at));
}

const NOTICE_NAMES: Readonly<Record<ReceiverNotice['about']['kind'], string>> = {
  receiver: 'Receiver',
  pulse: 'Pulse',
  topic: 'Topic',
};

function noticeEntry(notice: ReceiverNotice): Entry {
  const { about, event, at } = notice;
  return entryOf(`${NOTICE_NAMES[about.kind]} ${event}`, JSON.stringify(noticeDocument(notice)), at);
}

function changeEntry(change: VersionChange): Entry {
  return entryOf('Version changed', JSON.stringify(change), Date.parse(change.at));
}

function entryOf(detailType: string, detail: string, at: number): Entry {
  return { Source: 'statuswatch', DetailType: detailType, Detail: detail, Time: at / 1_000 };
}

/** Source: Amazon EventBridge API reference, "PutEventsResultEntry": codes of `ErrorCode` that say something of the event itself. */
const UNFIT: readonly unknown[] = ['MalformedDetail', 'InvalidArgument'];
const BUSY: readonly unknown[] = ['ThrottlingException'];

/**
 * Source: Amazon EventBridge user guide, "Handling failures with PutEvents": "if an individual entry within a request fails, EventBridge continues
 * processing the rest of the entries in the request".
 */
function refusalIn(answer: string): Refusal | null {
  const { FailedEntryCount: failed, Entries: entries } = jsonObjectOf(parseText(answer));
  if (failed === 0) return null;
  const all = objectsOf(entries);
  const faults = all.filter(({ ErrorCode }) => ErrorCode !== undefined && ErrorCode !== null);
  const [first] = faults;
  if (first === undefined)
    return { why: 'unknown', message: 'the answer does not say whether the events were accepted' };
  const codes = faults.map(({ ErrorCode }) => ErrorCode);
  const what = all.length === 1 ? 'the event was' : `${faults.length} of ${all.length} events were`;
  return { why: whyOf(codes), message: `${what} rejected: ${first.ErrorCode}: ${first.ErrorMessage ?? ''}` };
}

function whyOf(codes: readonly unknown[]): Refusal['why'] {
  if (codes.every((code) => UNFIT.includes(code))) return 'unfit';
  return codes.some((code) => BUSY.includes(code)) ? 'busy' : 'other';
}
