/** Decides who is notified: the facts, and what people were notified of before → the alerts that are due now. */

import type { AlertPolicy } from '../config/config';
import { distinctIncidents, type Finding, type Incident } from '../incident/incident';
import type { LastHealthy } from '../incident/last-healthy';
import { type EventKind, REMOVED_REASON, type VerdictKind } from '../words/codes';

/** When people are notified again. */
export type NotifyPolicy = Pick<AlertPolicy, 'remindEveryMs'>;

/** What people were notified of about one open incident. */
export interface Notified {
  /** The incident's id. */
  readonly incident: string;
  /** The earlier incident, if this one looks like its continuation to people; otherwise `null`. */
  readonly continues: ContinuedIncident | null;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
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

export interface ContinuedIncident {
  readonly id: string;
  readonly openedAt: number;
  /** The failing runs of the earlier incident. */
  readonly failedRuns: number;
}

/** The end of an incident that is owed: people were not notified of it yet. */
export interface OwedEnd extends ContinuedIncident, Pick<Notified, 'thread'> {
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
}

/** What people were notified of before this alert. */
export type PreviousFinding = Pick<Notified, 'verdict' | 'reason' | 'message'>;

/** One thing about one incident that people should be notified of now. */
export interface DueAlert {
  readonly event: EventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The incident as people know it; if it is over, as it was at its end. */
  readonly incident: Pick<Incident, 'id' | 'kind' | 'openedAt' | 'failedRuns' | 'severity' | 'environment'>;
  /** As for `Notified`. */
  readonly thread: string | null;
  /** The finding; healthy if an outage is over. */
  readonly finding: Finding;
  /** What people were notified of before; `null` for the first alert. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
}

/** The finding of a run, and the incidents after it. */
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
  /** The incident whose owed end is taken back, because for people it continues; usually `null`. */
  readonly takenBack: string | null;
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
    // People are notified of a duplicate only at its beginning and its end.
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

function begin(incident: Incident, facts: Failing): Told {
  const { id, verdict, reason, message } = incident;
  const said = { verdict, reason, message, verdicts: [verdict], notifiedAt: facts.now };
  const known = { incident: id, continues: null, thread: null, ...said };
  return { due: { ...about(incident, known, facts), event: 'opened', previous: null }, known };
}

/** Nobody was notified of the latest end, so for people that incident continues. */
function takeUp({ id }: Incident, { resolvedAt, thread, verdict, reason, message, ...continues }: OwedEnd): Told {
  const known = {
    incident: id,
    continues,
    thread,
    verdict,
    reason,
    message,
    verdicts: [verdict],
    notifiedAt: resolvedAt,
  };
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
  // If the clock was set back, the time until the next reminder starts again.
  const notifiedAt = Math.min(before.notifiedAt, now);
  if (remindEveryMs === null || now - notifiedAt < remindEveryMs) return { due: null, known: { ...known, notifiedAt } };
  return { due: { ...about(incident, before, facts), event: 'reminder' }, known: { ...known, notifiedAt: now } };
}

/**
 * How many runs a change has to hold. A verdict that people were already notified of in this incident has to hold longer:
 * otherwise two bad instances behind one address that answer in turn would cause an alert in every run.
 */
function holdFor({ verdict }: Incident, { verdicts }: Notified): number {
  return verdicts.includes(verdict) ? RETURN_RUNS : 1;
}

function endOf(incident: Incident, known: Notified, facts: Facts): DueAlert {
  const finding = facts.finding ?? removed(known.verdict, incident.httpStatus);
  // The end of an incident is never before its beginning, even if the clock was set back.
  const at = Math.max(facts.now, incident.openedAt);
  return { ...about(incident, known, { ...facts, finding }), event: 'resolved', at };
}

/** The part that all alerts of an incident have; `known` is what people were notified of last. */
function about(incident: Incident, known: Notified, { finding, lastHealthy, now }: Failing): Omit<DueAlert, 'event'> {
  const { verdict, reason, message, continues, thread } = known;
  const { kind, severity, environment } = incident;
  const { id, openedAt } = continues ?? incident;
  const failedRuns = (continues?.failedRuns ?? 0) + incident.failedRuns;
  const previous = { verdict, reason, message };
  const shown = { id, kind, openedAt, failedRuns, severity, environment };
  return { at: now, incident: shown, thread, finding, previous, lastHealthy };
}

function removed(kind: VerdictKind, httpStatus: number | null): Finding {
  const message = 'it is no longer in the config, so its incident is closed; whether it is well is not known';
  return { kind, reason: REMOVED_REASON, message, httpStatus, errorCode: null, report: null };
}
