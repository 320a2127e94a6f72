/** The health of a part's services as one alarm, for a fleet: an alarm for each service would be more than CloudFormation takes. It notifies nobody. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { type Part, shardOf } from '../../lambda/core/config/part';
import { alarmName, alarmText, partHealthTitle } from '../../lambda/core/message/forms/alarm-text';
import { METRICS, partNumber } from '../../lambda/core/metrics/metrics';
import { partMetric } from '../cloudwatch-metrics';
import { runsWithinLimits } from './evaluation';

export class PartHealthAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config, part: Part) {
    const { services } = shardOf(config, part);
    // The metric does not show which services fail in a run: the service of which people are notified first counts.
    const runs = runsWithinLimits(config, Math.min(...services.map(({ alerts }) => alerts.failureThreshold)));
    super(scope, id, {
      alarmName: alarmName(config, partHealthTitle(partNumber(part), part.shards)),
      alarmDescription: alarmText(
        config,
        'service-health-alarm',
        `At least one of ${services.length} services is not healthy. Its alert says which, and what is wrong; the dashboard lists all that fail.`,
      ),
      metric: partMetric(config, part, METRICS.servicesFailing),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: runs,
      datapointsToAlarm: runs,
      // As for a single service: without a check it is neither healthy nor failing.
      treatMissingData: TreatMissingData.MISSING,
    });
  }
}
