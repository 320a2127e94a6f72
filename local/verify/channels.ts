/** Where people see the alerts of a drill, and the code that each of them finds there. Pure. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { type DrillRequest, drillCode } from '../../lambda/core/silences/drill-request';
import type { Severity } from '../../lambda/core/words/codes';

export interface Channel {
  /** Its name for people, such as `the mail to oncall@example.com`. */
  readonly name: string;
  /** The id of the receiver behind it. */
  readonly receiver: string;
  readonly code: string;
}

/** The service whose name the drill uses. */
interface DrilledSubject {
  readonly id: string;
  readonly severity: Severity;
}

/** The channels that see the beginning of a drill. The topic has one for each address that its filter lets through, and one for Slack. */
export function channelsOf(
  { receivers }: Config,
  { subscriptions, slack }: Deployment,
  { id, severity }: DrilledSubject,
  drill: DrillRequest,
): readonly Channel[] {
  const isNotified = subscriptions.filter(
    ({ services, severities, events }) =>
      (services?.includes(id) ?? true) &&
      (severities?.includes(severity) ?? true) &&
      (events?.includes('opened') ?? true),
  );
  const topicCode = drillCode(drill, TOPIC);
  return [
    ...isNotified.map(({ email }) => ({ name: `the mail to ${email}`, receiver: TOPIC, code: topicCode })),
    ...(slack === null ? [] : [{ name: `the Slack channel ${slack.channelId}`, receiver: TOPIC, code: topicCode }]),
    ...receivers.map((receiver) => ({
      name: `the alert in ${receiver.id}`,
      receiver: receiver.id,
      code: drillCode(drill, receiver.id),
    })),
  ];
}
