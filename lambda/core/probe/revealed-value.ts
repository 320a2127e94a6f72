/** The value of a setting that may be a secret. */

import type { SecretValue } from '../config/secret-value';

/** Throws for a secret that was not read. `key` is its key in the config. */
export function revealedValue(value: SecretValue, key: string): string {
  if (value.kind === 'secret') throw new Error(`the secret of ${key} could not be read`);
  return value.value;
}
