/** Decides who is notified: the facts, and what people were notified of before → the alerts that are due now. */

import { episodeOf } from '../incident/episode';
import { distinctIncidents, type Finding, type Incident, isSameThing } from '../incident/incident';
import { isNotifiedRelapse } from './damping';
import { aboutOpen, type DueAlert } from './due-alert';
import { aboutOf, endHeld, type Held, heldAfter } from './held-ends';
import type { Facts, Notice, Notified, NotifyPolicy, OwedEnd, SilenceFor, WithheldAlert } from './notified';

/** How many runs a verdict must hold before people are notified of it a second time in one incident. */
const RETURN_RUNS = 5;
/** How many ends may be owed. Beyond that, a new incident is shown as a continuation of the latest one. */
export const MAX_OWED_ENDS = 20;

/**
 * The alerts that are due after a run, in the order in which they must be sent, and what people are notified of then.
 * `owedEnds` are the ends that were owed before this run, oldest first. Their number is bounded while alerts can't be sent.
 * While a service is silenced, nothing is due, and what people know stays as it was: what is left when the silence ends is due then.
 */
export function notify(
  facts: Facts,
  notified: readonly Notified[],
  policy: NotifyPolicy,
  { owedEnds, silenceFor = () => null }: { readonly owedEnds: readonly OwedEnd[]; readonly silenceFor?: SilenceFor },
): Notice {
  const decided: Decision[] = [];
  const withheld: WithheldAlert[] = [];
  const distinct = distinctIncidents(facts.open);
  let holding = heldAfter(facts, notified);
  for (const incident of facts.open) {
    const finding = findingOf(incident, facts);
    const before = notified.find((one) => one.incident === incident.id);
    // People are notified of a duplicate only of its end, and only if they know of its beginning.
    if (before && (finding === null || !distinct.includes(incident))) decided.push({ due: null, known: before });
    else if (finding !== null && (before || distinct.includes(incident))) {
      const held = before ? undefined : holding.find((one) => isSameThing(aboutOf(one), incident) && !one.held.isFinal);
      const decision = decide(incident, before, { ...facts, finding }, { ...policy, owedEnds, held });
      const silence = decision.due && silenceFor({ ...decision.due.incident, openedAt: incident.openedAt }, false);
      if (decision.due && silence) {
        withheld.push({ alert: decision.due, silence });
        if (before) decided.push({ due: null, known: before });
      } else {
        holding = holding.filter((one) => one !== held);
        decided.push(decision);
      }
    }
  }
  const ending = endHeld(holding, facts, policy, silenceFor);
  return {
    due: [...ending.due, ...decided.flatMap(({ due }) => due ?? [])],
    withheld: [...ending.withheld, ...withheld],
    notified: [...ending.held, ...decided.map(({ known }) => known)],
    takenBack: decided.flatMap(({ takenBack }) => takenBack ?? []),
  };
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
  const lastEnd = owedEnds.length < MAX_OWED_ENDS ? undefined : owedEnds.findLast((end) => isSameThing(end, incident));
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
  if (kind !== 'outage' && finding !== null)
    return { kind: verdict, reason, message, httpStatus, errorCode: null, report: null };
  return finding?.kind === 'healthy' ? null : finding;
}

function begin(incident: Incident, facts: Failing): Decision {
  const { id, verdict, reason, message, stage } = incident;
  const said = { verdict, reason, message, verdicts: [verdict], notifiedAt: facts.now, ...(stage && { stage }) };
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
  const { kind, httpStatus, resolvedAt, isFinal, ...continues } = held;
  const known = { ...before, incident: incident.id, continues, held: null };
  return isNotifiedRelapse(incident, facts)
    ? update(incident, known, facts, true)
    : goOn(incident, known, facts, remindEveryMs);
}

function goOn(incident: Incident, before: Notified, facts: Failing, remindEveryMs: number | null): Decision {
  const { finding, now } = facts;
  // Nobody is reminded of what waits until somebody has time for it.
  if (incident.kind !== 'outage')
    return (incident.stage ?? 0) > (before.stage ?? 0)
      ? update(incident, before, facts, false)
      : { due: null, known: before };
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
  const { verdict, reason, message, stage } = incident;
  const verdicts = [...new Set([...before.verdicts, verdict])];
  const known = { ...before, verdict, reason, message, verdicts, notifiedAt: facts.now, ...(stage && { stage }) };
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
