/** Some public names as a part of a sentence. */

import { listed as listedUpTo } from '../../core/words/shown-value';

const MOST_NAMED = 3;

/** `Cart`, `Cart and Checkout`, `Cart, Checkout and Search`, `Cart, Checkout and 5 more`; of more than `most` names the rest is a number. */
export function listed(names: readonly string[], most: number = MOST_NAMED): string {
  return listedUpTo(names, most);
}
