/** Instants on the public page, in UTC; its script writes them as local times. */

import { iso } from '../../core/documents/words/format';
import { timeOfDay } from '../../core/words/duration';
import { dayWords } from './public-words';

/** An instant without its seconds, for the script. */
function minuteOf(time: number): string {
  return `${iso(time).slice(0, 16)}Z`;
}

interface InstantProps {
  readonly time: number;
  /** On the same day as this, only the time of day is shown. */
  readonly base: number;
  /** Tells the script what to write (`PAGE_SCRIPT`). */
  readonly kind?: 'r' | undefined;
  readonly id?: string;
}

export function Instant({ time, base, kind, id }: InstantProps) {
  const isSameDay = dayWords(time) === dayWords(base);
  return (
    <time datetime={minuteOf(time)} class={kind} id={id}>
      {isSameDay ? timeOfDay(time) : `${dayWords(time)}, ${timeOfDay(time)}`}
    </time>
  );
}

export function Day({ time }: { readonly time: number }) {
  return (
    <time datetime={minuteOf(time)} class="d">
      {dayWords(time)}
    </time>
  );
}

interface RangeProps {
  readonly from: number;
  readonly until: number;
  /** Whether the day of the beginning is shown. */
  readonly isWhole: boolean;
}

export function Range({ from, until, isWhole }: RangeProps) {
  return (
    <>
      <time datetime={minuteOf(from)} class={isWhole ? 'w' : 'f'}>
        {isWhole ? `${dayWords(from)}, ${timeOfDay(from)}` : timeOfDay(from)}
      </time>{' '}
      – <Instant time={until} base={from} kind="r" />
    </>
  );
}
