/** Updates the incidents of a service that are about something else than an outage. */

import type { ServiceChange } from '../history/service-change';
import type { IncidentKind, Severity } from '../words/codes';
import { endIncident } from './advance-outage';
import {
  INCIDENT,
  type Incident,
  type IncidentState,
  openIncidents,
  problemKey,
  type RunInput,
  type Subject,
  withIncident,
  withNew,
} from './incident';

/** A fault of a service that may be healthy otherwise: it has an incident of its own. */
export interface Problem {
  readonly kind: Exclude<IncidentKind, 'outage'>;
  /** A stable code. A service has one incident for each code. */
  readonly reason: string;
  /** A sentence with the figures, of clean text. */
  readonly message: string;
  /** The severity of the incident that it opens. */
  readonly severity: Severity;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  /** Counted from 0; people are notified again each time that it has grown. */
  readonly stage: number;
  /** The ids of the outages that spent the budget (`Incident`); missing for a condition. */
  readonly spentBy?: readonly string[];
  /** The part of the deployment that a problem of the deployment itself is about; missing if it is of a service. */
  readonly subject?: Subject | null;
}

/** The severity of a problem that can wait until morning: that of a warning, and never above that of its service. */
export function severityOfWarning(ofService: Severity): Severity {
  return ofService === 'info' ? 'info' : 'warning';
}

/**
 * Applies the problems of one kind that a run found: an incident opens with each new problem, and ends with it; a problem that comes again is
 * another incident. The message of an incident follows the latest run.
 */
export function advanceProblems<State extends IncidentState & { readonly changes: readonly ServiceChange[] }>(
  before: State,
  kind: Problem['kind'],
  problems: readonly Problem[],
  { subject, url, now }: Pick<RunInput, 'subject' | 'url' | 'now'>,
): State {
  const open = openIncidents(before).filter((incident) => incident.kind === kind);
  const isOpen = (problem: Problem) => open.some((incident) => problemKey(incident) === problemKey(problem));
  const goingOn = open.reduce((state, incident) => {
    const problem = problems.find((found) => problemKey(found) === problemKey(incident));
    const real = open.find((other) => problemKey(other) === problemKey(incident)) as Incident;
    return withIncident(
      state,
      problem ? continueIncident(incident, problem, before.run, now) : endProblem(incident, real, state, now),
    );
  }, before);
  return problems
    .filter((problem) => !isOpen(problem))
    .reduce((state, problem) => withNew(state, newIncident(problem, { ...subject, url }, before.run, now)), goingOn);
}

function continueIncident(
  incident: Incident,
  { message, stage, spentBy = [] }: Problem,
  run: number,
  now: number,
): Incident {
  const { failedRuns, verdictRuns, lastFailedAt } = incident;
  return {
    ...incident,
    run,
    message,
    stage,
    spentBy,
    lastFailedAt: Math.max(lastFailedAt, now),
    failedRuns: failedRuns + 1,
    verdictRuns: verdictRuns + 1,
  };
}

function endProblem(
  incident: Incident,
  real: Incident,
  state: { readonly changes: readonly ServiceChange[] },
  now: number,
): Incident {
  const end = incident === real ? ({ why: 'well' } as const) : ({ why: 'duplicate', of: real.id } as const);
  return endIncident(incident, { at: now, ...end }, state);
}

function newIncident(
  { kind, reason, subject = null, message, severity, since, stage, spentBy = [] }: Problem,
  { environment, url }: { readonly environment: string | null; readonly url: string },
  run: number,
  now: number,
): Omit<Incident, 'id'> {
  const openedAt = Math.min(since, now);
  return {
    ...INCIDENT.initial,
    kind,
    subject,
    openedAt,
    noticedAt: now,
    severity,
    environment,
    url,
    run,
    verdict: 'healthy',
    verdictRuns: 1,
    reason,
    message,
    firstMessage: message,
    stage,
    spentBy,
    lastFailedAt: now,
  };
}
