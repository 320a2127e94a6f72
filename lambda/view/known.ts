/** What is known of a deployment, wherever it was learnt: all that a view is drawn from. */

import type { Service } from '../core/config/config';
import type { Rollup } from '../core/history/history';
import type { ServiceState } from '../core/state/service-state';

export interface Known {
  /** The deployment's name. */
  readonly deployment: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly intervalMs: number;
  /** How old the last check of a service may be before it counts as not known any more, in milliseconds. */
  readonly staleAfterMs: number;
  /** In the config's order. */
  readonly services: readonly KnownService[];
  /** Those that have left the config, and what is kept of them. */
  readonly removed: readonly { readonly id: string; readonly state: ServiceState }[];
  /** What went wrong on the checker's own side, in words. */
  readonly problems: readonly string[];
}

export interface KnownService {
  readonly service: Pick<Service, 'id' | 'statusUrl' | 'severity' | 'runbook' | 'timeoutMs' | 'alerts'>;
  /** `null` where it has never been checked. */
  readonly state: ServiceState | null;
  /** Of the last check, in milliseconds since 1970: that of `state.latest`, or later. */
  readonly checkedAt: number | null;
  /** Milliseconds of the last answer; `null` where the last check got none. */
  readonly responseMs: number | null;
  /** Oldest first, without overlaps. */
  readonly history: readonly Rollup[];
}
