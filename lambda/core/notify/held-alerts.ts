/** The alerts of a service that were held back, and what held them back: for people who look. */

import * as v from 'valibot';
import { joinLists, larger } from '../fields/join';
import { alertEvent, id, instant, lastOf, line, orNull } from '../fields/stored-value';
import type { Incident } from '../incident/incident';
import type { AlertedSilence } from '../message/alert';
import type { DueAlert } from '../message/due-alert';
import { covers, isAck, type Silence } from '../silences/silence';
import type { Silencing } from '../silences/silencing';

/** A hold that somebody requested or planned. */
const requestedHold = v.object({
  kind: v.picklist(['silence', 'maintenance', 'acknowledgement']),
  id,
  reason: orNull(line()),
  by: orNull(line()),
  until: instant,
});
type RequestedHold = Readonly<v.InferOutput<typeof requestedHold>>;

/** A service that is needed fails, and people are notified of that: its id. */
const dependencyHold = v.object({ kind: v.literal('dependency'), id, until: instant });

/** An alert that was held back; for an acknowledgement, the reminders. */
const heldAlert = v.object({
  /** The incident's id. */
  incident: id,
  event: alertEvent,
  /** When it would first have been due, in milliseconds since 1970; for an acknowledgement, when that began. */
  at: instant,
  /** Why it was held back. If an acknowledgement or a dependency ended early for the incident, `until` is when it did. */
  hold: v.variant('kind', [requestedHold, dependencyHold]),
});
export type HeldAlert = Readonly<v.InferOutput<typeof heldAlert>>;

/** An alert that was held back on request: by a silence, maintenance or an acknowledgement. */
export type HeldOnRequest = HeldAlert & { readonly hold: RequestedHold };

/** How many held alerts of a service are stored. */
export const HELD_ALERTS_KEPT = 20;
export const heldAlertsSchema = lastOf(heldAlert, HELD_ALERTS_KEPT);

/** The alerts of a service that were held back, latest last; bounded. */
export interface HeldAlerts {
  readonly heldAlerts: readonly HeldAlert[];
}

/** Adds the beginning, an update or the end of an incident; once for each silence. */
export function withHeldAlert(
  known: readonly HeldAlert[],
  { incident, event, silence, at }: Omit<HeldAlert, 'hold'> & { readonly silence: Silence },
): readonly HeldAlert[] {
  const added: HeldAlert = { incident, event, at, hold: holdOf(silence) };
  return known.some((held) => keyOf(held) === keyOf(added)) ? known : joinHeldAlerts(known, [added]);
}

/** The incidents of a service, and the alerts of them that were held back. */
interface Noting extends HeldAlerts {
  readonly incidents: readonly Pick<Incident, 'id' | 'noticedAt' | 'over'>[];
}

/**
 * Notes who is on which incidents of a service, and when that has ended: with the incident, or since it was taken back. Its time ends it anyway.
 * `now` in milliseconds since 1970.
 */
export function withAckPeriods<State extends Noting>(
  state: State,
  service: string,
  { silences, source }: Pick<Silencing, 'silences' | 'source'>,
  now: number,
): State {
  const acks = silences.filter((silence) => isAck(silence) && covers(silence, service) && silence.from <= now);
  const noted = state.incidents.flatMap(({ id, noticedAt, over }) => {
    const isOn = ({ from }: Silence) => noticedAt <= from && (over === null || from <= over.at);
    const begun = acks.filter(isOn).map((ack) => ackPeriodOf(id, ack));
    const before = ackPeriodsOf(state.heldAlerts, id);
    const isWithdrawn = ({ hold }: HeldAlert) => source === 'store' && !acks.some((ack) => ack.id === hold.id);
    return [
      ...begun.map((held) => (over === null ? held : endedAt(held, over.at))),
      ...before.flatMap((held) => {
        if (over !== null) return [endedAt(held, over.at)];
        return isWithdrawn(held) ? [endedAt(held, now)] : [];
      }),
    ];
  });
  if (noted.length === 0) return state;
  const heldAlerts = joinHeldAlerts(state.heldAlerts, noted);
  const isSame = heldAlerts.every((held, index) => held === state.heldAlerts[index]);
  return isSame ? state : { ...state, heldAlerts };
}

/** Returns the recorded acknowledgements of the incident with this id, the oldest first. */
export function ackPeriodsOf(heldAlerts: readonly HeldAlert[], id: string): readonly HeldOnRequest[] {
  return heldAlerts.filter(
    (held): held is HeldOnRequest => held.incident === id && held.hold.kind === 'acknowledgement',
  );
}

/** Whether a silence or maintenance held an alert back. */
export function isSilenced(held: HeldAlert): held is HeldOnRequest {
  return held.hold.kind === 'silence' || held.hold.kind === 'maintenance';
}

function ackPeriodOf(incident: string, ack: Silence): HeldAlert {
  return { incident, event: 'reminder', at: ack.from, hold: holdOf(ack) };
}

/** Returns the hold of a silence, maintenance or acknowledgement. */
export function holdOf(silence: Pick<Silence, 'kind' | 'id' | 'reason' | 'by' | 'until' | 'planned'>): RequestedHold {
  const { id, reason, by, until, planned } = silence;
  const unplanned = isAck(silence) ? 'acknowledgement' : 'silence';
  return { kind: planned ? 'maintenance' : unplanned, id, reason, by, until };
}

function endedAt(held: HeldAlert, at: number): HeldAlert {
  const until = Math.max(held.at, Math.min(held.hold.until, at));
  return { ...held, hold: { ...held.hold, until } };
}

export function joinHeldAlerts(left: readonly HeldAlert[], right: readonly HeldAlert[]): readonly HeldAlert[] {
  return joinLists(left, right, { key: keyOf, order: byTime, most: HELD_ALERTS_KEPT, join: joinHeld });
}

/**
 * Returns what held an alert back until it was due; `null` if nothing did. A silence may have been stopped early. Only the beginning
 * and the end of an incident are the same alert later. A dependency may have held back only other receivers: `isBehind` says by the id of the
 * needed service whether this receiver is notified of it.
 */
export function heldBackBy(
  known: readonly HeldAlert[],
  { incident, event, at }: Pick<DueAlert, 'incident' | 'event' | 'at'>,
  now: number,
  isBehind: (needed: string) => boolean,
): AlertedSilence | null {
  if (event === 'updated' || event === 'reminder') return null;
  const last = known.findLast(({ incident: id, event: alert, hold }) => {
    if (id !== incident.id || alert !== event) return false;
    return hold.kind !== 'dependency' || (hold.until <= at && isBehind(hold.id));
  });
  if (last === undefined) return null;
  const { hold } = last;
  const until = new Date(Math.min(hold.until, now)).toISOString();
  if (hold.kind === 'dependency') return { until, by: null, reason: null, planned: false, behind: hold.id };
  return { until, ...silenceOfHold(hold) };
}

/** Returns the parts of a silence or maintenance that alerts and documents show. */
export function silenceOfHold({ by, reason, kind }: RequestedHold): Pick<Silence, 'by' | 'reason' | 'planned'> {
  return { by, reason, planned: kind === 'maintenance' };
}

function keyOf({ incident, event, hold }: HeldAlert): string {
  return `${incident} ${event} ${hold.id}${hold.kind === 'dependency' ? ' needs' : ''}`;
}

/** Returns the value that begins later; if both begin at the same time, the one that ends earlier. */
function joinHeld(left: HeldAlert, right: HeldAlert): HeldAlert {
  if (left.at !== right.at) return left.at > right.at ? left : right;
  return larger(left, right, ({ hold }) => -hold.until);
}

function byTime(left: HeldAlert, right: HeldAlert): number {
  return left.at - right.at || (keyOf(left) < keyOf(right) ? -1 : 1);
}
