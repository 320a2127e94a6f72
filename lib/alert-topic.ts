/** The topic of all alerts and of the checker's own alarms, and who gets them by e-mail. */

import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { alertAttributes } from '../lambda/core/alert-card';
import type { Subscription } from '../lambda/core/config';

interface AlertTopicProps {
  /** Stands as the sender's name in e-mails. */
  readonly displayName: string;
  readonly subscriptions: readonly Subscription[];
}

export class AlertTopic extends Topic {
  constructor(scope: Construct, id: string, { displayName, subscriptions }: AlertTopicProps) {
    super(scope, id, { displayName, enforceSSL: true });
    // The policy that enforces TLS stands in place of SNS's default, which would let alarms publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    for (const subscription of subscriptions) {
      const filterPolicy = filterPolicyOf(subscription);
      const filters = Object.keys(filterPolicy).length > 0 ? { filterPolicy } : {};
      this.addSubscription(new EmailSubscription(subscription.email, filters));
    }
  }
}

type FilteredAttribute = keyof ReturnType<typeof alertAttributes>;

/**
 * An alarm's message carries no attributes, and a filter that wants one would never let it through. That the checker is
 * silent concerns everybody, so a filter asks for one of its values or for none at all. Every alert has all attributes.
 */
function filterPolicyOf({ services, events, severities }: Subscription): Record<string, SubscriptionFilter> {
  const filters: readonly [FilteredAttribute, readonly string[] | null][] = [
    ['service', services],
    ['event', events],
    ['severity', severities],
  ];
  return Object.fromEntries(
    filters.flatMap(([attribute, values]) =>
      values === null ? [] : [[attribute, new SubscriptionFilter([...new Set(values), { exists: false }])]],
    ),
  );
}
