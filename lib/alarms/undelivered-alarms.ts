/** The alarms about notifications that SNS could not deliver: one for each topic, and one for the mails that it gave up, kept or not. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import {
  CHECKER_ALARM_TITLES,
  checkerAlarmTexts,
  UNDELIVERED_SECTION,
  UNDELIVERED_TEXTS,
} from '../../lambda/core/forms/alarm-text';

interface AlarmTargets {
  /** All alerts, and the alarms about the checker. */
  readonly topic: ITopic;
  /** Only the alarms about the checker. */
  readonly checkerTopic: ITopic;
  /** The mails that SNS could not deliver. */
  readonly undelivered: IQueue;
}

const PERIOD = Duration.minutes(5);
const sum = { period: PERIOD, statistic: 'Sum' };

/**
 * For how long an alarm lasts after the last failure. It has to be longer than SNS tries to deliver a mail, six to seven hours:
 * the alarm's own message fails too where the others failed, and would notify everybody else again each time. For the same reason
 * nothing is said when it ends. SNS counts each retry to an HTTPS endpoint.
 * Source: Amazon SNS developer guide, "Message delivery retries"; "Monitoring Amazon SNS topics using CloudWatch",
 * `NumberOfNotificationsFailed`.
 */
const LASTS = Duration.hours(12);

/** Each is published to both topics, as all alarms are: whoever else is subscribed should know, whichever topic that is on. */
export function addUndeliveredAlarms(scope: Construct, config: Config, watched: AlarmTargets): void {
  const { topic, checkerTopic } = watched;
  const { undeliveredAlerts, undeliveredAlarms, undeliveredMails } = CHECKER_ALARM_TITLES;
  const alarms = [
    ['UndeliveredAlerts', topic.metricNumberOfNotificationsFailed(sum), undeliveredAlerts, UNDELIVERED_TEXTS.alerts],
    [
      'UndeliveredAlarms',
      checkerTopic.metricNumberOfNotificationsFailed(sum),
      undeliveredAlarms,
      UNDELIVERED_TEXTS.alarms,
    ],
    ['UndeliveredMails', givenUp(watched), undeliveredMails, UNDELIVERED_TEXTS.mails],
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

/**
 * How many mails SNS gave up: those that came into the queue, and those that SNS could not even put there, which no queue counts. It counts
 * what comes: what lies there would notify people once in two weeks. `NumberOfNotificationsRedrivenToDlq` of both topics is the first once
 * more, and CloudWatch bills each metric of an alarm.
 */
function givenUp({ topic, checkerTopic, undelivered }: AlarmTargets): IMetric {
  return new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'Mails that SNS gave up',
    period: PERIOD,
    usingMetrics: {
      queued: undelivered.metricNumberOfMessagesSent(sum),
      alerts_lost: topic.metric('NumberOfNotificationsFailedToRedriveToDlq', sum),
      alarms_lost: checkerTopic.metric('NumberOfNotificationsFailedToRedriveToDlq', sum),
    },
  });
}
