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
  /** Returns the history over the time shown. Called once for a service, when its history is first read. */
  readonly bucketsOf: BucketsOf;
  readonly figuresOf?: FiguresOf | undefined;
  /** Returns the last 30 days of a requested service; missing if they were not read. */
  readonly monthOf?: MonthOf | undefined;
}

/** Returns the buckets for the figures of a service; `null` unless its details are shown. */
export type FiguresOf = (service: string) => FigureBuckets | null;

export function gatherView(
  config: Pick<Config, 'name' | 'intervalMs' | 'services'>,
  { states, briefs, bucketsOf, figuresOf, monthOf, silences: all, ...rest }: ViewFacts,
): DeploymentFacts {
  const services = config.services.map((service) => {
    const { id } = service;
    return new GatheredService(
      { service, state: states.get(id) ?? null, brief: briefs?.get(id) },
      { bucketsOf, figuresOf, monthOf },
    );
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

/** The history of services. */
type PastOf = Pick<ViewFacts, 'bucketsOf' | 'figuresOf' | 'monthOf'>;

/** A service whose buckets are made when first read: a history can have hundreds, and most views need few histories. */
class GatheredService implements ServiceFacts {
  readonly service: ServiceFacts['service'];
  readonly state: ServiceFacts['state'];
  readonly brief: ServiceFacts['brief'];
  readonly #past: PastOf;
  #buckets: ServiceFacts['buckets'] | undefined;

  constructor({ service, state, brief }: Omit<ServiceFacts, 'buckets' | 'figures' | 'month'>, past: PastOf) {
    this.service = service;
    this.state = state;
    this.brief = brief;
    this.#past = past;
  }

  get buckets(): ServiceFacts['buckets'] {
    this.#buckets ??= this.#past.bucketsOf(this.service.id);
    return this.#buckets;
  }

  get figures(): FigureBuckets | null {
    return this.#past.figuresOf?.(this.service.id) ?? null;
  }

  get month(): MonthCounts | null {
    return this.#past.monthOf?.(this.service.id) ?? null;
  }
}
