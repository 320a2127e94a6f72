/**
 * The request for an access token by client credentials, and what its answer means. Sources: RFC 6749, "The OAuth 2.0 Authorization Framework",
 * sections 2.3.1, 4.4, 5.1 and 5.2; RFC 6750, section 2.1.
 */

import { basicCredentials } from '../probe/basic-credentials';
import { failureText } from '../probe/classify';
import type { HttpAnswer, Observation } from '../probe/observation';
import { type ProbeRequest, USER_AGENT } from '../probe/probe-request';
import { isJsonObject, jsonKind, parseJson } from '../words/json';

export interface TokenClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  readonly audience: string | null;
  /** PEM certificates trusted in addition to the public authorities. */
  readonly ca: string | null;
}

/** Returns a key that only the same client has. */
export function keyOf({ tokenUrl, clientId, clientSecret, scope, audience, ca }: TokenClient): string {
  return JSON.stringify([tokenUrl, clientId, clientSecret, scope, audience, ca]);
}

/**
 * Where a client has its id and its secret. RFC 6749, 2.3.1: servers "MUST support the HTTP Basic authentication scheme" for clients with a
 * password, and "MAY support including the client credentials in the request-body"; some support the second alone.
 */
export type ClientStyle = 'header' | 'body';

export type TokenAnswer =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** `null` if the server doesn't say. */
      readonly validMs: number | null;
    }
  | {
      readonly kind: 'refused';
      readonly why: string;
      /** Whether the place of the secret may be the reason. */
      readonly isStyle: boolean;
    }
  | { readonly kind: 'unreachable'; readonly why: string };

/** The most bytes of an answer that are read. */
const MAX_BYTES = 65_536;

export function tokenRequest(client: TokenClient, style: ClientStyle, timeoutMs: number): ProbeRequest {
  const { tokenUrl, clientId, clientSecret, scope, audience, ca } = client;
  const parameters = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== null) parameters.set('scope', scope);
  if (audience !== null) parameters.set('audience', audience);
  if (style === 'body') {
    parameters.set('client_id', clientId);
    parameters.set('client_secret', clientSecret);
  }
  return {
    url: tokenUrl,
    headers: {
      'User-Agent': USER_AGENT,
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(style === 'header' && { Authorization: basicCredentials(formEncoded(clientId), formEncoded(clientSecret)) }),
    },
    timeoutMs,
    maxBodyBytes: MAX_BYTES,
    ca,
    client: null,
    post: parameters.toString(),
  };
}

/** Source: RFC 6749, 2.3.1: the id and the secret are each "encoded using the "application/x-www-form-urlencoded" encoding algorithm". */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Never quotes the answer, which may repeat any secret: only the code of an error, which has few characters. Never throws. */
export function readTokenAnswer(observation: Observation): TokenAnswer {
  if (observation.kind === 'failure') {
    const texts = [failureText(observation), observation.detail].filter((text) => text !== '');
    return { kind: 'unreachable', why: texts.join(', ') };
  }
  const { httpStatus } = observation;
  if (httpStatus >= 500) return { kind: 'unreachable', why: `answered ${httpStatus}` };
  if (httpStatus >= 300 && httpStatus <= 399)
    return refused(`answered ${httpStatus}, a redirect, which is not followed`);
  const json = observation.bodyTooLarge ? undefined : parseJson(observation.body);
  if (httpStatus !== 200) return refusedBy(httpStatus, json);
  return readToken(observation, json);
}

/** Source: RFC 6749, 5.2: the codes of errors that are not about how the client has authenticated. */
const NOT_ABOUT_STYLE = [
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
];

function refusedBy(httpStatus: number, json: unknown): TokenAnswer {
  const code = isJsonObject(json) && typeof json.error === 'string' ? json.error : '';
  const isShown = /^[A-Za-z0-9_.-]{1,60}$/.test(code);
  const isStyle = (httpStatus === 400 || httpStatus === 401) && !NOT_ABOUT_STYLE.includes(code);
  return refused(`answered ${httpStatus}${isShown ? `: ${code}` : ''}`, isStyle);
}

function refused(why: string, isStyle = false): TokenAnswer {
  return { kind: 'refused', why, isStyle };
}

function readToken({ body, bodyTooLarge }: HttpAnswer, json: unknown): TokenAnswer {
  if (bodyTooLarge) return refused(`answered 200 with more than ${MAX_BYTES} bytes`);
  if (body.length === 0) return refused('answered 200 with an empty body');
  if (!isJsonObject(json))
    return refused(`answered 200 with something that is not ${json === undefined ? 'JSON' : 'a JSON object'}`);
  const { access_token: token, token_type: type, expires_in: expiresIn } = json;
  if (token === undefined) return refused('answered 200 without an access_token');
  if (typeof token !== 'string')
    return refused(`answered 200 with an access_token that is ${jsonKind(token)}, not a text`);
  if (token === '') return refused('answered 200 with an access_token that is empty');
  if (!/^[\x21-\x7e]+$/.test(token))
    return refused(
      'answered 200 with an access_token that no header can have: it has blanks, line breaks or other signs',
    );
  if (type === undefined) return refused('answered 200 without a token_type; only "Bearer" can be used');
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    return refused('answered 200 with a token_type other than "Bearer"');
  const seconds = expiresIn === undefined || expiresIn === null ? null : secondsOf(expiresIn);
  if (seconds !== null && !(seconds >= 0))
    return refused('answered 200 with an expires_in that is not a number of seconds');
  return { kind: 'token', token, validMs: seconds === null ? null : Math.min(seconds, LONGEST_VALID_S) * 1_000 };
}

/** A day: nobody needs to know of a longer time. */
const LONGEST_VALID_S = 86_400;

/** Some servers send the number as a text. */
function secondsOf(expiresIn: unknown): number {
  if (typeof expiresIn === 'string' && /^\d{1,15}(\.\d+)?$/.test(expiresIn)) return Number(expiresIn);
  return typeof expiresIn === 'number' ? expiresIn : Number.NaN;
}
