/** The command that subscribes an address again, exactly as the stack has subscribed it. */

import { type ExpectedSubscription, FILTER_POLICY_SCOPE } from './expected';

/**
 * A command for a shell. For a pending address it sends the mail with the link once more. Deploying the same config again does
 * neither: for CloudFormation nothing has changed. The region is that of the topic.
 */
export function subscribeCommand({ email, filterPolicy }: ExpectedSubscription, topicArn: string): string {
  const attributes = filterPolicy && {
    FilterPolicy: JSON.stringify(filterPolicy),
    FilterPolicyScope: FILTER_POLICY_SCOPE,
  };
  return [
    ...['aws', 'sns', 'subscribe', '--region', topicArn.split(':')[3] ?? ''],
    ...['--topic-arn', topicArn, '--protocol', 'email', '--notification-endpoint', email],
    ...(attributes === null ? [] : ['--attributes', JSON.stringify(attributes)]),
    '--return-subscription-arn',
  ]
    .map(quoted)
    .join(' ');
}

/** One word of a POSIX shell, as it is if it has no sign that means something there. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
