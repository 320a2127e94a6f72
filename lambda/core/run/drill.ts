/**
 * A drill in the runs: an outage in a state of its own, which uses the name, severity and receivers of a service. The state of that service,
 * its report and its metrics stay as they are. Pure.
 */

import type { Service } from '../config/config';
import { advanceOutage, ended } from '../incident/advance-outage';
import { byBeginning, type Incident } from '../incident/incident';
import type { AlertedService } from '../message/alert';
import { DRILL_FAILING, DRILL_WELL } from '../message/drill';
import { type DrillRequest, drillIncidentId, isOfDrill } from '../notify/silences/drill-request';
import { retiredState } from '../state/next-state';
import type { ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import type { Snapshot } from '../state/snapshot';
import { DRILL } from '../words/ids';
import type { Advanced } from './advance';
import { type RunContext, type RunStart, receiverIds } from './run-context';

/** In how many runs the drill fails, at least; more if it takes more to open an outage. */
const FAILING_RUNS = 3;

/** The service that a drill uses if none is named. */
const SAMPLE: AlertedService = {
  id: 'sample-service',
  statusUrl: '',
  environment: null,
  severity: 'critical',
  runbook: null,
};

/** What a drill uses of the config. */
interface DrilledService {
  readonly about: AlertedService;
  readonly policy: Pick<Service['alerts'], 'failureThreshold' | 'successThreshold'>;
}

/** The service that the drill uses, in the run of the shard that does the drill; `null` in all others. */
export function drilledService({ service }: DrillRequest, { config, shard }: RunStart): DrilledService | null {
  if (service === null) {
    const [first] = config.services;
    return shard.index !== 0 || first === undefined ? null : { about: SAMPLE, policy: first.alerts };
  }
  const named = config.services.find(({ id }) => id === service);
  return named === undefined ? null : { about: named, policy: named.alerts };
}

/** The drill after this run: nothing, if there is none to do and none to end. */
export function advanceDrill(run: RunContext): readonly Advanced[] {
  const { known, silencing, startedAt, signal } = run;
  const before = known.snapshots.get(DRILL);
  if (before === undefined) return [];
  const advanced = (next: ServiceState | null): readonly Advanced[] => [
    {
      id: DRILL,
      now: startedAt,
      remindEveryMs: null,
      check: null,
      before,
      next: signal?.aborted || next === before.state ? null : next,
      failures: [],
    },
  ];
  // Whether it has ended is not known: what is pending is sent all the same.
  if (silencing.source !== 'store') return advanced(null);
  if (silencing.drill === null) return advanced(endedDrill(before.state, run));
  const service = drilledService(silencing.drill, run);
  // The run of another shard does it.
  return service === null ? [] : advanced(drillAfter(before, silencing.drill, service, run));
}

/** The drill was removed, or its time is over: whoever was notified of its beginning is notified of its end. */
function endedDrill(before: ServiceState, { startedAt: now, config }: RunContext): ServiceState {
  const incidents = before.incidents.map((incident) => endedNow(incident, now, before));
  return retiredState({ ...before, incidents }, now, receiverIds(config));
}

function drillAfter(
  { state }: Snapshot,
  drill: DrillRequest,
  { about, policy }: DrilledService,
  { config, known, startedAt: now }: RunContext,
): ServiceState {
  const own = state.incidents.find(({ id }) => isOfDrill(id, drill));
  if (own?.over != null) return state;
  // A drill has no past: how it recovers does not depend on earlier drills.
  const earlier = state.incidents.filter((incident) => incident !== own && !incident.settled);
  // The environment of a service may be known from its report alone.
  const alerted = known.snapshots.get(about.id)?.state.about ?? about;
  const { environment, severity, runbook, statusUrl } = alerted;
  const started = {
    ...state,
    run: state.run + 1,
    recentRuns: '',
    incidents: own === undefined ? [] : [own],
    receivers: receiverIds(config),
    about: { id: about.id, environment, severity, runbook, statusUrl },
    removedAt: null,
  };
  const finding = isFailing(own, policy.failureThreshold) ? DRILL_FAILING : DRILL_WELL;
  const subject = { severity, environment };
  const after = advanceOutage(started, finding, {
    policy,
    subject,
    url: statusUrl,
    intervalMs: config.intervalMs,
    now,
  });
  const incidents = after.incidents.map((incident) =>
    own === undefined ? { ...incident, id: drillIncidentId(incident.id, drill) } : incident,
  );
  const over = earlier.map((incident) => endedNow(incident, now, state));
  return settle({ ...after, incidents: [...over, ...incidents].sort(byBeginning) });
}

function endedNow(incident: Incident, now: number, state: ServiceState): Incident {
  return incident.over === null ? ended({ ...incident, failing: null }, { at: now, why: 'well' }, state) : incident;
}

function isFailing(own: Incident | undefined, failureThreshold: number): boolean {
  if (own === undefined) return true;
  return own.recovery === null && own.failedRuns < Math.max(FAILING_RUNS, failureThreshold);
}
