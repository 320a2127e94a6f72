/**
 * The state of a drill that the runs do: an outage of its own, which uses the name, severity and receivers of a service. The state of that
 * service, its report and its metrics stay as they are. Pure.
 */

import type { Service } from '../config/config';
import type { Shard } from '../config/shard';
import { advanceOutage, endIncident } from '../incident/advance-outage';
import { byBeginning, type Incident } from '../incident/incident';
import type { AlertedService } from '../message/alert';
import { DRILL_FAILING, DRILL_WELL } from '../message/drill';
import { type DrillRequest, drillIncidentId, isOfDrill } from '../silences/drill-request';
import { retiredState } from './next-state';
import type { ServiceState } from './service-state';
import { settle } from './settle';

/** The least number of runs in which a drill fails; more if an outage needs more to open. */
export const DRILL_RUNS = 3;

/** The service whose name a drill uses if none is named. */
export const SAMPLE_SERVICE: AlertedService = {
  id: 'sample-service',
  statusUrl: '',
  environment: null,
  severity: 'critical',
  runbook: null,
};

/** The part of the config that a drill uses. */
export interface DrilledService {
  readonly about: AlertedService;
  readonly policy: Pick<Service['alerts'], 'failureThreshold' | 'successThreshold'>;
}

/** The service that the drill uses, in the run of the shard that does the drill; `null` in all others. `services` are those of the run. */
export function drilledService(
  { service }: DrillRequest,
  services: readonly Service[],
  shard: Shard,
): DrilledService | null {
  if (service === null) {
    const [first] = services;
    return shard.index !== 0 || first === undefined ? null : { about: SAMPLE_SERVICE, policy: first.alerts };
  }
  const named = services.find(({ id }) => id === service);
  return named === undefined ? null : { about: named, policy: named.alerts };
}

export interface DrillContext extends DrilledService {
  readonly drill: DrillRequest;
  /** The ids of the receivers of the config. */
  readonly receivers: readonly string[];
  readonly intervalMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The state after a run that does the drill. The same object, if the drill is over. */
export function drillAfter(state: ServiceState, context: DrillContext): ServiceState {
  const { drill, about, policy, receivers, intervalMs, now } = context;
  const own = state.incidents.find(({ id }) => isOfDrill(id, drill));
  if (own?.over != null) return state;
  // A drill has no past: how it recovers does not depend on earlier drills.
  const earlier = state.incidents.filter((incident) => incident !== own && !incident.settled);
  const { id, environment, severity, runbook, statusUrl } = about;
  const started = {
    ...state,
    run: state.run + 1,
    recentRuns: '',
    incidents: own === undefined ? [] : [own],
    receivers,
    about: { id, environment, severity, runbook, statusUrl },
    removedAt: null,
  };
  const finding = shouldFail(own, policy.failureThreshold) ? DRILL_FAILING : DRILL_WELL;
  const subject = { severity, environment };
  const after = advanceOutage(started, finding, { policy, subject, url: statusUrl, intervalMs, now });
  const incidents = after.incidents.map((incident) =>
    own === undefined ? { ...incident, id: drillIncidentId(incident.id, drill) } : incident,
  );
  const over = earlier.map((incident) => endedNow(incident, now, state));
  return settle({ ...after, incidents: [...over, ...incidents].sort(byBeginning) });
}

function shouldFail(own: Incident | undefined, failureThreshold: number): boolean {
  if (own === undefined) return true;
  return own.recovery === null && own.failedRuns < Math.max(DRILL_RUNS, failureThreshold);
}

/** Returns the state after the drill was removed or has expired: receivers that got its opening also get its recovery. */
export function endedDrill(before: ServiceState, now: number, receivers: readonly string[]): ServiceState {
  const incidents = before.incidents.map((incident) => endedNow(incident, now, before));
  return retiredState({ ...before, incidents }, now, receivers);
}

function endedNow(incident: Incident, now: number, state: ServiceState): Incident {
  return incident.over === null
    ? endIncident({ ...incident, failing: null }, { at: now, why: 'well' }, state)
    : incident;
}
