/** Updates the incidents of a service that are about something else than an outage. */

import type { IncidentKind, Severity } from '../words/codes';
import {
  type About,
  end,
  type Incident,
  type IncidentState,
  incidentId,
  isSameThing,
  type Step,
  withNew,
} from './incident';

/** What is not right about a service although it may be healthy: it makes an incident of its own. */
export interface Matter {
  readonly kind: Exclude<IncidentKind, 'outage'>;
  /** A stable code. A service has one incident for each. */
  readonly reason: string;
  /** A sentence with the figures, of clean text. */
  readonly message: string;
  /** Of the incident that opens with it. */
  readonly severity: Severity;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  /** Counted from 0; people are notified again each time that it has grown. */
  readonly stage: number;
}

/** The severity of a matter that can wait until morning: that of a warning, and never above that of its service. */
export function severityOfWarning(ofService: Severity): Severity {
  return ofService === 'info' ? 'info' : 'warning';
}

/**
 * Applies what one run knows of all matters of a kind: an incident opens with each new one, and ends if its matter is none any more.
 * Its message follows the latest run. `now` as for `advance`.
 */
export function advanceMatters<State extends IncidentState>(
  before: State,
  kind: Matter['kind'],
  matters: readonly Matter[],
  { environment, now }: { readonly environment: string | null; readonly now: number },
): Step<State> {
  const foundFor = (incident: About) =>
    matters.find((matter) => isSameThing({ kind, reason: matter.reason }, incident));
  const ended = before.open.filter((incident) => incident.kind === kind && !foundFor(incident));
  const lasting = end(before, ended, now);
  const goingOn = lasting.state.open.map((incident) => {
    const matter = foundFor(incident);
    if (!matter) return incident;
    const { message, stage } = matter;
    return { ...incident, message, stage, failedRuns: incident.failedRuns + 1, verdictRuns: incident.verdictRuns + 1 };
  });
  const isNew = ({ reason }: Matter) => !goingOn.some((incident) => isSameThing({ kind, reason }, incident));
  const state = matters
    .filter(isNew)
    .reduce((opened, matter) => withNew(opened, incidentOf(matter, kind, environment, now, opened)), {
      ...lasting.state,
      open: goingOn,
    });
  return { state, ended };
}

function incidentOf(
  { reason, message, severity, since, stage }: Matter,
  kind: Matter['kind'],
  environment: string | null,
  now: number,
  state: IncidentState,
): Incident {
  const openedAt = Math.min(since, now);
  return {
    ...{ id: incidentId(openedAt, state), kind, openedAt, severity, environment },
    ...{ verdict: 'healthy', reason, message, httpStatus: null },
    ...{ verdictRuns: 1, failedRuns: 1, healthyRuns: 0, change: null, stage },
  };
}
