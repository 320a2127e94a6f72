/** Finds the facts for a page of a deployment, or for the dashboard's widget. It reads only the items of the table that are shown. */

import type { Config } from '../config/config';
import { type HistoryReader, rangeOf } from '../history/history-items';
import type { MonthOf, MonthReader } from '../history/month';
import { type BucketsOf, NOTHING_READ, readBuckets } from '../history/past';
import { NO_HISTORY } from '../history/running-history';
import { type Planner, upcomingIn } from '../silences/maintenance';
import type { Silence, SilenceStore } from '../silences/silence';
import { type Briefs, briefsIn, type ReadOverviews } from '../state/overview';
import { staleAfterMs } from '../state/service-state';
import type { ReadStates } from '../state/store';
import { type ReadableStates, statesIn, unreadableText } from '../state/stored-state';
import { cleanText } from '../words/clean-text';
import { DEPLOYMENT } from '../words/ids';
import { errorMessage } from '../words/run-failure';
import type { Address } from './address';
import type { DeploymentFacts, FigureBuckets } from './facts/deployment-facts';
import { gatherView, type Past } from './facts/gather-view';
import { timeShown } from './facts/incident-records';
import { byUrgency, choose, withoutMonth } from './facts/listing';
import { readFigures, showsFigures } from './facts/service-figures';
import { spanOf } from './facts/service-view';
import { MOST_ON_WALL } from './page-document';
import { MOST_REPORTED } from './report/report-page-document';

export interface FindPorts {
  readonly readOverviews: ReadOverviews;
  readonly readStates: ReadStates;
  readonly readHistory: HistoryReader['read'];
  readonly readMonth: MonthReader;
  readonly readSilences: SilenceStore['read'];
  readonly planned?: Planner;
}

export type WatchedServices = Pick<Config, 'name' | 'intervalMs' | 'services'>;

/** The limits on what is read and shown. */
export interface FindRoom {
  readonly rows: number;
  /** The most states that are read: for listed services, then the most urgent. Other services have only a brief. */
  readonly states: number;
}

/**
 * Finds the facts for an address. Never rejects: if a source can't be read, the others are still shown, and `problems` names what is
 * missing. `now` in milliseconds since 1970.
 */
export async function findPage(
  config: WatchedServices,
  address: Address,
  ports: FindPorts,
  now: number,
  room: FindRoom,
): Promise<DeploymentFacts> {
  const readingSilences = orProblem(
    'the silences',
    ports.readSilences(now),
    async (): Promise<readonly Silence[]> => [],
  );
  const readingBriefs = orProblem('the overview', ports.readOverviews(now).then(briefsIn), async () => NO_BRIEFS);
  // The briefs select the states to read only for a large fleet.
  const ids =
    idsWithoutBriefs(config, address, room) ??
    idsToRead(knownInBrief(config, (await readingBriefs).value, now), address, room);
  const readingStates = orProblem(
    'the states',
    ports.readStates([...ids, ...ownIncidents(address)], now).then(statesIn),
    async () => NOTHING_STORED,
  );
  const [silences, briefs, states] = await Promise.all([readingSilences, readingBriefs, readingStates]);
  const problems = [...briefs.problems, ...silences.problems, ...states.problems];
  const past: Past = {};
  const known = gatherView(
    config,
    {
      now,
      staleAfterMs: staleAfterMs(config.intervalMs),
      states: states.value.states,
      briefs: briefs.value,
      silences: [...silences.value, ...(ports.planned?.(now, now) ?? [])],
      isDeployed: true,
      upcoming: ports.planned === undefined ? [] : upcomingIn(ports.planned, now),
      problems,
    },
    past,
  );
  const sources = { readHistory: ports.readHistory, states: states.value.states };
  const [buckets, figures, month] = await Promise.all([
    bucketsFor(known, address, ids, room, sources),
    figuresOf(address, ids, sources, now),
    monthOf(known, address, room, ports.readMonth),
  ]);
  past.bucketsOf = buckets.value;
  past.figuresOf = (service) => (service === address.service ? figures.value : null);
  past.monthOf = month.value;
  problems.push(
    ...buckets.problems,
    ...figures.problems.filter((problem) => !buckets.problems.includes(problem)),
    ...month.problems,
    ...states.value.unreadable.map(unreadableText),
  );
  if (address.of === 'incidents' && address.service === null && ids.length < config.services.length) {
    problems.push(
      `only ${ids.length} of ${config.services.length} services have their incidents here, those that need attention first; each service's page has its own`,
    );
  }
  return known;
}

/** Returns the deployment's own id, at addresses that show its incidents. */
function ownIncidents({ of, isWall, service }: Address): readonly string[] {
  return service === DEPLOYMENT || (service === null && !isWall && of !== 'report') ? [DEPLOYMENT] : [];
}

/** Returns the facts from the briefs alone, without states. */
function knownInBrief(config: WatchedServices, briefs: Briefs, now: number): DeploymentFacts {
  return gatherView(config, {
    now,
    staleAfterMs: staleAfterMs(config.intervalMs),
    states: NOTHING_STORED.states,
    briefs,
    silences: [],
    problems: [],
    isDeployed: true,
  });
}

/** Returns the ids of the services whose states are read; `null` if the briefs decide. */
function idsWithoutBriefs(
  { services }: WatchedServices,
  { of, isWall, service }: Address,
  { states }: FindRoom,
): readonly string[] | null {
  const ids = services.map(({ id }) => id);
  if (isWall) return ids.length > MOST_ON_WALL ? null : ids;
  if (of === 'report') return ids.length > MOST_REPORTED ? [] : ids;
  if (services.length <= states) return ids;
  return service === null ? null : ids.filter((id) => id === service);
}

function idsToRead(inBrief: DeploymentFacts, address: Address, { rows, states }: FindRoom): readonly string[] {
  const { services } = inBrief;
  if (address.isWall)
    return byUrgency(inBrief, services)
      .slice(0, MOST_ON_WALL)
      .map(({ service }) => service.id);
  const listed = address.of === 'services' ? choose(inBrief, address, rows).services : [];
  const first = [...new Set([...listed, ...byUrgency(inBrief, services)])].slice(0, states);
  return first.map(({ service }) => service.id);
}

interface PastSources {
  readonly readHistory: HistoryReader['read'];
  readonly states: ReadableStates['states'];
}

/** Reads the histories over the time shown, for the services that show it. */
async function bucketsFor(
  known: DeploymentFacts,
  address: Address,
  ids: readonly string[],
  { rows }: FindRoom,
  { readHistory, states }: PastSources,
): Promise<Reading<BucketsOf>> {
  const { now } = known;
  const span = spanOf(timeShown(known, address), now);
  if (span.kind === 'checks') return { value: NO_BUCKETS, problems: [] };
  const range = rangeOf(span.from, Math.min(span.to, now), now);
  const shown = idsShown(known, address, ids, rows);
  const running = new Map(shown.map((id) => [id, states.get(id)?.history ?? NO_HISTORY]));
  if (range.from >= range.to || shown.length === 0) return { value: NO_BUCKETS, problems: [] };
  const readFrom = (store: HistoryReader) => readBuckets(running, range, store, now);
  // Buckets in the states are shown even if the history store can't be read.
  return orProblem('the histories', readFrom({ read: readHistory }), () => readFrom(NOTHING_READ));
}

/** Reads the figures of the service whose details are shown; `null` on any other page. */
async function figuresOf(
  address: Address,
  ids: readonly string[],
  { readHistory, states }: PastSources,
  now: number,
): Promise<Reading<FigureBuckets | null>> {
  if (!showsFigures(address) || !ids.includes(address.service)) return { value: null, problems: [] };
  const { service } = address;
  const running = states.get(service)?.history ?? NO_HISTORY;
  const readFrom = (store: HistoryReader) => readFigures(service, running, store, now);
  return orProblem<FigureBuckets | null>('the histories', readFrom({ read: readHistory }), () =>
    readFrom(NOTHING_READ),
  );
}

/** Reads the last 30 days of the listed services whose own counters don't cover them. */
function monthOf(
  known: DeploymentFacts,
  address: Address,
  { rows }: FindRoom,
  readMonth: MonthReader,
): Promise<Reading<MonthOf | undefined>> | Reading<undefined> {
  const listed = withoutMonth(known, address, rows);
  if (listed.size === 0) return NOT_READ;
  return orProblem<MonthOf | undefined>('the uptime of 30 days', readMonth(listed, known.now), async () => undefined);
}

const NOT_READ = { value: undefined, problems: [] };

function idsShown(known: DeploymentFacts, address: Address, ids: readonly string[], rows: number): readonly string[] {
  const { of, service, sort } = address;
  if (of === 'report') return ids;
  if (service !== null) return ids.includes(service) ? [service] : [];
  if (sort === 'slowest' || sort === 'availability') return ids;
  const listed = choose(known, address, rows).services.map(({ service: { id } }) => id);
  return listed.filter((id) => ids.includes(id));
}

const NO_BRIEFS: Briefs = new Map();

const NOTHING_STORED = statesIn([]);
const NO_BUCKETS: BucketsOf = () => [];

interface Reading<Value> {
  readonly value: Value;
  readonly problems: readonly string[];
}

/** Returns the value of a source; if it fails, another value, and reports why. */
async function orProblem<Value>(
  what: string,
  reading: Value | Promise<Value>,
  otherwise: () => Promise<Value>,
): Promise<Reading<Value>> {
  try {
    return { value: await reading, problems: [] };
  } catch (error) {
    return { value: await otherwise(), problems: [`${what} can't be read: ${cleanText(errorMessage(error))}`] };
  }
}
