/** The example of docs/how-to/your-own-app.md, which quotes it from the class on. */

import { Stack } from 'aws-cdk-lib';
import { AlarmRule, CompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Statuswatch } from '../../lib';

export class ShopStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { terminationProtection: true });
    const watch = new Statuswatch(this, 'Watch', { configFile: 'statuswatch.yaml' });

    const nobodyCanPay = new CompositeAlarm(this, 'NobodyCanPay', {
      alarmRule: AlarmRule.anyOf(watch.alarmOf('checkout-service'), watch.alarmOf('payment-service')),
    });
    nobodyCanPay.addAlarmAction(new SnsAction(watch.checkerTopic));

    const tickets = new Queue(this, 'Tickets');
    watch.topic.addSubscription(new SqsSubscription(tickets));
  }
}
