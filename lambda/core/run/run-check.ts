/** A run: read, probe, advance, mark, save, notify, save. */

import type { Config } from '../config/config';
import { isCheckable } from '../config/secrets';
import { type Check, checksWithoutSecret, hasVerdict, uncheckedFailures } from '../probe/check-result';
import { checkService } from '../probe/check-service';
import { ownClockWarnings } from '../probe/clock-skew';
import { conclude } from '../probe/conclude';
import { connectionsFor, needsAuthorizer } from '../probe/probe-request';
import { startConfirming } from '../probe/regions/confirm';
import { resultsBy } from '../words/time-limit';
import { advance, advanceUnchecked, judgedChecks } from './advance';
import { announceVersions } from './announce-versions';
import { deliver } from './deliver';
import { readKnown } from './read-known';
import type { Run } from './run';
import {
  type Checking,
  FIRST_BATCH_MS,
  isCounted,
  type Moment,
  type RunContext,
  type RunOptions,
  type RunPorts,
  startRun,
  type Watched,
} from './run-context';
import { publishMetrics, saveHistories, saveOverview, saveReceivers, saveUnread } from './save-last';

/**
 * Checks all services at once, up to `concurrency`. A run in which all fail because of the checker's own network is inconclusive.
 * A failing service or output never affects the others, and never rejects: see `failures`.
 */
export async function runCheck(config: Config, ports: RunPorts, options: RunOptions = {}): Promise<Run> {
  await ports.warm?.(config.services.filter(isCheckable).flatMap(connectionsFor));
  await ports.authorizer?.load([
    ...config.services.filter(needsAuthorizer),
    ...(ports.regions === undefined ? [] : [SIGNED]),
  ]);
  const start = startRun(config, ports, options);
  const checking = probeServices(start);
  if (ports.outputs === undefined) return runOf(await Promise.all(checking), start, NOTHING_DONE);
  // Reading adds no time: it overlaps the probing.
  const known = await readKnown(start, ports.outputs);
  return runWithOutputs(checking, { ...start, ...known, outputs: ports.outputs });
}

/** Invocations of regions are signed: what signs them is loaded before the run. */
const SIGNED = { auth: { kind: 'sigv4', service: 'lambda', region: '', resource: null } } as const;

/** Delivers the checks: in one batch, or in two if some of them take long. */
async function runWithOutputs(checking: readonly Promise<Check>[], run: RunContext): Promise<Run> {
  const inTime = inFirstBatch(await resultsBy(checking, run.start + FIRST_BATCH_MS, run.clock), run);
  const first = [...advance(inTime.filter(isDone), run), ...advanceUnchecked(run)];
  const all = Promise.all(checking);
  const late = inTime.every(isDone) ? null : all.then((checks) => checks.filter((_, index) => !isDone(inTime[index])));
  const rest = late?.then((checks) => advance(checks, run)) ?? null;

  const advanced = Promise.all([first, rest ?? []]).then((batches) => batches.flat());
  const judged = Promise.all([all, advanced]).then(([checks, services]) =>
    judgedChecks(
      checks.filter(({ service }) => !isCounted(service.id, run)),
      services,
    ),
  );
  const publishing = publishMetrics(judged, run);
  const delivered = await deliver(first, rest, run);
  const announced = await announceVersions(delivered.snapshots, run);
  const saved = await saveUnread({ ...delivered, snapshots: announced.snapshots }, run);
  const past = await saveHistories(saved, run);
  const overview = await saveOverview(past.states, run);
  const watched = await saveReceivers([...delivered.news, ...run.ownNews], past.states, run);

  return runOf(await judged, run, {
    states: watched.states,
    sent: delivered.sent,
    silences: run.silencing.silences,
    requestedSilences: run.silencing.requested,
    warnings: run.known.warnings,
    failures: [
      ...run.silencing.failures,
      ...run.known.failures,
      ...delivered.failures,
      ...announced.failures,
      ...(await publishing),
      ...past.failures,
      ...overview,
      ...watched.failures,
    ],
  });
}

/** Without the checks of services that need one whose check takes long: whether that fails decides who is notified of them. */
function inFirstBatch(checks: readonly (Check | null)[], { config, dependents }: Watched): readonly (Check | null)[] {
  if (dependents.size === 0) return checks;
  const done = new Set(checks.flatMap((check) => check?.service.id ?? []));
  const late = new Set(config.services.flatMap(({ id }) => (done.has(id) ? [] : [id])));
  // What is added while the set is walked is walked too.
  for (const id of late) for (const dependent of dependents.get(id) ?? []) late.add(dependent);
  return checks.map((check) => (check === null || late.has(check.service.id) ? null : check));
}

function isDone(check: Check | null | undefined): check is Check {
  return check != null;
}

type Done = Pick<Run, 'states' | 'sent' | 'silences' | 'requestedSilences' | 'warnings' | 'failures'>;

/** The outcome of a run without outputs: it only checks. */
const NOTHING_DONE: Done = {
  states: new Map(),
  sent: [],
  silences: [],
  requestedSilences: null,
  warnings: [],
  failures: [],
};

function runOf(checks: readonly Check[], { clock, start, startedAt }: Moment, done: Done): Run {
  const results = checks.filter(hasVerdict);
  const unchecked = checks.filter((check) => check.kind === null);
  return {
    ...done,
    startedAt,
    durationMs: clock.elapsed() - start,
    results,
    unchecked,
    warnings: [...ownClockWarnings(results), ...done.warnings],
    failures: [...uncheckedFailures(unchecked), ...done.failures],
  };
}

/** Returns the check of each service once it is done, with services without a secret last. None rejects. */
function probeServices(run: Watched & Moment & Checking): readonly Promise<Check>[] {
  const checkable = run.config.services.filter(isCheckable);
  const { intervalMs } = run.config;
  const confirming = run.regions && startConfirming(checkable, run.regions, { ...run, intervalMs });
  const checking = checkable.map((service) => checkService(service, { ...run, note: confirming?.note }, run.signal));
  return [...conclude(checking, checkable, run.lookAtNetwork), ...checksWithoutSecret(run.config.services)].map(
    async (checking) => {
      const found = await checking;
      const check = confirming === undefined ? found : await confirming.confirm(found);
      run.onResult?.(check);
      return check;
    },
  );
}
