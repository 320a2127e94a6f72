/** A notification as a message to an SNS topic: a text for each protocol, and the attributes that subscriptions filter by. */

import { cleanText } from '../../words/clean-text';
import type { Notification } from '../notification';
import type { ButtonTarget } from './card-buttons';
import { chatCard } from './chat-card';
import { mailText, subjectOf } from './mail';
import { documentOf, GROUP_SCHEMA } from './notification-document';

/** Source: Amazon SNS, "Publish": "With the exception of SMS, messages must be UTF-8 encoded strings and at most 256 KB in size (262,144 bytes, not 262,144 characters)." */
export const MESSAGE_LIMIT_BYTES = 262_144;
const ATTRIBUTE_LIMIT = 200;

export interface SnsMessage {
  readonly subject: string;
  /**
   * JSON: the text of each protocol by its name, and `default` for all others. Source: Amazon SNS, "Publish",
   * `MessageStructure`: it must "contain at least a top-level JSON key of "default" with a value that is a string. You can
   * define other top-level keys that define the message you want to send to a specific transport protocol".
   */
  readonly message: string;
  readonly attributes: NotificationAttributes;
}

/**
 * A filter matches an attribute that is a list if it matches any of its elements. Source: Amazon SNS developer guide, "String
 * value matching": "For `String.Array` type attributes, each element in the array is treated as a separate string for
 * matching purposes."
 */
export interface NotificationAttributes {
  readonly schema: string;
  readonly event: string;
  readonly service: readonly string[];
  /** A list if its alerts differ, so that a filter for a verdict gets all alerts with it. */
  readonly verdict: string | readonly string[];
  readonly severity: string;
  readonly environment: string;
}

/** SNS accepts no empty attributes, so a missing value becomes `unknown`. */
export function attributesOf({ alerts }: Notification): NotificationAttributes {
  const [{ schema, event, verdict, severity, service }, ...others] = alerts;
  const verdicts = [...new Set(alerts.map((alert) => alert.verdict))];
  return {
    schema: others.length === 0 ? schema : GROUP_SCHEMA,
    event,
    service: alerts.map((alert) => alert.service.id),
    verdict: verdicts.length === 1 ? verdict : verdicts,
    severity,
    environment: cleanText(service.environment ?? '', ATTRIBUTE_LIMIT) || 'unknown',
  };
}

/** The maximum lengths of a service's text in a document of many alerts: a shorter one is used if the message would be too large. */
const TEXT_LENGTHS = [200, 60, 20];

/** Returns the message. Texts from services are cut if it would not fit. Its card has buttons if there is a `target`. */
export function snsMessageOf(notification: Notification, target: ButtonTarget | null = null): SnsMessage {
  const attributes = attributesOf(notification);
  const subject = subjectOf(notification);
  const email = mailText(notification);
  const https = JSON.stringify(chatCard(notification, target));
  let message = '';
  for (const length of TEXT_LENGTHS) {
    message = JSON.stringify({ default: JSON.stringify(documentOf(notification, length)), email, https });
    if (bytesOf({ subject, message, attributes }) <= MESSAGE_LIMIT_BYTES) break;
  }
  return { subject, message, attributes };
}

/** Returns whether SNS accepts it as a single message, also with buttons. */
export function fits(notification: Notification): boolean {
  return bytesOf(snsMessageOf(notification, LONGEST_TARGET)) <= MESSAGE_LIMIT_BYTES;
}

/** Lambda allows 64 characters in the name of a function. */
const LONGEST_TARGET: ButtonTarget = { region: 'r'.repeat(32), functionName: 'f'.repeat(64) };

/**
 * Returns the size with the attributes. Source: Amazon SNS, "MessageAttributeValue": "All parts of the message attribute, including name,
 * type, and value, are included in the message size restriction, which is currently 256 KB (262,144 bytes)."
 */
function bytesOf({ subject, message, attributes }: SnsMessage): number {
  return new TextEncoder().encode(subject + message + JSON.stringify(attributes)).length + ATTRIBUTE_TYPES_BYTES;
}

/** Room for the types of the attributes, `String` and `String.Array`. */
const ATTRIBUTE_TYPES_BYTES = 100;
