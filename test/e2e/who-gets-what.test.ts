/**
 * Who gets what by e-mail, on an emulated SNS: its topics and subscriptions are those of the template, with a queue in
 * the place of each address. Whoever gets a message gets it once.
 */

import { CreateTopicCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { attributesOf } from '../../lambda/core/message/forms/sns-message';
import { notificationOf } from '../../lambda/core/message/notification';
import { type Inbox, subscribeInbox } from '../support/aws/inbox';
import { describeOnAws, pointAwsTo } from '../support/aws/moto';
import { fleet, resourcesOf, templateOf } from '../support/aws/synthesis';
import { alertOn, SERVICE } from '../support/core/alerts';

const ADDRESSES = {
  'all@a.test': '',
  'some@a.test': 'services: [s1], events: [opened], severities: [critical]',
  'events@a.test': 'events: [resolved]',
  'quiet@a.test': 'checker: false',
  'quiet-some@a.test': 'services: [s1], checker: false',
} as const;

const CONFIG = fleet(
  2,
  `alerts:\n  subscriptions:\n${Object.entries(ADDRESSES)
    .map(([email, filters]) => `    - { email: ${email}${filters && `, ${filters}`} }\n`)
    .join('')}`,
);

interface Reference {
  readonly Ref: string;
}

describeOnAws('by e-mail', (aws) => {
  const template = templateOf(CONFIG);
  const topics = new Map<string, string>();
  const inboxes: { readonly email: string; readonly inbox: Inbox }[] = [];
  let sns: SNSClient;

  /** The messages that each address has got since the last look, each as often as it came. */
  const received = async () => {
    const bodies = await Promise.all(
      inboxes.map(async ({ email, inbox }) =>
        (await inbox.take()).map((body) => `${email} ${JSON.parse(body).Message}`),
      ),
    );
    return bodies.flat().sort();
  };

  beforeAll(async () => {
    pointAwsTo(aws().url);
    sns = new SNSClient();
    for (const id of Object.keys(resourcesOf(template, 'AWS::SNS::Topic'))) {
      const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: id }));
      topics.set(id, TopicArn);
    }
    for (const [id, { Properties }] of Object.entries(resourcesOf(template, 'AWS::SNS::Subscription'))) {
      const { Endpoint, TopicArn, FilterPolicy } = Properties;
      const attributes: Record<string, string> = FilterPolicy ? { FilterPolicy: JSON.stringify(FilterPolicy) } : {};
      const inbox = await subscribeInbox(topics.get(TopicArn.Ref) ?? '', id, attributes);
      inboxes.push({ email: Endpoint, inbox });
    }
  });

  it.each(['Silent', 'Failing', 'Throttled', 'DeadLetters'])(
    'the alarm %s reaches everybody who has not declined, whatever they filter',
    async (kind) => {
      const alarms = Object.entries(resourcesOf(template, 'AWS::CloudWatch::Alarm'));
      const alarm = alarms.find(([id]) => id.startsWith(`CheckerAlarms${kind}`))?.[1].Properties;
      for (const actions of [alarm.AlarmActions, alarm.OKActions] as Reference[][]) {
        // As CloudWatch does: to each topic, without attributes.
        for (const { Ref } of actions) {
          await sns.send(new PublishCommand({ TopicArn: topics.get(Ref), Message: kind }));
        }
        expect(await received()).toEqual([`all@a.test ${kind}`, `events@a.test ${kind}`, `some@a.test ${kind}`]);
      }
    },
  );

  it.each([
    ['s1', 'opened', ['all@a.test', 'quiet-some@a.test', 'quiet@a.test', 'some@a.test']],
    ['s1', 'resolved', ['all@a.test', 'events@a.test', 'quiet-some@a.test', 'quiet@a.test']],
    ['s0', 'opened', ['all@a.test', 'quiet@a.test']],
  ] as const)('an alert of %s, %s, reaches %p', async (id, event, expected) => {
    const attributes = attributesOf(notificationOf(alertOn(event, { service: { ...SERVICE, id } })));
    const MessageAttributes = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? { DataType: 'String', StringValue: value }
          : { DataType: 'String.Array', StringValue: JSON.stringify(value) },
      ]),
    );
    // Ids of constructs are the beginnings of logical ids.
    const TopicArn = [...topics].find(([topic]) => topic.startsWith('Alerts'))?.[1];
    await sns.send(new PublishCommand({ TopicArn, Message: event, MessageAttributes }));
    expect(await received()).toEqual(expected.map((email) => `${email} ${event}`));
  });
});
