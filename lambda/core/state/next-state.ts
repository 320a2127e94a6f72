/** The state of a service after one verdict: its incidents, and the alerts that it owes. Pure. */

import { type ClueFacts, cluesAfter } from '../clue/clues';
import type { Condition } from '../condition/condition';
import { conditionsAfter } from '../condition/conditions-after';
import type { Seen } from '../condition/rule';
import type { AlertPolicy, Service } from '../config/config';
import { pastCheckOf } from '../history/past-check';
import { withCheck } from '../history/running-history';
import type { Aims } from '../history/tally';
import { type Matter, severityOfWarning } from '../incident/advance-matters';
import { type Finding, type IncidentState, openOutage } from '../incident/incident';
import { CHANGES_KEPT, changeBetween, type ServiceChange } from '../incident/service-change';
import { type AlertContext, type AlertedService, alertOf } from '../message/alert';
import { addWithheld, heldBackBy } from '../message/withheld-alert';
import { follow, type MattersOf } from '../notify/follow';
import { type Burning, burning } from '../objective/burning';
import type { CheckResult } from '../probe/check-result';
import { latestOf } from '../probe/latest-check';
import type { Timings } from '../probe/observation';
import { ownReport } from '../probe/own-figures';
import { isMaintained, type Silence, silenceOf } from '../silence/silence';
import type { Severity } from '../words/codes';
import { owe, owedEnds, withoutEnd } from './outbox';
import { type ServiceState, staleAfterMs } from './service-state';
import { isUnheard } from './snapshot';

export interface StateContext extends Pick<AlertContext, 'deployment' | 'links'> {
  /** From the start of one run to the start of the next, in milliseconds. */
  readonly intervalMs: number;
  /** Those that are known to hold now or soon. */
  readonly silences: readonly Silence[];
  /** By how much most services' clocks were ahead in the run before, in milliseconds, so that the checker's own is suspected. */
  readonly ownSkewMs?: number;
}

/** The state after a check, with the alerts that it owes. */
export function nextState(before: ServiceState, result: CheckResult, context: StateContext): ServiceState {
  const { service, at: now, timings } = result;
  const { id, statusUrl, severity, runbook, alerts: policy } = service;
  const { intervalMs } = context;
  const about = { id, statusUrl, environment: environmentOf(result, before), severity, runbook };
  const change = changeFound(result, before);
  const changes = change === null ? before.changes : [...before.changes, change].slice(-CHANGES_KEPT);
  const checked = pastCheckOf(result, isMaintained(context.silences, id, now));
  const history = withCheck(before.history, checked, change, heldAgainst(service));
  const seen = {
    ...before,
    ...conditionsFound(result, before, { change, changes, history, ownSkewMs: context.ownSkewMs ?? 0, intervalMs }),
    about,
    latest: latestOf(result, before.latest, staleAfterMs(intervalMs)),
    changes,
    removedAt: null,
    history,
  };
  const { latest, lastHealthy } = before;
  const { conditions } = seen;
  const factsOf = () => ({ result, latest, lastHealthy, changes, conditions, history });
  return owing(seen, result, { policy, about, timings, now, factsOf, service }, context);
}

/** The state of a service that was removed from the config, as found first at `now`: its open incidents have ended. */
export function retiredState(id: string, before: ServiceState, now: number, context: StateContext): ServiceState {
  const about = before.about ?? { id, statusUrl: '', environment: null, severity: 'critical', runbook: null };
  const removed = { ...before, removedAt: before.removedAt ?? now };
  return owing(removed, null, { policy: NO_POLICY, about, timings: null, now }, context);
}

/** For a service that was removed: no incident opens, and nobody is reminded. */
const NO_POLICY: AlertPolicy = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

interface Found {
  readonly policy: AlertPolicy;
  readonly about: AlertedService;
  readonly timings: Timings | null;
  readonly now: number;
  /** For clues to an outage; missing if nothing was checked. */
  readonly factsOf?: () => ClueFacts;
  /** For what is held against its objective; missing if nothing was checked. */
  readonly service?: Service;
}

function owing(
  before: ServiceState,
  finding: Finding | null,
  { policy, about, timings, now, factsOf, service }: Found,
  context: StateContext,
): ServiceState {
  let { tally } = before.history;
  const { state, due, withheld, takenBack } = follow(before, finding, {
    ...{ policy, subject: about, now, owedEnds: owedEnds(before.outbox) },
    mattersOf: (facts) => {
      const burnt = service ? burningOf(service, before, facts, now) : { tally, matters: [] };
      tally = burnt.tally;
      return [...conditionMatters(before, about.severity, facts), { kind: 'objective', matters: burnt.matters }];
    },
    silenceFor: ({ openedAt }, isOver) => silenceOf(context.silences, { service: about.id, openedAt, isOver }, now),
  });
  const isNotified = due.some(({ incident }) => incident.kind === 'outage');
  const clues = factsOf ? cluesAfter(before.clues, openOutage(state), isNotified, factsOf) : before.clues;
  const kept = takenBack.reduce(withoutEnd, before.outbox);
  const outbox = due.reduce(
    (waiting, one) =>
      owe(
        waiting,
        one.incident.id,
        alertOf(one, {
          ...{ ...context, service: about, timings, changes: before.changes },
          ...{ clues: (one.event === 'resolved' ? before.clues : clues)?.found ?? [], conditions: before.conditions },
          silenced: heldBackBy(before.withheld, one, now),
        }),
        one.thread,
      ),
    kept,
  );
  const history = tally === before.history.tally ? before.history : { ...before.history, tally };
  return { ...before, ...state, history, clues, outbox, withheld: addWithheld(before.withheld, withheld) };
}

/** A failing service has no other conditions than before: they may explain why it fails. */
function conditionsFound(
  { service, ...check }: CheckResult,
  { conditions, habits, latest, lastHealthy }: ServiceState,
  found: Pick<Seen, 'change' | 'changes' | 'history' | 'ownSkewMs' | 'intervalMs'>,
): Pick<ServiceState, 'conditions' | 'habits'> {
  if (check.kind !== 'healthy') return { conditions, habits };
  const { at: now, report } = check;
  return conditionsAfter(
    { conditions, habits },
    { ...found, now, check, report, service, before: latest, lastHealthy },
  );
}

function changeFound({ kind, report, at }: CheckResult, { lastHealthy }: ServiceState): ServiceChange | null {
  return kind === 'healthy' ? changeBetween(lastHealthy, report, at) : null;
}

/** The environment from the config, or from the report. If a failing service names none, the one of its last report counts. */
function environmentOf(result: CheckResult, { about }: ServiceState): string | null {
  return result.service.environment ?? ownReport(result)?.environment ?? about?.environment ?? null;
}

function heldAgainst({ objective }: Pick<Service, 'objective'>): Aims | null {
  return objective && { underMs: objective.responseTime?.underMs ?? null, windowMs: objective.windowMs };
}

/** While a service fails, its conditions explain the outage, and their incidents stay as they were. */
function conditionMatters(
  { conditions }: ServiceState,
  severity: Severity,
  facts: IncidentState,
): ReturnType<MattersOf> {
  if (openOutage(facts) !== null || facts.pending !== null) return [];
  const found = conditions.filter(({ notifies }) => notifies);
  return [{ kind: 'condition', matters: found.map((condition) => matterOf(condition, severity)) }];
}

/** Nobody needs to be notified a second time of what one outage has cost, nor before it opens. */
function burningOf(
  service: Service,
  before: ServiceState,
  { open, past, pending }: IncidentState,
  now: number,
): Burning {
  const { tally } = before.history;
  if (tally === null) return { matters: [], tally };
  const outages = [...past, ...open.map((incident) => ({ ...incident, resolvedAt: null }))].filter(
    ({ id, kind }) => kind === 'outage' && !isUnheard(id, before),
  );
  const failing = pending ? [{ openedAt: pending.since, resolvedAt: null, failedRuns: pending.runs }] : [];
  return burning(service, tally, { open, outages: [...outages, ...failing] }, now);
}

function matterOf({ code, message, since, stage }: Condition, severity: Severity): Matter {
  return { kind: 'condition', reason: code, message, severity: severityOfWarning(severity), since, stage };
}
