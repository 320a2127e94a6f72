/** The silences, acknowledgements and outages that hold back alerts about an incident, or did, and whether people were notified later. */

import { type Incident, openOutage } from '../incident/incident';
import { behindPeriodsOf } from '../notify/behind';
import { type HeldAlert, isSilenced, silenceOfHold } from '../notify/held-alerts';
import { isHeldBackFromAll } from '../notify/held-back';
import { type DeliveredAlert, sentAbout } from '../notify/sent';
import { ackOf, type Silence, silenceOf } from '../silences/silence';
import { type AckDocument, ackDocument, type SilenceDocument, silenceDocument } from '../silences/silence-document';
import type { ServiceState } from '../state/service-state';
import type { AlertEvent } from '../words/codes';
import type { DeploymentFacts, ServiceWithState, ViewContext } from './facts/deployment-facts';
import { iso } from './words/format';

export interface SilencedDocument extends Pick<HeldAlert, 'event'> {
  readonly silence: Pick<Silence, 'by' | 'reason' | 'planned'>;
  /** Whether people were notified of it later; `null` if that is no longer recorded. */
  readonly notified: boolean | null;
  /** When they were notified, ISO 8601 in UTC with milliseconds; `null` if they were not. */
  readonly notifiedAt: string | null;
}

/** The most important event first: the opening, then the recovery. */
const BY_WEIGHT: readonly AlertEvent[] = ['opened', 'resolved', 'updated'];

/** Returns what was silenced of the incident with this id; `null` if nothing was. */
export function silencedDocument({ heldAlerts, notified }: ServiceState, id: string): SilencedDocument | null {
  const ofIncident = heldAlerts.filter(isSilenced).filter(({ incident }) => incident === id);
  const events = BY_WEIGHT.flatMap((event) => ofIncident.find((held) => held.event === event) ?? []);
  const [first] = events;
  if (!first) return null;
  const { event, at } = first;
  // Any alert about the incident also tells people that it opened.
  const isLater = (alert: DeliveredAlert) => alert.sentAt >= at && (event === 'opened' || alert.event === event);
  const sent = sentAbout({ notified }, id);
  const later = sent.find(isLater);
  // An update may be an alert that is not stored; an opening is the first alert, a recovery the last.
  const isAllKept = event !== 'updated' || !sent.some(({ isAfterOthers }) => isAfterOthers);
  const notNotified = isAllKept ? false : null;
  return {
    event,
    silence: silenceOfHold(first.hold),
    notified: later === undefined ? notNotified : true,
    notifiedAt: later === undefined ? null : iso(later.sentAt),
  };
}

/** The needed service whose failure held an outage's alerts back. Instants are ISO 8601 in UTC with milliseconds. */
export interface BehindDocument {
  /** The id of the needed service. */
  readonly service: string;
  readonly since: string;
  /** `null` while it holds the outage back. */
  readonly until: string | null;
  /** When people were first notified of the outage; while held back, people who don't get the needed service's alerts. Else `null`. */
  readonly notifiedAt: string | null;
}

/** Returns the service that holds an incident back, or last did; `null` if none did. `now` in milliseconds since 1970. */
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

/** The service that holds an outage back. */
export type BehindNow = Pick<BehindDocument, 'service' | 'since'>;

/** Returns the service that holds the outage of a service back at `now`, in milliseconds since 1970; `null` if none does. */
export function behindNow(
  { now }: Pick<ViewContext, 'now'>,
  { state }: Pick<ServiceWithState, 'state'>,
): BehindNow | null {
  const outage = state && openOutage(state);
  const behind = state && outage && behindDocument(state, outage, now);
  return behind === null || behind.until !== null ? null : { service: behind.service, since: behind.since };
}

/** Returns when a needed service stopped holding an incident back, in milliseconds since 1970; `null` if it still does at `now`. */
export function behindUntil({ hold }: HeldAlert, isOver: boolean, now: number): number | null {
  return !isOver && now < hold.until ? null : Math.min(hold.until, now);
}

/** The reasons why people are not notified of an open incident, or not again. */
export interface IncidentHold {
  /** The silence that applies to it now. */
  readonly silence: SilenceDocument | null;
  /** The acknowledgement in force. */
  readonly ack: AckDocument | null;
  /** Whether nobody is notified of it, since people know about the outages that caused it. */
  readonly isExplained: boolean;
}

export function heldBy(
  { silences, acks, now }: DeploymentFacts,
  service: string,
  state: ServiceState,
  incident: Incident,
): IncidentHold {
  const { openedAt, noticedAt, over } = incident;
  const subject = { service, openedAt, noticedAt, isOver: over !== null };
  const silence = silenceOf(silences, subject, now);
  const ack = ackOf(acks, subject, now);
  return {
    silence: silence && silenceDocument(silence),
    ack: ack && ackDocument(ack),
    isExplained: isHeldBackFromAll(incident, state),
  };
}
