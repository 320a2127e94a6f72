/** The facts about a service after a check: its figures and its incidents. Who is notified is decided later. Pure. */

import type { Condition } from '../conditions/condition';
import { type ConditionCode, conditionOf } from '../conditions/conditions';
import { conditionsAfter } from '../conditions/conditions-after';
import type { HealthyCheck } from '../conditions/rule';
import type { Service } from '../config/config';
import { pastCheckOf } from '../history/past-check';
import { withCheck } from '../history/running-history';
import { changeBetween, joinChanges, type ServiceChange } from '../history/service-change';
import type { Aims } from '../history/slo-counters';
import { advanceOutage, retire } from '../incident/advance-outage';
import { advanceProblems, type Problem, severityOfWarning } from '../incident/advance-problems';
import { cluesAfter } from '../incident/clues/clues';
import { openIncidents, openOutage, withIncident } from '../incident/incident';
import { checksOf } from '../incident/incident-checks';
import { type Burning, burning } from '../incident/objectives/burning';
import type { CheckResult } from '../probe/check-result';
import { skewFoundBy } from '../probe/clock-skew';
import { latestOf } from '../probe/latest-check';
import { ownReport, responseMs, startedByCheck } from '../probe/own-figures';
import { clockAfter, judgeMoving, withKnownUnits } from '../probe/report-clock';
import { isMaintained, type Silence } from '../silences/silence';
import type { ConditionAction, Severity } from '../words/codes';
import { type ServiceState, staleAfterMs } from './service-state';
import { settle } from './settle';

export interface StateContext {
  /** The time from the start of one run to the start of the next, in milliseconds. */
  readonly intervalMs: number;
  /** When the schedule wanted the check, in milliseconds since 1970; missing if no schedule did. */
  readonly due?: number | undefined;
  /** The silences that hold now or soon. */
  readonly silences: readonly Silence[];
  /** The ids of the receivers of the config; if missing, those known before. */
  readonly receivers?: readonly string[];
  /** How far most services' clocks were ahead in the run before, in milliseconds, if the checker's own clock is suspected. */
  readonly ownSkewMs?: number;
}

/** The state after a check. Its latest check has the verdict: a report can be seen to stand still only by those before it. */
export function nextState(before: ServiceState, found: CheckResult, context: StateContext): ServiceState {
  const reportClock = clockAfter(before.reportClock, found);
  const result = withKnownUnits(judgeMoving(found, before.reportClock, context.intervalMs), reportClock);
  const { service, at: now } = result;
  const { id, statusUrl, severity, runbook } = service;
  const { intervalMs } = context;
  const about = { id, statusUrl, environment: environmentOf(result, before), severity, runbook };
  const change = changeFound(result, before);
  const changes = change === null ? before.changes : joinChanges(before.changes, [change]);
  const checked = pastCheckOf(result, isMaintained(context.silences, id, now));
  const history = withCheck(before.history, checked, change, heldAgainst(service));
  const seen = {
    ...before,
    ...conditionsFound(result, before, { change, changes, history, ownSkewMs: context.ownSkewMs ?? 0, intervalMs }),
    run: before.run + 1,
    receivers: context.receivers ?? before.receivers,
    about,
    latest: latestOf(result, before.latest, staleAfterMs(intervalMs), context.due),
    reportClock,
    changes,
    removedAt: null,
    history,
  };
  const advancing = { policy: service.alerts, subject: about, url: statusUrl, intervalMs, now };
  const outage = advanceOutage(seen, result, advancing);
  // A failing service has no other conditions than before: they may explain why it fails.
  const notifying = seen.conditions
    .filter(({ notifies }) => notifies)
    .map((condition) => conditionProblem(condition, service));
  const degraded = result.kind === 'healthy' ? advanceProblems(outage, 'condition', notifying, advancing) : outage;
  const { problems, counters } = burningOf(service, degraded, now);
  const advanced = advanceProblems(degraded, 'objective', problems, advancing);
  const counted = counters === history.counters ? advanced : { ...advanced, history: { ...history, counters } };
  const next = withChecks(withClues(counted, result, before));
  return next.incidents === before.incidents ? next : settle(next);
}

/** The state of a service that has left the config at `now`: that is a run, and all its incidents are over. So is that a receiver of it left. */
export function retiredState(
  before: ServiceState,
  now: number,
  receivers: ServiceState['receivers'] = before.receivers,
): ServiceState {
  const isRetired = before.removedAt !== null && openIncidents(before).length === 0;
  if (isRetired && JSON.stringify(receivers) === JSON.stringify(before.receivers)) return before;
  const removed = { ...before, run: before.run + 1, receivers, removedAt: before.removedAt ?? now };
  return settle(retire(removed, now));
}

/** While an outage fails, facts that may explain it are looked for in each run. */
function withClues(state: ServiceState, result: CheckResult, { latest, lastHealthy }: ServiceState): ServiceState {
  const outage = openOutage(state);
  if (outage === null || outage.failing === null) return state;
  const { conditions, history } = state;
  // A restart before the end of an earlier outage belongs to that one; a version may explain both.
  const endedAt = Math.max(...state.incidents.map(({ kind, over }) => (kind === 'outage' && over?.at) || 0));
  const changes = state.changes.map((change) => (change.at > endedAt ? change : { ...change, restarted: false }));
  const facts = { result, latest, lastHealthy, changes, conditions, history };
  return withIncident(state, { ...outage, clues: cluesAfter(outage.clues, outage.openedAt, facts) });
}

/** Outages keep the checks around them, until enough have been made after their end. */
function withChecks(state: ServiceState): ServiceState {
  const { checks: latest } = state.history;
  const earliest = latest[0]?.at ?? 0;
  return state.incidents
    .filter(({ kind, over }) => kind === 'outage' && (over === null || over.at >= earliest))
    .reduce((updated, outage) => {
      const checks = checksOf(outage, latest);
      return checks.at(-1)?.at === outage.checks.at(-1)?.at ? updated : withIncident(updated, { ...outage, checks });
    }, state);
}

/** A failing service has no other conditions than before: they may explain why it fails. */
function conditionsFound(
  { service, ...check }: CheckResult,
  { conditions, habits, latest, lastHealthy }: ServiceState,
  found: Pick<HealthyCheck, 'change' | 'changes' | 'history' | 'ownSkewMs' | 'intervalMs'>,
): Pick<ServiceState, 'conditions' | 'habits'> {
  if (check.kind !== 'healthy') return { conditions, habits };
  return conditionsAfter(
    { conditions, habits },
    {
      ...found,
      now: check.at,
      check,
      responseMs: responseMs(check),
      skewMs: skewFoundBy(check),
      startedByCheck: startedByCheck(check),
      report: check.report,
      service,
      before: latest,
      lastHealthy,
    },
  );
}

function changeFound(check: CheckResult, { lastHealthy }: ServiceState): ServiceChange | null {
  if (check.kind !== 'healthy') return null;
  const change = changeBetween(lastHealthy, check.report, check.at);
  if (!change?.restarted || !startedByCheck(check)) return change;
  return change.version === null ? null : { ...change, restarted: false };
}

/** The environment from the config, or from the report. If a failing service names none, that of its last report counts. */
function environmentOf(result: CheckResult, { about }: ServiceState): string | null {
  return result.service.environment ?? ownReport(result)?.environment ?? about?.environment ?? null;
}

function heldAgainst({ objective }: Service): Aims | null {
  return objective && { underMs: objective.responseTime?.underMs ?? null, windowMs: objective.windowMs };
}

function burningOf(service: Service, state: ServiceState, now: number): Burning {
  const { counters } = state.history;
  if (counters === null) return { problems: [], counters };
  const { failingPeriods, pending } = state;
  const outage = openOutage(state);
  const row = outage?.failing ?? pending;
  const failing = row === null ? [] : [{ ...row, incident: outage?.id ?? null, until: null }];
  return burning(
    service,
    counters,
    { open: openIncidents(state), failingPeriods: [...failingPeriods, ...failing] },
    now,
  );
}

function conditionProblem({ code, message, since, stage }: Condition, service: Service): Problem {
  return { kind: 'condition', reason: code, message, severity: severityOf(code, service), since, stage };
}

/** Unless the config says so, that of a warning, or of the service. */
function severityOf(code: ConditionCode, { conditions, severity }: Service): Severity {
  const own: { readonly do?: ConditionAction; readonly severity?: Severity } | undefined = conditions[code];
  if (own?.severity !== undefined) return own.severity;
  return conditionOf(code)?.isAsSevereAsService ? severity : severityOfWarning(severity);
}
