/** A topic for notifications: it accepts messages only over TLS, and lets the alarms of this account publish. */

import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

interface NotificationTopicProps {
  /** The sender's name in e-mails. */
  readonly displayName: string;
  /** `null` if there is none. */
  readonly key: IKey | null;
}

export class NotificationTopic extends Topic {
  constructor(scope: Construct, id: string, { displayName, key }: NotificationTopicProps) {
    super(scope, id, { displayName, enforceSSL: true, ...(key && { masterKey: key }) });
    // The policy that enforces TLS replaces SNS's default policy, which would let alarms publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }
}
