/**
 * The config once it is parsed: what is watched and how, every default filled in. Nothing in it can change. Its keys are those of the
 * schema, each described there; values that combine several keys are described here. A key names its unit: `timeout` of the file is `timeoutMs`.
 */

import type { StatusPage } from '../../status-page/core/status-page';
import type { ConditionSettings } from '../conditions/conditions';
import type { ReportedStatus } from '../words/codes';
import { DEPLOYMENT, DRILL } from '../words/ids';
import type { Auth, ClientCertificate } from './auth';
import type { PulseConfig } from './pulse';
import type { ReceiverConfig } from './receivers';
import type { CommonSettings, ConfigInput, DeploymentSettings, ServiceInput } from './schema/config-schema';
import type { SecretValue } from './secret-value';

/** A recipient of alerts by e-mail. A filter that is `null` lets everything through. */
export type Subscription = NonNullable<ConfigInput['alerts']['subscriptions']>[number];

/** Planned maintenance: while it lasts nobody is notified of its services, and availability leaves their checks out. Times are in milliseconds since 1970. */
export type Maintenance = NonNullable<ConfigInput['maintenance']>[number];

/** When a service's verdicts become an incident, and when people are notified of it again; `remindEveryMs` is `null` for never. */
export type AlertPolicy = CommonSettings['alerts'];

/** The keys whose value combines the service's own setting with the common one. */
type MergedKeys = 'headers' | 'auth' | 'tls' | 'objective' | 'conditions' | 'words';

/** A service to check, with the common settings. An optional key of the file is `null` if it is not set. */
export interface Service
  extends Omit<CommonSettings, MergedKeys>,
    Omit<ServiceInput, keyof CommonSettings | 'expectService'> {
  /** The address that is checked: the base URL and the path. */
  readonly statusUrl: string;
  /** The `service` that a report must have. */
  readonly expectService: string;
  /** Its own words for each status, in addition to the known words; `null` if there are none. */
  readonly words: StatusWords | null;
  readonly headers: Readonly<Record<string, SecretValue>>;
  /** Its credentials; `null` if it has none, or only in its headers. */
  readonly auth: Auth | null;
  readonly tls: TlsSettings | null;
  /** The objective; `null` if it is not set. */
  readonly objective: Objective | null;
  /** The policies for its conditions that differ from the defaults (`conditionPolicies`). */
  readonly conditions: ConditionSettings;
}

export interface TlsSettings {
  readonly caFile: string | null;
  /** PEM text of `caFile`: trusted in addition to the public authorities. `null` if none is set. */
  readonly ca: string | null;
  readonly client: ClientCertificate | null;
}

/** The words by which a service reports each status, whatever their case. */
export type StatusWords = { readonly [Status in ReportedStatus]: readonly string[] };

/** The share of the checks of a window that should be healthy, or fast. At least one of the two is set. */
export interface Objective {
  /** The share of checks that should be healthy, above 0 and below 1; `null` if none is set. */
  readonly availability: number | null;
  /** The share of healthy checks, above 0 and below 1, that should be answered in less than `underMs` milliseconds. */
  readonly responseTime: { readonly underMs: number; readonly share: number } | null;
  /** Whole days, in milliseconds. */
  readonly windowMs: number;
}

/** The settings for checks and notifications. */
export interface Config
  extends Omit<
    ConfigInput,
    | keyof CommonSettings
    | keyof DeploymentSettings
    | 'extends'
    | 'alerts'
    | 'maintenance'
    | 'pulse'
    | 'services'
    | 'statusPage'
  > {
  readonly services: readonly Service[];
  readonly maintenance: readonly Maintenance[];
  /** The least number of alerts in a run that are sent together; `null` for never. */
  readonly groupFrom: number | null;
  /** The receivers in addition to the topic. */
  readonly receivers: readonly ReceiverConfig[];
  /** The addresses elsewhere that are called after each good run. */
  readonly pulses: readonly PulseConfig[];
  /** The public page; `null` if there is none. */
  readonly statusPage: StatusPage | null;
}

/** The other settings of a deployment: read at synth, not at run time. */
export interface Deployment
  extends Omit<DeploymentSettings, 'memory' | 'deploy'>,
    Readonly<DeploymentSettings['deploy']> {
  readonly subscriptions: readonly Subscription[];
  readonly slack: ConfigInput['alerts']['slack'];
  /** The memory of the checker's Lambda; `null` if it depends on the number of services. */
  readonly memoryMb: number | null;
}

export interface ServiceList {
  /** In the order of the config. */
  readonly services: readonly Service[];
}

/** A service by its id, with its group and the ids of the services that it needs, if given. */
export interface ConfiguredService extends Pick<Service, 'id'>, Partial<Pick<Service, 'group' | 'needs'>> {}

/** Returns the longest time for an attempt. `timeoutMs` is the service's limit: its token may take as long as its answer. */
export function longestAttemptMs(timeoutMs: number, auth: Auth['kind'] | null | undefined): number {
  return auth === 'oauth2' ? 2 * timeoutMs : timeoutMs;
}

/** Returns the longest time that a run needs for a service: every attempt up to its limit, and the pauses between them. */
export function worstCaseMs(attemptMs: number, retry: { attempts: number; backoffMs: number }): number {
  return retry.attempts * attemptMs + retry.backoffMs * (2 ** (retry.attempts - 1) - 1);
}

/** Returns the states of services that are no longer in the config, by their ids, without the state of the deployment itself. */
export function removedFrom<Kept>(
  kept: ReadonlyMap<string, Kept>,
  configured: readonly ConfiguredService[],
): readonly (readonly [id: string, kept: Kept])[] {
  const ids = new Set([DEPLOYMENT, DRILL, ...configured.map(({ id }) => id)]);
  return [...kept].filter(([id]) => !ids.has(id));
}
