/** Some public names as a part of a sentence. */

const MOST_NAMED = 3;

/** `Cart`, `Cart and Checkout`, `Cart, Checkout and Search`, `Cart, Checkout and 5 more`; of more than `most` names the rest is a number. */
export function listed(names: readonly string[], most: number = MOST_NAMED): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
