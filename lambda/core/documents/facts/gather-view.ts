/** Gathers the facts for a view, both for the page and for the dashboard's widget. */

import { type Config, removedFrom } from '../../config/config';
import type { MonthCounts, MonthOf } from '../../history/month';
import type { BucketsOf } from '../../history/past';
import { acksInForce, inForce } from '../../silences/in-force';
import type { Silence } from '../../silences/silence';
import type { Briefs } from '../../state/overview';
import type { ServiceState } from '../../state/service-state';
import { DEPLOYMENT } from '../../words/ids';
import type { DeploymentFacts, FigureBuckets, ServiceFacts } from './deployment-facts';
import { silenceable } from './service-view';

export interface ViewFacts
  extends Pick<DeploymentFacts, 'now' | 'staleAfterMs' | 'problems' | 'isDeployed' | 'upcoming'> {
  /** States by service, including services that have left the config and the deployment itself. */
  readonly states: ReadonlyMap<string, ServiceState>;
  /** The services in brief, if the table has them apart from the states. */
  readonly briefs?: Briefs;
  /** All recorded silences and acknowledgements: those that are not in force at `now` are left out. */
  readonly silences: readonly Silence[];
}

/** The histories of the services. They can be read after the view is gathered; each is missing until then. */
export interface Past {
  /** Returns the history over the time shown. */
  bucketsOf?: BucketsOf;
  figuresOf?: FiguresOf;
  /** Returns the last 30 days of a requested service; missing if they were not read. */
  monthOf?: MonthOf | undefined;
}

/** Returns the buckets for the figures of a service; `null` unless its details are shown. */
export type FiguresOf = (service: string) => FigureBuckets | null;

export function gatherView(
  config: Pick<Config, 'name' | 'intervalMs' | 'services'>,
  { states, briefs, silences: all, ...rest }: ViewFacts,
  past: Past = {},
): DeploymentFacts {
  const services = config.services.map((service) => {
    const { id } = service;
    return new GatheredService({ service, state: states.get(id) ?? null, brief: briefs?.get(id) }, past);
  });
  const removed = removedFrom(states, config.services).map(([id, state]) => ({ id, state }));
  const holding = all.length === 0 ? null : services.map(silenceable);
  return {
    deployment: config.name,
    intervalMs: config.intervalMs,
    services,
    removed,
    own: states.get(DEPLOYMENT) ?? null,
    silences: holding === null ? all : inForce(all, holding, rest.now),
    acks: holding === null ? all : acksInForce(all, holding, rest.now),
    ...rest,
  };
}

/** A service whose past is made when it is asked for: a history can have hundreds of buckets, and most views need few histories. */
class GatheredService implements ServiceFacts {
  readonly service: ServiceFacts['service'];
  readonly state: ServiceFacts['state'];
  readonly brief: ServiceFacts['brief'];
  readonly #past: Past;

  constructor({ service, state, brief }: Omit<ServiceFacts, 'buckets' | 'figures' | 'month'>, past: Past) {
    this.service = service;
    this.state = state;
    this.brief = brief;
    this.#past = past;
  }

  get buckets(): ServiceFacts['buckets'] {
    return this.#past.bucketsOf?.(this.service.id) ?? [];
  }

  get figures(): FigureBuckets | null {
    return this.#past.figuresOf?.(this.service.id) ?? null;
  }

  get month(): MonthCounts | null {
    return this.#past.monthOf?.(this.service.id) ?? null;
  }
}
