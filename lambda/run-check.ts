/** One run: probe, classify, advance, publish, notify, keep the history. */

import pLimit from 'p-limit';
import { healthOf } from './core/condition/health';
import type { Config, Service } from './core/config/config';
import { type Part, WHOLE } from './core/config/part';
import { isAskable, type RenewSecrets } from './core/config/secrets';
import { type Delivered, deliver } from './core/deliver/deliver';
import type { KeepRefusals } from './core/deliver/keep-refusals';
import { type Receiver, TOPIC } from './core/deliver/receiver';
import { groupsOf } from './core/deliver/shared-group';
import type { HistoryStore } from './core/history/history-store';
import { opensNext } from './core/incident/incident';
import type { AlertContext } from './core/message/alert';
import { METRICS, type MeasuredRun, type MetricSink, SERVICE_METRICS } from './core/metrics/metrics';
import {
  askingFailures,
  type Check,
  checksAskedBefore,
  checksWithoutSecret,
  hasVerdict,
} from './core/probe/check-result';
import { type CheckPorts, checkService } from './core/probe/check-service';
import { ownClockWarnings } from './core/probe/clock-skew';
import { conclude } from './core/probe/conclude';
import { connectionFor, type Probe, type WarmProbe } from './core/probe/probe-request';
import type { Run } from './core/run/run';
import type { Planner } from './core/silence/maintenance';
import type { Silence } from './core/silence/silence';
import type { SilenceStore } from './core/silence/silence-store';
import { type RecalledSilencing, recallSilencing } from './core/silence/silencing';
import { type Advanced, advanceFacts } from './core/state/advance-facts';
import { type HistoriesOutcome, keepHistories } from './core/state/keep-histories';
import { type KeepOverview, overviewOf } from './core/state/overview';
import { isDoneWith } from './core/state/retired';
import { saveUnread } from './core/state/save-state';
import { NEW_STATE } from './core/state/service-state';
import { NEW_SNAPSHOT, NOTHING_READ, type Recollection, recall, type Snapshots } from './core/state/snapshot';
import type { StateStore } from './core/state/store';
import type { Clock } from './core/words/clock';
import { messageOf, type RunFailure } from './core/words/run-failure';

export interface RunPorts {
  readonly probe: Probe;
  /** Without it the first run of a process measures its own start too. */
  readonly warm?: WarmProbe;
  readonly clock: Clock;
  /** If secrets can be read anew: reads them for a service that refuses the secrets it was sent. */
  readonly renewSecrets?: RenewSecrets;
  readonly planned?: Planner;
  /** The outputs of a run. Without them a run only looks. */
  readonly outputs?: Outputs;
}

export interface Outputs {
  readonly store: StateStore;
  /** Who is notified. */
  readonly receivers: readonly Receiver[];
  readonly publish: MetricSink;
  readonly history: HistoryStore;
  /** The silences that people ask for; without it nobody can ask for one. */
  readonly silences?: Pick<SilenceStore, 'read'>;
  /** Keeps in brief how the services of this part are, for a view that shows all parts. */
  readonly keepOverview?: KeepOverview;
  /** Keeps since when receivers refuse, and notifies the others of it; without it nobody is. */
  readonly keepRefusals?: KeepRefusals;
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
  readonly askedSilences?: readonly Silence[] | null;
  /** Services that are configured too, but that another invocation asks: their states are left alone. */
  readonly others?: readonly Pick<Service, 'id'>[];
  /** If the run has taken longer, in milliseconds, it writes no history: what is over waits for the next save. */
  readonly historyLimitMs?: number;
  /** Which part of the deployment these services are; all of it if this is missing. */
  readonly part?: Part;
  /** The ids of services that an earlier try of this run has asked: they are not asked again. */
  readonly askedBefore?: ReadonlySet<string>;
}

/** What the steps of a run share. */
interface RunContext extends Pick<RunOptions, 'signal' | 'onResult' | 'historyLimitMs'> {
  /** With the services that are asked. */
  readonly config: Config;
  /** Those that an earlier try of this run has asked. */
  readonly askedBefore: readonly Service[];
  readonly part: Part;
  readonly configured: readonly (Pick<Service, 'id'> & Partial<Pick<Service, 'group'>>)[];
  readonly remembered: Snapshots;
  readonly askedSilences: readonly Silence[] | null;
  /** In milliseconds since 1970, and by `clock.elapsed`. */
  readonly startedAt: number;
  readonly start: number;
}

/**
 * Asks every service at once, up to `concurrency`. A run in which all fail for reasons of the checker's own network concludes nothing.
 * The trouble of one service, or of one output, costs no other anything. Never rejects because of either: see `failures`.
 */
export async function runCheck(config: Config, ports: RunPorts, options: RunOptions = {}): Promise<Run> {
  const { clock, warm } = ports;
  await warm?.(config.services.map(connectionFor));
  const run = contextOf(config, options, clock);

  // Reading adds no time: it overlaps the probing.
  const recalling = Promise.all([recallStates(run, ports), recallSilences(run, ports)] as const);
  const checks = startChecks(run, ports, recalling);
  const [known, silencing] = await recalling;

  const advancing = ports.outputs
    ? advance([...checks, ...checksAskedBefore(run.askedBefore)], run, known, silencing)
    : [];
  const publishing = publish(checks, advancing, run, ports, known);
  const delivered = await notify(advancing, run, ports, known, silencing);
  const past = await keepPast(delivered.snapshots, run, ports);
  const brief = await keepBrief(past.states, run, ports);
  const refusals = await keepRefusals(delivered, run, ports);
  const unpublished = await publishing;

  const done = await Promise.all(checks);
  const results = done.filter(hasVerdict);
  const unasked = done.filter((check) => check.kind === null);
  return {
    startedAt: run.startedAt,
    durationMs: clock.elapsed() - run.start,
    ...{ results, unasked, states: past.states, sent: delivered.sent },
    ...{ silences: silencing.silences, askedSilences: silencing.asked },
    warnings: [...ownClockWarnings(results), ...known.warnings],
    failures: [
      ...[...askingFailures(unasked), ...silencing.failures, ...known.failures, ...delivered.failures],
      ...[...unpublished, ...past.failures, ...brief, ...refusals],
    ],
  };
}

function contextOf(whole: Config, options: RunOptions, clock: Clock): RunContext {
  const {
    part = WHOLE,
    others = [],
    remembered = new Map(),
    askedSilences = null,
    askedBefore: ids,
    ...rest
  } = options;
  const isAskedBefore = ({ id }: Service) => ids?.has(id) ?? false;
  const askedBefore = whole.services.filter(isAskedBefore);
  const config = { ...whole, services: whole.services.filter((service) => !isAskedBefore(service)) };
  const configured = [...whole.services, ...others];
  return {
    ...{ ...rest, config, askedBefore, part, configured, remembered, askedSilences },
    ...{ startedAt: clock.now(), start: clock.elapsed() },
  };
}

async function recallStates(run: RunContext, { outputs }: RunPorts): Promise<Recollection> {
  const { config, askedBefore, configured, part, startedAt, remembered } = run;
  if (!outputs) return NOTHING_READ;
  return recall(outputs.store, remembered, {
    services: [...config.services, ...askedBefore].map(({ id }) => id),
    configured: configured.map(({ id }) => id),
    ...{ shard: part.shard, now: startedAt, intervalMs: config.intervalMs },
  });
}

async function recallSilences(
  { startedAt, askedSilences, config }: RunContext,
  { outputs, planned }: RunPorts,
): Promise<RecalledSilencing> {
  const soon = planned?.(startedAt, startedAt + config.intervalMs) ?? [];
  return recallSilencing({ store: outputs?.silences, remembered: askedSilences, planned: soon }, startedAt);
}

function startChecks(
  { config, signal, onResult }: RunContext,
  ports: RunPorts,
  recalling: Promise<readonly [Recollection, unknown]>,
): readonly Promise<Check>[] {
  const gate = pLimit(config.concurrency);
  // Of a service whose state can't be known, no outage is known to open: it would be asked differently again and again.
  const opening: CheckPorts['opensNext'] = async ({ id, alerts }) => {
    const [{ snapshots, certain }] = await recalling;
    const known = snapshots.get(id);
    return known ? opensNext(known.state, alerts) : certain && opensNext(NEW_STATE, alerts);
  };
  const asked = { ...ports, gate, ...(ports.outputs && { opensNext: opening }) };
  const askable = config.services.filter(isAskable);
  const asking = askable.map((service) => checkService(service, asked, signal));
  return [...conclude(asking, askable), ...checksWithoutSecret(config.services)].map(async (checking) => {
    const check = await checking;
    onResult?.(check);
    return check;
  });
}

function advance(
  checks: readonly Promise<Check>[],
  { config, configured, startedAt, signal }: RunContext,
  known: Recollection,
  { silences }: RecalledSilencing,
): readonly Promise<Advanced>[] {
  const { intervalMs } = config;
  const receivers = [TOPIC, ...config.receivers.map(({ id }) => id)];
  return advanceFacts(checks, known, { intervalMs, silences, receivers, startedAt, configured, signal });
}

async function notify(
  advancing: readonly Promise<Advanced>[],
  { config, configured, part, start, startedAt, signal }: RunContext,
  { clock, outputs }: RunPorts,
  { certain }: Recollection,
  silencing: RecalledSilencing,
): Promise<Delivered> {
  if (!outputs) return NOTHING_DELIVERED;
  const { store, receivers, links } = outputs;
  const delivered = await deliver(advancing, {
    ...{ store, certain, receivers, links, clock, silencing, part, start, signal },
    ...{
      deployment: config.name,
      groupFrom: config.groupFrom,
      watched: configured.length,
      groups: groupsOf(configured),
    },
  });
  if (certain || delivered.sent.length === 0) return delivered;
  // Of what receivers were notified while the store was away, nobody else knows if this process dies before its next run.
  const asked = { configured: configured.map(({ id }) => id), shard: part.shard, now: startedAt };
  const snapshots = await saveUnread(delivered.snapshots, store, { ...asked, intervalMs: config.intervalMs });
  return { ...delivered, snapshots };
}

const NOTHING_DELIVERED: Delivered = { snapshots: new Map(), sent: [], failures: [], news: [] };

/** If other outputs were slow, there may be no time left for what can wait. */
function isLate({ start, historyLimitMs = Number.POSITIVE_INFINITY }: RunContext, { clock }: RunPorts): boolean {
  return clock.elapsed() - start > historyLimitMs;
}

async function keepPast(snapshots: Snapshots, run: RunContext, ports: RunPorts): Promise<HistoriesOutcome> {
  const { clock, outputs } = ports;
  const states = new Map([...snapshots].filter(([, { state, unsaved }]) => unsaved || !isDoneWith(state)));
  if (!outputs || isLate(run, ports)) return { states, failures: [] };
  const { startedAt, signal } = run;
  return keepHistories(states, { history: outputs.history, clock, startedAt, signal });
}

async function keepBrief(states: Snapshots, run: RunContext, ports: RunPorts): Promise<RunFailure[]> {
  const { clock, outputs } = ports;
  if (!outputs?.keepOverview || run.signal?.aborted || isLate(run, ports)) return [];
  try {
    const known = new Map([...states].map(([id, { state }]) => [id, state]));
    await outputs.keepOverview(overviewOf(known, run.part.shard, clock.now()));
    return [];
  } catch (error) {
    return [{ output: 'overview', service: null, message: `the overview can't be saved: ${messageOf(error)}` }];
  }
}

/** What has happened since is kept in any case: the next run goes on. */
async function keepRefusals({ news }: Delivered, run: RunContext, ports: RunPorts): Promise<readonly RunFailure[]> {
  if (!ports.outputs?.keepRefusals || run.signal?.aborted) return [];
  return ports.outputs.keepRefusals(news, isLate(run, ports));
}

/** Publishes once all verdicts are there; neither what is saved nor what is sent delays it. */
async function publish(
  checks: readonly Promise<Check>[],
  advancing: readonly Promise<Advanced>[],
  { config, part, startedAt, start, signal }: RunContext,
  { clock, outputs }: RunPorts,
  { certain }: Recollection,
): Promise<RunFailure[]> {
  // An earlier try may have published.
  if (!outputs || checks.length === 0) return [];
  const results = (await Promise.all(checks)).filter(hasVerdict);
  const durationMs = clock.elapsed() - start;
  const degraded = SERVICE_METRICS[config.metrics].includes(METRICS.degraded)
    ? degradedIn(await Promise.all(advancing), certain)
    : undefined;
  if (signal?.aborted) return [];
  try {
    await outputs.publish({ startedAt, durationMs, results, degraded, part });
    return [];
  } catch (error) {
    return [{ output: 'metrics', service: null, message: `metrics can't be published: ${messageOf(error)}` }];
  }
}

/** Which services are degraded, without those of which no state could be read. */
function degradedIn(advanced: readonly Advanced[], certain: boolean): MeasuredRun['degraded'] {
  return new Map(
    advanced.flatMap(({ id, before, next }) => {
      if (next?.latest == null || next.removedAt !== null || (!certain && before === NEW_SNAPSHOT)) return [];
      return [[id, healthOf(next.latest.kind, next.conditions) === 'degraded'] as const];
    }),
  );
}
