/** The access tokens of clients: each is requested once, shared by all callers, and cached until shortly before it expires. */

import { createTokenFetcher, type FetchedToken, type TokenPorts } from './fetch-token';
import { keyOf, type TokenClient } from './token-request';

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
