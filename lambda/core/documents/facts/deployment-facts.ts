/** All facts about a deployment that a view needs, whatever their source. */

import type { Service } from '../../config/config';
import type { Bucket } from '../../history/bucket';
import type { MonthCounts } from '../../history/month';
import type { Silence } from '../../silences/silence';
import type { Brief } from '../../state/overview';
import type { ServiceState } from '../../state/service-state';

/** The time of a view, and the silences in force then. */
export interface ViewContext {
  /** The time of the view, in milliseconds since 1970. */
  readonly now: number;
  readonly intervalMs: number;
  /** The age of the last check after which a service's state is unknown, in milliseconds. */
  readonly staleAfterMs: number;
  /** The silences in force at `now` that silence anything, the one that ends last first. */
  readonly silences: readonly Silence[];
  /** The acknowledgements in force at `now`, in the same order: they silence nothing. */
  readonly acks: readonly Silence[];
  /** All services, in the config's order. */
  readonly services: readonly RelatedService[];
}

/** A service that others may need. */
export interface RelatedService extends ServiceWithState {
  readonly service: Pick<Service, 'id' | 'objective' | 'needs'>;
}

export interface DeploymentFacts extends ViewContext {
  /** The deployment's name. */
  readonly deployment: string;
  readonly services: readonly ServiceFacts[];
  /** Services that have left the config, with their stored states. */
  readonly removed: readonly { readonly id: string; readonly state: ServiceState }[];
  /** The state of the deployment itself; `null` if there is none. */
  readonly own: ServiceState | null;
  /** Whether the checker is deployed; otherwise it is a watch on this machine, which shows its alerts and sends none. */
  readonly isDeployed: boolean;
  /** Planned maintenance that begins within a week of `now`; missing if it was not read. */
  readonly upcoming?: readonly Silence[];
  /** Faults on the checker's own side, in words. */
  readonly problems: readonly string[];
}

/** The stored data of a service, whether the config has it or not. */
export interface ServiceWithState {
  readonly service: Pick<Service, 'id' | 'objective'>;
  /** `null` if it has never been checked. It has the last checks. */
  readonly state: ServiceState | null;
  /** The status in brief, which may be newer than the state, or all that was read. */
  readonly brief?: Brief | undefined;
}

/** The buckets for a service's figures: the hours of two days, and the days of three months, oldest first. */
export interface FigureBuckets {
  readonly hours: readonly Bucket[];
  readonly days: readonly Bucket[];
}

export interface ServiceFacts extends ServiceWithState {
  readonly service: Pick<
    Service,
    | 'id'
    | 'statusUrl'
    | 'severity'
    | 'environment'
    | 'group'
    | 'runbook'
    | 'timeoutMs'
    | 'alerts'
    | 'objective'
    | 'slowMs'
    | 'conditions'
    | 'needs'
  >;
  /** The history over the time shown, oldest first, without overlaps; empty if only the last checks are shown. */
  readonly buckets: readonly Bucket[];
  /** `null` unless its details are shown. */
  readonly figures?: FigureBuckets | null;
  /** Its last 30 days; missing if they were not read. */
  readonly month?: MonthCounts | null;
}
