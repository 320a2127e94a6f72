/** Badges that shields.io draws. Source: shields.io, "Endpoint Badge": schemaVersion, label, message, color, isError. */

import type { PublicState } from '../../core/documents/public/public-status';
import { STATE_WORDS } from './public-words';

const COLORS: Readonly<Record<PublicState, string>> = {
  available: 'brightgreen',
  degraded: 'yellow',
  partly_down: 'orange',
  down: 'red',
  maintenance: 'blue',
  unknown: 'lightgrey',
};

export function badgeOf(label: string, state: PublicState): object {
  const message = STATE_WORDS[state].toLowerCase();
  return {
    schemaVersion: 1,
    label,
    message,
    color: COLORS[state],
    isError: state === 'down' || state === 'partly_down',
  };
}
