/** An instant, for people and for programs. */

import { describeInstant, iso } from '../words/format';

export function Time({ at, now }: { readonly at: number; readonly now: number }) {
  return <time datetime={iso(at)}>{describeInstant(at, now)}</time>;
}
