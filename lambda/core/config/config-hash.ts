/** A short name for all that a config says: the stack leaves it in the function's environment, and `doctor` compares it. */

import type { Config, Deployment } from './config';

/** The same for the same content, whatever the order of keys; services and addresses count in their order. Fourteen hex digits. */
export function configHash(config: Config, deployment: Deployment): string {
  return hashOf(JSON.stringify(sorted({ config, deployment })));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

/**
 * 53 bits of two multiplicative hashes that are mixed with each other. It tells configs apart, and protects nothing: whoever may
 * read it may read the config too. The core has no cryptography at hand, and this needs none.
 */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
}
