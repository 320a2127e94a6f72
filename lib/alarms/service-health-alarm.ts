/** The health of a service as an alarm, for the dashboard and for alarms of your own. It notifies nobody: alerts do that. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config, Service } from '../../lambda/core/config/config';
import { alarmName, alarmText, healthTitle } from '../../lambda/core/message/forms/alarm-text';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { serviceMetric } from '../cloudwatch-metrics';
import { runsWithinLimits } from './evaluation';

interface ServiceHealthAlarmProps {
  readonly config: Config;
  readonly service: Service;
}

export class ServiceHealthAlarm extends Alarm {
  constructor(scope: Construct, id: string, { config, service }: ServiceHealthAlarmProps) {
    const runs = runsWithinLimits(config, service.alerts.failureThreshold);
    super(scope, id, {
      alarmName: alarmName(config, healthTitle(service.id)),
      alarmDescription: alarmText(
        config,
        'service-health-alarm',
        `${service.id} is not healthy at ${service.statusUrl}. Its alert says what is wrong${service.runbook === null ? '' : ` and links to ${service.runbook}`}.`,
      ),
      metric: serviceMetric(config, service.id, METRICS.healthy, { statistic: 'Minimum' }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: runs,
      datapointsToAlarm: runs,
      // Without data the service is neither healthy nor failing; the alarm "checker silent" notifies of missing data.
      treatMissingData: TreatMissingData.MISSING,
    });
  }
}
