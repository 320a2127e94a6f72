/**
 * The access tokens of clients: each is requested once, shared by all callers, and cached until shortly before it expires. It is requested in the style
 * that its server is known to accept, otherwise in both.
 */

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

/** How long before it expires a token is no longer used, in milliseconds; at most half of its lifetime. */
const MARGIN_MS = 30_000;
/** How long a token is cached if its server does not say how long it is valid. */
const UNKNOWN_VALID_MS = 5 * 60_000;

export type TokenResult =
  | { readonly kind: 'token'; readonly token: string; readonly isKept: boolean }
  /** `fetched` is `null` if this caller's time limit passed before the request was done. */
  | { readonly kind: 'none'; readonly fetched: FetchedToken | null };

export interface Tokens {
  /** Takes no longer than `limitMs`. Rejects if the checker itself could not send the request. */
  get(client: TokenClient, limitMs: number, signal?: AbortSignal): Promise<TokenResult>;
  /** Drops the token of a client, unless it is another by now. */
  drop(client: TokenClient, token: string): void;
}

interface KeptToken {
  readonly token: string;
  /** In milliseconds since 1970: only the wall clock goes on while a laptop sleeps. */
  readonly until: number;
}

export function createTokens(ports: TokenPorts): Tokens {
  const { clock } = ports;
  const fetchToken = createTokenFetcher(ports);
  const kept = new Map<string, KeptToken>();
  const fetching = new Map<string, Promise<FetchedToken>>();

  const begin = async (client: TokenClient, limitMs: number, signal?: AbortSignal) => {
    const key = keyOf(client);
    const from = clock.now();
    const request = fetchToken(client, limitMs, signal);
    fetching.set(key, request);
    try {
      const fetched = await request;
      const { answer } = fetched;
      if (answer.kind === 'token') kept.set(key, { token: answer.token, until: from + keptMs(answer.validMs) });
      return fetched;
    } finally {
      fetching.delete(key);
    }
  };

  return {
    get: async (client, limitMs, signal) => {
      const key = keyOf(client);
      const until = clock.elapsed() + limitMs;
      const known = kept.get(key);
      if (known && known.until > clock.now()) return { kind: 'token', token: known.token, isKept: true };
      for (;;) {
        const leftMs = Math.ceil(until - clock.elapsed());
        if (leftMs <= 0) return { kind: 'none', fetched: null };
        const shared = fetching.get(key);
        const fetched = shared
          ? await resultWithin(shared, leftMs, ports, signal)
          : await begin(client, leftMs, signal);
        if (fetched?.answer.kind === 'token') return { kind: 'token', token: fetched.answer.token, isKept: false };
        // The caller that began the request may have had less time.
        const isOver = shared === undefined || fetched === null || !isTimeout(fetched) || signal?.aborted;
        if (isOver) return { kind: 'none', fetched };
      }
    },
    drop: (client, token) => {
      const key = keyOf(client);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}

function keptMs(validMs: number | null): number {
  return validMs === null ? UNKNOWN_VALID_MS : validMs - Math.min(MARGIN_MS, validMs / 2);
}

function isTimeout({ observation }: FetchedToken): boolean {
  return observation.kind === 'failure' && observation.reason.startsWith('timeout_');
}

/** `null` if the result takes longer. */
async function resultWithin<Result>(
  result: Promise<Result>,
  limitMs: number,
  { clock }: Pick<TokenPorts, 'clock'>,
  signal?: AbortSignal,
): Promise<Result | null> {
  const done = new AbortController();
  const either = signal ? AbortSignal.any([done.signal, signal]) : done.signal;
  try {
    return await Promise.race([result, clock.sleep(limitMs, either).then(() => null)]);
  } finally {
    done.abort();
  }
}

/** How long a client that was refused in both styles tries only one, so that the server does not count each wrong secret twice. */
const BOTH_AGAIN_MS = 5 * 60_000;

/** The request takes no longer than `limitMs`. It rejects if the checker itself could not send it. */
function createTokenFetcher({ probe, clock }: TokenPorts) {
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

  return async (client: TokenClient, limitMs: number, signal?: AbortSignal): Promise<FetchedToken> => {
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
