/** The state of a component of the public page: a word for all of its services. */

import type { Incident } from '../../core/incident/incident';
import { covers, type Silence } from '../../core/silences/silence';
import { type ServiceState, staleAfterMs } from '../../core/state/service-state';
import type { PublicState } from './public-status';

interface StateSince {
  readonly state: PublicState;
  readonly since: number | null;
}

interface ServiceSources {
  /** `null` if it was never checked. */
  readonly state: ServiceState | null;
  /** The incidents that may be published. */
  readonly incidents: readonly Incident[];
  /** The maintenance in progress. */
  readonly windows: readonly Silence[];
  readonly intervalMs: number;
  readonly now: number;
}

/** Returns the state of a service; `unknown` if its last check is too old. */
export function serviceStateOf(
  service: string,
  { state, incidents, windows, intervalMs, now }: ServiceSources,
): StateSince {
  const begun = windows.filter((window) => covers(window, service)).map(({ from }) => from);
  if (begun.length > 0) return { state: 'maintenance', since: Math.min(...begun) };
  const latest = state?.latest ?? null;
  if (latest === null) return { state: 'unknown', since: null };
  if (now - latest.at > staleAfterMs(intervalMs)) return { state: 'unknown', since: latest.at };
  const open = incidents.filter(({ over }) => over === null);
  const outage = open.find(({ kind }) => kind === 'outage');
  if (outage?.failing) return { state: 'down', since: outage.failing.since };
  // It is recovering, and its outage is still open.
  if (outage !== undefined) return { state: 'degraded', since: outage.recovery?.since ?? outage.openedAt };
  if (open.length > 0) return { state: 'degraded', since: Math.min(...open.map(({ openedAt }) => openedAt)) };
  const ends = incidents.flatMap(({ over }) => over?.at ?? []);
  return { state: 'available', since: ends.length > 0 ? Math.max(...ends) : (state?.history.since ?? null) };
}

/** The states, the worst first. `unknown` is last: an unknown service says nothing about the others. */
const ORDER: readonly PublicState[] = ['down', 'degraded', 'maintenance', 'available', 'unknown'];

/** Returns the state of several services together. */
export function combinedState(states: readonly StateSince[]): StateSince {
  const worst = ORDER.find((candidate) => states.some(({ state }) => state === candidate)) ?? 'unknown';
  const times = states.flatMap(({ state, since }) => (state === worst && since !== null ? [since] : []));
  if (worst === 'available') return { state: worst, since: times.length === 0 ? null : Math.max(...times) };
  const isPart = worst === 'down' && states.some(({ state }) => state !== worst);
  return { state: isPart ? 'partly_down' : worst, since: times.length === 0 ? null : Math.min(...times) };
}
