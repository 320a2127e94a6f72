/** Why people are notified, or not: facts and what they have heard so far → the alerts that are due now. */

import type { AlertPolicy } from '../config/config';
import { distinctIncidents, type Finding, type Incident } from '../incident/incident';
import type { LastHealthy } from '../incident/last-healthy';
import { type EventKind, REMOVED_REASON, type VerdictKind } from '../words/codes';

/** When people are notified again. */
export type NotifyPolicy = Pick<AlertPolicy, 'remindEveryMs'>;

/** What people have been notified of, of one open incident. */
export interface Notified {
  /** The incident's id. */
  readonly incident: string;
  /** The incident before, if people know this one as going on from it; `null` if it is one of its own. */
  readonly continues: ContinuedIncident | null;
  /** As they heard it last. */
  readonly verdict: VerdictKind;
  /** Of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  /** Each verdict that they have heard of in this incident. */
  readonly verdicts: readonly VerdictKind[];
  /** When they were notified last, in milliseconds since 1970. */
  readonly notifiedAt: number;
}

export interface ContinuedIncident {
  readonly id: string;
  readonly openedAt: number;
  /** Its failing runs before this incident began. */
  readonly failedRuns: number;
}

/** An incident's end that people are owed, and have not been notified of yet. */
export interface OwedEnd extends ContinuedIncident {
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
}

/** What people had heard of an incident before an alert. */
export type PreviousFinding = Pick<Notified, 'verdict' | 'reason' | 'message'>;

/** One thing about one incident that people should hear now. */
export interface DueAlert {
  readonly event: EventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As people know it: of a resolved one, as it was at its end. */
  readonly incident: Pick<Incident, 'id' | 'openedAt' | 'failedRuns' | 'severity' | 'environment'>;
  /** What was found: healthy for an outage that is over. */
  readonly finding: Finding;
  /** What people had heard before; `null` for the first alert. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
}

/** What a run has found, and what became of the incidents. */
export interface Facts {
  readonly open: readonly Incident[];
  /** Incidents that this run has ended. */
  readonly ended: readonly Incident[];
  /** `null` if the service is no longer in the config. */
  readonly finding: Finding | null;
  readonly lastHealthy: LastHealthy | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Notice {
  readonly due: readonly DueAlert[];
  readonly notified: readonly Notified[];
  /** The incident whose owed end is taken back, since it goes on as far as people know; mostly `null`. */
  readonly takenBack: string | null;
}

/** Runs that a verdict must hold before people are notified of it a second time in one incident. */
const RETURN_RUNS = 5;
/** How many ends may be owed. Beyond that a new incident is told as the latest one that goes on. */
export const MAX_OWED_ENDS = 20;

/**
 * The alerts that are due after a run, in the order in which people must hear them, and what people know then. `owedEnds`
 * are those before this run, the oldest first: while alerts cannot be sent, they stay bounded.
 */
export function notify(
  facts: Facts,
  notified: readonly Notified[],
  { remindEveryMs }: NotifyPolicy,
  owedEnds: readonly OwedEnd[],
): Notice {
  const knownOf = ({ id }: Incident) => notified.find(({ incident }) => incident === id);
  const due: DueAlert[] = [];
  const known: Notified[] = [];
  let takenBack: string | null = null;
  for (const incident of facts.ended) {
    const before = knownOf(incident);
    if (before) due.push(endOf(incident, before, facts));
  }
  const distinct = distinctIncidents(facts.open);
  for (const incident of facts.open) {
    const finding = findingOf(incident, facts);
    const before = knownOf(incident);
    // A duplicate is told of when it begins and when it ends.
    const isSilent = finding === null || (before !== undefined && !distinct.includes(incident));
    const told = isSilent ? null : tell(incident, before, { ...facts, finding }, { remindEveryMs, owedEnds });
    if (told?.due) due.push(told.due);
    if (told || before) known.push(told?.known ?? (before as Notified));
    takenBack ??= told?.takenBack ?? null;
  }
  return { due, notified: known, takenBack };
}

interface Telling extends NotifyPolicy {
  readonly owedEnds: readonly OwedEnd[];
}

function tell(
  incident: Incident,
  before: Notified | undefined,
  facts: Failing,
  { remindEveryMs, owedEnds }: Telling,
): Told {
  if (before) return goOn(incident, before, facts, remindEveryMs);
  const lastEnd = owedEnds.length < MAX_OWED_ENDS ? undefined : owedEnds.at(-1);
  return lastEnd ? takeUp(incident, lastEnd) : begin(incident, facts);
}

interface Told {
  readonly due: DueAlert | null;
  /** What people know then. */
  readonly known: Notified;
  readonly takenBack?: string;
}

type Failing = Facts & { readonly finding: Finding };

/** What this run has found wrong; `null` while an outage recovers, or once its service is no longer asked. */
function findingOf({ kind, verdict, reason, message, httpStatus }: Incident, { finding }: Facts): Finding | null {
  if (kind !== 'outage') return { kind: verdict, reason, message, httpStatus, errorCode: null, report: null };
  return finding?.kind === 'healthy' ? null : finding;
}

function begin(incident: Incident, facts: Failing): Told {
  const { id, verdict, reason, message } = incident;
  const known = { incident: id, continues: null, verdict, reason, message, verdicts: [verdict], notifiedAt: facts.now };
  return { due: { ...about(incident, known, facts), event: 'opened', previous: null }, known };
}

/** Nobody has heard of the latest end: as far as people know, that incident goes on. */
function takeUp({ id }: Incident, { resolvedAt, verdict, reason, message, ...continues }: OwedEnd): Told {
  const known = { incident: id, continues, verdict, reason, message, verdicts: [verdict], notifiedAt: resolvedAt };
  return { due: null, known, takenBack: continues.id };
}

function goOn(incident: Incident, before: Notified, facts: Failing, remindEveryMs: number | null): Told {
  const { finding, now } = facts;
  if (incident.verdict !== before.verdict && incident.verdictRuns >= holdFor(incident, before)) {
    const { verdict, reason, message } = incident;
    const verdicts = [...new Set([...before.verdicts, verdict])];
    const known = { ...before, verdict, reason, message, verdicts, notifiedAt: now };
    return { due: { ...about(incident, before, facts), event: 'updated' }, known };
  }
  const { reason, message } = finding.kind === before.verdict ? finding : before;
  const known = { ...before, reason, message };
  // If the clock has stepped back, the time until the next reminder begins anew.
  const notifiedAt = Math.min(before.notifiedAt, now);
  if (remindEveryMs === null || now - notifiedAt < remindEveryMs) return { due: null, known: { ...known, notifiedAt } };
  return { due: { ...about(incident, before, facts), event: 'reminder' }, known: { ...known, notifiedAt: now } };
}

/**
 * How many runs a change has to hold. A verdict that people have heard of in this incident has to hold for longer: two
 * bad instances behind one address, taking turns, would otherwise be told of in every run.
 */
function holdFor({ verdict }: Incident, { verdicts }: Notified): number {
  return verdicts.includes(verdict) ? RETURN_RUNS : 1;
}

function endOf(incident: Incident, known: Notified, facts: Facts): DueAlert {
  const finding = facts.finding ?? removed(known.verdict, incident.httpStatus);
  // An incident's end is never before its beginning, whatever the clock says.
  const at = Math.max(facts.now, incident.openedAt);
  return { ...about(incident, known, { ...facts, finding }), event: 'resolved', at };
}

/** What every alert of an incident says, whose last alert is `known`. */
function about(incident: Incident, known: Notified, { finding, lastHealthy, now }: Failing): Omit<DueAlert, 'event'> {
  const { verdict, reason, message, continues } = known;
  const { severity, environment } = incident;
  const { id, openedAt } = continues ?? incident;
  const failedRuns = (continues?.failedRuns ?? 0) + incident.failedRuns;
  const previous = { verdict, reason, message };
  return { at: now, incident: { id, openedAt, failedRuns, severity, environment }, finding, previous, lastHealthy };
}

function removed(kind: VerdictKind, httpStatus: number | null): Finding {
  const message = 'it is no longer in the config, so its incident is closed; whether it is well is not known';
  return { kind, reason: REMOVED_REASON, message, httpStatus, errorCode: null, report: null };
}
