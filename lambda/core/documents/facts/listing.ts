/** Chooses the services that a view lists: the most urgent first, one page at a time. */

import { countedChecks, healthyChecks } from '../../history/bucket';
import { monthOfCounters } from '../../history/month';
import type { RunningHistory } from '../../history/running-history';
import { FAILURE_KINDS } from '../../words/codes';
import { isNamed } from '../../words/ids';
import { type Address, LISTED, type Show } from '../address';
import { behindNow } from '../silenced-document';
import { type Shown, SUMMARY_STATES, type SummaryState, summaryStateOf } from '../state';
import type { DeploymentFacts, ServiceFacts } from './deployment-facts';
import { totalsOf } from './history-view';
import { spanOf } from './service-view';
import { shownAs } from './shown-state';
import { timesIn } from './single-answers';

export interface Listing {
  readonly services: readonly ServiceFacts[];
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of services on all pages that match. */
  readonly found: number;
}

const BY_URGENCY: readonly Shown[] = SUMMARY_STATES.flatMap((state) => (state === 'down' ? FAILURE_KINDS : [state]));

/** Returns a rank, lower for more urgent. Services with severity `info` come after all others that are not healthy. */
export function urgencyOf({ service }: ServiceFacts, shown: Shown): number {
  const rank = BY_URGENCY.indexOf(shown);
  return shown === 'healthy' || service.severity === 'info' ? BY_URGENCY.length + rank : rank;
}

/** Sorts the most urgent first. Services in the same state stay in the config's order. */
export function byUrgency(known: DeploymentFacts, services: readonly ServiceFacts[]): readonly ServiceFacts[] {
  const ranks = new Map(services.map((service) => [service, urgencyOf(service, shownAs(known, service))]));
  return [...services].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

/**
 * Returns one page of the services that match an address's filters, sorted. Those that are not healthy stay first. If all services fit on one
 * page, it has those with other names too: the view hides them, so that a reader can find them while typing.
 */
export function choose(known: DeploymentFacts, address: Address, most = LISTED): Listing {
  const { show, find, group, needs, severity, page } = address;
  const chosen = known.services.filter(
    (service) =>
      (group === null || service.service.group === group) &&
      (needs === null || service.service.needs.includes(needs)) &&
      (severity === null || service.service.severity === severity) &&
      isShown(shownAs(known, service), show),
  );
  const found = chosen.filter(({ service }) => isNamed(service.id, find));
  const listed = known.services.length > most ? found : chosen;
  const pages = Math.max(1, Math.ceil(listed.length / most));
  const shown = Math.min(pages, page);
  const services = byUrgency(known, sorted(known, listed, address)).slice((shown - 1) * most, shown * most);
  return { services: causesFirst(known, services), page: shown, pages, found: found.length };
}

/** Returns the histories of listed services whose counters don't cover the last 30 days; none at addresses without a list. */
export function withoutMonth(
  known: DeploymentFacts,
  address: Address,
  most = LISTED,
): ReadonlyMap<string, RunningHistory> {
  if (address.of !== 'services' || address.service !== null || address.isWall) return new Map();
  const listed = choose(known, address, most).services.flatMap(({ service, state }) =>
    state === null || monthOfCounters(state.history.counters, known.now) !== null
      ? []
      : [[service.id, state.history] as const],
  );
  return new Map(listed);
}

/** Sorts services that are held back behind a needed service after those that fail by themselves. Unlisted services may lack this data. */
function causesFirst(known: DeploymentFacts, services: readonly ServiceFacts[]): readonly ServiceFacts[] {
  const rankOf = (service: ServiceFacts) => {
    if (service.service.severity === 'info' || !FAILURE_KINDS.some((kind) => kind === shownAs(known, service)))
      return 2;
    return behindNow(known, service) === null ? 0 : 1;
  };
  const ranks = new Map(services.map((service) => [service, rankOf(service)]));
  return services.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

function isShown(shown: Shown, show: Show): boolean {
  if (show === 'all') return true;
  if (show === 'failing') return shown !== 'healthy';
  return shown === show || (isSummaryState(show) && summaryStateOf(shown) === show);
}

function isSummaryState(show: Show): show is SummaryState {
  return SUMMARY_STATES.some((summaryState) => summaryState === show);
}

function sorted(
  known: DeploymentFacts,
  found: readonly ServiceFacts[],
  { sort, range }: Address,
): readonly ServiceFacts[] {
  const span = spanOf(range, known.now);
  switch (sort) {
    case 'urgency':
      return found;
    case 'name':
      return found.toSorted((left, right) => (left.service.id < right.service.id ? -1 : 1));
    case 'availability':
      return sortedBy(found, (service) => {
        const counted = countedChecks(totalsOf(known, service, span));
        return [counted.checks === 0 ? 1 : healthyChecks(counted) / counted.checks];
      });
    case 'slowest':
      return sortedBy(found, (service) => {
        const times = timesIn(totalsOf(known, service, span));
        return times === null ? [Number.POSITIVE_INFINITY] : [-times.p95, -times.p50];
      });
  }
}

/** Sorts by the first figure in which services differ, the least first. */
function sortedBy(
  services: readonly ServiceFacts[],
  figuresOf: (service: ServiceFacts) => readonly number[],
): readonly ServiceFacts[] {
  const figures = new Map(services.map((service) => [service, figuresOf(service)]));
  return services.toSorted((left, right) => {
    const ours = figures.get(left) ?? [];
    const theirs = figures.get(right) ?? [];
    const index = ours.findIndex((figure, at) => figure !== theirs[at]);
    return index < 0 ? 0 : (ours[index] ?? 0) - (theirs[index] ?? 0);
  });
}
