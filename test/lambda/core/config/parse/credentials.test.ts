/** `auth` and `tls.client`: which credentials a service has, their faults, and that none of them is ever shown. */

import { isCheckable, revealSecrets, secretIds } from '../../../../../lambda/core/config/secrets';
import { secretsOf } from '../../../../../lambda/core/config/service-values';
import { shownConfig } from '../../../../../lambda/core/config/shown-config';
import { ENVIRONMENT, faultsOf, KEY_PEM, PEM, serviceOf, understood } from '../../../../support/core/parsed';

const literal = (value: string) => ({ kind: 'literal', value });
const hidden = (value: string, text: string) => ({ kind: 'hidden', value, text, secrets: [value] });
const reference = (secret: string, key: string | null = null) => ({ kind: 'secret', secret, key });

describe('auth', () => {
  it.each([
    ['', '', null],
    ['', 'auth: none', null],
    [
      '',
      `auth: { basic: { user: watch, password: "\${PHRASE}" } }`,
      { kind: 'basic', user: literal('watch'), password: hidden(ENVIRONMENT.PHRASE, `\${PHRASE}`) },
    ],
    [`auth: { bearer: "\${TOKEN}" }`, '', { kind: 'bearer', token: hidden(ENVIRONMENT.TOKEN, `\${TOKEN}`) }],
    [`auth: { bearer: "\${TOKEN}" }`, 'auth: none', null],
    [
      `auth: { bearer: "\${TOKEN}" }`,
      'auth: { sigv4: { service: execute-api, region: eu-west-1 } }',
      { kind: 'sigv4', service: 'execute-api', region: 'eu-west-1', resource: null },
    ],
    [
      '',
      `auth: { oauth2: { tokenUrl: https://login.internal/token, clientId: me, clientSecret: "\${TOKEN}", scope: a b } }`,
      {
        kind: 'oauth2',
        tokenUrl: 'https://login.internal/token',
        clientId: literal('me'),
        clientSecret: hidden(ENVIRONMENT.TOKEN, `\${TOKEN}`),
        scope: 'a b',
        audience: null,
      },
    ],
  ])('with %j for all and %j for the service is right', (top, own, auth) => {
    expect(serviceOf(top, own).auth).toEqual(auth);
  });
});

it('refuses more signed resources than fit into a role', () => {
  const text = (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `a1b2c3${String(index).padStart(4, '0')}`);
    const addresses = ids.map((id) => `https://${id}.execute-api.eu-west-1.amazonaws.com/prod`);
    const services = addresses.map((address, index) => `  - { id: s${index}, baseUrl: "${address}" }`);
    return ['auth: { sigv4: { service: execute-api, region: eu-west-1 } }', 'services:', ...services].join('\n');
  };
  expect(faultsOf(text(80), { deploying: true })).toEqual([]);
  expect(faultsOf(text(90), { deploying: true })).toEqual([
    '2:1  services needs permissions for 90 signed resources, more than fit into the role of a function (10,240 characters); expected fewer services with auth.sigv4 in a deployment',
  ]);
});

it('takes tls.client from the service, or else from the top level, each key of tls by itself', () => {
  const top = `tls: { caFile: ca.pem, client: { cert: "\${CERT}", key: "\${KEY}" } }`;
  const client = { cert: hidden(PEM, `\${CERT}`), key: hidden(KEY_PEM, `\${KEY}`), passphrase: null };
  const readCa = () => 'PEM';
  expect(serviceOf(top, '', { readCa }).tls).toEqual({ caFile: 'ca.pem', ca: 'PEM', client });
  const own = 'tls: { client: { cert: { secret: mine, key: cert }, key: { secret: mine, key: key } } }';
  expect(serviceOf(top, own, { readCa, probing: 'none' }).tls?.client).toEqual({
    cert: reference('mine', 'cert'),
    key: reference('mine', 'key'),
    passphrase: null,
  });
});

const ALL = `
services:
  - id: a
    baseUrl: https://a.internal
    auth: { basic: { user: { secret: login, key: user }, password: { secret: login, key: password } } }
    tls: { client: { cert: { secret: pair, key: cert }, key: { secret: pair, key: key } } }
  - { id: b, baseUrl: https://b.internal, auth: { bearer: { secret: token } } }
  - { id: c, baseUrl: https://c.internal }
`;

it('are removed by "auth: none" if a config extends another', () => {
  const readBase = () => ({ file: 'b', text: `auth: { bearer: "\${TOKEN}" }`, folder: '' });
  expect(understood('extends: b\nauth: none', { readBase }).config.services).toMatchObject([{ auth: null }]);
});

it('are named, read and put in as the secrets of headers are', async () => {
  const { config } = understood(ALL, { deploying: true });
  expect(secretIds(config)).toEqual(['login', 'pair', 'token']);
  expect(config.services.map(isCheckable)).toEqual([false, false, true]);
  const texts: Record<string, string> = {
    login: '{"user":"watch","password":"hunter2"}',
    pair: JSON.stringify({ cert: PEM, key: KEY_PEM }),
    token: 'hunter2-token',
  };
  const { config: revealed, failures } = await revealSecrets(config, async (id) => texts[id] ?? '');
  expect(failures).toEqual([]);
  expect(revealed.services.map(isCheckable)).toEqual([true, true, true]);
  expect(revealed.services[0]?.tls?.client?.key).toMatchObject({ kind: 'hidden', value: KEY_PEM });
  // What a service may repeat is hidden; it never gets the key.
  expect(revealed.services.map(secretsOf)).toEqual([['watch', 'hunter2'], ['hunter2-token'], []]);
  expect(JSON.stringify(shownConfig(revealed))).not.toMatch(/hunter2|MII/);
});

it('does not check a service whose token has two lines', async () => {
  const { config } = understood(ALL, { deploying: true });
  const { config: revealed, failures } = await revealSecrets(config, async () => 'two\nlines');
  expect(revealed.services.map(isCheckable)).toEqual([false, false, true]);
  expect(failures.map(({ message }) => message)).toContain('the secret token has no text that can be sent');
});

it('need not be there where nothing is checked', () => {
  expect(faultsOf(ALL, { probing: 'none' })).toEqual([]);
});

it('may have an address from the environment, if no secret is in it', () => {
  const auth = 'auth: { oauth2: { tokenUrl: "${BASE}/token", clientId: x, clientSecret: "${TOKEN}" } }';
  expect(faultsOf(auth, { environment: { ...ENVIRONMENT, BASE: 'https://a.internal' } })).toEqual([]);
});
