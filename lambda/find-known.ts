/** What the dashboard's widget finds out, and for the most part the page: the overviews, the states and the histories that runs have stored, and the silences. */

import type { Config } from './core/config/config';
import { gatherKnown } from './core/documents/facts/gather-known';
import type { Known } from './core/documents/facts/known';
import { listingOf } from './core/documents/facts/listing';
import { rangeOf } from './core/history/history-items';
import type { HistoryStore } from './core/history/history-store';
import { type BucketsOf, NOTHING_READ, readBuckets } from './core/history/past';
import { NO_HISTORY } from './core/history/running-history';
import type { WidgetRequest } from './core/invoke/widget-request';
import type { Planner } from './core/silence/maintenance';
import type { Silence } from './core/silence/silence';
import type { SilenceStore } from './core/silence/silence-store';
import { type Briefs, briefsIn, type ReadOverviews } from './core/state/overview';
import { type ServiceState, staleAfterMs } from './core/state/service-state';
import type { ReadStates } from './core/state/store';
import { readState } from './core/state/stored-state';
import { cleanText } from './core/words/clean-text';
import { messageOf } from './core/words/run-failure';
import type { WidgetContent } from './view/page/widget';

export interface FindPorts {
  readonly readOverviews: ReadOverviews;
  readonly readStates: ReadStates;
  readonly readHistory: HistoryStore['read'];
  readonly readSilences: SilenceStore['read'];
  readonly planned?: Planner;
}

type View = Extract<WidgetRequest, { kind: 'view' }>;
export type WatchedServices = Pick<Config, 'name' | 'intervalMs' | 'services'>;

/**
 * Of all services only the overviews are read, and of those that are shown the states and the histories. If one source can't be
 * read, the others are still shown, and `problems` says what is missing. Never rejects.
 */
export async function findContent(
  config: WatchedServices,
  view: View,
  ports: FindPorts,
  now: number,
): Promise<WidgetContent> {
  const { service: id } = view;
  const silences = silencesOf(ports, now);
  if (id !== null) {
    const ids = config.services.filter((service) => service.id === id).map((service) => service.id);
    return {
      kind: 'service',
      id,
      known: await findKnown(
        config,
        ids,
        { briefs: NOTHING_BRIEF, silences },
        () => ({ ...view, services: ids }),
        ports,
        now,
      ),
    };
  }
  const overviews = await briefsOf(ports, now);
  const listing = listingOf(knownInBrief(config, overviews.value, now), view);
  const ids = listing.services.map(({ service }) => service.id);
  const known = await findKnown(
    config,
    ids,
    { briefs: overviews, silences },
    () => ({ ...view, services: ids }),
    ports,
    now,
  );
  const listed = new Set(ids);
  return {
    kind: 'listing',
    known,
    listing: { ...listing, services: known.services.filter(({ service }) => listed.has(service.id)) },
  };
}

/** What people have asked to be silent. Never rejects, as `briefsOf`. */
export function silencesOf({ readSilences }: FindPorts, now: number): Promise<Reading<readonly Silence[]>> {
  return orProblem('the silences', readSilences(now), async () => NO_SILENCES);
}

/** What the overviews say of all services. */
export function briefsOf({ readOverviews }: FindPorts, now: number): Promise<Reading<Briefs>> {
  return orProblem('the overview', readOverviews(now).then(briefsIn), async () => NO_BRIEFS);
}

/** All that is known without the state of any service. */
export function knownInBrief(config: WatchedServices, briefs: Briefs, now: number): Known {
  return gatherKnown(config, {
    ...{ now, staleAfterMs: staleAfterMs(config.intervalMs), states: NOTHING_STORED, briefs },
    ...{ bucketsOf: NO_BUCKETS, silences: NO_SILENCES, problems: [], isDeployed: true },
  });
}

/** Whose histories are wanted, and of which time, in milliseconds since 1970. */
interface WantedHistory {
  readonly services: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Reads the states of services, and the histories that are wanted of what is known by them. Never rejects. */
export async function findKnown(
  config: WatchedServices,
  ids: readonly string[],
  { briefs, silences }: { readonly briefs: Reading<Briefs>; readonly silences: Promise<Reading<readonly Silence[]>> },
  wanted: (read: Known) => WantedHistory | null,
  { readStates, readHistory, planned }: FindPorts,
  now: number,
): Promise<Known> {
  const states = await orProblem('the states', statesOf(readStates(ids, now)), async () => NOTHING_STORED);
  const silenced = await silences;
  const senseless = ids.filter((id) => states.value.get(id) === null);
  const facts = {
    ...{ now, staleAfterMs: staleAfterMs(config.intervalMs), states: states.value, briefs: briefs.value },
    silences: [...silenced.value, ...(planned?.(now, now) ?? [])],
    isDeployed: true,
    problems: [
      ...briefs.problems,
      ...silenced.problems,
      ...states.problems,
      ...senseless.map((id) => `the stored state of ${id} makes no sense`),
    ],
  };
  const { services, from, to } = wanted(gatherKnown(config, { ...facts, bucketsOf: NO_BUCKETS })) ?? NOTHING_WANTED;
  const running = new Map(services.map((id) => [id, states.value.get(id)?.history ?? NO_HISTORY]));
  const range = rangeOf(from, Math.min(to, now), now);
  const bucketsIn = (store: Pick<HistoryStore, 'read'>) => readBuckets(running, range, store, now);
  const isPast = range.from < range.to && services.length > 0;
  // What the states keep is shown even if the store of histories can't be read.
  const reading = isPast ? bucketsIn({ read: readHistory }) : NO_BUCKETS;
  const buckets = await orProblem('the histories', reading, () => bucketsIn(NOTHING_READ));
  return gatherKnown(config, {
    ...facts,
    bucketsOf: buckets.value,
    problems: [...facts.problems, ...buckets.problems],
  });
}

const NOTHING_WANTED: WantedHistory = { services: [], from: 0, to: 0 };

const NO_SILENCES: readonly Silence[] = [];
const NO_BRIEFS: Briefs = new Map();
export const NOTHING_BRIEF: Reading<Briefs> = { value: NO_BRIEFS, problems: [] };

type States = ReadonlyMap<string, ServiceState | null>;
const NOTHING_STORED: States = new Map();
const NO_BUCKETS: BucketsOf = () => [];

/** States that can't be read are `null`. */
async function statesOf(reading: ReturnType<ReadStates>): Promise<States> {
  return new Map((await reading).map(({ service, state }) => [service, readState(state)]));
}

export interface Reading<Value> {
  readonly value: Value;
  readonly problems: readonly string[];
}

/** What a source says, or else another value, and why. */
async function orProblem<Value>(
  what: string,
  reading: Value | Promise<Value>,
  otherwise: () => Promise<Value>,
): Promise<Reading<Value>> {
  try {
    return { value: await reading, problems: [] };
  } catch (error) {
    return { value: await otherwise(), problems: [`${what} can't be read: ${cleanText(messageOf(error))}`] };
  }
}
