/** The commands that mend what is wrong with an address, for a shell. */

import type { AddressFault, UnexpectedAddress } from './address-faults';
import { type ExpectedSubscription, FILTER_POLICY_SCOPE } from './expected';

/**
 * The command for an address; `null` if it is gone: only the stack may subscribe it again. A subscription that is made by hand is none
 * of CloudFormation's: a later change of its filter fails, and when the config drops the address it stays.
 */
export function addressCommand(fault: AddressFault, topicArn: string): string | null {
  if (fault.state === 'unexpected') return unsubscribeCommand(fault, topicArn);
  return fault.state === 'pending' ? subscribeCommand(fault, topicArn) : null;
}

/**
 * Sends the mail with the link once more, to an address that is pending; the filter has to be as it was deployed. Deploying the same
 * config again does not: for CloudFormation nothing has changed.
 */
export function subscribeCommand({ email, filterPolicy }: ExpectedSubscription, topicArn: string): string {
  const attributes = filterPolicy && {
    FilterPolicy: JSON.stringify(filterPolicy),
    FilterPolicyScope: FILTER_POLICY_SCOPE,
  };
  return shellCommand([
    'aws',
    'sns',
    'subscribe',
    '--region',
    regionOf(topicArn),
    '--topic-arn',
    topicArn,
    '--protocol',
    'email',
    '--notification-endpoint',
    email,
    ...(attributes === null ? [] : ['--attributes', JSON.stringify(attributes)]),
    '--return-subscription-arn',
  ]);
}

function unsubscribeCommand({ arn }: UnexpectedAddress, topicArn: string): string {
  return shellCommand(['aws', 'sns', 'unsubscribe', '--region', regionOf(topicArn), '--subscription-arn', arn]);
}

function regionOf(topicArn: string): string {
  return topicArn.split(':')[3] ?? '';
}

/** The words for a POSIX shell, each quoted if it has a sign that means something there. */
export function shellCommand(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
