/** Puts together all that a view is drawn from, for the page and the dashboard's widget alike. */

import { type Config, removedFrom } from '../core/config/config';
import type { Bucket } from '../core/history/bucket';
import type { Briefs } from '../core/state/overview';
import type { ServiceState } from '../core/state/service-state';
import type { Known, KnownService } from './known';

export interface Learnt extends Pick<Known, 'now' | 'staleAfterMs' | 'problems'> {
  /** States by service, also of services that have left the config; `null` if a state can't be read. */
  readonly states: ReadonlyMap<string, ServiceState | null>;
  /** How services are, if that is known besides their states. */
  readonly briefs?: Briefs;
  /** The history of the time that is shown. Called once, when the history of a service is first read. */
  readonly bucketsOf: (service: string) => readonly Bucket[];
}

export function gatherKnown(
  config: Pick<Config, 'name' | 'intervalMs' | 'services'>,
  { states, briefs, bucketsOf, ...rest }: Learnt,
): Known {
  const services = config.services.map((service): KnownService => {
    let buckets: KnownService['buckets'] | undefined;
    return {
      service,
      state: states.get(service.id) ?? null,
      brief: briefs?.get(service.id),
      // A history may hold hundreds of buckets, and the reader may look at another service.
      get buckets() {
        buckets ??= bucketsOf(service.id);
        return buckets;
      },
    };
  });
  const removed = removedFrom(states, config.services).flatMap(([id, state]) => (state ? [{ id, state }] : []));
  return { deployment: config.name, intervalMs: config.intervalMs, services, removed, ...rest };
}
