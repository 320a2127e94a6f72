/** Ends of incidents of which people are notified later: the service may fail again, or it is silenced. */

import { episodeOf } from '../incident/episode';
import { type Finding, type Incident, isSameThing } from '../incident/incident';
import { REMOVED_REASON, type VerdictKind } from '../words/codes';
import { isOverForGood } from './damping';
import { asKnown, type DueAlert, flapping } from './due-alert';
import {
  type Facts,
  type HeldEnd,
  knownIdOf,
  type Notice,
  type Notified,
  type NotifyPolicy,
  type SilenceFor,
} from './notified';

/** What people know of an incident whose end is held. */
export type Held = Notified & { readonly held: HeldEnd };

export function isHeld(one: Notified): one is Held {
  return one.held !== null;
}

/** What the incident of a held end was about. */
export function aboutOf({ held: { kind }, reason }: Held): Pick<Incident, 'kind' | 'reason'> {
  return { kind, reason };
}

/** The ends that are held once this run has ended its incidents, oldest first; each end once. */
export function heldAfter({ open, ended, now }: Facts, notified: readonly Notified[]): readonly Held[] {
  const isOpen = (id: string) => open.some((incident) => incident.id === id);
  const goingOn = notified.filter((one) => isOpen(one.incident)).map((one) => knownIdOf({ ...one, held: null }));
  const held = notified.flatMap((one): Held[] => {
    const incident = ended.find(({ id }) => id === one.incident);
    if (incident) return [{ ...one, continues: null, held: heldEnd(incident, one, now) }];
    return isHeld(one) && !isOpen(one.incident) ? [one] : [];
  });
  const ids = held.map((one) => one.held.id);
  return held.filter(({ held: { id } }, index) => ids.indexOf(id) === index && !goingOn.includes(id));
}

/** The end of an incident at `now`, in milliseconds since 1970, as it is held. */
export function heldEnd(incident: Incident, { continues }: Pick<Notified, 'continues'>, now: number): HeldEnd {
  const { kind, httpStatus } = incident;
  const known = asKnown(incident, continues);
  // The end of an incident is never before its beginning, even if the clock was set back.
  return { ...known, kind, httpStatus, resolvedAt: Math.max(now, incident.openedAt, known.openedAt), isFinal: false };
}

/** The ends that are held no longer, those that only a silence holds, and all that are held after this run. */
export function endHeld(
  holding: readonly Held[],
  facts: Facts,
  { successThreshold }: NotifyPolicy,
  silenceFor: SilenceFor,
): Pick<Notice, 'due' | 'withheld'> & { readonly held: readonly Held[] } {
  const isOver = (one: Held) =>
    one.held.isFinal ||
    (!facts.open.some((incident) => isSameThing(incident, aboutOf(one))) &&
      isOverForGood(one.held.kind, facts, facts.finding, { successThreshold, now: facts.now }));
  const over = holding
    .filter(isOver)
    .map((one) => ({ one, alert: endOf(one, facts), silence: silenceFor(one.held, true) }));
  return {
    due: over.flatMap(({ alert, silence }) => (silence === null ? [alert] : [])),
    withheld: over.flatMap(({ alert, silence }) => (silence === null ? [] : [{ alert, silence }])),
    held: holding.flatMap((one) => {
      const ended = over.find((each) => each.one === one);
      if (!ended) return [one];
      return ended.silence === null ? [] : [{ ...one, held: { ...one.held, isFinal: true } }];
    }),
  };
}

/** The alert of an end that is held no longer. */
function endOf({ incident, held, thread, verdict, reason, message }: Held, facts: Facts): DueAlert {
  const { httpStatus, resolvedAt, isFinal: _, ...known } = held;
  const last = facts.past.find(({ id }) => id === incident);
  return {
    event: 'resolved',
    at: resolvedAt,
    incident: known,
    thread,
    finding: endedAs(held, facts) ?? removed(verdict, httpStatus),
    previous: { verdict, reason, message },
    lastHealthy: facts.lastHealthy,
    episode: last?.kind === 'outage' ? flapping(episodeOf(last, facts.past), facts, false) : null,
  };
}

/** What was found at the end; `null` if the service has left the config. */
function endedAs({ kind, isFinal }: HeldEnd, { finding }: Facts): Finding | null {
  // A matter ends by itself, however the service is then.
  const isWell = finding !== null && finding.kind !== 'healthy' && (isFinal || kind !== 'outage');
  return isWell ? WELL : finding;
}

/** The end was held for so long that the service fails anew by now: at its end it was healthy. */
const WELL: Finding = {
  kind: 'healthy',
  reason: 'ok',
  message: 'healthy',
  httpStatus: null,
  errorCode: null,
  report: null,
};

function removed(kind: VerdictKind, httpStatus: number | null): Finding {
  const message = 'it is no longer in the config, so its incident is closed; whether it is well is not known';
  return { kind, reason: REMOVED_REASON, message, httpStatus, errorCode: null, report: null };
}
