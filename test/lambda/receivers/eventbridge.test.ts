/** What an event bus is sent: an entry for each alert, within the limits, and what of it was not taken. docs/reference/events.schema.json describes it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import type { PostRequest } from '../../../lambda/core/message/forms/receiver-form';
import { notificationOf } from '../../../lambda/core/message/notification';
import { versionChangeOf } from '../../../lambda/core/message/version-change';
import { bytesOf } from '../../../lambda/core/words/clean-text';
import { ALERT_EVENTS } from '../../../lambda/core/words/codes';
import { DETAIL_BYTES, eventbridge, MOST_ENTRIES } from '../../../lambda/receivers/eventbridge/form';
import { alertOn, SERVICE } from '../../support/core/alerts';
import { NOW } from '../../support/core/observations';
import { REFUSED } from '../../support/core/receiver-notices';
import { hostileNotification, notificationOfAll } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

const SETTINGS = { url: 'https://events.eu-west-1.amazonaws.com/', bus: 'ops' };
const SCHEMA = JSON.parse(readFileSync(join(__dirname, '../../../docs/reference/events.schema.json'), 'utf8'));
const validate = new Ajv2020({ allowUnionTypes: true }).compile(SCHEMA);

interface Entry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly Time: number;
  readonly EventBusName: string;
}

const entriesOf = ({ body }: PostRequest): readonly Entry[] => JSON.parse(body).Entries;
const sentOf = (...alerts: Alert[]) => entriesOf(eventbridge.requestOf(notificationOfAll(alerts), SETTINGS, 0));
const CHANGE = versionChangeOf(
  { at: NOW, restarted: true, version: { from: '1.4.2', to: '1.5.0' } },
  { deployment: 'shop', service: SERVICE, links: { dashboard: null, logs: null } },
);
if (CHANGE === null) throw new Error('the version has changed');

/** What is wrong with the event that a rule sees, by the schema; `null` if nothing is. */
function faultIn({ Source, DetailType, Detail }: Entry): string | null {
  const event = { source: Source, 'detail-type': DetailType, detail: JSON.parse(Detail) };
  return validate(event) ? null : JSON.stringify(validate.errors);
}

it('is this request: the alert as it is, by the time of its event', () => {
  const alert = alertOn('opened');
  const request = eventbridge.requestOf(notificationOf(alert), SETTINGS, 0);
  expect({ ...request, body: entriesOf(request) }).toEqual({
    url: SETTINGS.url,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
    body: [
      {
        Source: 'statuswatch',
        DetailType: 'Alert opened',
        Detail: JSON.stringify(alert),
        Time: Date.parse(alert.at) / 1_000,
        EventBusName: 'ops',
      },
    ],
  });
});

it('has an entry for each alert, each of the type of its event', () => {
  expect(sentOf(...ALERT_EVENTS.map((event) => alertOn(event))).map(({ DetailType }) => DetailType)).toEqual(
    ALERT_EVENTS.map((event) => `Alert ${event}`),
  );
});

it('is what the schema says, of each alert, notice and change, and the schema has nothing else', () => {
  const notice = entriesOf(eventbridge.noticeOf(REFUSED, SETTINGS, 0));
  const others = (['pulse', 'topic'] as const).flatMap((kind) =>
    entriesOf(eventbridge.noticeOf({ ...REFUSED, event: 'resolved', about: { kind, id: 'x' } }, SETTINGS, 0)),
  );
  const change = entriesOf(eventbridge.changes?.requestOf([CHANGE], SETTINGS) as PostRequest);
  const needed = { services: 2, failing: 1, isWhole: true, named: ['cart'] };
  const alerts = sentOf(
    ...ALERT_EVENTS.map((event) => alertOn(event)),
    { ...alertOn('opened'), neededBy: needed },
    alertOn('opened', { silenced: { until: NOW_TEXT, by: null, reason: 'x', planned: false, behind: 'gateway' } }),
  );
  const all = [...alerts, ...notice, ...others, ...change];
  expect(all.flatMap((entry) => faultIn(entry) ?? [])).toEqual([]);
  const types: string[] = SCHEMA.properties['detail-type'].enum;
  const unseen = ['Receiver resolved', 'Pulse opened', 'Topic opened'];
  expect(new Set([...all.map(({ DetailType }) => DetailType), ...unseen])).toEqual(new Set(types));
  for (const { Detail } of all) {
    const detail = JSON.parse(Detail);
    const { properties, required } = SCHEMA.$defs[String(detail.schema).split(/[./]/)[1] ?? ''];
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(detail)));
    expect(Object.keys(detail)).toEqual(expect.arrayContaining(required));
  }
});

const NOW_TEXT = new Date(NOW).toISOString();

/**
 * Amazon EventBridge API reference, "PutEvents": "Entries: … Array Members: Minimum number of 1 item. Maximum number of 10 items.", "The maximum size
 * for a PutEvents event entry is 256 KB." AWS Compute Blog, 2026-01-29, has raised that to 1 MB. Amazon EventBridge user guide, "Calculating PutEvents
 * event entry size": "The total entry size must be less than 256KB.", "If specified, the Time parameter is 14 bytes. The Source and DetailType parameters
 * are the number of bytes for their UTF-8 encoded forms. If specified, the Detail parameter is the number of bytes for its UTF-8 encoded form."
 */
it('keeps to the limits of a request and of an entry, whatever services send', () => {
  expect([MOST_ENTRIES, MOST_ENTRIES * (DETAIL_BYTES + 100) < 256 * 1024]).toEqual([10, true]);
  fc.assert(
    fc.property(hostileNotification(MOST_ENTRIES + 2), (notification) => {
      const isFew = notification.alerts.length <= MOST_ENTRIES;
      expect(eventbridge.fits?.(notification)).toBe(isFew);
      for (const entry of entriesOf(eventbridge.requestOf(notification, SETTINGS, 0))) {
        expect(bytesOf(entry.Detail)).toBeLessThanOrEqual(DETAIL_BYTES);
        expect(faultIn(entry)).toBeNull();
      }
    }),
    { numRuns: runs(60) },
  );
});

/**
 * Amazon EventBridge user guide, "Handling failures with PutEvents": "A response Entries array can include both successful and unsuccessful entries.
 * You must detect unsuccessful entries and include them in a subsequent call." API reference, "PutEventsResultEntry": "Retryable errors include:
 * InternalFailure … ThrottlingException", "Non-retryable errors include: AccessDeniedException … MalformedDetail: The JSON provided is not valid."
 */
it.each([
  ['{"FailedEntryCount":0,"Entries":[{"EventId":"a"}]}', null],
  [
    '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"InternalFailure","ErrorMessage":"x"}]}',
    { why: 'other', message: 'the event was rejected: InternalFailure: x' },
  ],
  [
    '{"FailedEntryCount":1,"Entries":[{"EventId":"a"},{"ErrorCode":"ThrottlingException","ErrorMessage":"slow"}]}',
    { why: 'busy', message: '1 of 2 events were rejected: ThrottlingException: slow' },
  ],
  [
    '{"FailedEntryCount":1,"Entries":[{"EventId":"a"},{"ErrorCode":"MalformedDetail","ErrorMessage":"no"}]}',
    { why: 'unfit', message: '1 of 2 events were rejected: MalformedDetail: no' },
  ],
  [
    '{"FailedEntryCount":2,"Entries":[{"ErrorCode":"MalformedDetail"},{"ErrorCode":"AccessDeniedException"}]}',
    { why: 'other', message: '2 of 2 events were rejected: MalformedDetail: ' },
  ],
  ['', { why: 'unknown', message: 'the answer does not say whether the events were accepted' }],
  ['{"FailedEntryCount":1,"Entries":[]}', { why: 'unknown', message: expect.any(String) }],
])('of the answer %s', (answer, refusal) => {
  expect(eventbridge.refusalIn?.(answer)).toEqual(refusal);
});
