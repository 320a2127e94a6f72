/** Requests a token: in the style that its server is known to accept, otherwise in both. */

import type { Observation } from '../probe/observation';
import type { Probe } from '../probe/probe-request';
import type { Clock } from '../words/clock';
import {
  type ClientStyle,
  keyOf,
  readTokenAnswer,
  type TokenAnswer,
  type TokenClient,
  tokenRequest,
} from './token-request';

export interface TokenPorts {
  readonly probe: Probe;
  readonly clock: Clock;
}

/** The result of a request for a token. */
export interface FetchedToken {
  readonly answer: TokenAnswer;
  readonly observation: Observation;
}

/** Takes no longer than `limitMs`. Rejects if the checker itself could not send the request. */
export type FetchToken = (client: TokenClient, limitMs: number, signal?: AbortSignal) => Promise<FetchedToken>;

/** How long a client that was refused in both styles tries only one, so that the server does not count each wrong secret twice. */
const BOTH_AGAIN_MS = 5 * 60_000;

export function createTokenFetcher({ probe, clock }: TokenPorts): FetchToken {
  /** The style that a server accepted, by its address. */
  const styles = new Map<string, ClientStyle>();
  /** When a client was last refused in both styles. */
  const refusedAt = new Map<string, number>();

  const fetchAs = async (style: ClientStyle, client: TokenClient, limitMs: number, signal?: AbortSignal) => {
    const observation = await probe(tokenRequest(client, style, limitMs), signal);
    const answer = readTokenAnswer(observation);
    if (answer.kind === 'token') styles.set(client.tokenUrl, style);
    return { answer, observation };
  };

  return async (client, limitMs, signal) => {
    const until = clock.elapsed() + limitMs;
    const known = styles.get(client.tokenUrl);
    const fetched = await fetchAs(known ?? 'header', client, limitMs, signal);
    if (known !== undefined || fetched.answer.kind !== 'refused' || !fetched.answer.isStyle) return fetched;
    const now = clock.elapsed();
    const leftMs = Math.floor(until - now);
    const isKnownRefused = now - (refusedAt.get(keyOf(client)) ?? Number.NEGATIVE_INFINITY) < BOTH_AGAIN_MS;
    if (isKnownRefused || leftMs <= 0 || signal?.aborted) return fetched;
    const again = await fetchAs('body', client, leftMs, signal);
    if (again.answer.kind === 'token') return again;
    if (again.answer.kind === 'refused') refusedAt.set(keyOf(client), now);
    // The answer to the style that every server should know says more.
    return fetched;
  };
}
