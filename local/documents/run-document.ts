/**
 * A run as a document: `check --json` prints it, and the terminal, a log, JUnit reports and exit codes are drawn from it.
 * docs/reference/documents.md has the fields.
 */

import type { Health } from '../../lambda/core/conditions/condition';
import type { Config } from '../../lambda/core/config/config';
import { conditionDocuments, type FoundCondition } from '../../lambda/core/documents/condition-document';
import type { DeploymentFacts, ServiceFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { gatherView } from '../../lambda/core/documents/facts/gather-view';
import { historyView } from '../../lambda/core/documents/facts/history-view';
import { stateOf } from '../../lambda/core/documents/facts/service-view';
import { type StripDocument, stripOfBars } from '../../lambda/core/documents/history-document';
import { type IncidentDocument, incidentDocument } from '../../lambda/core/documents/incident-document';
import { type ServiceDocument, serviceDocument } from '../../lambda/core/documents/service-document';
import { heldBy, type IncidentHold } from '../../lambda/core/documents/silenced-document';
import type { State } from '../../lambda/core/documents/state';
import { iso } from '../../lambda/core/documents/words/format';
import { distinctIncidents, incidentSeconds } from '../../lambda/core/incident/incident';
import type { LatestCheck } from '../../lambda/core/probe/latest-check';
import type { Timings } from '../../lambda/core/probe/observation';
import type { Run } from '../../lambda/core/run/run';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silences/silence-document';
import type { VerdictKind } from '../../lambda/core/words/codes';
import type { RunFailure } from '../../lambda/core/words/run-failure';
import { factsFromRun, type RunResults } from './run-facts';

/**
 * The number of services, of services in each state, and of services that could not be checked. A service that answers healthy while it has
 * a condition counts as degraded, not as healthy.
 */
export type Summary = Readonly<Record<'total' | Health | 'notAsked', number>>;

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface RunDocument {
  readonly schema: 1;
  /** The deployment's name. */
  readonly deployment: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The time of the document: the end of the run. */
  readonly at: string;
  readonly summary: Summary;
  /** Warnings about the run as a whole, in words. */
  readonly warnings: readonly string[];
  /** The silences that are in force; the one that ends last comes first. */
  readonly silences: readonly SilenceDocument[];
  /** The acknowledgements that are in force, in the same order. */
  readonly acks: readonly SilenceDocument[];
  /** The services with a verdict, in the config's order. */
  readonly services: readonly CheckedService[];
  /** The services without a verdict, in the config's order. */
  readonly notAsked: readonly ServiceNotAsked[];
  /** All open incidents: first those of services in the config, in its order, then those of services that have left it. */
  readonly incidents: readonly RunIncident[];
  /** The checker's own failures, such as a service that could not be checked; an inconclusive run has a single failure. */
  readonly failures: readonly RunFailure[];
}

/** A service with a verdict of this run. */
export interface CheckedService extends ServiceDocument {
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly attempts: number;
  readonly timings: Timings;
  readonly conditions: readonly FoundCondition[];
  /** Its last checks, 20 at most. */
  readonly strip: StripDocument;
}

/** The number of checks in the strip of a service. */
export const STRIP_CHECKS = 20;

/** A service that the checker itself could not check. */
export interface ServiceNotAsked {
  readonly service: string;
  /** The state before the run. */
  readonly state: State;
  /** The reason; in an inconclusive run, all services have the same failure. */
  readonly failure: RunFailure;
}

/** An open incident, and why people are not notified of it, or not again. */
export interface RunIncident extends IncidentDocument, IncidentHold {
  /** The duration up to the start of the run: what happened later is unknown. */
  readonly durationSeconds: number;
}

/** The parts of a run that its document is made from. */
export interface DocumentedRun extends RunResults {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly unchecked: Run['unchecked'];
  readonly warnings: readonly string[];
}

/** `config` has the services of the run. */
export function runDocument(config: Config, run: DocumentedRun): RunDocument {
  const { startedAt, durationMs, failures, warnings } = run;
  // A verdict of this run is not stale, however long the run took.
  const known = gatherView(config, {
    ...factsFromRun(config, run),
    now: startedAt + durationMs,
    staleAfterMs: Number.POSITIVE_INFINITY,
  });
  const unchecked = new Map(run.unchecked.map((check) => [check.service.id, check]));
  const services = known.services.flatMap((service) => {
    const latest = service.state?.latest ?? null;
    return latest === null || unchecked.has(service.service.id) ? [] : [checkedService(known, service, latest)];
  });
  return {
    schema: 1,
    deployment: known.deployment,
    startedAt: iso(startedAt),
    durationMs: Math.round(durationMs * 100) / 100,
    at: iso(known.now),
    summary: summarize(services, known.services.length, unchecked.size),
    warnings,
    silences: known.silences.map(silenceDocument),
    acks: known.acks.map(silenceDocument),
    services,
    notAsked: known.services.flatMap((service): readonly ServiceNotAsked[] => {
      const { id } = service.service;
      const check = unchecked.get(id);
      return check === undefined ? [] : [{ service: id, state: stateOf(known, service), failure: check.failure }];
    }),
    incidents: openIncidents(known, startedAt),
    failures,
  };
}

function checkedService(
  known: DeploymentFacts,
  service: ServiceFacts,
  { kind, reason, message, attempts, timings }: LatestCheck,
): CheckedService {
  const { bars } = historyView(known, service, { kind: 'checks' }, STRIP_CHECKS);
  return {
    ...serviceDocument(known, service, null),
    verdict: kind,
    reason,
    message,
    attempts,
    timings,
    conditions: conditionDocuments(service.state?.conditions ?? []),
    strip: stripOfBars({ bars: bars.filter(({ to }) => to > 0).slice(-STRIP_CHECKS) }),
  };
}

function openIncidents(known: DeploymentFacts, startedAt: number): readonly RunIncident[] {
  const kept = [...known.services.map(({ service: { id }, state }) => ({ id, state })), ...known.removed];
  return kept.flatMap(({ id, state }) => {
    if (state === null) return [];
    const open = distinctIncidents(state).filter(({ over }) => over === null);
    return open.map((incident) => ({
      ...incidentDocument(id, state, incident, known.now),
      durationSeconds: incidentSeconds(incident, startedAt),
      ...heldBy(known, id, state, incident),
    }));
  });
}

function summarize(services: readonly CheckedService[], total: number, unchecked: number): Summary {
  const count = (health: Health) => services.filter(({ state }) => state === health).length;
  return {
    total,
    healthy: count('healthy'),
    degraded: count('degraded'),
    unhealthy: count('unhealthy'),
    error: count('error'),
    unreachable: count('unreachable'),
    invalid: count('invalid'),
    notAsked: unchecked,
  };
}
