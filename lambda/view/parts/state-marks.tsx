/** The states for people: each has a word, an icon and a colour, so that any one of them suffices. */

import { raw } from 'hono/html';
import { type Shown, type SummaryState, shownWord, summaryStateOf } from '../../core/documents/state';
import { capitalized } from '../../core/words/capitalized';
import { ICONS, type Icon } from './icons';

interface IconProps {
  readonly state: SummaryState | 'silence';
  /** Whether it is grey: for something that is over, or that nobody needs to look at. */
  readonly isQuiet?: boolean;
}

export function StateIcon({ state, isQuiet = false }: IconProps) {
  const { shape, lines, isOutlined = false }: Icon = ICONS[state];
  return (
    <svg
      class={`icon ${isQuiet ? 'quiet' : state}${isOutlined ? ' outlined' : ''}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {raw(`${shape}${lines === '' ? '' : `<path class="l" d="${lines}"/>`}`)}
    </svg>
  );
}

/** The words of states whose reason, in the line below, says more. */
const SHORT_WORDS: Readonly<Partial<Record<SummaryState, string>>> = { silenced: 'down', maintenance: 'maintenance' };

/** Draws the icon and the word, in the state's colour. */
export function StateMark({ state }: { readonly state: Shown }) {
  const summaryState = summaryStateOf(state);
  return (
    <span class={`state ${summaryState}`}>
      <StateIcon state={summaryState} />
      {capitalized(SHORT_WORDS[summaryState] ?? shownWord(summaryState))}
    </span>
  );
}
