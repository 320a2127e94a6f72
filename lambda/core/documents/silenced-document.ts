/** The part of an incident that people were not notified of, since its service was silenced or a service that it needs failed, and whether they were later. */

import { type Incident, openOutage } from '../incident/incident';
import { behindPeriodsOf } from '../notify/behind';
import { type HeldAlert, isSilenced, silenceOfHold } from '../notify/held-alerts';
import { type DeliveredAlert, sentAbout } from '../notify/sent';
import type { Silence } from '../silences/silence';
import type { ServiceState } from '../state/service-state';
import type { AlertEvent } from '../words/codes';
import type { ServiceWithState, ViewContext } from './facts/deployment-facts';
import { iso } from './words/format';

export interface SilencedDocument extends Pick<HeldAlert, 'event'> {
  readonly silence: Pick<Silence, 'by' | 'reason' | 'planned'>;
  /** Whether people were notified of it after all; `null` if that is not known any more. */
  readonly notified: boolean | null;
  /** When they were, ISO 8601 in UTC with milliseconds; `null` if they were not. */
  readonly notifiedAt: string | null;
}

/** The beginning is the most important, then the end. */
const BY_WEIGHT: readonly AlertEvent[] = ['opened', 'resolved', 'updated'];

/** `null` if nothing of it was silenced. `id` is that of the incident. */
export function silencedDocument({ heldAlerts, notified }: ServiceState, id: string): SilencedDocument | null {
  const ofIncident = heldAlerts.filter(isSilenced).filter(({ incident }) => incident === id);
  const events = BY_WEIGHT.flatMap((event) => ofIncident.find((held) => held.event === event) ?? []);
  const [first] = events;
  if (!first) return null;
  const { event, at } = first;
  // Whoever was notified of anything about it knows of its beginning.
  const isLater = (alert: DeliveredAlert) => alert.sentAt >= at && (event === 'opened' || alert.event === event);
  const sent = sentAbout({ notified }, id);
  const later = sent.find(isLater);
  // An update may be an alert that is not kept; a beginning is the first alert, an end the last.
  const isAllKept = event !== 'updated' || !sent.some(({ isAfterOthers }) => isAfterOthers);
  const notNotified = isAllKept ? false : null;
  return {
    event,
    silence: silenceOfHold(first.hold),
    notified: later === undefined ? notNotified : true,
    notifiedAt: later === undefined ? null : iso(later.sentAt),
  };
}

/** The service that was needed and failed, because of which people were not notified of an outage. Instants are ISO 8601 in UTC with milliseconds. */
export interface BehindDocument {
  /** The id of the service that is needed. */
  readonly service: string;
  readonly since: string;
  /** `null` while it holds the outage back. */
  readonly until: string | null;
  /** When people were notified of the outage first; while it is held back, those who are not notified of the needed service. `null` if nobody was. */
  readonly notifiedAt: string | null;
}

/** What holds an incident back, or what held it back last; `null` if nothing did. `now` in milliseconds since 1970. */
export function behindDocument(
  { heldAlerts, notified }: ServiceState,
  { id, over }: Pick<Incident, 'id' | 'over'>,
  now: number,
): BehindDocument | null {
  const periods = behindPeriodsOf(heldAlerts, id);
  const held = periods.findLast((period) => behindUntil(period, over !== null, now) === null) ?? periods.at(-1);
  if (held === undefined) return null;
  const until = behindUntil(held, over !== null, now);
  const openings = sentAbout({ notified }, id).filter(({ event }) => event === 'opened');
  const notifiedAt = (openings.find(({ sentAt }) => until !== null && sentAt >= until) ?? openings[0])?.sentAt;
  return {
    service: held.hold.id,
    since: iso(held.at),
    until: until === null ? null : iso(until),
    notifiedAt: notifiedAt === undefined ? null : iso(notifiedAt),
  };
}

/** What holds the outage of a service back. */
export type BehindNow = Pick<BehindDocument, 'service' | 'since'>;

/** What holds the outage of a service back at `now`, in milliseconds since 1970; `null` if nothing does. */
export function behindNow(
  { now }: Pick<ViewContext, 'now'>,
  { state }: Pick<ServiceWithState, 'state'>,
): BehindNow | null {
  const outage = state && openOutage(state);
  const behind = state && outage && behindDocument(state, outage, now);
  return behind === null || behind.until !== null ? null : { service: behind.service, since: behind.since };
}

/** Until when a service that is needed held an incident back, in milliseconds since 1970; `null` if it does at `now`. */
export function behindUntil({ hold }: HeldAlert, isOver: boolean, now: number): number | null {
  return !isOver && now < hold.until ? null : Math.min(hold.until, now);
}
