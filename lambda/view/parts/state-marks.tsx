/** The states for people: each has a word, an icon and a colour, so that any one of them suffices. */

import { raw } from 'hono/html';
import { type Shown, type SummaryState, shownWord, summaryStateOf } from '../../core/documents/state';
import { capitalized } from '../../core/words/capitalized';
import { ICONS } from './icons';

interface IconProps {
  readonly state: SummaryState;
  /** Whether it is grey: for something that is over, or that nobody needs to look at. */
  readonly isQuiet?: boolean;
}

export function StateIcon({ state, isQuiet = false }: IconProps) {
  const { shape, lines } = ICONS[state];
  return (
    <svg class={`icon ${isQuiet ? 'quiet' : state}`} viewBox="0 0 16 16" aria-hidden="true">
      {raw(`${shape}${lines === '' ? '' : `<path class="l" d="${lines}"/>`}`)}
    </svg>
  );
}

/** Draws the icon and the word, in the state's colour. */
export function StateMark({ state }: { readonly state: Shown }) {
  const summaryState = summaryStateOf(state);
  return (
    <span class={`state ${summaryState}`}>
      <StateIcon state={summaryState} />
      {capitalized(shownWord(summaryState))}
    </span>
  );
}
