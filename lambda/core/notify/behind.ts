/** Dependencies: the outage of a service is held back while a service that it needs fails, for receivers that are notified of the latter. */

import type { Incident, IncidentList } from '../incident/incident';
import { elapsedMs } from '../words/clock';
import { type HeldAlerts, joinSilencedAlerts, type SilencedAlert } from './silenced-alerts';

/** For so long after its beginning, at most, an outage is held back, in milliseconds. */
export const LONGEST_BEHIND_MS = 3_600_000;

/** An incident, as filters see it. */
export type FilteredIncident = Pick<Incident, 'kind' | 'severity'> & { readonly service: string };

/** A service that another needs, and that holds back the outage of that: its own outage as filters see it. */
export type NeededService = FilteredIncident;

/** Whether the outage of a service may be held back at `now`, in milliseconds since 1970, if what it needs fails. */
export function mayBeBehind({ kind, openedAt }: Pick<Incident, 'kind' | 'openedAt'>, now: number): boolean {
  return kind === 'outage' && elapsedMs(openedAt, now) < LONGEST_BEHIND_MS;
}

/** Notes that the beginning of an incident was held back at `now`, once for each time that this begins. */
export function withBehind(
  known: readonly SilencedAlert[],
  { id, openedAt }: Pick<Incident, 'id' | 'openedAt'>,
  { service }: NeededService,
  now: number,
): readonly SilencedAlert[] {
  if (
    known.some(
      (held) => isBehind(held) && held.incident === id && held.silence.id === service && now < held.silence.until,
    )
  )
    return known;
  const silence = { id: service, kind: 'needs', reason: null, by: null, planned: false } as const;
  const until = openedAt + LONGEST_BEHIND_MS;
  return joinSilencedAlerts(known, [{ incident: id, event: 'opened', at: now, silence: { ...silence, until } }]);
}

/** Notes at `now` what is not held back any more: its incident is over, or what was needed is well, or silenced. `needed` are those that still hold it back. */
export function withBehindEnds<State extends IncidentList & HeldAlerts>(
  state: State,
  needed: readonly NeededService[],
  now: number,
): State {
  const holds = ({ incident, silence }: SilencedAlert) =>
    needed.some(({ service }) => service === silence.id) &&
    state.incidents.some(({ id, over }) => id === incident && over === null);
  const ended = state.silencedAlerts.filter((held) => isBehind(held) && now < held.silence.until && !holds(held));
  if (ended.length === 0) return state;
  const periods = ended.map((held) => ({ ...held, silence: { ...held.silence, until: now } }));
  return { ...state, silencedAlerts: joinSilencedAlerts(state.silencedAlerts, periods) };
}

/** Whether a service that is needed held it back. */
export function isBehind({ silence }: SilencedAlert): boolean {
  return silence.kind === 'needs';
}

/** Returns the recorded times in which the incident with this id was held back, the oldest first. */
export function behindPeriodsOf(silencedAlerts: readonly SilencedAlert[], id: string): readonly SilencedAlert[] {
  return silencedAlerts.filter((held) => held.incident === id && isBehind(held));
}
