/** Services that others need: which of them fail, so that they hold back alerts. Pure. */

import { hasFailedIn } from '../history/recent-runs';
import { openOutage } from '../incident/incident';
import { type AlertedDependents, MOST_DEPENDENTS } from '../message/alert';
import type { NeededService } from '../notify/behind';
import { notifiedOf } from '../notify/notified';
import { silenceOf } from '../silences/silence';
import { isServiceFailing, type ServiceState, staleAfterMs } from '../state/service-state';
import { elapsedMs } from '../words/clock';
import { silencedIncident } from './checked-service';
import type { Known, Moment, Watched } from './run-context';

/** A needed service stops holding back others after so many healthy runs. */
const WELL_RUNS = 2;

/** The states of services after their checks, by id. */
export type States = ReadonlyMap<string, ServiceState>;

/** Returns the services that this service needs and that hold back its outage, since they fail. */
export function failingNeeded(id: string, states: States, run: Watched & Moment & Known): readonly NeededService[] {
  return (run.needs.get(id) ?? []).flatMap((needed) => failingService(needed, states, run) ?? []);
}

function failingService(id: string, states: States, run: Watched & Moment & Known): NeededService | null {
  const { silencing, startedAt } = run;
  const state = states.get(id);
  if (state === undefined || state.removedAt !== null || !isUnwell(state, run)) return null;
  const outage = openOutage(state);
  const incident = outage ?? { openedAt: state.pending?.since ?? startedAt, noticedAt: startedAt, over: null };
  // It is silenced, possibly for long, so the services that need it alert by themselves.
  const silences = silencing.silences.filter(({ planned }) => !planned);
  if (silenceOf(silences, silencedIncident(id, incident), startedAt) !== null) return null;
  return { service: id, kind: 'outage', severity: outage?.severity ?? state.about?.severity ?? 'critical' };
}

/** Whether a service fails, or has been healthy for fewer than two runs, by its last state: it may not have been checked in this run. */
function isUnwell(state: ServiceState, { config, startedAt }: Watched & Moment): boolean {
  if (!hasFailedIn(state, WELL_RUNS) || state.latest === null) return false;
  const ageMs = elapsedMs(state.latest.at, startedAt);
  if (ageMs > staleAfterMs(config.intervalMs)) return false;
  // What fails is saved at once, and what is well within minutes: it has been well since, and for another run by the next.
  return isServiceFailing(state) || ageMs < (WELL_RUNS - 0.5) * config.intervalMs;
}

/** The services that need a service, for an alert to a receiver about it; `null` if there are none. `states` are those that are known by now. */
export function dependentsOn(
  id: string,
  states: States,
  receiver: string,
  { dependents }: Watched,
): AlertedDependents | null {
  const ids = dependents.get(id) ?? [];
  if (ids.length === 0) return null;
  const known = ids.flatMap((dependent) => {
    const state = states.get(dependent);
    return state === undefined ? [] : [{ dependent, state }];
  });
  const failing = known.filter(({ state }) => isServiceFailing(state));
  const isKnown = ({ state }: (typeof known)[number]) => {
    const outage = openOutage(state);
    return outage !== null && notifiedOf(state, outage.id, receiver).opened !== null;
  };
  const named = [...failing.filter(isKnown), ...failing.filter((each) => !isKnown(each))];
  return {
    services: ids.length,
    failing: failing.length,
    isWhole: known.length === ids.length,
    named: named.slice(0, MOST_DEPENDENTS).map(({ dependent }) => dependent),
  };
}

/** The failing services that need some of these and are none of these, and since when: the alerts of these say how many they are. */
export function dependentsFailingSince(
  ids: readonly string[],
  states: States,
  { dependents }: Watched,
): readonly (readonly [id: string, since: number])[] {
  const own = new Set(ids);
  const others = new Set(ids.flatMap((id) => dependents.get(id) ?? []).filter((id) => !own.has(id)));
  return [...others].flatMap((id) => {
    const state = states.get(id);
    if (state === undefined || !isServiceFailing(state)) return [];
    const since = openOutage(state)?.openedAt ?? state.pending?.since;
    return since === undefined ? [] : [[id, since] as const];
  });
}
