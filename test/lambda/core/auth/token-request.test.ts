/** What a token server is asked, and what each of its answers means. No text of an answer is ever quoted. */

import { readTokenAnswer, type TokenClient, tokenRequest } from '../../../../lambda/core/auth/token-request';
import { answer, failure } from '../../../support/core/observations';

const CLIENT: TokenClient = {
  tokenUrl: 'https://login.internal/token?tenant=1',
  clientId: 'me & you',
  clientSecret: 's3cret:a+b/c%d=é',
  scope: 'status.read other',
  audience: 'https://api.internal',
  ca: 'PEM',
};

describe('the request', () => {
  // RFC 6749, 4.4.2: 'grant_type REQUIRED. Value MUST be set to "client_credentials".' 2.3.1: the id and the secret are each "encoded using the
  // "application/x-www-form-urlencoded" encoding algorithm per Appendix B, and the encoded value is used as the username" and "as the password".
  it('has the client in its header, each part encoded as in a form', () => {
    const request = tokenRequest(CLIENT, 'header', 1_500);
    expect(request).toMatchObject({ url: CLIENT.tokenUrl, timeoutMs: 1_500, maxBodyBytes: 65_536, ca: 'PEM' });
    const credentials = String(request.headers.Authorization).replace(/^Basic /, '');
    expect(Buffer.from(credentials, 'base64').toString()).toBe('me+%26+you:s3cret%3Aa%2Bb%2Fc%25d%3D%C3%A9');
    expect(request.post).toBe(
      'grant_type=client_credentials&scope=status.read+other&audience=https%3A%2F%2Fapi.internal',
    );
  });

  it('has it in its body alone in the other style', () => {
    const request = tokenRequest({ ...CLIENT, scope: null, audience: null }, 'body', 1_500);
    expect(request.headers).not.toHaveProperty('Authorization');
    expect(Object.fromEntries(new URLSearchParams(request.post))).toEqual({
      grant_type: 'client_credentials',
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
    });
  });
});

const GOOD = { access_token: 'abc.DEF-1_2~3+4/5==', token_type: 'Bearer', expires_in: 3_600 };
const tokenOf = (validMs: number | null) => ({ kind: 'token', token: GOOD.access_token, validMs });

it.each<[string, object, number | null]>([
  ['a number', {}, 3_600_000],
  ['zero', { expires_in: 0 }, 0],
  ['half a second', { expires_in: 0.5 }, 500],
  ['a number as a text, as some servers send it', { expires_in: '3599' }, 3_599_000],
  ['more than a day', { expires_in: 1e12 }, 86_400_000],
  ['none', { expires_in: undefined }, null],
  ['null', { expires_in: null }, null],
  ['a type in lower case (RFC 6749, 5.1: "Value is case insensitive")', { token_type: 'bearer' }, 3_600_000],
  ['more fields', { scope: 'a', refresh_token: 'x', id_token: 'y' }, 3_600_000],
])('a token whose time is given as %s', (_, fields, validMs) => {
  expect(readTokenAnswer(answer(200, { ...GOOD, ...fields }))).toEqual(tokenOf(validMs));
});

const SECRET = 'hunter2-secret';
const HTML = `<html>${SECRET}</html>`;

const BAD_TIME = 'with an expires_in that is not a number of seconds';
const BAD_SIGNS = 'with an access_token that no header can have: it has blanks, line breaks or other signs';

it.each<[unknown, string]>([
  [HTML, 'with something that is not JSON'],
  ['', 'with an empty body'],
  [[SECRET], 'with something that is not a JSON object'],
  [{ token: SECRET }, 'without an access_token'],
  [{ ...GOOD, access_token: 7 }, 'with an access_token that is a number, not a text'],
  [{ ...GOOD, access_token: '' }, 'with an access_token that is empty'],
  [{ ...GOOD, access_token: `${SECRET}\r\nX-Evil: 1` }, BAD_SIGNS],
  [{ ...GOOD, access_token: 'tökén' }, BAD_SIGNS],
  [{ ...GOOD, token_type: undefined }, 'without a token_type; only "Bearer" can be used'],
  [{ ...GOOD, token_type: `DPoP ${SECRET}` }, 'with a token_type other than "Bearer"'],
  ...['soon', SECRET, '-1', '1h', -1, true, [], {}].map((time): [unknown, string] => [
    { ...GOOD, expires_in: time },
    BAD_TIME,
  ]),
])('200 with %j is no token: %s', (body, why) => {
  const read = readTokenAnswer(answer(200, body));
  expect(read).toMatchObject({ kind: 'refused', why: `answered 200 ${why}` });
  expect(JSON.stringify(read)).not.toContain(SECRET);
});

it.each<[number, unknown, string]>([
  [401, { error: 'invalid_client' }, 'answered 401: invalid_client'],
  [400, { error: 'invalid_scope', error_description: SECRET }, 'answered 400: invalid_scope'],
  [400, { error: `no ${SECRET}!` }, 'answered 400'],
  [400, { error: 'x'.repeat(61) }, 'answered 400'],
  [403, HTML, 'answered 403'],
  [302, '', 'answered 302, a redirect, which is not followed'],
  [204, '', 'answered 204'],
  [429, '', 'answered 429'],
  [503, { error: SECRET }, 'answered 503'],
])('%i with %j is no token: %s', (httpStatus, body, why) => {
  const kind = httpStatus >= 500 ? 'unreachable' : 'refused';
  expect(readTokenAnswer(answer(httpStatus, body))).toMatchObject({ kind, why });
});

it.each([
  ['a large answer', { ...answer(200, ''), bodyTooLarge: true }, 'refused', 'answered 200 with more than 65536 bytes'],
  ['a large error', { ...answer(400, ''), bodyTooLarge: true }, 'refused', 'answered 400'],
  [
    'a closed port',
    failure('connection_refused', { detail: 'AT 10.0.0.1' }),
    'unreachable',
    'connection refused, AT 10.0.0.1',
  ],
] as const)('%s gives no token', (_, observation, kind, why) => {
  expect(readTokenAnswer(observation)).toMatchObject({ kind, why });
});

// RFC 6749, 5.2: invalid_client is "Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication
// method)".
it.each([
  [400, 'invalid_client', true],
  [401, 'invalid_client', true],
  [400, 'invalid_request', true],
  [401, '', true],
  [400, 'invalid_scope', false],
  [400, 'invalid_grant', false],
  [400, 'unauthorized_client', false],
  [400, 'unsupported_grant_type', false],
  [400, 'invalid_target', false],
  [403, 'invalid_client', false],
  [429, '', false],
])('after %d %s the other style may help: %s', (httpStatus, error, isStyle) => {
  expect(readTokenAnswer(answer(httpStatus, { error }))).toMatchObject({ kind: 'refused', isStyle });
});
