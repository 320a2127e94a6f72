/** The state of all services together. */

import { SUMMARY_STATES, type SummaryState, summaryStateOf, type Whole } from '../state';
import type { DeploymentFacts } from './deployment-facts';
import { shownAs } from './shown-state';

/**
 * The overall state, by the worst service. A service with severity `info` never makes it `failing`: it does not count beside others, and
 * without others it makes it `degraded`. So does a service that is silenced, in maintenance or recovering.
 */
const WHOLES: Readonly<Record<SummaryState, Whole>> = {
  down: 'failing',
  unknown: 'unknown',
  degraded: 'degraded',
  recovering: 'degraded',
  silenced: 'degraded',
  maintenance: 'degraded',
  healthy: 'healthy',
};

export function wholeOf(known: DeploymentFacts): Whole {
  const { worst, isInformed } = worstOf(known);
  return worst === 'down' && isInformed ? 'degraded' : WHOLES[worst];
}

/** Returns the worst state of the services that count; if all have severity `info`, of all. */
export function worstOf(known: DeploymentFacts): { readonly worst: SummaryState; readonly isInformed: boolean } {
  const counted = known.services.filter(({ service }) => service.severity !== 'info');
  const isInformed = counted.length === 0;
  const found = new Set(
    (isInformed ? known.services : counted).map((service) => summaryStateOf(shownAs(known, service))),
  );
  return { worst: SUMMARY_STATES.find((summaryState) => found.has(summaryState)) ?? 'healthy', isInformed };
}
