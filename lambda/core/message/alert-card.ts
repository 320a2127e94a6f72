/**
 * An alert as the custom notification of Amazon Q Developer in chat applications, the only form that it shows in Slack.
 * Source: its administrator guide, "Custom notifications using Amazon Q Developer in chat applications".
 */

import { cleanText } from '../words/clean-text';
import type { Alert } from './alert';
import { facts, firstLook, headline, POSSIBLY_REPEATED, pages } from './alert-text';
import { neutralize } from './neutralize';

/** The limits of the schema, in characters. */
const TITLE_LIMIT = 250;
const DESCRIPTION_LIMIT = 8_000;
const ATTRIBUTE_LIMIT = 200;

export interface ChatCard {
  readonly version: '1.0';
  readonly source: 'custom';
  readonly id: string;
  readonly content: {
    readonly textType: 'client-markdown';
    readonly title: string;
    readonly description: string;
    readonly nextSteps: readonly string[];
    readonly keywords: readonly string[];
  };
  readonly metadata: {
    /** The same for all alerts of an incident, so that the chat keeps them in one thread. */
    readonly threadId: string;
    readonly summary: string;
    readonly eventType: string;
    readonly relatedResources: readonly string[];
    readonly additionalContext: Readonly<Record<string, string>>;
  };
}

const MARKS: Record<Alert['event'], string> = {
  opened: ':red_circle:',
  updated: ':large_orange_circle:',
  reminder: ':red_circle:',
  resolved: ':large_green_circle:',
};

/** The card of an alert. Texts from the service are shown without markup, mentions and links. */
export function chatCard(alert: Alert): ChatCard {
  const repeated = alert.possiblyRepeated ? [`_${POSSIBLY_REPEATED}_`] : [];
  const lines = [...repeated, ...facts(alert).map(([label, value]) => `*${label}:* ${value}`)];
  return {
    version: '1.0',
    source: 'custom',
    id: alert.id,
    content: {
      textType: 'client-markdown',
      title: `${markOf(alert)} ${headline(alert)}`.slice(0, TITLE_LIMIT),
      description: lines.join('\n').slice(0, DESCRIPTION_LIMIT),
      nextSteps: [...firstLook(alert).map(([, advice]) => advice), ...pages(alert).map(linkTo)],
      keywords: [alert.service.id, alert.verdict, alert.severity],
    },
    metadata: {
      threadId: alert.incidentId,
      summary: neutralize(alert.summary),
      eventType: alert.event,
      relatedResources: [alert.service.id],
      additionalContext: { deployment: alert.deployment, reason: alert.reason },
    },
  };
}

/** Attributes that subscriptions filter by. SNS accepts no empty ones, so a missing value becomes `unknown`. */
export function alertAttributes(
  alert: Alert,
): Readonly<Record<'event' | 'service' | 'verdict' | 'severity' | 'environment', string>> {
  return {
    event: alert.event,
    service: alert.service.id,
    verdict: alert.verdict,
    severity: alert.severity,
    environment: cleanText(alert.service.environment ?? '', ATTRIBUTE_LIMIT) || 'unknown',
  };
}

/** If a service was removed from the config, nobody knows whether it is healthy: its mark is white. */
function markOf({ event, verdict }: Alert): string {
  return event === 'resolved' && verdict !== 'healthy' ? ':white_circle:' : MARKS[event];
}

/** A link in Slack's notation; the signs of that notation are escaped in the address. */
function linkTo([label, address]: readonly [label: string, address: string]): string {
  return `<${address.replace(/[<>|]/g, encodeURIComponent)}|${label}>`;
}
