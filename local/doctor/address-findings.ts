/** The doctor's findings about the e-mail addresses that SNS notifies. */

import { type AddressFault, addressFaults } from '../../lambda/core/deliver/subscriptions/address-faults';
import {
  expectedSubscriptions,
  FILTER_POLICY_SCOPE,
  type TopicRole,
} from '../../lambda/core/deliver/subscriptions/expected';
import { shellCommand } from '../input/shell-command';
import type { DeployedConfig, Facts } from './facts';
import { type Finding, failed, found, ok } from './finding';

type State = AddressFault['state'];

const SENT: Readonly<Record<TopicRole, string>> = { alerts: 'alerts', checkerAlarms: 'the alarms about the checker' };

const TEXTS: Readonly<Record<State, (email: string, sent: string) => string>> = {
  pending: (email, sent) =>
    `${email} is pending (not confirmed; SNS deletes it after two days): it does not get ${sent}`,
  gone: (email, sent) =>
    `${email} is gone (unsubscribed, or deleted because nobody confirmed it): it does not get ${sent}`,
  unexpected: (email, sent) => `${email} is not in the config: it gets ${sent}`,
};

const ADVICE: Readonly<Record<State, string>> = {
  gone: 'Run "npx cdk deploy --revert-drift", which subscribes it again. Then confirm with the link that SNS sends.',
  pending: 'This sends the link again, which another deployment does not:',
  unexpected: 'This unsubscribes it. If you want it, add it to the config after that and deploy:',
};

export function addressFindings({ subscriptions, checker }: Facts, { deployment }: DeployedConfig): readonly Finding[] {
  if (subscriptions.kind !== 'known') return [found('addresses', subscriptions, () => ok('addresses', ''))];
  const faults = addressFaults(expectedSubscriptions(deployment.subscriptions), subscriptions.value);
  if (faults.length === 0) return [ok('addresses', confirmedText(deployment.subscriptions.length))];
  return faults.map((fault, index) => {
    const { state, topic, email } = fault;
    const isFirst = faults.findIndex((each) => each.state === state) === index;
    const command = addressCommand(fault, checker.topicArns[topic]);
    return failed('address', TEXTS[state](email, SENT[topic]), ...(isFirst ? [ADVICE[state]] : []), ...command);
  });
}

function confirmedText(count: number): string {
  if (count === 0) return 'the config has no addresses';
  return count === 1 ? 'the address of the config is confirmed' : `all ${count} addresses are confirmed`;
}

/**
 * Returns the command that fixes an address; none if it is gone, because only the stack may subscribe it again: CloudFormation could neither
 * change nor remove a subscription that was made by hand.
 */
export function addressCommand(fault: AddressFault, topicArn: string): readonly string[] {
  const region = ['--region', topicArn.split(':')[3] ?? ''];
  if (fault.state === 'gone') return [];
  if (fault.state === 'unexpected')
    return [shellCommand(['aws', 'sns', 'unsubscribe', ...region, '--subscription-arn', fault.arn])];
  const { email, filterPolicy } = fault;
  const attributes = filterPolicy && {
    FilterPolicy: JSON.stringify(filterPolicy),
    FilterPolicyScope: FILTER_POLICY_SCOPE,
  };
  const endpoint = ['--topic-arn', topicArn, '--protocol', 'email', '--notification-endpoint', email];
  const filter = attributes === null ? [] : ['--attributes', JSON.stringify(attributes)];
  return [shellCommand(['aws', 'sns', 'subscribe', ...region, ...endpoint, ...filter, '--return-subscription-arn'])];
}
