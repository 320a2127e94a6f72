/** Authorizes services with `auth.oauth2`: with the token of the client, or with a failure if there is none. */

import type { OAuth2Auth } from '../config/auth';
import type { AskedWithAuth, OneAuthorizer } from '../probe/authorization';
import { type NetworkFailure, NO_PHASES, type Observation, wasResolving } from '../probe/observation';
import { revealedValue } from '../probe/revealed-value';
import { limitPhrase, reasonPhrase } from '../reasons/reason-phrases';
import type { TokenClient } from './token-request';
import { createTokens, type TokenPorts, type TokenResult } from './tokens';

/** A service that refuses a new token too is not given another for so long: then the token is not the reason. */
const DROP_AGAIN_MS = 5 * 60_000;

export function createOAuth2(ports: TokenPorts): Required<OneAuthorizer> {
  const { clock } = ports;
  const tokens = createTokens(ports);
  /** The token that each service was last sent, and when its token was last dropped; the latter is removed once it accepts one. */
  const sent = new Map<string, { readonly client: TokenClient; readonly token: string }>();
  const droppedAt = new Map<string, number>();
  return {
    authorize: async (service, signal) => {
      const client = clientOf(service);
      const from = clock.elapsed();
      const result = await tokens.get(client, service.timeoutMs, signal);
      const tokenMs = Math.max(0, Math.round(clock.elapsed() - from));
      if (result.kind === 'none') return { kind: 'failure', failure: failureOf(result, service, client, tokenMs) };
      const { token, isKept } = result;
      sent.set(service.id, { client, token });
      const credentials = { headers: { Authorization: `Bearer ${token}` }, secrets: [token] };
      return { kind: 'credentials', ...credentials, ...(isKept ? {} : { tokenMs }) };
    },
    dropToken: ({ id }) => {
      const last = sent.get(id);
      const at = clock.elapsed();
      if (!last || at - (droppedAt.get(id) ?? Number.NEGATIVE_INFINITY) < DROP_AGAIN_MS) return false;
      droppedAt.set(id, at);
      tokens.drop(last.client, last.token);
      return true;
    },
    noteAccepted: ({ id }) => {
      droppedAt.delete(id);
    },
  };
}

function clientOf({ auth, tls }: AskedWithAuth): TokenClient {
  const { tokenUrl, clientId, clientSecret, scope, audience } = auth as OAuth2Auth;
  return {
    tokenUrl,
    clientId: revealedValue(clientId, 'auth.oauth2.clientId'),
    clientSecret: revealedValue(clientSecret, 'auth.oauth2.clientSecret'),
    scope,
    audience,
    ca: tls?.ca ?? null,
  };
}

/** The address is that of the token server: services that fail with it share it. */
function failureOf(
  { fetched }: Extract<TokenResult, { kind: 'none' }>,
  { timeoutMs }: AskedWithAuth,
  { tokenUrl }: TokenClient,
  tokenMs: number,
): NetworkFailure {
  const server = new URL(tokenUrl).host;
  const seen = {
    timings: { ...NO_PHASES, tokenMs },
    remoteAddress: fetched?.observation.remoteAddress ?? null,
    certificateExpiresAt: null,
    httpStatus: null,
  };
  if (fetched === null || fetched.answer.kind === 'token')
    return {
      kind: 'failure',
      reason: 'token_unreachable',
      detail: `${server}: ${limitPhrase(reasonPhrase('timeout_response'), timeoutMs)}`,
      errorCode: null,
      ...seen,
    };
  const { answer, observation } = fetched;
  return {
    kind: 'failure',
    reason: answer.kind === 'refused' ? 'token_refused' : 'token_unreachable',
    detail: `${server}${observation.kind === 'failure' ? ': ' : ' '}${answer.why}`,
    errorCode: codeOf(observation),
    ...seen,
  };
}

/** If no resolver has answered in time, that is what the system's own code would say, had it had more time. */
function codeOf(observation: Observation): string | null {
  if (observation.kind === 'answer') return null;
  const isUnresolved = observation.reason === 'timeout_connect' && wasResolving(observation.timings);
  return isUnresolved ? 'EAI_AGAIN' : observation.errorCode;
}
