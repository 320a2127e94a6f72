/** The alarms about notifications that SNS could not deliver: one for each topic. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import {
  CHECKER_ALARM_TITLES,
  checkerAlarmTexts,
  UNDELIVERED_SECTION,
  UNDELIVERED_TEXTS,
} from '../../lambda/core/forms/alarm-text';

interface Topics {
  /** All alerts, and the alarms about the checker. */
  readonly topic: ITopic;
  /** Only the alarms about the checker. */
  readonly checkerTopic: ITopic;
}

/**
 * Each alarm is published to the other topic only, and says nothing when it ends. On its own topic its message would fail
 * again where the others failed, and so keep it in ALARM; SNS counts each retry to an HTTPS endpoint too.
 * Source: Amazon SNS developer guide, "Monitoring Amazon SNS topics using CloudWatch", `NumberOfNotificationsFailed`.
 */
export function addUndeliveredAlarms(scope: Construct, config: Config, { topic, checkerTopic }: Topics): void {
  const { undeliveredAlerts, undeliveredAlarms } = CHECKER_ALARM_TITLES;
  const watched = [
    ['UndeliveredAlerts', topic, checkerTopic, undeliveredAlerts, UNDELIVERED_TEXTS.alerts],
    ['UndeliveredAlarms', checkerTopic, topic, undeliveredAlarms, UNDELIVERED_TEXTS.alarms],
  ] as const;
  for (const [id, failing, other, title, text] of watched) {
    const alarm = new Alarm(scope, id, {
      ...checkerAlarmTexts(config, title, text, UNDELIVERED_SECTION),
      metric: failing.metricNumberOfNotificationsFailed({ period: Duration.minutes(5), statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(other));
  }
}
