/** The receivers of a config, in addition to the topic. */

import type { PostedKind, ReceiverKind } from '../../receivers/kinds';
import type { ReceiverTarget } from '../../receivers/receiver-keys';
import type { EventKind, IncidentKind, Severity } from '../words/codes';
import type { Auth } from './auth';
import type { SecretValue } from './secret-value';

/** The settings of requests to a receiver that its form does not set. */
export interface ReceiverAccess {
  readonly headers: Readonly<Record<string, SecretValue>>;
  readonly auth: Auth | null;
}

/** An event bus of Amazon EventBridge: its name or ARN, and its region, which is `null` if neither says it. */
export type EventBus = NonNullable<ReceiverTarget['bus']>;

/** The name of EventBridge in signatures and ARNs. */
export const EVENTS_SERVICE = 'events';

/** Returns the region in the ARN of a bus, or else the one given with its name; `null` for the deployment's region. */
export function busRegion({ bus, region }: EventBus): string | null {
  return bus.startsWith('arn:') ? (bus.split(':')[3] ?? null) : region;
}

/** A receiver of the config. Its settings are never shown. */
export interface ReceiverConfig extends ReceiverTarget {
  /** The name in states, logs and views. Its record is stored under it. */
  readonly id: string;
  readonly kind: ReceiverKind;
  /** Missing unless its kind has headers and credentials in the config. */
  readonly access?: ReceiverAccess;
  /** Which of the addresses in its entry of the config it has, counted from 1; missing for the first. */
  readonly nth?: number;
  /** The ids of services, those of its groups included; `null` for all. */
  readonly services: readonly string[] | null;
  readonly events: readonly EventKind[] | null;
  readonly kinds: readonly IncidentKind[] | null;
  readonly severities: readonly Severity[] | null;
  /** How long an incident must last before its first alert is due, in milliseconds. */
  readonly afterMs: number;
}

export function isPosted(receiver: ReceiverConfig): receiver is ReceiverConfig & { readonly kind: PostedKind } {
  return receiver.kind !== 'smtp';
}
