/** Notifies if Lambda delays or drops runs because the account's concurrency is used up. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { runPeriod } from '../cloudwatch-metrics';
import { alarmName, CHECKER_ALARM_TITLES } from './alarm-name';
import { alarmText } from './alarm-text';
import { runsWithinLimits } from './evaluation';

export class CheckerThrottledAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config, checker: IFunction) {
    super(scope, id, {
      alarmName: alarmName(config, CHECKER_ALARM_TITLES.throttled),
      alarmDescription: alarmText(
        config,
        'checker-throttled',
        "Lambda delays or drops runs of the checker: services are checked late or not at all. Other functions use up the account's concurrency.",
      ),
      metric: checker.metricThrottles({ period: runPeriod(config), statistic: 'Sum' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: runsWithinLimits(config, 5),
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
