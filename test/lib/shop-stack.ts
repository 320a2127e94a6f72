/** The example of docs/deploying.md, "In a stack of your own", which quotes it from the class on. */

import { Stack } from 'aws-cdk-lib';
import { AlarmRule, CompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Statuswatch, type StatuswatchProps } from '../../lib/statuswatch';

export class ShopStack extends Stack {
  constructor(scope: Construct, id: string, config: StatuswatchProps) {
    super(scope, id, { terminationProtection: true });
    const watch = new Statuswatch(this, 'Watch', config);

    const nobodyCanPay = new CompositeAlarm(this, 'NobodyCanPay', {
      alarmRule: AlarmRule.allOf(watch.alarm('checkout-service'), watch.alarm('payment-service')),
    });
    nobodyCanPay.addAlarmAction(new SnsAction(watch.checkerTopic));

    const tickets = new Queue(this, 'Tickets');
    watch.topic.addSubscription(new SqsSubscription(tickets));
  }
}
