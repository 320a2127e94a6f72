/** The words of the public page: the same on the page, in its JSON and on its badges. */

import { weekdayOf } from '../../core/documents/words/days';
import { dayOfMonth, iso } from '../../core/documents/words/format';
import { listed } from '../../core/words/shown-value';
import type { PublicComponent, PublicIncident, PublicState } from '../core/public-status';

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

interface Part {
  readonly found: readonly Shown[];
  readonly is: string;
}

function partsOf(components: readonly Shown[]): readonly Part[] {
  return HEADLINES.flatMap(([states, singular, several]) => {
    const found = components.filter(({ state }) => states.includes(state));
    return found.length === 0 ? [] : [{ found, is: found.length === 1 ? singular : several }];
  });
}

const ALL_WELL = 'All services are available';

/** `All services are available`, `Checkout is not available`, `3 of 12 services are not available, 1 is degraded`. */
export function headline(components: readonly Shown[]): string {
  const [first, ...others] = partsOf(components);
  if (first === undefined) return ALL_WELL;
  const rest = others.map((other) => `, ${other.found.length} ${other.is}`).join('');
  return `${partWords(first, components.length)}${rest}`;
}

function partWords({ found, is }: Part, all: number): string {
  const [only] = found;
  if (found.length > 1 || only === undefined) return `${found.length} of ${all} services ${is}`;
  return `${only.name} ${only.state === 'partly_down' ? 'is partly not available' : is}`;
}

/** Returns the headline without its second part. */
export function shortHeadline(components: readonly Shown[]): string {
  const [first] = partsOf(components);
  return first === undefined ? ALL_WELL : partWords(first, components.length);
}

/** The most names in a headline's details: more become a number. */
const MOST_NAMED = 8;

/** Names what the short headline counts, and what it leaves out: `Cart and a part of Payments. E-mail is degraded.` Empty if there is nothing to add. */
export function headlineDetails(components: readonly Shown[]): string {
  const [first, ...others] = partsOf(components);
  if (first === undefined) return '';
  const names = (part: Part) =>
    listed(
      part.found.map(({ name, state }) => (state === 'partly_down' ? `a part of ${name}` : name)),
      MOST_NAMED,
    );
  const sentences = [
    ...(first.found.length > 1 ? [names(first)] : []),
    ...others.map((other) => `${names(other)} ${other.is}`),
  ];
  return sentences.map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`).join(' ');
}

/** Returns the state of the page as a whole, which the headline is about: an unknown state counts only if all others are well. */
export function worstState(components: readonly Shown[]): PublicState {
  const order: readonly PublicState[] = ['down', 'partly_down', 'degraded', 'maintenance', 'unknown', 'available'];
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

/** `Tue 24 Nov`, of UTC. The script of the page writes local times in the same words. */
export function dayWords(time: number): string {
  return `${weekdayOf(time)} ${dayOfMonth(time)}`;
}
