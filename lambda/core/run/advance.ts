/** The phase *advance*: what each check has found is added to the state of its service. Pure. */

import { removedFrom, type Service } from '../config/config';
import { type Check, type CheckResult, hasVerdict } from '../probe/check-result';
import { ownSkewMs } from '../probe/clock-skew';
import { judgedCheck } from '../probe/latest-check';
import { drillAfter, drilledService, endedDrill } from '../state/drill-state';
import { nextState, retiredState, type StateContext } from '../state/next-state';
import type { ServiceState } from '../state/service-state';
import { NEW_SNAPSHOT, type Snapshot } from '../state/snapshot';
import { DEPLOYMENT, DRILL } from '../words/ids';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { isCounted, type Known, type Moment, receiverIds, type Watched } from './run-context';

/** A service after its check. */
export interface Advanced {
  readonly id: string;
  /** The time of its check, in milliseconds since 1970. */
  readonly now: number;
  /** `null` for never. */
  readonly remindEveryMs: number | null;
  /** `null` if it has no verdict, or was not checked. */
  readonly check: CheckResult | null;
  readonly before: Snapshot;
  /** `null` if nothing was found: its state stays, and nothing becomes due. */
  readonly next: ServiceState | null;
  readonly failures: readonly RunFailure[];
}

/** The services after their checks. */
export function advance(checks: readonly Check[], run: Watched & Moment & Known): readonly Advanced[] {
  const context = stateContext(run);
  return checks.map((check) => advanceService(check, context, run));
}

/**
 * Returns what is not checked in this run: services that have left the config, whose incidents end, the deployment itself, and a drill.
 */
export function advanceUnchecked(run: Watched & Moment & Known): readonly Advanced[] {
  const receivers = receiverIds(run.config);
  const removed = removedFrom(run.known.snapshots, run.configured).map(([id, before]) =>
    unchecked(id, before, retiredState(before.state, run.startedAt, receivers), run),
  );
  return [...removed, ...advanceDeployment(run), ...advanceDrill(run)];
}

function unchecked(id: string, before: Snapshot, next: ServiceState | null, { startedAt, signal }: Moment): Advanced {
  const base = { id, now: startedAt, remindEveryMs: null, check: null, failures: [] };
  return { ...base, before, next: signal?.aborted ? null : next };
}

/** The deployment as the run before has left it, if it has had an incident: its receivers are notified of that now. */
function advanceDeployment(run: Watched & Moment & Known): readonly Advanced[] {
  const before = run.known.snapshots.get(DEPLOYMENT);
  if (before === undefined || (before.state.incidents.length === 0 && !before.unsaved)) return [];
  return [unchecked(DEPLOYMENT, before, { ...before.state, receivers: receiverIds(run.config) }, run)];
}

/** A drill, if there is one to do or to end in this run. */
function advanceDrill(run: Watched & Moment & Known): readonly Advanced[] {
  const { known, config, shard, silencing, startedAt: now } = run;
  const before = known.snapshots.get(DRILL);
  if (before === undefined) return [];
  const advanced = (next: ServiceState | null) => [unchecked(DRILL, before, next === before.state ? null : next, run)];
  // Whether it has ended is not known: what is pending is sent all the same.
  if (silencing.source !== 'store') return advanced(null);
  const { drill } = silencing;
  const receivers = receiverIds(config);
  if (drill === null) return advanced(endedDrill(before.state, now, receivers));
  const service = drilledService(drill, config.services, shard);
  // The run of another shard does it.
  if (service === null) return [];
  // The environment of a service may be known from its report alone.
  const about = known.snapshots.get(service.about.id)?.state.about ?? service.about;
  const { policy } = service;
  return advanced(drillAfter(before.state, { drill, about, policy, receivers, intervalMs: config.intervalMs, now }));
}

function advanceService(check: Check, context: StateContext, run: Moment & Known): Advanced {
  const { service } = check;
  const before = withoutResult(service, run);
  // What is pending is sent all the same.
  if (!hasVerdict(check) || run.signal?.aborted || isCounted(service.id, run)) return before;
  try {
    const next = nextState(before.before.state, check, context);
    return { ...before, now: check.at, check: { ...check, ...(next.latest && judgedCheck(next.latest)) }, next };
  } catch (error) {
    // Nothing should get here. If something does, only this service loses its check.
    const message = `this is a bug in statuswatch, please report it: its check can't be stored: ${errorMessage(error)}`;
    return { ...before, failures: [{ output: 'store', service: service.id, message }] };
  }
}

/** The checks with the verdicts that they have after those before. */
export function judgedChecks(checks: readonly Check[], advanced: readonly Advanced[]): readonly Check[] {
  const judged = new Map(advanced.flatMap(({ id, check }) => (check === null ? [] : [[id, check]])));
  return checks.map((check) => judged.get(check.service.id) ?? check);
}

/** The service as it was before the run. */
function withoutResult({ id, alerts }: Service, { startedAt, known }: Moment & Known): Advanced {
  return {
    id,
    now: startedAt,
    remindEveryMs: alerts.remindEveryMs,
    check: null,
    before: known.snapshots.get(id) ?? NEW_SNAPSHOT,
    next: null,
    failures: [],
  };
}

function stateContext({ config, due, known, silencing }: Watched & Moment & Known): StateContext {
  const latest = [...known.snapshots.values()].flatMap(({ state }) => state.latest ?? []);
  return {
    intervalMs: config.intervalMs,
    due,
    silences: silencing.silences,
    receivers: receiverIds(config),
    ownSkewMs: ownSkewMs(latest),
  };
}
