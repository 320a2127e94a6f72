/** The words of the public page: the same on the page, in its JSON and on its badges. */

import type { PublicComponent, PublicIncident, PublicState } from '../../core/documents/public/public-status';
import { iso } from '../../core/documents/words/format';

export const STATE_WORDS: Readonly<Record<PublicState, string>> = {
  available: 'Available',
  degraded: 'Degraded',
  partly_down: 'Partly available',
  down: 'Not available',
  maintenance: 'Maintenance',
  unknown: 'Not known',
};

/** The words about one service, and about several, the worst first. */
const HEADLINES: readonly (readonly [states: readonly PublicState[], singular: string, several: string])[] = [
  [['down', 'partly_down'], 'is not available', 'are not available'],
  [['degraded'], 'is degraded', 'are degraded'],
  [['maintenance'], 'is under maintenance', 'are under maintenance'],
  [['unknown'], 'has an unknown status', 'have an unknown status'],
];

type Shown = Pick<PublicComponent, 'name' | 'state'>;

/** `All services are available`, `Checkout is not available`, `3 of 12 services are not available, 1 is degraded`. */
export function headline(components: readonly Shown[]): string {
  const parts = HEADLINES.flatMap(([states, singular, several]) => {
    const found = components.filter(({ state }) => states.includes(state));
    return found.length === 0 ? [] : [{ found, is: found.length === 1 ? singular : several }];
  });
  const [first, ...others] = parts;
  if (first === undefined) return 'All services are available';
  const { found, is } = first;
  const [only] = found;
  const isPart = found.length === 1 && only?.state === 'partly_down';
  const subject = found.length === 1 ? only?.name : `${found.length} of ${components.length} services`;
  const rest = others.map((other) => `, ${other.found.length} ${other.is}`).join('');
  return `${subject} ${isPart ? 'is partly not available' : is}${rest}`;
}

/** The state of the page as a whole: the worst of its components, without unknown components. */
export function worstState(components: readonly Shown[]): PublicState {
  const order: readonly PublicState[] = ['down', 'partly_down', 'degraded', 'maintenance', 'available'];
  return order.find((worst) => components.some(({ state }) => state === worst)) ?? 'unknown';
}

export const STATUS_WORDS: Readonly<Record<PublicIncident['status'], string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  postmortem: 'Postmortem',
};

/** `99.98 %`. A share below 100 % is never rounded up to it. */
export function shareWords(share: number | null): string {
  if (share === null) return 'not known';
  const rounded = Math.round(share * 10_000) / 100;
  const shown = share < 1 ? Math.min(99.99, rounded) : rounded;
  return `${share > 0 ? Math.max(0.01, shown) : 0} %`;
}

/** `2026-11-23 17:20 UTC`. */
export function minuteWords(time: number): string {
  return `${iso(time).slice(0, 10)} ${iso(time).slice(11, 16)} UTC`;
}
