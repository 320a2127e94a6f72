/** One run: probe, classify, advance, publish. */

import pLimit from 'p-limit';
import type { AlertContext } from './core/alert';
import { type Check, hasVerdict } from './core/check-result';
import { checkService } from './core/check-service';
import type { Config } from './core/config';
import { type Kept, keepIncident, retireService } from './core/keep-incident';
import { type Known, type KnownStates, type Recollection, recall } from './core/known-states';
import type { MeasuredRun } from './core/metrics';
import type { AlertSink, Clock, IncidentStore, MetricSink, Probe, RenewSecrets } from './core/ports';
import type { Run } from './core/run';
import { messageOf, type RunFailure } from './core/run-failure';

export interface RunPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Where secrets can be read anew: for a service that refuses those it was sent. */
  readonly renewSecrets?: RenewSecrets;
  /** Where a run leaves its traces; without them it only looks. */
  readonly outputs?: Outputs;
}

export interface Outputs {
  readonly store: IncidentStore;
  readonly send: AlertSink;
  readonly publish: MetricSink;
  /** Pages that every alert points to. */
  readonly links: AlertContext['links'];
}

export interface RunOptions {
  /** Ends the run early: attempts under way end as timed out, none is begun, and nothing is made of what was seen. */
  readonly signal?: AbortSignal;
  /** Called as each service is done. */
  readonly onResult?: (check: Check) => void;
  /** The states of this process's run before. */
  readonly remembered?: KnownStates;
  /** Services that are configured too, but asked elsewhere: their states are left alone. */
  readonly others?: Config['services'];
}

/**
 * Asks every service at once, up to `concurrency`, and makes of each verdict what it is worth as soon as it is there.
 * The trouble of one service, or of one output, costs no other anything. Never rejects for either: see `failures`.
 */
export async function runCheck(config: Config, ports: RunPorts, options: RunOptions = {}): Promise<Run> {
  const { clock, outputs } = ports;
  const startedAt = clock.now();
  const start = clock.elapsed();
  // Reading the state takes no time of its own: it overlaps the probing.
  const recalling = outputs && recall(outputs.store, options.remembered ?? NO_STATES);
  const checks = startChecks(config, ports, options);
  const all = Promise.all(checks);
  const results = all.then((done) => done.filter(hasVerdict));

  const keeping =
    recalling && keepIncidents(config, checks, recalling, { startedAt, elapsed: clock.elapsed, outputs, options });
  const publishing =
    outputs &&
    results.then((found) =>
      publishMetrics({ startedAt, durationMs: clock.elapsed() - start, results: found }, outputs, options),
    );
  const kept = (await keeping) ?? NOTHING_KEPT;
  const unpublished = (await publishing) ?? [];
  const unasked = (await all).flatMap((check) => (check.verdict === null ? [check.failure] : []));
  return {
    startedAt,
    durationMs: clock.elapsed() - start,
    results: await results,
    ...kept,
    failures: [...unasked, ...kept.failures, ...unpublished],
  };
}

type Traces = Pick<Run, 'states' | 'sent' | 'failures'>;

const NO_STATES: KnownStates = new Map();
const NOTHING_KEPT: Traces = { states: NO_STATES, sent: [], failures: [] };

function startChecks(config: Config, ports: RunPorts, { signal, onResult }: RunOptions): Promise<Check>[] {
  const gate = pLimit(config.concurrency);
  return config.services.map(async (service) => {
    const check = await checkService(service, { ...ports, gate }, signal);
    onResult?.(check);
    return check;
  });
}

interface KeepingContext {
  readonly startedAt: number;
  readonly elapsed: Clock['elapsed'];
  readonly outputs: Outputs;
  readonly options: RunOptions;
}

/** Advances each service as its verdict comes, and ends what is open of those that have left the config. */
async function keepIncidents(
  { name, services, intervalMs }: Config,
  checks: readonly Promise<Check>[],
  recalling: Promise<Recollection>,
  { startedAt, elapsed, outputs, options: { signal, others = [] } }: KeepingContext,
): Promise<Traces> {
  const { states, certain, faults } = await recalling;
  const ports = { ...outputs, certain, deployment: name, intervalMs, elapsed };
  const configured = new Set([...services, ...others].map(({ id }) => id));
  const removed = [...states].filter(([id]) => !configured.has(id));
  const entries = await Promise.all([
    ...checks.map(async (checking): Promise<KeptEntry> => {
      const check = await checking;
      const known = states.get(check.service.id);
      // A probe that was interrupted, or could not be made, has seen nothing that could be told.
      const seen = hasVerdict(check) && !signal?.aborted;
      return [check.service.id, seen ? await keepIncident(check, known, ports) : untouched(known)];
    }),
    ...removed.map(
      async ([id, known]): Promise<KeptEntry> => [
        id,
        signal?.aborted ? untouched(known) : await retireService(id, known, startedAt, ports),
      ],
    ),
  ]);
  return {
    states: new Map(entries.flatMap(([id, { known }]) => (known === null ? [] : [[id, known] as const]))),
    sent: entries.flatMap(([, { sent }]) => sent),
    failures: [...faults, ...entries.flatMap(([, { failures }]) => failures)],
  };
}

type KeptEntry = readonly [service: string, kept: Kept];

function untouched(known: Known | undefined): Kept {
  return { known: known ?? null, sent: [], failures: [] };
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
