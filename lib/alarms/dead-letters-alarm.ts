/** Notifies if a run could not be started. If a run was started and failed, the alarm "checker failing" notifies. */

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { alarmName, CHECKER_ALARM_TITLES } from './alarm-name';
import { alarmText } from './alarm-text';

export class DeadLettersAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config, deadLetters: IQueue) {
    super(scope, id, {
      alarmName: alarmName(config, CHECKER_ALARM_TITLES.deadLetters),
      alarmDescription: alarmText(
        config,
        'dead-letters',
        'A run of the checker could not be started. The message in the dead-letter queue says which run, and why. Nothing has to be repeated; the message is deleted after a day.',
      ),
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
