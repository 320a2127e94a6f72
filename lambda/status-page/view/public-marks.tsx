/** The marks of the public page: each state has a shape of its own, not only a colour. */

import { raw } from 'hono/html';
import { COLORS, FILLS } from '../../view/parts/colors';
import { ICONS, type Icon, lightIcon } from '../../view/parts/icons';
import type { PublicState } from '../core/public-status';

const MARKS: Readonly<Record<PublicState, Icon>> = {
  available: ICONS.healthy,
  degraded: ICONS.degraded,
  partly_down: ICONS.partly,
  down: ICONS.down,
  maintenance: ICONS.maintenance,
  unknown: ICONS.unknown,
};

/** The marks of some states, each drawn once. */
export function Marks({ states }: { readonly states: readonly PublicState[] }) {
  const each = [...new Set(states)].map((state) => {
    const { shape, lines } = MARKS[state];
    const drawn = lines === '' ? '' : `<path class="l" d="${lines}"/>`;
    return `<symbol id="${state}" viewBox="0 0 16 16"><g class="m-${state}">${shape}</g>${drawn}</symbol>`;
  });
  return (
    <svg width="0" height="0" class="marks" aria-hidden="true">
      {raw(each.join(''))}
    </svg>
  );
}

export function Mark({ state }: { readonly state: PublicState }) {
  return (
    <svg class="mark" aria-hidden="true">
      <use href={`#${state}`} />
    </svg>
  );
}

const ICON_COLORS: Readonly<Record<PublicState, string>> = {
  available: COLORS.healthy[0],
  degraded: FILLS.degradedFill[0],
  partly_down: FILLS.downFill[0],
  down: FILLS.downFill[0],
  maintenance: COLORS.link[0],
  unknown: FILLS.grey[0],
};

/** The mark of a state as the icon of a tab, a `data:` URL. */
export function stateIcon(state: PublicState): string {
  const drawn = lightIcon(MARKS[state], ICON_COLORS[state]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawn}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
