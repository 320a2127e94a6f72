/** Notifies if runs end in errors: a crash, the time limit, an output that could not be written, or no service that could be asked. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { runPeriod } from '../cloudwatch-metrics';
import { alarmName, CHECKER_ALARM_TITLES } from './alarm-name';
import { alarmText } from './alarm-text';
import { runsWithinLimits } from './evaluation';

export class CheckerFailingAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config, checker: IFunction) {
    super(scope, id, {
      alarmName: alarmName(config, CHECKER_ALARM_TITLES.failing),
      alarmDescription: alarmText(
        config,
        'checker-failing',
        'Runs of the checker end in errors: alerts, metrics or incidents may be late, or no service could be reached. The log of the checker says what failed, and why.',
      ),
      metric: checker.metricErrors({ period: runPeriod(config), statistic: 'Sum' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // The next run makes up for a single failed run, so one failed run notifies nobody.
      evaluationPeriods: runsWithinLimits(config, 5),
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
