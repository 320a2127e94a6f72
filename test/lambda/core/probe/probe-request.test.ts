/** The header `Authorization` of a service's own credentials. */

import type { Auth } from '../../../../lambda/core/config/auth';
import type { Service } from '../../../../lambda/core/config/config';
import { connectionsFor, needsAuthorizer, probeRequestFor } from '../../../../lambda/core/probe/probe-request';
import { configOf } from '../../../support/core/runs';

const [SERVICE] = configOf({ a: 'https://a.internal' }).services as [Service];
const hidden = (value: string) => ({ kind: 'hidden', value, text: '', secrets: [value] }) as const;
const headersWith = (auth: Auth | null) => probeRequestFor({ ...SERVICE, auth }).headers;
const basic = (user: string, password: string): Auth => ({
  kind: 'basic',
  user: hidden(user),
  password: hidden(password),
});

// RFC 7617, section 2, and section 2.1: "the user-id "test" and the password "123£" […] in UTF-8".
it.each([
  ['Aladdin', 'open sesame', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ['test', '123\u00a3', 'Basic dGVzdDoxMjPCow=='],
  ['a', ':b:', 'Basic YTo6Yjo='],
])('for %s and %s is %s', (user, password, header) => {
  expect(headersWith(basic(user, password)).Authorization).toBe(header);
});

it('refuses a user name with a colon from a secret', () => {
  expect(() => headersWith(basic('a:b', 'c'))).toThrow('the name of its user has a colon');
});

it('has a token, and wins over no other header', () => {
  const { Authorization, ...others } = headersWith({ kind: 'bearer', token: hidden('abc') });
  expect(Authorization).toBe('Bearer abc');
  expect(others).toEqual(headersWith(null));
  expect(Object.keys(headersWith(null))).toEqual(['User-Agent', 'Accept', 'Cache-Control']);
});

it('is missed if its secret was not read', () => {
  const token = { kind: 'secret', secret: 'token', key: null } as const;
  expect(() => headersWith({ kind: 'bearer', token })).toThrow('the secret of auth.bearer could not be read');
});

it('needs more than the config only for tokens and signatures', () => {
  const kinds = [null, basic('a', 'b'), { kind: 'sigv4', service: 's3', region: 'eu-west-1', resource: null } as const];
  expect(kinds.map((auth) => needsAuthorizer({ ...SERVICE, auth }))).toEqual([false, false, true]);
});

it('a service with tokens connects to its token server first, with the same authorities and no client certificate', () => {
  const client = { clientId: hidden('a'), clientSecret: hidden('b'), scope: null, audience: null };
  const auth = { kind: 'oauth2', tokenUrl: 'https://login.internal/token', ...client } as const;
  const pair = { cert: hidden('cert'), key: hidden('key'), passphrase: null };
  const tls = { caFile: 'ca.pem', ca: 'PEM', client: pair };
  expect(connectionsFor({ ...SERVICE, auth, tls })).toEqual([
    { url: 'https://login.internal/token', ca: 'PEM', client: null },
    { url: 'https://a.internal/status', ca: 'PEM', client: { cert: 'cert', key: 'key', passphrase: null } },
  ]);
  expect(connectionsFor(SERVICE)).toEqual([{ url: 'https://a.internal/status', ca: null, client: null }]);
});
