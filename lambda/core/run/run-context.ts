/** The input of a run, which stays the same while it lasts: each phase takes it as it is. */

import pLimit from 'p-limit';
import type { Config, ConfiguredService } from '../config/config';
import { dependentsOf, type Needs, needsOf } from '../config/needs';
import type { RenewSecrets } from '../config/secrets';
import { type Shard, WHOLE } from '../config/shard';
import { groupsOf } from '../deliver/groups';
import type { ReceiverKeeper } from '../deliver/keep-receivers';
import { type Receiver, TOPIC } from '../deliver/receiver';
import type { ReceiverNews } from '../deliver/receiver-record';
import type { HistoryStore } from '../history/history-items';
import type { AlertContext } from '../message/alert';
import type { MetricSink } from '../metrics/metrics';
import type { AttemptPorts } from '../probe/attempt';
import type { Authorizer } from '../probe/authorization';
import type { Check } from '../probe/check-result';
import type { LookAtNetwork } from '../probe/conclude';
import type { Probe, WarmProbe } from '../probe/probe-request';
import type { Regions } from '../probe/regions/confirm';
import type { Planner } from '../silences/maintenance';
import type { Silence } from '../silences/silence';
import type { LoadedSilencing, ReadableSilences } from '../silences/silencing';
import type { SaveOverview } from '../state/overview';
import type { ServiceState } from '../state/service-state';
import type { LoadedStates, Snapshots } from '../state/snapshot';
import type { StateStore } from '../state/store';
import type { Clock } from '../words/clock';

/** When a run takes what is done by then as its first batch although checks are missing, in milliseconds after its start. */
export const FIRST_BATCH_MS = 15_000;

export interface RunPorts {
  readonly probe: Probe;
  /** Without it the first run of a process measures its own start too. */
  readonly warm?: WarmProbe;
  readonly clock: Clock;
  /** Without it, no run of services on a single host is inconclusive. */
  readonly lookAtNetwork?: LookAtNetwork;
  /** Reads secrets again for a service that refuses the ones it was sent; missing if that is not possible. */
  readonly renewSecrets?: RenewSecrets;
  /** Authorizes services that need a token or a signature; without it they can't be checked. */
  readonly authorizer?: Authorizer;
  /** The regions that confirm that a service is unreachable; missing if the config names none. */
  readonly regions?: Regions | undefined;
  readonly planned?: Planner;
  /** The outputs of a run. Without them a run only looks. */
  readonly outputs?: Outputs;
}

export interface Outputs {
  readonly store: StateStore;
  /** The receivers to notify. */
  readonly receivers: readonly Receiver[];
  readonly publish: MetricSink;
  readonly history: HistoryStore;
  /** The silences that people create; without it nobody can create any. */
  readonly silences?: ReadableSilences;
  /** Keeps in brief how the services of this shard are, for a view that shows all shards. */
  readonly saveOverview?: SaveOverview;
  /** Keeps the records of receivers; without it nobody is notified of a receiver that refuses. */
  readonly receiverKeeper?: ReceiverKeeper;
  /** The pages that every alert links to. */
  readonly links: AlertContext['links'];
}

export interface RunOptions {
  /** Ends the run early: attempts under way end as timed out, none begins, and the results are dropped. */
  readonly signal?: AbortSignal;
  /** Called for each service once it is done. */
  readonly onResult?: (check: Check) => void;
  /** The states that this process's last run left. */
  readonly remembered?: Snapshots;
  /** The silences that this process's last run knew of; `null` if it knew of none. */
  readonly requestedSilences?: readonly Silence[] | null;
  /** Services that are configured too, but that another invocation checks: their states are left alone. */
  readonly others?: readonly ConfiguredService[];
  /** A run that has taken longer, in milliseconds, leaves histories to the next save. */
  readonly historyLimitMs?: number;
  /** Which shard of the deployment these services are; all of it if this is missing. */
  readonly shard?: Shard;
  /** When the schedule wanted this run, in milliseconds since 1970: a start that is delivered twice has the same time, and counts once. */
  readonly due?: number | undefined;
  /** The outcome of the last run's pulse. */
  readonly ownNews?: readonly ReceiverNews[];
}

/** The parts of a run that follow from the config. */
export interface Watched {
  readonly config: Config;
  readonly shard: Shard;
  /** All services of the config, those of other shards too. */
  readonly configured: readonly ConfiguredService[];
  /** The group of each service that has a group in the config, by its id. */
  readonly groups: ReadonlyMap<string, string>;
  /** The ids of the services that each service needs, by its id; services that need nothing are left out. */
  readonly needs: Needs;
  /** The ids of the services that need each service that is needed. */
  readonly dependents: Needs;
}

/** When a run began, and how long it may take. */
export interface Moment {
  readonly due?: number | undefined;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** The start of the run by `clock.elapsed`. */
  readonly start: number;
  readonly historyLimitMs: number;
  readonly signal?: AbortSignal;
  readonly clock: Clock;
}

/** How services are checked. */
export interface Checking extends Omit<RunPorts, 'warm' | 'planned' | 'outputs'>, Pick<RunOptions, 'onResult'> {
  /** Begins an attempt once the config's `concurrency` allows it. */
  readonly gate: AttemptPorts['gate'];
}

/** The values that this process remembers from its last run. */
export type Remembered = Required<Pick<RunOptions, 'remembered' | 'requestedSilences' | 'ownNews'>>;

/** Everything that was read before the checks were done. */
export interface Known {
  readonly known: LoadedStates;
  readonly silencing: LoadedSilencing;
  /** The states of services that services of this run need, and that other invocations check: as of their last run. They are never written. */
  readonly neededElsewhere: ReadonlyMap<string, ServiceState>;
  /** Until when each receiver has asked for a pause, by its id, in milliseconds since 1970. */
  readonly pauses: ReadonlyMap<string, number>;
}

/** A run before anything is read. */
export interface RunStart extends Watched, Moment, Checking, Remembered, Pick<RunPorts, 'planned'> {}

/** All that the phases after reading use. Each takes only the parts that it reads. */
export interface RunContext extends Watched, Moment, Checking, Known, Pick<Remembered, 'ownNews'> {
  readonly outputs: Outputs;
}

/** The parts of a run that a message to a receiver depends on. */
export interface Sending extends Watched, Moment, Known {
  readonly outputs: Pick<Outputs, 'links'>;
}

/** The outputs that a phase uses. */
export interface Using<Output extends keyof Outputs> {
  readonly outputs: Pick<Outputs, Output>;
}

/** The ids of all receivers, with that of the topic. */
export function receiverIds({ receivers }: Pick<Config, 'receivers'>): readonly string[] {
  return [TOPIC, ...receivers.map(({ id }) => id)];
}

export function startRun(config: Config, ports: RunPorts, options: RunOptions): RunStart {
  const { clock } = ports;
  const configured = [...config.services, ...(options.others ?? [])];
  const needs = needsOf(configured);
  return {
    ...ports,
    ...options,
    config,
    shard: options.shard ?? WHOLE,
    configured,
    groups: groupsOf(configured),
    needs,
    dependents: dependentsOf(needs),
    remembered: options.remembered ?? new Map(),
    requestedSilences: options.requestedSilences ?? null,
    startedAt: clock.now(),
    start: clock.elapsed(),
    historyLimitMs: options.historyLimitMs ?? Number.POSITIVE_INFINITY,
    ownNews: options.ownNews ?? [],
    gate: pLimit(config.concurrency),
  };
}

/** Whether a check of the service counts already that was due when this run was, or later. */
export function isCounted(id: string, { due, known }: Pick<Moment, 'due'> & Pick<Known, 'known'>): boolean {
  return due !== undefined && (known.snapshots.get(id)?.state.latest?.due ?? Number.NEGATIVE_INFINITY) >= due;
}

/** Whether other outputs were so slow that there may be no time left for what can wait. */
export function isLate({ clock, start, historyLimitMs }: Moment): boolean {
  return clock.elapsed() - start > historyLimitMs;
}
