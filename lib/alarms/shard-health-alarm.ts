/** The health of a shard's services as one alarm, for a fleet: an alarm for each service would be more than CloudFormation takes. It notifies nobody. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { type Shard, shardOf } from '../../lambda/core/config/shard';
import { alarmName, alarmText, shardHealthTitle } from '../../lambda/core/message/forms/alarm-text';
import { METRICS, shardNumber } from '../../lambda/core/metrics/metrics';
import { shardMetric } from '../cloudwatch-metrics';
import { runsWithinLimits } from './evaluation';

export class ShardHealthAlarm extends Alarm {
  constructor(scope: Construct, id: string, config: Config, shard: Shard) {
    const { services } = shardOf(config, shard);
    // The metric does not show which services fail in a run: the service of which people are notified first counts.
    const runs = runsWithinLimits(config, Math.min(...services.map(({ alerts }) => alerts.failureThreshold)));
    super(scope, id, {
      alarmName: alarmName(config, shardHealthTitle(shardNumber(shard), shard.count)),
      alarmDescription: alarmText(
        config,
        'service-health-alarm',
        `At least one of ${services.length} services is not healthy. Its alert says which, and what is wrong; the dashboard lists all that fail.`,
      ),
      metric: shardMetric(config, shard, METRICS.servicesFailing),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: runs,
      datapointsToAlarm: runs,
      // As for a single service: without a check it is neither healthy nor failing.
      treatMissingData: TreatMissingData.MISSING,
    });
  }
}
