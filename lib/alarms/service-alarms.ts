/** The health alarms: one for each service, for the dashboard and for alarms of your own. They notify nobody: alerts do that. */

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Config, Service } from '../../lambda/core/config/config';
import { alarmName, alarmText, healthTitle } from '../../lambda/core/message/forms/alarm-text';
import { METRICS } from '../../lambda/core/metrics/metrics';
import { serviceMetric } from '../cloudwatch-metrics';
import { runsWithinLimits } from './evaluation';

export class ServiceAlarms extends Construct {
  private readonly alarms: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.alarms = new Map(config.services.map((service) => [service.id, healthAlarm(this, config, service)]));
  }

  /** Returns the alarm of a service of the config. */
  of(service: string): Alarm {
    return this.alarms.get(service) as Alarm;
  }
}

function healthAlarm(scope: Construct, config: Config, service: Service): Alarm {
  const runs = runsWithinLimits(config, service.alerts.failureThreshold);
  const runbook = service.runbook === null ? '' : ` and links to ${service.runbook}`;
  return new Alarm(scope, service.id, {
    alarmName: alarmName(config, healthTitle(service.id)),
    alarmDescription: alarmText(
      config,
      'service-health-alarm',
      `${service.id} is not healthy at ${service.statusUrl}. Its alert says what is wrong${runbook}.`,
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
