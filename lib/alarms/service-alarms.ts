/** The health alarms: an alarm for each service, or for each shard of a fleet. */

import { NestedStack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { ALARMS_A_STACK, alarmStacks } from '../../lambda/core/invoke/count-resources';
import { alarmName, healthTitle } from '../../lambda/core/message/forms/alarm-text';
import { ServiceHealthAlarm } from './service-health-alarm';
import { ShardHealthAlarm } from './shard-health-alarm';

export class ServiceAlarms extends Construct {
  private readonly alarms = new Map<string, ServiceHealthAlarm>();

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const { services } = config;
    const stacks = alarmStacks(services.length);
    const isSpread = stacks > 0;
    const scopes = isSpread
      ? Array.from({ length: stacks }, (_, part) => new NestedStack(this, `Part${part}`))
      : [this];
    for (const [index, service] of services.entries()) {
      const scope = scopes[Math.floor(index / ALARMS_A_STACK)] as Construct;
      // An alarm that can move from one stack to another has no fixed name: the old alarm would still hold it.
      const name = isSpread ? null : alarmName(config, healthTitle(service.id));
      this.alarms.set(service.id, new ServiceHealthAlarm(scope, service.id, { name, config, service }));
    }
  }

  /** The alarm of a service of the config, by the service's id. */
  of(service: string): Alarm {
    return this.alarms.get(service) as ServiceHealthAlarm;
  }
}

/** Adds an alarm for each shard of the services. */
export function addShardAlarms(scope: Construct, config: Config, shards: number): void {
  const alarms = new Construct(scope, 'PartAlarms');
  for (let index = 0; index < shards; index += 1) {
    new ShardHealthAlarm(alarms, `Part${index + 1}`, config, { index, count: shards });
  }
}
