/** The config once it is parsed: what is watched and how, every default filled in. Nothing in it can change. */

import type { EventKind, MetricsLevel, Severity } from '../words/codes';
import { literalSecrets } from '../words/literal-secret';
import type { ConditionSettings } from './condition-policies';

/**
 * A request header's value. If it came from outside the file, it keeps the file's text (`Bearer ${TOKEN}`),
 * because only that text may be shown, never the value. The value of a `secret` has yet to be read (`revealSecrets`).
 */
export type HeaderValue =
  | { readonly kind: 'literal'; readonly value: string }
  | {
      readonly kind: 'hidden';
      readonly value: string;
      readonly text: string;
      /** The values that were put in, and the texts around them that count as secrets too. */
      readonly secrets: readonly string[];
    }
  | SecretReference;

/** A value in AWS Secrets Manager: a key of a secret's JSON, or its whole text if `key` is `null`. */
export interface SecretReference {
  readonly kind: 'secret';
  /** The secret's name or ARN. */
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
  /** The base URL as the file has it, with its variables. */
  readonly baseUrl: string;
  /** The base URL and `/status`, for people. If it has variables, `askedUrl` is the address that is asked. */
  readonly statusUrl: string;
  /** If the base URL has variables: the address that is asked, and their values. None of this is ever shown. */
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
  /** Whether a report without a `service` is refused. */
  readonly requireService: boolean;
  /** Sent as the `Origin` header, unless it is `null`. */
  readonly origin: string | null;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** The largest body that is read, in bytes, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly tls: {
    readonly caFile: string;
    /** PEM text of `caFile`: trusted in addition to the public authorities. */
    readonly ca: string;
  } | null;
  /** The page that says what to do if this service fails. */
  readonly runbook: string | null;
  readonly severity: Severity;
  /** What it belongs to, for the page; `null` if nothing was set. */
  readonly group: string | null;
  /** When its verdicts open and end incidents. */
  readonly alerts: AlertPolicy;
  /** How good it should be; `null` if nothing was set. */
  readonly objective: Objective | null;
  /** What is done about its conditions, and from which figures on, as far as that is not the default (`conditionPolicies`). */
  readonly conditions: ConditionSettings;
  /** A response time over this is slow; `null` if it follows from those of the last day. */
  readonly slowMs: number | null;
  /** A report whose timestamp is older than this is no valid answer; `null` accepts any. */
  readonly maxReportAgeMs: number | null;
}

/** What share of the checks of a window should be well, or fast. At least one of the two is set. */
export interface Objective {
  /** The share of checks that should be healthy, above 0 and below 1; `null` if none is set. */
  readonly availability: number | null;
  /** The share of healthy checks, above 0 and below 1, that should be answered in less than `underMs` milliseconds. */
  readonly responseTime: { readonly underMs: number; readonly share: number } | null;
  /** Whole days, in milliseconds. */
  readonly windowMs: number;
}

interface NamedMaintenance {
  readonly name: string;
  /** The ids of its services; `null` for all. */
  readonly services: readonly string[] | null;
}

/** From one instant to another, in milliseconds since 1970. */
export interface MaintenanceOnce extends NamedMaintenance {
  readonly kind: 'once';
  readonly from: number;
  readonly to: number;
}

/** Each time that the clock of a time zone says so, for as long as `lengthMs`. */
export interface RepeatingMaintenance extends NamedMaintenance {
  readonly kind: 'repeating';
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** A name of the IANA time zone database. */
  readonly timeZone: string;
  readonly lengthMs: number;
}

/** Planned maintenance: while it lasts nobody is notified of its services, and availability leaves their checks out. */
export type Maintenance = MaintenanceOnce | RepeatingMaintenance;

/** All that a deployment watches. */
export interface Config {
  /** The deployment's name. */
  readonly name: string;
  /** The time from the start of one run to the start of the next. */
  readonly intervalMs: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  readonly services: readonly Service[];
  readonly maintenance: readonly Maintenance[];
  readonly metrics: MetricsLevel;
  /** How many alerts of one run go out together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** The address of the runbook's page; alerts and alarms lead to its sections. */
  readonly runbook: string | null;
}

/** What is deployed besides: read at synth, not at run time. */
export interface Deployment {
  /** Where it is deployed, such as `eu-central-1`; `null` leaves that to the shell. */
  readonly region: string | null;
  readonly subscriptions: readonly Subscription[];
  readonly slack: { readonly workspaceId: string; readonly channelId: string; readonly buttons: boolean } | null;
  readonly network: {
    /** The VPC in which the checker's own security group is made; `null` if other groups are named. */
    readonly vpcId: string | null;
    readonly subnetIds: readonly string[];
    /** `null` if the checker gets one of its own. */
    readonly securityGroupIds: readonly string[] | null;
    /** Whether the function may use IPv6; then all subnets have to be dual-stack. */
    readonly ipv6AllowedForDualStack: boolean;
  } | null;
  readonly servicesPerInvocation: number;
  /** The memory of the checker's Lambda; `null` if it follows from the number of services. */
  readonly memoryMb: number | null;
  /** What happens to the table of states and incidents if the stack is deleted. */
  readonly table: 'delete' | 'retain';
  /** Whether each service has an alarm on its health, which notifies nobody; `parts`: each part of the services has one. */
  readonly serviceAlarms: boolean | 'parts';
  /** Whether there is a dashboard, with the Lambda that draws its view. */
  readonly dashboard: boolean;
  /** Whether CloudFormation refuses to delete the stack. */
  readonly terminationProtection: boolean;
  /** The key in KMS for topics, table, queue and logs; `null` leaves that to AWS. */
  readonly encryption: { readonly keyArn: string } | null;
}

/** The longest that one run may take for a service: every attempt up to its limit, and the pauses between them. */
export function worstCaseMs(timeoutMs: number, retry: { attempts: number; backoffMs: number }): number {
  return retry.attempts * timeoutMs + retry.backoffMs * (2 ** (retry.attempts - 1) - 1);
}

/** The states of services that have left the config, by their ids. */
export function removedFrom<Kept>(
  kept: ReadonlyMap<string, Kept>,
  configured: readonly Pick<Service, 'id'>[],
): readonly (readonly [id: string, kept: Kept])[] {
  const ids = new Set(configured.map(({ id }) => id));
  return [...kept].filter(([id]) => !ids.has(id));
}

/** The address that a service is asked at. It may hold a secret, so `statusUrl` is shown instead. */
export function askedUrl({ asked, statusUrl }: Pick<Service, 'asked' | 'statusUrl'>): string {
  return asked?.url ?? statusUrl;
}

/**
 * The values that must never be shown: what a service's headers and address took from outside the file, and parts of
 * them that look like a secret.
 */
export function secretsOf({ headers, asked }: Service): readonly string[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, header]) => {
    if (header.kind === 'literal') return literalSecrets(name, header.value);
    return header.kind === 'hidden' ? header.secrets : [];
  });
  return [...ofHeaders, ...(asked?.secrets ?? [])];
}
