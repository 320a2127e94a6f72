/** Dependencies: the outage of a service is held back while a service that it needs fails, for receivers that are notified of the latter. */

import type { Incident, IncidentList } from '../incident/incident';
import { elapsedMs } from '../words/clock';
import { type HeldAlert, type HeldAlerts, joinHeldAlerts } from './held-alerts';

/** The longest time after its beginning that an outage is held back, in milliseconds. */
export const LONGEST_BEHIND_MS = 3_600_000;

/** The parts of an incident that filters use. */
export type FilteredIncident = Pick<Incident, 'kind' | 'severity'> & { readonly service: string };

/** The outage of a needed service that holds back the outage of another. */
export type NeededService = FilteredIncident;

/** Whether the outage of a service may be held back at `now`, in milliseconds since 1970, if what it needs fails. */
export function mayBeBehind({ kind, openedAt }: Pick<Incident, 'kind' | 'openedAt'>, now: number): boolean {
  return kind === 'outage' && elapsedMs(openedAt, now) < LONGEST_BEHIND_MS;
}

/** Records that the opening of an incident was held back at `now`, once for each such period. */
export function withBehind(
  known: readonly HeldAlert[],
  { id, openedAt }: Pick<Incident, 'id' | 'openedAt'>,
  { service }: NeededService,
  now: number,
): readonly HeldAlert[] {
  if (
    known.some(
      ({ incident, hold }) => hold.kind === 'dependency' && incident === id && hold.id === service && now < hold.until,
    )
  )
    return known;
  const hold = { kind: 'dependency', id: service, until: openedAt + LONGEST_BEHIND_MS } as const;
  return joinHeldAlerts(known, [{ incident: id, event: 'opened', at: now, hold }]);
}

/** Records which incidents are no longer held back at `now`: they are over, or the needed service is healthy or silenced. The services in `needed` still hold back theirs. */
export function withBehindEnds<State extends IncidentList & HeldAlerts>(
  state: State,
  needed: readonly NeededService[],
  now: number,
): State {
  const holds = ({ incident, hold }: HeldAlert) =>
    needed.some(({ service }) => service === hold.id) &&
    state.incidents.some(({ id, over }) => id === incident && over === null);
  const ended = state.heldAlerts.filter((held) => isBehind(held) && now < held.hold.until && !holds(held));
  if (ended.length === 0) return state;
  const periods = ended.map((held) => ({ ...held, hold: { ...held.hold, until: now } }));
  return { ...state, heldAlerts: joinHeldAlerts(state.heldAlerts, periods) };
}

/** Whether an alert was held back by a needed service. */
export function isBehind({ hold }: HeldAlert): boolean {
  return hold.kind === 'dependency';
}

/** Returns the recorded times in which the incident with this id was held back, the oldest first. */
export function behindPeriodsOf(heldAlerts: readonly HeldAlert[], id: string): readonly HeldAlert[] {
  return heldAlerts.filter((held) => held.incident === id && isBehind(held));
}
