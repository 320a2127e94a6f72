/** A resolver's answer about a name that the C library could not resolve for now. */

import { Resolver } from 'node:dns/promises';

/** getaddrinfo(3) has already waited for the resolver, so a slow answer counts as none. */
const LIMIT = { timeout: 1_000, tries: 1 };

/** Source: Node.js, "DNS", "Error codes": those that a DNS server has returned. */
const ANSWERS = new Set(['ENODATA', 'EFORMERR', 'ESERVFAIL', 'ENOTFOUND', 'ENOTIMP', 'EREFUSED']);

/**
 * The code of a failure that a resolver has answered with, such as `ESERVFAIL`; `null` if none answered, or if there is an
 * address by now. getaddrinfo(3) does not distinguish them: it fails with EAI_AGAIN if a resolver is silent, and if the resolver
 * answers that it has failed. Never rejects.
 */
export async function resolverAnswer(host: string, resolver = new Resolver(LIMIT)): Promise<string | null> {
  try {
    await resolver.resolve4(host);
    return null;
  } catch (error) {
    return isAnswer(error) ? error.code : null;
  }
}

/** Whether a resolver has answered with this error. */
export function isAnswer(error: unknown): error is { readonly code: string } {
  return ANSWERS.has((error as NodeJS.ErrnoException).code ?? '');
}
