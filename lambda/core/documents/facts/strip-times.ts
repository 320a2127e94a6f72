/** The times that a strip shows in addition to verdicts: when conditions held, and when a silence held alerts back. */

import { sentAbout } from '../../notify/sent';
import { covers, isAck, type Silence } from '../../silences/silence';
import type { ServiceState } from '../../state/service-state';
import type { ServiceWithState } from './deployment-facts';
import { lastKnown } from './service-view';

/** A time from `from` to before `to`, in milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

export interface StripTimes {
  /** Recorded times in which a condition held: a condition that is only shown is recorded only while it holds. */
  readonly degraded: readonly Period[];
  /** Times in which a silence held back alerts about its outages. Planned maintenance is left out: its checks are marked. */
  readonly silenced: readonly Period[];
}

const NO_TIMES: StripTimes = { degraded: [], silenced: [] };

/** Returns the times for a service. `silences` are in force at `now`, which is in milliseconds since 1970. */
export function stripTimes(known: ServiceWithState, silences: readonly Silence[], now: number): StripTimes {
  const { service, state } = known;
  if (state === null) return NO_TIMES;
  const holding = lastKnown(known)?.conditions ?? [];
  const ended = state.incidents.filter(({ kind, over }) => kind === 'condition' && over !== null);
  const asked = silences.filter((silence) => !silence.planned && !isAck(silence) && covers(silence, service.id));
  if (holding.length + ended.length + asked.length + state.heldAlerts.length === 0) return NO_TIMES;
  return {
    degraded: [
      ...holding.map(({ since }) => ({ from: since, to: now + 1 })),
      ...ended.map(({ openedAt, over }) => ({ from: openedAt, to: over?.at ?? now + 1 })),
    ],
    silenced: [
      ...asked.map(({ from, until }) => ({ from, to: until })),
      ...state.incidents.flatMap((incident) => silencedPart(state, incident)),
    ],
  };
}

/** Returns the time for which an outage's opening alert was silenced, until people were notified of it. */
function silencedPart(
  { heldAlerts, notified }: ServiceState,
  { id, kind, openedAt, over }: ServiceState['incidents'][number],
): readonly Period[] {
  if (kind !== 'outage') return [];
  const held = heldAlerts.find(
    ({ incident, event, hold }) => incident === id && event === 'opened' && hold.kind === 'silence',
  );
  if (held === undefined) return [];
  const later = sentAbout({ notified }, id).map(({ sentAt }) => sentAt);
  return [{ from: openedAt, to: Math.min(held.hold.until, over?.at ?? Number.POSITIVE_INFINITY, ...later) }];
}

/** Returns whether a time overlaps any of the periods; for a moment, whether it lies in one. */
export function isWithin(periods: readonly Period[], from: number, to: number): boolean {
  return periods.some((period) => from < period.to && Math.max(to, from + 1) > period.from);
}
