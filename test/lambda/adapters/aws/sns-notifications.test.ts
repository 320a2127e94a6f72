/** Alerts on SNS: each protocol gets its own form, filters get attributes, and a message that SNS did not accept is an error. */

import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { createSnsNotifications } from '../../../../lambda/adapters/aws/sns-notifications';
import { UnansweredError } from '../../../../lambda/core/deliver/notification-sink';
import type { Alert } from '../../../../lambda/core/message/alert';
import { chatCard } from '../../../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../../../lambda/core/message/forms/mail';
import { attributesOf } from '../../../../lambda/core/message/forms/sns-message';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { startAwsStub } from '../../../support/aws/aws-stub';
import { alertsIn, subscribeInbox } from '../../../support/aws/inbox';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { alertOn } from '../../../support/core/alerts';
import { closedPort, startAnswering, stopAfterEach } from '../../../support/http/servers';

const STORY = EVENTS.map((event) => alertOn(event));
const HOSTILE = alertOn('opened', {}, 'Ünïcödé & <b>"quoted"</b>\u0007 = 50 % 😀');

describeOnAws('alerts on SNS', (aws) => {
  let topicArn = '';
  let send: (alert: Alert) => Promise<void>;

  beforeEach(async () => {
    pointAwsTo(aws().url);
    const Name = expect
      .getState()
      .currentTestName?.replace(/[^a-z]+/gi, '-')
      .slice(-60);
    topicArn = (await new SNSClient().send(new CreateTopicCommand({ Name }))).TopicArn ?? '';
    const sink = createSnsNotifications(topicArn, process.env);
    send = (alert) => sink(notificationOf(alert));
  });

  it('reach a queue as documents, in their order, each with subject and attributes', async () => {
    const inbox = await subscribeInbox(topicArn, 'documents');
    for (const alert of STORY) await send(alert);
    const bodies = await inbox.take();
    expect(bodies.flatMap(alertsIn)).toEqual(STORY);
    expect(bodies.map((body) => JSON.parse(body))).toEqual(
      STORY.map((alert) =>
        expect.objectContaining({
          TopicArn: topicArn,
          Subject: subjectOf(notificationOf(alert)),
          MessageAttributes: Object.fromEntries(
            Object.entries(attributesOf(notificationOf(alert))).map(([name, value]) => [
              name,
              typeof value === 'string'
                ? { Type: 'String', Value: value }
                : { Type: 'String.Array', Value: JSON.stringify(value) },
            ]),
          ),
        }),
      ),
    );
  });

  it('reach a queue with raw delivery as the plain document, whatever a service said', async () => {
    const inbox = await subscribeInbox(topicArn, 'raw', { RawMessageDelivery: 'true' });
    await send(HOSTILE);
    expect((await inbox.take()).map((body) => JSON.parse(body))).toEqual([HOSTILE]);
  });

  it('pass filters by event, service and severity', async () => {
    const filtered = async (name: string, policy: object) =>
      subscribeInbox(topicArn, name, { FilterPolicy: JSON.stringify(policy) });
    const ends = await filtered('ends', { event: ['resolved', { exists: false }] });
    const others = await filtered('others', { service: ['other-service', { exists: false }] });
    const critical = await filtered('critical', { severity: ['critical'], event: ['opened', 'resolved'] });
    for (const alert of STORY) await send(alert);
    expect((await ends.take()).flatMap(alertsIn)).toEqual([STORY.at(-1)]);
    expect(await others.take()).toEqual([]);
    expect((await critical.take()).flatMap(alertsIn)).toEqual([STORY[0], STORY.at(-1)]);
  });

  it('do not count as sent if there is no such topic', async () => {
    await expect(createSnsNotifications(`${topicArn}-gone`, process.env)(notificationOf(HOSTILE))).rejects.toThrow(
      /not exist/i,
    );
  });
});

describe('a call of Publish', () => {
  const stopLater = stopAfterEach();
  const TOPIC = 'arn:aws:sns:us-east-1:123456789012:alerts';

  it.each([...STORY, { ...HOSTILE, possiblyRepeated: true }])(
    'has a form for each protocol, case %#',
    async (alert) => {
      const sns = await stopLater(startAwsStub(() => ({ json: { MessageId: '1' } })));
      pointAwsTo(sns.url());
      await createSnsNotifications(TOPIC, process.env)(notificationOf(alert));
      expect(sns.calls.map(({ action }) => action)).toEqual(['Publish']);
      const form = new URLSearchParams(sns.calls[0]?.body);
      expect(form.get('TopicArn')).toBe(TOPIC);
      expect(form.get('Subject')).toBe(subjectOf(notificationOf(alert)));
      expect(form.get('MessageStructure')).toBe('json');
      const { default: document, email, https, ...others } = JSON.parse(form.get('Message') ?? '');
      expect(email).toBe(mailText(notificationOf(alert)));
      expect(JSON.parse(https)).toEqual(chatCard(notificationOf(alert)));
      expect(JSON.parse(document)).toEqual(alert);
      expect(others).toEqual({});
    },
  );

  it.each([
    { status: 400, code: 'InvalidParameter', attempts: 1 },
    { status: 403, code: 'AuthorizationError', attempts: 1 },
    { status: 400, code: 'Throttling', attempts: 2 },
    { status: 500, code: 'InternalError', attempts: 2 },
  ])('that is answered $status $code $attempts times rejects', async ({ status, code, attempts }) => {
    const sns = await stopLater(startAwsStub(() => ({ status, code })));
    pointAwsTo(sns.url());
    await expect(createSnsNotifications(TOPIC, process.env)(notificationOf(HOSTILE))).rejects.toMatchObject({
      name: code === 'InvalidParameter' ? 'UnfitError' : expect.stringMatching(new RegExp(code)),
    });
    expect(sns.calls).toHaveLength(attempts);
  });

  it('is made again if it was throttled, and then counts', async () => {
    let answers = 0;
    const sns = await stopLater(
      startAwsStub(() => (answers++ === 0 ? { status: 400, code: 'Throttling' } : { json: { MessageId: '1' } })),
    );
    pointAwsTo(sns.url());
    await createSnsNotifications(TOPIC, process.env)(notificationOf(HOSTILE));
    expect(new Set(sns.calls.map(({ body }) => body)).size).toBe(1);
    expect(sns.calls).toHaveLength(2);
  });

  it.each([
    ['silence', 1, () => startAnswering(() => undefined)],
    [
      'an answer that is cut short',
      1,
      () => startAnswering((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"')),
    ],
    ['a reset', 2, () => startAnswering((socket) => socket.resetAndDestroy())],
  ])('that meets %s rejects as unanswered, since SNS may have accepted it', async (_, attempts, start) => {
    const server = await stopLater(start());
    pointAwsTo(server.url());
    await expect(createSnsNotifications(TOPIC, process.env)(notificationOf(HOSTILE))).rejects.toThrow(UnansweredError);
    expect(server.connections).toHaveLength(attempts);
  });

  it('rejects if nothing listens', async () => {
    pointAwsTo(`http://127.0.0.1:${await closedPort()}`);
    await expect(createSnsNotifications(TOPIC, process.env)(notificationOf(HOSTILE))).rejects.toThrow(/ECONNREFUSED/);
  });
});
