/** The phase *read*: loads states, silences and pauses. Each read fails by itself, and none delays the checks. */

import { type LoadedSilencing, loadSilencing } from '../silences/silencing';
import { drilledService } from '../state/drill-state';
import type { ServiceState } from '../state/service-state';
import { type LoadedStates, loadStates, NEW_SNAPSHOT } from '../state/snapshot';
import type { StateQuery } from '../state/store';
import { statesIn } from '../state/stored-state';
import { DEPLOYMENT, DRILL } from '../words/ids';
import type { Known, Moment, Outputs, Remembered, RunStart, Watched } from './run-context';

/** Reads states, silences, and which receivers are paused. Never rejects. */
export async function readKnown(run: RunStart, outputs: Outputs): Promise<Known> {
  const [states, silencing, neededElsewhere, pauses] = await Promise.all([
    readStates(run, outputs),
    readSilences(run, outputs),
    readNeeded(run, outputs),
    outputs.receiverKeeper?.pauses() ?? new Map<string, number>(),
  ]);
  const known = await withDrillState(states, silencing, run, outputs);
  return { known, silencing, neededElsewhere, pauses };
}

/** Adds the state of a drill that this process has not cached. Without a drill it makes no call. */
async function withDrillState(
  known: LoadedStates,
  { drill }: LoadedSilencing,
  run: Watched & Moment,
  { store }: Outputs,
): Promise<LoadedStates> {
  if (
    drill === null ||
    !known.certain ||
    known.snapshots.has(DRILL) ||
    drilledService(drill, run.config.services, run.shard) === null
  )
    return known;
  const { configured, ...query } = stateQuery(run);
  const drillQuery = {
    ...query,
    configured: [...configured, DRILL],
    services: [DRILL],
    intervalMs: run.config.intervalMs,
  };
  const { snapshots, failures } = await loadStates({ load: store.load, save: store.save }, new Map(), drillQuery);
  // If the store fails, it may have a state of the drill, which then continues in the next run.
  const found = snapshots.get(DRILL) ?? (failures.length === 0 ? NEW_SNAPSHOT : null);
  return {
    ...known,
    snapshots: found === null ? known.snapshots : new Map([...known.snapshots, [DRILL, found]]),
    failures: [...known.failures, ...failures],
  };
}

function readStates(run: Watched & Moment & Remembered, { store, receiverKeeper }: Outputs): Promise<LoadedStates> {
  return loadStates(store, run.remembered, {
    services: [...run.config.services.map(({ id }) => id), ...(receiverKeeper === undefined ? [] : [DEPLOYMENT])],
    ...stateQuery(run),
    intervalMs: run.config.intervalMs,
  });
}

/** Reads the states of needed services. If that fails, they hold nothing back; the unreachable store is reported elsewhere. */
async function readNeeded(run: Watched & Moment, { store }: Outputs): Promise<ReadonlyMap<string, ServiceState>> {
  const own = run.config.services;
  const ownIds = new Set(own.map(({ id }) => id));
  const ids = [...new Set(own.flatMap(({ needs }) => needs))].filter((id) => !ownIds.has(id));
  if (ids.length === 0) return NOTHING_NEEDED;
  // Other shards check these services, so none is configured here: a table would add them to this shard's roster.
  const found = await store.load({ ...stateQuery(run), services: ids, configured: [] }).catch(() => []);
  return statesIn(found).states;
}

const NOTHING_NEEDED: ReadonlyMap<string, ServiceState> = new Map();

function stateQuery({ configured, shard, startedAt }: Watched & Moment): Omit<StateQuery, 'services'> {
  return { configured: configured.map(({ id }) => id), shard: shard.index, now: startedAt };
}

function readSilences(run: RunStart, { silences }: Outputs): Promise<LoadedSilencing> {
  const { startedAt, planned, config, requestedSilences } = run;
  return loadSilencing(
    {
      store: silences,
      remembered: requestedSilences,
      planned: planned?.(startedAt, startedAt + config.intervalMs) ?? [],
    },
    startedAt,
  );
}
