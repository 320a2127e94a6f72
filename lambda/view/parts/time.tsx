/** An instant, for people and for programs. */

import { iso } from '../../core/documents/words/format';
import { shortInstant } from '../../core/documents/words/short-instant';

interface TimeProps {
  readonly at: number;
  readonly now: number;
  /** Whether the seconds matter. */
  readonly exact?: boolean;
}

export function Time({ at, now, exact = false }: TimeProps) {
  return (
    <time datetime={iso(at)} class={exact ? 'exact' : undefined}>
      {shortInstant(at, now, exact)}
    </time>
  );
}
