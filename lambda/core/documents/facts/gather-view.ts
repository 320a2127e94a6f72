/** Puts together all that a view is drawn from, for the page and the dashboard's widget alike. */

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
  /** States by service, also of services that have left the config, and that of the deployment itself. */
  readonly states: ReadonlyMap<string, ServiceState>;
  /** How services are, if that is known besides their states. */
  readonly briefs?: Briefs;
  /** All that are known, and acknowledgements: those that do not hold at `now` are left out. */
  readonly silences: readonly Silence[];
  /** The history of the time that is shown. Called once, when the history of a service is first read. */
  readonly bucketsOf: BucketsOf;
  readonly figuresOf?: FiguresOf | undefined;
  /** The last 30 days of the services that were asked for; missing if they were not read. */
  readonly monthOf?: MonthOf | undefined;
}

/** What the figures of a service are made of; `null` unless its details are shown. */
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

/** What is known of the past of services. */
type PastOf = Pick<ViewFacts, 'bucketsOf' | 'figuresOf' | 'monthOf'>;

/** A history may hold hundreds of buckets, and the reader may look at another service: they are made when they are first read. */
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
