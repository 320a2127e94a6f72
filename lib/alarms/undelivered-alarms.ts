/** The alarms about notifications that SNS could not deliver: one for each topic, an alarm for mails that it gave up, and two for mails that it lost. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import {
  CHECKER_ALARM_TITLES,
  checkerAlarmTexts,
  LOST_TEXTS,
  UNDELIVERED_SECTION,
  UNDELIVERED_TEXTS,
} from '../../lambda/core/message/forms/alarm-text';

interface AlarmTargets {
  /** The topic of all alerts, and of the alarms about the checker. */
  readonly topic: ITopic;
  /** The topic of the alarms about the checker alone. */
  readonly checkerTopic: ITopic;
  /** The mails that SNS could not deliver. */
  readonly undelivered: IQueue;
}

const PERIOD = Duration.minutes(5);
/** The metric of a topic for mails that SNS could neither deliver nor put into the queue. */
const LOST = 'NumberOfNotificationsFailedToRedriveToDlq';

/**
 * How long an alarm lasts after the last failure. It has to be longer than SNS tries to deliver a mail, six to seven hours: the alarm's
 * own message fails too where the others failed, and would notify everybody else again each time. For the same reason its end notifies
 * nobody. SNS counts each retry to an HTTPS endpoint.
 * Source: Amazon SNS developer guide, "Message delivery retries"; "Monitoring Amazon SNS topics using CloudWatch",
 * `NumberOfNotificationsFailed`.
 */
const LASTS = Duration.hours(12);

/** Each alarm is published to both topics, as all alarms are, so that it reaches somebody whichever topic fails. */
export function addUndeliveredAlarms(scope: Construct, config: Config, watched: AlarmTargets): void {
  const { topic, checkerTopic, undelivered } = watched;
  const { undeliveredAlerts, undeliveredAlarms, undeliveredMails, lostAlerts, lostAlarms } = CHECKER_ALARM_TITLES;
  const sum = { period: PERIOD, statistic: 'Sum' };
  const alarms = [
    ['UndeliveredAlerts', topic.metricNumberOfNotificationsFailed(sum), undeliveredAlerts, UNDELIVERED_TEXTS.alerts],
    [
      'UndeliveredAlarms',
      checkerTopic.metricNumberOfNotificationsFailed(sum),
      undeliveredAlarms,
      UNDELIVERED_TEXTS.alarms,
    ],
    // Counts the messages that arrive; those that are in the queue would notify people once in two weeks.
    ['UndeliveredMails', undelivered.metricNumberOfMessagesSent(sum), undeliveredMails, UNDELIVERED_TEXTS.mails],
    // No queue counts these. `NumberOfNotificationsRedrivenToDlq` would count the messages in the queue once more.
    ['LostAlerts', topic.metric(LOST, sum), lostAlerts, LOST_TEXTS.alerts],
    ['LostAlarms', checkerTopic.metric(LOST, sum), lostAlarms, LOST_TEXTS.alarms],
  ] as const;
  for (const [id, metric, title, text] of alarms) {
    const alarm = new Alarm(scope, id, {
      ...checkerAlarmTexts(config, title, text, UNDELIVERED_SECTION),
      metric,
      threshold: 1,
      evaluationPeriods: LASTS.toMinutes() / PERIOD.toMinutes(),
      datapointsToAlarm: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic), new SnsAction(checkerTopic));
  }
}
