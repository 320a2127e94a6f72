/** The health alarms: one for each service, for the dashboard and for alarms of your own. */

import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { ServiceHealthAlarm } from './service-health-alarm';

export class ServiceAlarms extends Construct {
  private readonly alarms: ReadonlyMap<string, ServiceHealthAlarm>;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.alarms = new Map(
      config.services.map((service) => [service.id, new ServiceHealthAlarm(this, service.id, { config, service })]),
    );
  }

  /** Returns the alarm of a service of the config. */
  of(service: string): Alarm {
    return this.alarms.get(service) as ServiceHealthAlarm;
  }
}
