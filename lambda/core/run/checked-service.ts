/** A service in the phases of a run after its check, and what is marked as due to its receivers. */

import type { Receiver } from '../deliver/receiver';
import { type Incident, openOutage } from '../incident/incident';
import { type FilteredIncident, type NeededService, withBehindEnds } from '../notify/behind';
import { EVERYTHING, type NotifyContext } from '../notify/due';
import { withAckPeriods } from '../notify/held-alerts';
import { markDue, passOver } from '../notify/mark';
import { markNewVersion } from '../notify/new-versions';
import { ackOf, type SilencedIncident, silenceOf } from '../silences/silence';
import type { Silencing } from '../silences/silencing';
import { mustSave, type ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import type { Snapshot } from '../state/snapshot';
import { elapsedMs } from '../words/clock';
import { SEVERITIES } from '../words/codes';
import { DEPLOYMENT, DRILL } from '../words/ids';
import type { Advanced } from './advance';

/** A receiver, as far as it decides what is due to it. */
export type Addressee = Pick<Receiver, 'id' | 'filter' | 'audiences' | 'isForPeople' | 'sendNotice' | 'changes'>;

export interface CheckedService {
  readonly id: string;
  /** The time of its check, in milliseconds since 1970. */
  readonly now: number;
  /** `null` for never. */
  readonly remindEveryMs: number | null;
  readonly snapshot: Snapshot;
  /** Whether the snapshot has something that is to be saved in this phase. */
  readonly isChanged: boolean;
  /** Whether its state could not be saved, so that what is sent may be sent again by another process. */
  readonly mayRepeat: boolean;
}

/** Returns the service with the result of its check. Without a result nothing becomes due; pending alerts are sent anyway. */
export function checkedService(service: Omit<Advanced, 'check' | 'failures'>): CheckedService {
  const { id, now, remindEveryMs, before, next } = service;
  if (next === null) {
    return {
      id,
      now,
      // Only a check knows that a service still fails.
      remindEveryMs: null,
      snapshot: before,
      isChanged: false,
      mayRepeat: before.unsaved,
    };
  }
  const unsaved = before.unsaved || mustSave(id, before.state, next, now);
  return {
    id,
    now,
    remindEveryMs,
    snapshot: { ...before, state: next, unsaved },
    isChanged: unsaved,
    mayRepeat: false,
  };
}

/** Marks what is due to each receiver, what is held back, and acknowledgements. `needed` are the services that hold back its outage. */
export function markService(
  service: CheckedService,
  receivers: readonly Addressee[],
  needed: readonly NeededService[],
  silencing: Silencing,
): CheckedService {
  const { state } = service.snapshot;
  const due = receivers.reduce((before, receiver) => {
    const context = notifyContext(service, receiver, silencing);
    const { about } = before;
    const wantsVersions = about !== null && receiver.changes?.wants({ service: service.id, severity: about.severity });
    const marked = wantsVersions ? markNewVersion(before, receiver.id, service.now) : before;
    if (needed.length === 0) return passOver(markDue(marked, context), context);
    return passOver(markDue(marked, { ...context, behind: neededFor(service, receiver, needed) }), context);
  }, state);
  const noted = withBehindEnds(due, needed, service.now);
  return withState(service, withAckPeriods(noted, service.id, silencing, service.now));
}

/** Returns the needed services that hold back an outage for a receiver: it must notify the same people of them. */
function neededFor(
  { id, snapshot }: CheckedService,
  receiver: Addressee,
  needed: readonly NeededService[],
): readonly NeededService[] {
  const outage = openOutage(snapshot.state);
  if (outage === null) return [];
  const own = { ...outage, service: id };
  return needed.filter((service) => mayHoldBack(service, own, receiver));
}

/** Whether a receiver notifies the same people of an outage and of the services that it needs. */
function mayHoldBack(
  needed: NeededService,
  outage: FilteredIncident,
  { filter = EVERYTHING, audiences = [filter.wants] }: Addressee,
): boolean {
  return audiences.every((wants) => !wants(outage) || wants(needed));
}

/** Whether a service that was needed may have held back an outage. Only its id is known, so it may have had any severity. */
export function mayHaveHeldBack(needed: string, outage: FilteredIncident, receiver: Addressee): boolean {
  return SEVERITIES.some((severity) => mayHoldBack({ service: needed, kind: 'outage', severity }, outage, receiver));
}

/** The service with another state, which is to be saved if it differs. */
export function withState(service: CheckedService, state: ServiceState): CheckedService {
  const { snapshot } = service;
  if (state === snapshot.state) return service;
  return { ...service, snapshot: { ...snapshot, state: settle(state), unsaved: true }, isChanged: true };
}

/**
 * How long an end waits after the last save while the state can't be read or saved, in milliseconds. Late it does no harm; but if this process
 * sent it and died, the next one could find the service failing in the stored, still open incident, and nobody would hear of that.
 */
const END_WAIT_MS = 15 * 60_000;

/** The context that decides whether a receiver is notified of the incidents of a service. */
export function notifyContext(
  service: CheckedService,
  addressee: Addressee,
  { silences }: Pick<Silencing, 'silences'>,
): NotifyContext {
  const { now, remindEveryMs, mayRepeat, snapshot } = service;
  const id = alertedId(service);
  return {
    receiver: addressee.id,
    now,
    remindEveryMs,
    hearsAnswers: addressee.isForPeople ?? false,
    endsWait: mayRepeat && elapsedMs(snapshot.state.savedAt, now) < END_WAIT_MS,
    silenceFor: (incident) => silenceOf(silences, silencedIncident(id, incident), now),
    ackFor: (incident) => ackOf(silences, silencedIncident(id, incident), now),
    filter: service.id === DRILL ? { ...filterFor(id, addressee), afterMs: 0 } : filterFor(id, addressee),
  };
}

/** The id that filters, silences and alerts have for it: a drill uses the name of a service. */
export function alertedId({ id, snapshot }: Pick<CheckedService, 'id' | 'snapshot'>): string {
  return id === DRILL ? (snapshot.state.about?.id ?? id) : id;
}

/** Returns the filter for a service. A receiver hears about the deployment itself at once, but never about itself: it would refuse that too. */
function filterFor(service: string, { id, filter = EVERYTHING, sendNotice }: Addressee): NotifyContext['filter'] {
  const wants: NotifyContext['filter']['wants'] = (incident) => filter.wants({ ...incident, service });
  if (service !== DEPLOYMENT) return { ...filter, wants };
  return {
    ...filter,
    wants: (incident) => !isAbout(incident.subject, id) && sendNotice !== undefined && wants(incident),
    afterMs: 0,
  };
}

function isAbout(subject: Incident['subject'], receiver: string): boolean {
  return subject?.kind === 'receiver' && subject.id === receiver;
}

/** An incident as silences and acknowledgements see it. */
export function silencedIncident(
  service: string,
  { openedAt, noticedAt, over }: Pick<Incident, 'openedAt' | 'noticedAt' | 'over'>,
): SilencedIncident {
  return { service, openedAt, noticedAt, isOver: over !== null };
}
