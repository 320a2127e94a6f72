/** A short name for all that a config says: the stack leaves it in the function's environment, and `doctor` compares it. */

import { shortDigest } from '../words/short-digest';
import type { Config, Deployment } from './config';

/** Returns sixteen hex digits, which do not depend on the order of keys, but on that of services and addresses. */
export function configHash(config: Config, deployment: Deployment): string {
  return shortDigest(JSON.stringify(sorted({ config, deployment })));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}
