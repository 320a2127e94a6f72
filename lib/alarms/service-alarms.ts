/** The health alarms of all services. */

import { NestedStack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { alarmName, healthTitle } from '../../lambda/core/forms/alarm-text';
import { ServiceHealthAlarm } from './service-health-alarm';

/** CloudFormation's limits for a stack: 500 resources, and a template of 1 MB. */
const ALARMS_A_STACK = 400;

export class ServiceAlarms extends Construct {
  private readonly alarms = new Map<string, ServiceHealthAlarm>();

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const { services } = config;
    const isSpread = services.length > ALARMS_A_STACK;
    const parts = isSpread ? Math.ceil(services.length / ALARMS_A_STACK) : 1;
    const scopes = Array.from({ length: parts }, (_, part) => (isSpread ? new NestedStack(this, `Part${part}`) : this));
    for (const [index, service] of services.entries()) {
      const scope = scopes[Math.floor(index / ALARMS_A_STACK)] as Construct;
      // If an alarm can move from one stack to another, it has no fixed name: the old alarm would still hold it.
      const name = isSpread ? null : alarmName(config, healthTitle(service.id));
      this.alarms.set(service.id, new ServiceHealthAlarm(scope, service.id, { name, config, service }));
    }
  }

  /** The alarm of a service of the config, by the service's id. */
  of(service: string): ServiceHealthAlarm {
    return this.alarms.get(service) as ServiceHealthAlarm;
  }
}
