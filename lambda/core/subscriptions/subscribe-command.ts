/** The command that subscribes an address again, exactly as the stack has subscribed it. */

import { type ExpectedSubscription, FILTER_POLICY_SCOPE } from './expected';
import { shellCommand } from './shell-command';

/**
 * A command for a shell. For a pending address it sends the mail with the link once more. Deploying the same config again does
 * neither: for CloudFormation nothing has changed. The region is that of the topic.
 */
export function subscribeCommand({ email, filterPolicy }: ExpectedSubscription, topicArn: string): string {
  const attributes = filterPolicy && {
    FilterPolicy: JSON.stringify(filterPolicy),
    FilterPolicyScope: FILTER_POLICY_SCOPE,
  };
  return shellCommand([
    ...['aws', 'sns', 'subscribe', '--region', topicArn.split(':')[3] ?? ''],
    ...['--topic-arn', topicArn, '--protocol', 'email', '--notification-endpoint', email],
    ...(attributes === null ? [] : ['--attributes', JSON.stringify(attributes)]),
    '--return-subscription-arn',
  ]);
}
