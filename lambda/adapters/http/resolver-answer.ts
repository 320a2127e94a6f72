/** What a resolver says of a name that the C library could not resolve for now. */

import { Resolver } from 'node:dns/promises';

/** getaddrinfo(3) has given up on it before: what hangs is no answer. */
const LIMIT = { timeout: 1_000, tries: 1 };

/** Source: Node.js, "DNS", "Error codes": those that a DNS server has returned. */
const ANSWERS = new Set(['ENODATA', 'EFORMERR', 'ESERVFAIL', 'ENOTFOUND', 'ENOTIMP', 'EREFUSED']);

/**
 * The code of a failure that a resolver has answered with, such as `ESERVFAIL`; `null` if none answered, or if there is an
 * address by now. getaddrinfo(3) tells neither from the other: it is EAI_AGAIN where a resolver is silent, and where it
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
