/** Who is notified besides the topic, as the config has it. */

import type { EventKind, IncidentKind, Severity } from '../words/codes';
import type { Auth } from './auth';
import type { SecretValue } from './secret-value';

/** Those that are notified by a POST. */
export const POSTED_KINDS = ['pagerduty', 'webhook', 'slack', 'teams', 'ntfy', 'alertmanager', 'eventbridge'] as const;
export type PostedKind = (typeof POSTED_KINDS)[number];
/** A deployment takes no `smtp`: its topic sends mail. */
export const RECEIVER_KINDS = [...POSTED_KINDS, 'smtp'] as const;
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

/** What requests to a receiver have, besides what its form makes. */
export interface ReceiverAccess {
  readonly headers: Readonly<Record<string, SecretValue>>;
  readonly auth: Auth | null;
}

/** An instance of Alertmanager: each is a receiver of its own, so that what is sent to one, and not answered, says nothing of another. */
export interface AlertmanagerInstance extends ReceiverAccess {
  /** Which of its entry in the config, counted from 1. */
  readonly nth: number;
}

/** An event bus of Amazon EventBridge. */
export interface EventBus {
  /** Its name or its ARN. */
  readonly bus: string;
  /** Where it is; `null` for the region of the deployment, on a laptop for that of the environment. */
  readonly region: string | null;
}

/** The name of EventBridge in signatures and ARNs. */
export const EVENTS_SERVICE = 'events';

/** Source: Amazon EventBridge API reference, "CreateEventBus": "Pattern: [/\\.\\-_A-Za-z0-9]+", "Custom event bus names can't contain the / character". */
export const EVENT_BUS = /^(?:arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/)?[A-Za-z0-9._-]{1,256}$/;

/** The region in the ARN of a bus, otherwise the one that is given with its name; `null` if it is that of the deployment. */
export function busRegion({ bus, region }: EventBus): string | null {
  return bus.startsWith('arn:') ? (bus.split(':')[3] ?? null) : region;
}

export interface ReceiverConfig {
  /** Names it in states, logs and views: what it knows is kept under this name. */
  readonly id: string;
  readonly kind: ReceiverKind;
  /** The values that its form needs, by name, such as `url` or `routingKey`; a form has defaults for the others. None of it is ever shown. */
  readonly settings: Readonly<Record<string, SecretValue>>;
  /** Missing unless it is an Alertmanager. */
  readonly instance?: AlertmanagerInstance;
  /** Missing unless it is an event bus. */
  readonly bus?: EventBus;
  /** Whether it is sent changes of version too. */
  readonly changes?: true;
  /** The ids of services, those of its groups included; `null` for all. */
  readonly services: readonly string[] | null;
  readonly events: readonly EventKind[] | null;
  readonly kinds: readonly IncidentKind[] | null;
  readonly severities: readonly Severity[] | null;
  /** How long an incident has to fail before its beginning is due, in milliseconds. */
  readonly afterMs: number;
}

export function isPosted(receiver: ReceiverConfig): receiver is ReceiverConfig & { readonly kind: PostedKind } {
  return receiver.kind !== 'smtp';
}

/** The addresses of `to` of a mail server, as its settings hold them. */
export const MAIL_SEPARATOR = ', ';
