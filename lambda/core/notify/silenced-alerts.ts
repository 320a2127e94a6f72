/** The alerts that were held back while a service was silenced, or behind a service that it needs, and the times in which incidents were acknowledged, for people who look. */

import * as v from 'valibot';
import { joinLists, larger } from '../fields/join';
import { alertEvent, id, instant, known, lastOf, line } from '../fields/stored-value';
import type { Incident } from '../incident/incident';
import type { AlertedSilence } from '../message/alert';
import type { DueAlert } from '../message/due-alert';
import { covers, isAck, type Silence } from '../silences/silence';
import type { Silencing } from '../silences/silencing';
import type { AlertEvent } from '../words/codes';

/** An alert that a silence or a service that is needed held back, or the reminders that an acknowledgement held back. */
export interface SilencedAlert {
  /** The incident's id. */
  readonly incident: string;
  readonly event: AlertEvent;
  /** The first time that it would have been due, in milliseconds since 1970; of an acknowledgement its beginning. */
  readonly at: number;
  readonly silence: Hold;
}

/** The alerts of a service that were held back, latest last; bounded. */
export interface HeldAlerts {
  readonly silencedAlerts: readonly SilencedAlert[];
}

/** The reason why an alert was held back. */
export interface Hold extends Pick<Silence, 'id' | 'reason' | 'by' | 'until' | 'planned'> {
  /** `needs`: the service `id`, which is needed, fails. If either has ended for the incident, `until` is when it did. */
  readonly kind?: 'ack' | 'needs';
}

/** How many silenced alerts of a service are kept. */
export const SILENCED_ALERTS_KEPT = 20;

/** Adds the beginning, an update or the end of an incident; once for each silence. */
export function withSilencedAlert(
  known: readonly SilencedAlert[],
  { incident, event, silence, at }: Omit<SilencedAlert, 'silence'> & { readonly silence: Silence },
): readonly SilencedAlert[] {
  const { id, reason, by, until, planned } = silence;
  const added: SilencedAlert = { incident, event, at, silence: { id, reason, by, until, planned } };
  return known.some((held) => keyOf(held) === keyOf(added)) ? known : joinSilencedAlerts(known, [added]);
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
    const before = ackPeriodsOf(state.silencedAlerts, id);
    const isTakenBack = ({ silence }: SilencedAlert) =>
      source === 'store' && !acks.some((ack) => ack.id === silence.id);
    return [
      ...begun.map((held) => (over === null ? held : endedAt(held, over.at))),
      ...before.flatMap((held) => {
        if (over !== null) return [endedAt(held, over.at)];
        return isTakenBack(held) ? [endedAt(held, now)] : [];
      }),
    ];
  });
  if (noted.length === 0) return state;
  const silencedAlerts = joinSilencedAlerts(state.silencedAlerts, noted);
  const isSame = silencedAlerts.every((held, index) => held === state.silencedAlerts[index]);
  return isSame ? state : { ...state, silencedAlerts };
}

/** Returns the recorded acknowledgements of the incident with this id, the oldest first. */
export function ackPeriodsOf(silencedAlerts: readonly SilencedAlert[], id: string): readonly SilencedAlert[] {
  return silencedAlerts.filter(({ incident, silence }) => incident === id && isAck(silence));
}

function ackPeriodOf(incident: string, { id, reason, by, from, until, planned }: Silence): SilencedAlert {
  return { incident, event: 'reminder', at: from, silence: { id, kind: 'ack', reason, by, until, planned } };
}

function endedAt(held: SilencedAlert, at: number): SilencedAlert {
  const until = Math.max(held.at, Math.min(held.silence.until, at));
  return { ...held, silence: { ...held.silence, until } };
}

export function joinSilencedAlerts(
  left: readonly SilencedAlert[],
  right: readonly SilencedAlert[],
): readonly SilencedAlert[] {
  return joinLists(left, right, { key: keyOf, order: byTime, most: SILENCED_ALERTS_KEPT, join: later });
}

/**
 * Returns what held an alert back until it was due; `null` if nothing did. A silence may have been ended before its time. Only the beginning and the
 * end of an incident are the same alert later. What a service needs may have held back other receivers alone: `isBehind` says whether this
 * one is notified of it, by its id.
 */
export function heldBackBy(
  known: readonly SilencedAlert[],
  { incident, event, at }: Pick<DueAlert, 'incident' | 'event' | 'at'>,
  now: number,
  isBehind: (needed: string) => boolean,
): AlertedSilence | null {
  if (event === 'updated' || event === 'reminder') return null;
  const last = known.findLast(({ incident: id, event: alert, silence }) => {
    if (id !== incident.id || alert !== event) return false;
    return silence.kind !== 'needs' || (silence.until <= at && isBehind(silence.id));
  });
  if (last === undefined) return null;
  const { kind, id: needed, until, by, reason, planned } = last.silence;
  const silence = { until: new Date(Math.min(until, now)).toISOString(), by, reason, planned };
  return kind === 'needs' ? { ...silence, behind: needed } : silence;
}

function keyOf({ incident, event, silence }: SilencedAlert): string {
  return `${incident} ${event} ${silence.id}${silence.kind === 'needs' ? ' needs' : ''}`;
}

/** Returns the value that begins later; if both begin at the same time, the one that ends earlier. */
function later(left: SilencedAlert, right: SilencedAlert): SilencedAlert {
  if (left.at !== right.at) return left.at > right.at ? left : right;
  return larger(left, right, ({ silence }) => -silence.until);
}

function byTime(left: SilencedAlert, right: SilencedAlert): number {
  return left.at - right.at || (keyOf(left) < keyOf(right) ? -1 : 1);
}

export const silencedAlertsSchema = lastOf(
  v.object({
    incident: id,
    event: alertEvent,
    at: instant,
    silence: v.object({
      id,
      kind: v.exactOptional(v.picklist(['ack', 'needs'])),
      reason: known(line()),
      by: known(line()),
      until: instant,
      planned: v.boolean(),
    }),
  }),
  SILENCED_ALERTS_KEPT,
);
