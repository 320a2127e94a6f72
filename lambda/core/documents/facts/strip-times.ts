/** The times that a strip shows besides verdicts: those in which conditions held, and those in which nobody was notified because of a silence. */

import { sentAbout } from '../../notify/sent';
import { covers, isAck, type Silence } from '../../silences/silence';
import type { ServiceState } from '../../state/service-state';
import type { ServiceWithState } from './deployment-facts';
import { lastKnown } from './service-view';

/** From `from` to before `to`, in milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

export interface StripTimes {
  /** Times in which a condition held, as far as that is kept: conditions that are only shown are known while they hold. */
  readonly degraded: readonly Period[];
  /** Times in which nobody was notified of its outages because of a silence. Planned maintenance is none: its checks are marked. */
  readonly silenced: readonly Period[];
}

const NO_TIMES: StripTimes = { degraded: [], silenced: [] };

/** `silences` are those that hold now, in milliseconds since 1970. */
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

/** The time for which the beginning of an outage was silenced; it ends if people were notified of it later. */
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

/** Whether a time touches any of the periods; a moment does if it lies in one. */
export function isWithin(periods: readonly Period[], from: number, to: number): boolean {
  return periods.some((period) => from < period.to && Math.max(to, from + 1) > period.from);
}
