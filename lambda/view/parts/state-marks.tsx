/** The states for people: each has a word, a shape and a colour, so that any one of them suffices. */

import { raw } from 'hono/html';
import { type Shown, shownWord } from '../../core/documents/state';

const NOBODY_NOTIFIED = '<path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM4.5 7h7v2h-7z" fill-rule="evenodd"/>';

/** The shapes of `STATE_MARKS`, and of marks that are no state, drawn in a square of 16. */
const SHAPES: Readonly<Record<Shown, string>> = {
  healthy: '<circle cx="8" cy="8" r="6"/>',
  degraded:
    '<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 2a6 6 0 0 0 0 12z"/>',
  unhealthy: '<path d="M8 1.5 15 14H1z"/>',
  error: '<path d="M8 .5 15.5 8 8 15.5.5 8z"/>',
  unreachable: '<path d="M3.5 1 8 5.5 12.5 1 15 3.5 10.5 8 15 12.5 12.5 15 8 10.5 3.5 15 1 12.5 5.5 8 1 3.5z"/>',
  invalid:
    '<path d="M8 .8a7.2 7.2 0 1 0 0 14.4A7.2 7.2 0 0 0 8 .8zm0 2.7c1.9 0 3 1 3 2.5 0 1.1-.6 1.7-1.2 2.2-.6.4-.9.7-.9 1.3H7.1c0-1.3.6-1.9 1.3-2.4.5-.4.8-.6.8-1.1 0-.5-.4-.9-1.2-.9s-1.2.4-1.3 1.1H5c.1-1.7 1.2-2.7 3-2.7zM7 10.6h2v2H7z"/>',
  recovering:
    '<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="8" cy="8" r="2.5"/>',
  silenced: NOBODY_NOTIFIED,
  maintenance: NOBODY_NOTIFIED,
  unknown: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2"/>',
};

export function Shape({ state }: { readonly state: Shown }) {
  return (
    <svg class="shape" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {raw(SHAPES[state])}
    </svg>
  );
}

/** The shape and the word, in the state's colour. */
export function StateMark({ state }: { readonly state: Shown }) {
  return (
    <span class={`state ${state}`}>
      <Shape state={state} />
      {shownWord(state)}
    </span>
  );
}
