/** Which services of many a view lists: those that need attention first, and so many at a time. */

import { PAGE_LENGTH } from '../core/run/widget-request';
import { FAILURE_KINDS } from '../core/words/codes';
import type { Known, KnownService } from './known';
import { stateOf } from './service-view';
import type { State } from './state';

export interface Listing {
  readonly services: readonly KnownService[];
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** How many services there are on all pages. */
  readonly found: number;
  /** What their names hold; empty for all services. */
  readonly find: string;
}

const BY_URGENCY: readonly State[] = [...FAILURE_KINDS, 'unknown', 'degraded', 'healthy'];

/** Services of the same state stay in the config's order. */
export function byUrgency(known: Known, services: readonly KnownService[]): readonly KnownService[] {
  const states = new Map(services.map((service) => [service, BY_URGENCY.indexOf(stateOf(known, service))]));
  return [...services].sort((left, right) => (states.get(left) ?? 0) - (states.get(right) ?? 0));
}

export function isNamed({ service }: KnownService, find: string): boolean {
  return service.id.includes(find.trim().toLowerCase());
}

/** A page of the services whose names hold `find`; the last one if there are fewer pages. */
export function listingOf(known: Known, { find, page }: { readonly find: string; readonly page: number }): Listing {
  const found = known.services.filter((service) => isNamed(service, find));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_LENGTH));
  const shown = Math.min(pages, page);
  const services = byUrgency(known, found).slice((shown - 1) * PAGE_LENGTH, shown * PAGE_LENGTH);
  return { services, page: shown, pages, found: found.length, find };
}
