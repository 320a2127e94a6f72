/** Decides who is notified: the facts, and what people were notified of before → the alerts that are due now. */

import type { AlertPolicy } from '../config/config';
import { episodeOf } from '../incident/episode';
import { distinctIncidents, type Finding, type Incident, type IncidentState, openIncident } from '../incident/incident';
import { REMOVED_REASON, type VerdictKind } from '../words/codes';
import { isNotifiedRelapse, isOverForGood } from './damping';
import { aboutOpen, asKnown, type ContinuedIncident, type DueAlert, flapping } from './due-alert';

/** When people are notified again, and of which end. */
export type NotifyPolicy = Pick<AlertPolicy, 'remindEveryMs' | 'successThreshold'>;

/** What people were notified of about one incident that is open, or whose end is held. */
export interface Notified {
  /** The incident's id. */
  readonly incident: string;
  /** The earlier incident, if this one looks like its continuation to people; otherwise `null`. */
  readonly continues: ContinuedIncident | null;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
  /** The end of the incident, of which people are notified later, since the service may fail again; `null` if it is open. */
  readonly held: HeldEnd | null;
  /** The verdict of the last notification. */
  readonly verdict: VerdictKind;
  /** The reason of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  /** All verdicts of this incident that people were notified of. */
  readonly verdicts: readonly VerdictKind[];
  /** The time of the last notification, in milliseconds since 1970. */
  readonly notifiedAt: number;
}

/** The end of an incident that is held. */
export interface HeldEnd extends ContinuedIncident, Pick<Incident, 'kind' | 'httpStatus'> {
  /** The true time of the end, in milliseconds since 1970. */
  readonly resolvedAt: number;
}

/** The end of an incident that is owed: people were not notified of it yet. */
export interface OwedEnd extends ContinuedIncident, Pick<Notified, 'thread'> {
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
}

/** The finding of a run, and the state of the incidents after it. */
export interface Facts extends Pick<IncidentState, 'open' | 'past' | 'lastHealthy' | 'recentRuns' | 'healthy'> {
  /** Incidents that this run has ended. */
  readonly ended: readonly Incident[];
  /** `null` if the service is no longer in the config. */
  readonly finding: Finding | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Notice {
  readonly due: readonly DueAlert[];
  readonly notified: readonly Notified[];
  /** The incident whose owed end is taken back, because for people it continues; usually `null`. */
  readonly takenBack: string | null;
}

/** The id of the incident as people know it. */
export function knownIdOf({ incident, continues, held }: Pick<Notified, 'incident' | 'continues' | 'held'>): string {
  return (held ?? continues)?.id ?? incident;
}

/** How many runs a verdict must hold before people are notified of it a second time in one incident. */
const RETURN_RUNS = 5;
/** How many ends may be owed. Beyond that, a new incident is shown as a continuation of the latest one. */
export const MAX_OWED_ENDS = 20;

/**
 * The alerts that are due after a run, in the order in which they must be sent, and what people are notified of then.
 * `owedEnds` are the ends that were owed before this run, oldest first. Their number is bounded while alerts can't be sent.
 */
export function notify(
  facts: Facts,
  notified: readonly Notified[],
  policy: NotifyPolicy,
  owedEnds: readonly OwedEnd[],
): Notice {
  const decided: Decision[] = [];
  const distinct = distinctIncidents(facts.open);
  let holding = heldAfter(facts, notified);
  for (const incident of facts.open) {
    const finding = findingOf(incident, facts);
    const before = notified.find((one) => one.incident === incident.id);
    // People are notified of a duplicate only of its end, and only if they know of its beginning.
    if (before && (finding === null || !distinct.includes(incident))) decided.push({ due: null, known: before });
    else if (finding !== null && (before || distinct.includes(incident))) {
      const held = before ? undefined : holding.find((one) => one.held.kind === incident.kind);
      holding = holding.filter((one) => one !== held);
      decided.push(decide(incident, before, { ...facts, finding }, { ...policy, owedEnds, held }));
    }
  }
  const isEnding = ({ held: { kind } }: Held) =>
    openIncident(facts, kind) === null && isOverForGood(kind, facts, facts.finding, { ...policy, now: facts.now });
  return {
    due: [...holding.filter(isEnding).map((one) => endOf(one, facts)), ...decided.flatMap(({ due }) => due ?? [])],
    notified: [...holding.filter((one) => !isEnding(one)), ...decided.map(({ known }) => known)],
    takenBack: decided.find(({ takenBack }) => takenBack !== undefined)?.takenBack ?? null,
  };
}

type Held = Notified & { readonly held: HeldEnd };

/** The ends that are held once this run has ended its incidents, oldest first; each end once. */
function heldAfter({ open, ended, now }: Facts, notified: readonly Notified[]): readonly Held[] {
  const isOpen = (id: string) => open.some((incident) => incident.id === id);
  const goingOn = notified.filter((one) => isOpen(one.incident)).map((one) => knownIdOf({ ...one, held: null }));
  const held = notified.flatMap((one): Held[] => {
    const incident = ended.find(({ id }) => id === one.incident);
    if (incident) return [{ ...one, continues: null, held: heldEnd(incident, one, now) }];
    return one.held === null || isOpen(one.incident) ? [] : [{ ...one, held: one.held }];
  });
  const ids = held.map((one) => one.held.id);
  return held.filter(({ held: { id } }, index) => ids.indexOf(id) === index && !goingOn.includes(id));
}

function heldEnd(incident: Incident, { continues }: Notified, now: number): HeldEnd {
  const { kind, httpStatus } = incident;
  const known = asKnown(incident, continues);
  // The end of an incident is never before its beginning, even if the clock was set back.
  return { ...known, kind, httpStatus, resolvedAt: Math.max(now, incident.openedAt, known.openedAt) };
}

interface Deciding extends NotifyPolicy {
  readonly owedEnds: readonly OwedEnd[];
  /** The end before this incident, if people were not notified of it yet. */
  readonly held: Held | undefined;
}

function decide(
  incident: Incident,
  before: Notified | undefined,
  facts: Failing,
  { remindEveryMs, owedEnds, held }: Deciding,
): Decision {
  if (before) return goOn(incident, { ...before, held: null }, facts, remindEveryMs);
  if (held) return relapse(incident, held, facts, remindEveryMs);
  const lastEnd = owedEnds.length < MAX_OWED_ENDS ? undefined : owedEnds.at(-1);
  return lastEnd ? takeUp(incident, lastEnd) : begin(incident, facts);
}

interface Decision {
  readonly due: DueAlert | null;
  /** What people are notified of, once this alert is sent. */
  readonly known: Notified;
  readonly takenBack?: string;
}

type Failing = Facts & { readonly finding: Finding };

/** What this run has found wrong; `null` while an outage recovers, or if the service is no longer checked. */
function findingOf({ kind, verdict, reason, message, httpStatus }: Incident, { finding }: Facts): Finding | null {
  if (kind !== 'outage') return { kind: verdict, reason, message, httpStatus, errorCode: null, report: null };
  return finding?.kind === 'healthy' ? null : finding;
}

function begin(incident: Incident, facts: Failing): Decision {
  const { id, verdict, reason, message } = incident;
  const said = { verdict, reason, message, verdicts: [verdict], notifiedAt: facts.now };
  const known = { incident: id, continues: null, held: null, thread: null, ...said };
  const { times } = episodeOf(incident, facts.past);
  return { due: { ...aboutOpen(incident, known, facts, times > 1), event: 'opened', previous: null }, known };
}

/** Nobody was notified of the latest end, so for people that incident continues. */
function takeUp({ id }: Incident, { resolvedAt, thread, verdict, reason, message, ...continues }: OwedEnd): Decision {
  const known = {
    ...{ incident: id, continues, held: null, thread, verdict, reason, message },
    ...{ verdicts: [verdict], notifiedAt: resolvedAt },
  };
  return { due: null, known, takenBack: continues.id };
}

/** So it does if its end is held. People are notified of the relapse if the service had been healthy for long. */
function relapse(
  incident: Incident,
  { held, ...before }: Held,
  facts: Failing,
  remindEveryMs: number | null,
): Decision {
  const { kind, httpStatus, resolvedAt, ...continues } = held;
  const known = { ...before, incident: incident.id, continues, held: null };
  return isNotifiedRelapse(incident, facts)
    ? update(incident, known, facts, true)
    : goOn(incident, known, facts, remindEveryMs);
}

function goOn(incident: Incident, before: Notified, facts: Failing, remindEveryMs: number | null): Decision {
  const { finding, now } = facts;
  if (incident.verdict !== before.verdict && incident.verdictRuns >= holdFor(incident, before, facts))
    return update(incident, before, facts, false);
  const { reason, message } = finding.kind === before.verdict ? finding : before;
  const known = { ...before, reason, message };
  // If the clock was set back, the time until the next reminder starts again.
  const notifiedAt = Math.min(before.notifiedAt, now);
  if (remindEveryMs === null || now - notifiedAt < remindEveryMs) return { due: null, known: { ...known, notifiedAt } };
  return { due: { ...aboutOpen(incident, before, facts), event: 'reminder' }, known: { ...known, notifiedAt: now } };
}

function update(incident: Incident, before: Notified, facts: Failing, relapsed: boolean): Decision {
  const { verdict, reason, message } = incident;
  const verdicts = [...new Set([...before.verdicts, verdict])];
  const known = { ...before, verdict, reason, message, verdicts, notifiedAt: facts.now };
  return { due: { ...aboutOpen(incident, before, facts, relapsed), event: 'updated' }, known };
}

/**
 * How many runs a change has to hold. A verdict that people were already notified of in this incident has to hold longer:
 * otherwise two bad instances behind one address that answer in turn would cause an alert in every run. So has any verdict
 * once the service has failed several times in an episode.
 */
function holdFor(incident: Incident, { verdicts }: Notified, { past }: Facts): number {
  return verdicts.includes(incident.verdict) || episodeOf(incident, past).times > 1 ? RETURN_RUNS : 1;
}

function endOf({ incident, held, thread, verdict, reason, message }: Held, facts: Facts): DueAlert {
  const { httpStatus, resolvedAt, ...known } = held;
  const last = facts.past.find(({ id }) => id === incident);
  return {
    event: 'resolved',
    at: resolvedAt,
    incident: known,
    thread,
    finding: facts.finding ?? removed(verdict, httpStatus),
    previous: { verdict, reason, message },
    lastHealthy: facts.lastHealthy,
    episode: last ? flapping(episodeOf(last, facts.past), facts, false) : null,
  };
}

function removed(kind: VerdictKind, httpStatus: number | null): Finding {
  const message = 'it is no longer in the config, so its incident is closed; whether it is well is not known';
  return { kind, reason: REMOVED_REASON, message, httpStatus, errorCode: null, report: null };
}
