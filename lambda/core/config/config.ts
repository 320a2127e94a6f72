/** The config once it is parsed: what is watched and how, every default filled in. Nothing in it can change. */

import type { EventKind, MetricsLevel, Severity } from '../words/codes';
import { literalSecrets } from '../words/literal-secret';

/**
 * A request header's value. One that came from outside the file keeps the text that stands there (`Bearer ${TOKEN}`),
 * because that text, and never the value, is what may be shown. One of a `secret` has yet to be read (`revealSecrets`).
 */
export type HeaderValue =
  | { readonly kind: 'literal'; readonly value: string }
  | {
      readonly kind: 'hidden';
      readonly value: string;
      readonly text: string;
      /** The values that were put into it, and what around them counts as a secret too. */
      readonly secrets: readonly string[];
    }
  | SecretReference;

/** A value in AWS Secrets Manager: a key of a secret's JSON, or its whole text where `key` is `null`. */
export interface SecretReference {
  readonly kind: 'secret';
  /** Name or ARN. */
  readonly secret: string;
  readonly key: string | null;
}

/** Who gets alerts by e-mail; `null` lets all through. Only whoever declines does not get the checker's own alarms. */
export interface Subscription {
  readonly email: string;
  readonly services: readonly string[] | null;
  readonly events: readonly EventKind[] | null;
  readonly severities: readonly Severity[] | null;
  /** Whether the alarms about the checker itself are wanted. */
  readonly checker: boolean;
}

/** When a service's verdicts become an incident, and when people are notified of it again. */
export interface AlertPolicy {
  /** Runs in a row that must fail before an incident opens, or before another verdict counts as a change. */
  readonly failureThreshold: number;
  /** Healthy runs in a row that end an incident. */
  readonly successThreshold: number;
  /** The time after which people are reminded of an open incident, in milliseconds; `null` for never. */
  readonly remindEveryMs: number | null;
}

/** One service to ask. */
export interface Service {
  readonly id: string;
  /** As written in the file, also where variables stand in it. */
  readonly baseUrl: string;
  /** The base URL and `/status`, for people: where variables stand in it, `askedUrl` tells what is asked. */
  readonly statusUrl: string;
  /** Where variables stand in the base URL: what is asked, and their values. None of it is ever shown. */
  readonly asked?: { readonly url: string; readonly secrets: readonly string[] };
  /** The limit of one whole attempt, from the name's resolution to the body's last byte. */
  readonly timeoutMs: number;
  readonly retry: {
    /** How often a service that isn't healthy is asked within one run, the first time included. */
    readonly attempts: number;
    /** The pause before the second attempt; each later pause is twice the one before. */
    readonly backoffMs: number;
  };
  /** What a report's `environment` should say; `null` accepts any. */
  readonly environment: string | null;
  /** What a report's `service` must say. */
  readonly expectService: string;
  /** Whether a report without a `service` is no report of this one. */
  readonly requireService: boolean;
  /** Sent as the `Origin` header where it isn't `null`. */
  readonly origin: string | null;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** The largest body that is read, in bytes, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly tls: {
    readonly caFile: string;
    /** PEM text of `caFile`: trusted in addition to the public authorities. */
    readonly ca: string;
  } | null;
  /** Where a person finds out what to do when this service fails. */
  readonly runbook: string | null;
  readonly severity: Severity;
  /** When its verdicts become events. */
  readonly alerts: AlertPolicy;
}

/** All that a deployment watches. */
export interface Config {
  /** The deployment's name. */
  readonly name: string;
  /** The time from the start of one run to the start of the next. */
  readonly intervalMs: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  readonly services: readonly Service[];
  readonly metrics: MetricsLevel;
  /** How many alerts of one run go out together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** The address of the runbook's page; alerts and alarms lead to its sections. */
  readonly runbook: string | null;
}

/** What is deployed besides: read at synth, of no use at run time. */
export interface Deployment {
  readonly subscriptions: readonly Subscription[];
  readonly slack: { readonly workspaceId: string; readonly channelId: string } | null;
  readonly network: {
    /** Where the checker's own security group is made; `null` if there are others. */
    readonly vpcId: string | null;
    readonly subnetIds: readonly string[];
    /** `null` if the checker gets one of its own. */
    readonly securityGroupIds: readonly string[] | null;
  } | null;
  readonly servicesPerInvocation: number;
  /** What becomes of the table of states and incidents when the stack is deleted. */
  readonly table: 'delete' | 'retain';
  /** Whether CloudFormation refuses to delete the stack. */
  readonly terminationProtection: boolean;
  /** The key in KMS for topics, table, queue and logs; `null` leaves that to AWS. */
  readonly encryption: { readonly keyArn: string } | null;
}

/** The longest that one run may take for a service: every attempt up to its limit, and the pauses between them. */
export function worstCaseMs(timeoutMs: number, retry: { attempts: number; backoffMs: number }): number {
  return retry.attempts * timeoutMs + retry.backoffMs * (2 ** (retry.attempts - 1) - 1);
}

/** What is kept of services that have left the config, by their ids. */
export function removedFrom<Kept>(
  kept: ReadonlyMap<string, Kept>,
  configured: readonly Pick<Service, 'id'>[],
): readonly (readonly [id: string, kept: Kept])[] {
  const ids = new Set(configured.map(({ id }) => id));
  return [...kept].filter(([id]) => !ids.has(id));
}

/** The address that a service is asked at. It may hold a secret: `statusUrl` is what is shown. */
export function askedUrl({ asked, statusUrl }: Pick<Service, 'asked' | 'statusUrl'>): string {
  return asked?.url ?? statusUrl;
}

/**
 * The values that must never be shown: what the headers of a service and its address took from outside the file, and what
 * looks like a secret in it.
 */
export function secretsOf({ headers, asked }: Service): readonly string[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, header]) => {
    if (header.kind === 'literal') return literalSecrets(name, header.value);
    return header.kind === 'hidden' ? header.secrets : [];
  });
  return [...ofHeaders, ...(asked?.secrets ?? [])];
}
