/** An instant, for people and for programs. */

import { iso, shortInstant } from '../../core/documents/words/format';

interface TimeProps {
  readonly at: number;
  readonly now: number;
  /** Whether seconds are shown. */
  readonly exact?: boolean;
}

export function Time({ at, now, exact = false }: TimeProps) {
  return (
    <time datetime={iso(at)} class={exact ? 'exact' : undefined}>
      {shortInstant(at, now, exact)}
    </time>
  );
}
