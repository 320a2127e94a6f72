/** The health alarms of all services. */

import { NestedStack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { ServiceHealthAlarm } from './service-health-alarm';

/** CloudFormation takes 500 resources a stack, and templates of 1 MB. */
const ALARMS_A_STACK = 400;

export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const scopes =
      config.services.length <= ALARMS_A_STACK
        ? [this]
        : Array.from(
            { length: Math.ceil(config.services.length / ALARMS_A_STACK) },
            (_, index) => new NestedStack(this, `Part${index}`),
          );
    for (const [index, service] of config.services.entries()) {
      const part = scopes[Math.floor(index / ALARMS_A_STACK)] as Construct;
      new ServiceHealthAlarm(part, service.id, config, service);
    }
  }
}
