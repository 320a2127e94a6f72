/** One run: probe, classify, advance, publish, keep the history. */

import pLimit from 'p-limit';
import { healthOf } from './core/condition/health';
import type { Config, Service } from './core/config/config';
import { type Part, WHOLE } from './core/config/part';
import { isAskable, type RenewSecrets } from './core/config/secrets';
import { type Keeping, keepIncidents } from './core/deliver/keep-incidents';
import type { NotificationRecords } from './core/deliver/notification-record';
import type { NotificationSink } from './core/deliver/notification-sink';
import type { HistoryStore } from './core/history/history-store';
import { opensNext } from './core/incident/incident';
import type { AlertContext } from './core/message/alert';
import { METRICS, type MeasuredRun, type MetricSink, SERVICE_METRICS } from './core/metrics/metrics';
import {
  askingFailures,
  type Check,
  type CheckResult,
  checksWithoutSecret,
  hasVerdict,
} from './core/probe/check-result';
import { type CheckPorts, checkService } from './core/probe/check-service';
import { conclude } from './core/probe/conclude';
import type { Probe } from './core/probe/probe-request';
import type { Run } from './core/run/run';
import type { Planner } from './core/silence/maintenance';
import type { Silence } from './core/silence/silence';
import type { SilenceStore } from './core/silence/silence-store';
import { recallSilencing, type Silencing } from './core/silence/silencing';
import { type HistoriesKept, keepHistories } from './core/state/keep-histories';
import { nextState } from './core/state/next-state';
import { type KeepOverview, overviewOf } from './core/state/overview';
import { NEW_STATE } from './core/state/service-state';
import { type Recollection, recall, type Snapshots } from './core/state/snapshot';
import type { StateStore } from './core/state/store';
import type { Clock } from './core/words/clock';
import { messageOf, type RunFailure } from './core/words/run-failure';

export interface RunPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** If secrets can be read anew: reads them for a service that refuses the secrets it was sent. */
  readonly renewSecrets?: RenewSecrets;
  readonly planned?: Planner;
  /** The outputs of a run. Without them a run only looks. */
  readonly outputs?: Outputs;
}

export interface Outputs {
  readonly store: StateStore;
  readonly send: NotificationSink;
  /** Where the services of a notification are kept for the buttons on its card; missing if there are none. */
  readonly records?: NotificationRecords;
  readonly publish: MetricSink;
  readonly history: HistoryStore;
  /** The silences that people ask for; without it nobody can ask for one. */
  readonly silences?: Pick<SilenceStore, 'read'>;
  /** Keeps in brief how the services of this part are, for a view that shows all parts. */
  readonly keepOverview?: KeepOverview;
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
}

/**
 * Asks every service at once, up to `concurrency`, and handles each verdict as soon as it is known. A run in which all fail
 * for reasons of the checker's own network concludes nothing.
 * The trouble of one service, or of one output, costs no other anything. Never rejects because of either: see `failures`.
 */
export async function runCheck(config: Config, ports: RunPorts, options: RunOptions = {}): Promise<Run> {
  const { clock, outputs } = ports;
  const startedAt = clock.now();
  const start = clock.elapsed();
  // Reading the state adds no time: it overlaps the probing.
  const configured = [...config.services, ...(options.others ?? [])];
  const part = options.part ?? WHOLE;
  const silencing = recallSilencing(
    {
      store: outputs?.silences,
      remembered: options.askedSilences ?? null,
      planned: ports.planned?.(startedAt, startedAt + config.intervalMs) ?? [],
    },
    startedAt,
  );
  const recalling =
    outputs &&
    recall(outputs.store, options.remembered ?? NOTHING_KNOWN, {
      services: config.services.map(({ id }) => id),
      configured: configured.map(({ id }) => id),
      ...{ shard: part.shard, now: startedAt },
    });
  const checks = startChecks(config, ports, options, recalling && outageOpening(recalling));
  const all = Promise.all(checks);
  const results = all.then((done) => done.filter(hasVerdict));

  const keeping =
    recalling &&
    keepIncidents(checks, Promise.all([recalling, silencing]), {
      ...{ ...outputs, clock, startedAt, signal: options.signal },
      ...{ deployment: config.name, intervalMs: config.intervalMs, groupFrom: config.groupFrom },
      ...{ part, configured },
    });
  const publishing =
    outputs &&
    results.then(async (found) => {
      const durationMs = clock.elapsed() - start;
      const degraded = await degradedOf(found, config, { recalling, silencing, links: outputs.links });
      return publishMetrics({ startedAt, durationMs, results: found, degraded, part: options.part }, outputs, options);
    });
  const kept = (await keeping) ?? NOTHING_KEPT;
  const isLate = clock.elapsed() - start > (options.historyLimitMs ?? Number.POSITIVE_INFINITY);
  const [past, unshown] = isLate
    ? [{ states: kept.states, failures: [] }, []]
    : await Promise.all([
        keepPast(kept.states, startedAt, ports, options),
        keepBrief(kept.states, part, ports, options),
      ]);
  const unpublished = (await publishing) ?? [];
  const unasked = (await all).filter((check) => check.kind === null);
  const { silences, asked, failures: unread } = await silencing;
  return {
    startedAt,
    durationMs: clock.elapsed() - start,
    results: await results,
    unasked,
    states: past.states,
    sent: kept.sent,
    silences,
    askedSilences: asked,
    failures: [...askingFailures(unasked), ...unread, ...kept.failures, ...unpublished, ...past.failures, ...unshown],
  };
}

const NOTHING_KNOWN: Snapshots = new Map();
const NOTHING_KEPT: Keeping = { states: NOTHING_KNOWN, sent: [], failures: [] };

/** Of a service whose state can't be known, no outage is known to open: it would be asked differently again and again. */
function outageOpening(recalling: Promise<Recollection>): NonNullable<CheckPorts['opensNext']> {
  return async ({ id, alerts }) => {
    const { snapshots, certain } = await recalling;
    const known = snapshots.get(id);
    return known ? opensNext(known.state, alerts) : certain && opensNext(NEW_STATE, alerts);
  };
}

function startChecks(
  config: Config,
  ports: RunPorts,
  { signal, onResult }: RunOptions,
  opening: CheckPorts['opensNext'],
): Promise<Check>[] {
  const gate = pLimit(config.concurrency);
  const asked = { ...ports, gate, ...(opening && { opensNext: opening }) };
  const askable = config.services.filter(isAskable);
  const asking = askable.map((service) => checkService(service, asked, signal));
  return [...conclude(asking, askable), ...checksWithoutSecret(config.services)].map(async (checking) => {
    const check = await checking;
    onResult?.(check);
    return check;
  });
}

async function keepPast(
  states: Snapshots,
  startedAt: number,
  { clock, outputs }: RunPorts,
  { signal }: RunOptions,
): Promise<HistoriesKept> {
  return outputs
    ? keepHistories(states, { history: outputs.history, clock, startedAt, signal })
    : { states, failures: [] };
}

async function keepBrief(
  states: Snapshots,
  { shard }: Part,
  { clock, outputs }: RunPorts,
  { signal }: RunOptions,
): Promise<RunFailure[]> {
  if (!outputs?.keepOverview || signal?.aborted) return [];
  try {
    const known = new Map([...states].map(([id, { state }]) => [id, state]));
    await outputs.keepOverview(overviewOf(known, shard, clock.now()));
    return [];
  } catch (error) {
    return [{ output: 'overview', service: null, message: `the overview can't be saved: ${messageOf(error)}` }];
  }
}

interface Recalled {
  readonly recalling: Promise<Recollection> | undefined;
  readonly silencing: Promise<Silencing>;
  readonly links: AlertContext['links'];
}

/**
 * Which services are degraded, if that is a metric; without those of which no state can be read. It waits for the states to be
 * read, but neither for those that are saved nor for what is sent.
 */
async function degradedOf(
  results: readonly CheckResult[],
  { name, metrics, intervalMs }: Config,
  { recalling, silencing, links }: Recalled,
): Promise<MeasuredRun['degraded']> {
  if (recalling === undefined || !SERVICE_METRICS[metrics].includes(METRICS.degraded)) return undefined;
  const [{ snapshots, certain }, { silences }] = await Promise.all([recalling, silencing]);
  const context = { deployment: name, intervalMs, links, silences };
  return new Map(
    results.flatMap((result) => {
      const { id } = result.service;
      const before = snapshots.get(id)?.state ?? (certain ? NEW_STATE : null);
      if (before === null) return [];
      try {
        const { conditions } = nextState(before, result, context);
        return [[id, healthOf(result.kind, conditions) === 'degraded'] as const];
      } catch {
        // The keeping of incidents meets the same error, and says so.
        return [];
      }
    }),
  );
}

async function publishMetrics(run: MeasuredRun, { publish }: Outputs, { signal }: RunOptions): Promise<RunFailure[]> {
  if (signal?.aborted) return [];
  try {
    await publish(run);
    return [];
  } catch (error) {
    return [{ output: 'metrics', service: null, message: `metrics can't be published: ${messageOf(error)}` }];
  }
}
