import { Duration, Stack } from 'aws-cdk-lib';
import { AlarmRule, CompositeAlarm, Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Statuswatch } from 'statuswatch';

export class ShopStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const watch = new Statuswatch(this, 'Watch', { configFile: 'statuswatch.yaml' });

    // Your own program creates and closes tickets.
    const tickets = new Queue(this, 'Tickets', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    const event = SubscriptionFilter.stringFilter({ allowlist: ['opened', 'resolved'] });
    watch.topic.addSubscription(new SqsSubscription(tickets, { rawMessageDelivery: true, filterPolicy: { event } }));

    // If one of the two is down, nobody can pay: notify once.
    const nobodyCanPay = new CompositeAlarm(this, 'NobodyCanPay', {
      alarmRule: AlarmRule.anyOf(watch.alarmOf('checkout-service'), watch.alarmOf('payment-service')),
    });
    nobodyCanPay.addAlarmAction(new SnsAction(new Topic(this, 'OnCall', { enforceSSL: true })));

    // The response times of a service on the shop's own dashboard.
    const p95 = watch.metric('payment-service', 'ResponseTime').with({ statistic: 'p95' });
    new Dashboard(this, 'Sales').addWidgets(
      new GraphWidget({
        title: 'payment-service answers within',
        left: [p95],
        right: [watch.metric('payment-service')],
      }),
    );
  }
}
