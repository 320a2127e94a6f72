/** Notifies if services are not checked, or if metrics don't arrive. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { deploymentMetric } from '../cloudwatch-metrics';
import { alarmName, CHECKER_ALARM_TITLES } from './alarm-name';
import { alarmText } from './alarm-text';
import { runsWithinLimits } from './evaluation';

/** One run may fall into the next minute by chance; three in a row do not. */
const RUNS = 3;

export class CheckerSilentAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config) {
    const runs = runsWithinLimits(config, RUNS);
    super(scope, id, {
      alarmName: alarmName(config, CHECKER_ALARM_TITLES.silent),
      alarmDescription: alarmText(
        config,
        'checker-silent',
        'Services are not being checked, or the metrics of the checks do not reach CloudWatch: if a service fails now, nobody may be notified. Check whether the schedule is enabled, and read the end of the log of the checker.',
      ),
      // This is the sum of all shards, so that a single shard without data is noticed too.
      metric: deploymentMetric(config, METRICS.servicesChecked, { statistic: 'Sum' }),
      threshold: config.services.length,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: runs,
      datapointsToAlarm: runs,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
}
