/** All kinds of receivers, with their keys in the config. A Lambda imports only the types. */

import { noteOf } from '../core/keys/notes';
import { alertmanagerKeys } from './alertmanager/keys';
import { eventbridgeKeys } from './eventbridge/keys';
import { ntfyKeys } from './ntfy/keys';
import { pagerdutyKeys } from './pagerduty/keys';
import type { AnyReceiverKeys } from './receiver-keys';
import { slackKeys } from './slack/keys';
import { smtpKeys } from './smtp/keys';
import { teamsKeys } from './teams/keys';
import { webhookKeys } from './webhook/keys';

/** The kinds that are notified by a POST. */
const POSTED = {
  pagerduty: pagerdutyKeys,
  webhook: webhookKeys,
  slack: slackKeys,
  teams: teamsKeys,
  ntfy: ntfyKeys,
  alertmanager: alertmanagerKeys,
  eventbridge: eventbridgeKeys,
};

export const RECEIVERS = { ...POSTED, smtp: smtpKeys };

export type PostedKind = keyof typeof POSTED;
export type ReceiverKind = keyof typeof RECEIVERS;
export const POSTED_KINDS = Object.keys(POSTED) as readonly PostedKind[];
export const RECEIVER_KINDS = Object.keys(RECEIVERS) as readonly ReceiverKind[];

export function isReceiverKind(name: unknown): name is ReceiverKind {
  return RECEIVER_KINDS.some((kind) => kind === name);
}

export function receiverKeysOf(kind: ReceiverKind): AnyReceiverKeys {
  return RECEIVERS[kind];
}

/** Whether the value of a key of such a receiver is not a secret. */
export function isShownSetting(kind: ReceiverKind, key: PropertyKey): boolean {
  const schema = receiverKeysOf(kind).keys[String(key)];
  return schema !== undefined && noteOf(schema)?.secret === undefined;
}

/** Whether the config can have a body for requests to such a receiver. */
export function hasTemplate(kind: ReceiverKind): boolean {
  return 'body' in RECEIVERS[kind].keys;
}

/** Whether requests to such a receiver have headers and credentials from the config. */
export function hasAccess(kind: ReceiverKind): boolean {
  return 'auth' in RECEIVERS[kind].keys;
}
