/** Puts together all that a view is drawn from, for the page and the dashboard's widget alike. */

import { type Config, removedFrom } from '../core/config/config';
import type { Rollup } from '../core/history/history';
import { lastSeen, type MeteredPeriod } from '../core/history/metered-history';
import type { ServiceState } from '../core/state/service-state';
import type { Known, KnownService } from './known';

export interface Learnt extends Pick<Known, 'now' | 'staleAfterMs' | 'problems'> {
  /** States by service, also of services that have left the config; `null` if a state can't be read. */
  readonly states: ReadonlyMap<string, ServiceState | null>;
  /** What CloudWatch has of each service, oldest first; no entry if CloudWatch was not asked. */
  readonly metered?: ReadonlyMap<string, readonly MeteredPeriod[]>;
  /** Called once, when the history of a service is first read. */
  readonly historyOf: (service: string, state: ServiceState | null) => readonly Rollup[];
}

export function gatherKnown(
  config: Pick<Config, 'name' | 'intervalMs' | 'services'>,
  { states, metered, historyOf, ...rest }: Learnt,
): Known {
  const services = config.services.map((service): KnownService => {
    const state = states.get(service.id) ?? null;
    let history: KnownService['history'] | undefined;
    return {
      service,
      state,
      ...lastSeen(state, metered?.get(service.id) ?? []),
      // A history may hold thousands of checks, and the reader may look at another service.
      get history() {
        history ??= historyOf(service.id, state);
        return history;
      },
    };
  });
  const removed = removedFrom(states, config.services).flatMap(([id, state]) => (state ? [{ id, state }] : []));
  return { deployment: config.name, intervalMs: config.intervalMs, services, removed, ...rest };
}
