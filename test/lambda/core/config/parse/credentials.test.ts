/** `auth` and `tls.client`: which credentials a service has, their faults, and that none of them is ever shown. */

import type { Config, Service } from '../../../../../lambda/core/config/config';
import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { ConfigSource } from '../../../../../lambda/core/config/parse/outside';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';
import { isAskable, revealSecrets, secretIds } from '../../../../../lambda/core/config/secrets';
import { secretsOf } from '../../../../../lambda/core/config/service-values';
import { shownConfig } from '../../../../../lambda/core/config/shown-config';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const KEY_PEM = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
const ENVIRONMENT = { PASSWORD: 'pässword', TOKEN: 'hunter2-token', CERT: PEM, KEY: KEY_PEM };

function parse(text: string, options: Partial<ConfigSource> = {}) {
  const source = { file: 'f', text, environment: ENVIRONMENT, readCa: () => 'PEM', probing: 'all' as const };
  return parseConfig({ ...source, ...options });
}

function configOf(text: string, options: Partial<ConfigSource> = {}): Config {
  const result = parse(text, options);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.config;
}

function faultsOf(text: string, options: Partial<ConfigSource> = {}): string[] {
  const result = parse(text, options);
  return result.ok ? [] : result.faults.map((fault) => formatFault(fault).replace(/^f:/, ''));
}

function serviceOf(top: string, own: string, options: Partial<ConfigSource> = {}): Service {
  const { services } = configOf(`${top}\nservices:\n  - id: a\n    baseUrl: https://a.internal\n    ${own}\n`, options);
  return services[0] as Service;
}

/** A config with one service that has this `auth`, on a line of its own. */
const withAuth = (auth: string) => `services:\n  - id: a\n    baseUrl: https://a.internal\n    auth: ${auth}\n`;

const literal = (value: string) => ({ kind: 'literal', value });
const hidden = (value: string, text: string) => ({ kind: 'hidden', value, text, secrets: [value] });
const reference = (secret: string, key: string | null = null) => ({ kind: 'secret', secret, key });

describe('auth', () => {
  it.each([
    ['', '', null],
    ['', 'auth: none', null],
    [
      '',
      `auth: { basic: { user: watch, password: "\${PASSWORD}" } }`,
      { kind: 'basic', user: literal('watch'), password: hidden('pässword', `\${PASSWORD}`) },
    ],
    [`auth: { bearer: "\${TOKEN}" }`, '', { kind: 'bearer', token: hidden('hunter2-token', `\${TOKEN}`) }],
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
        clientSecret: hidden('hunter2-token', `\${TOKEN}`),
        scope: 'a b',
        audience: null,
      },
    ],
  ])('with %j for all and %j for the service is right', (top, own, auth) => {
    expect(serviceOf(top, own).auth).toEqual(auth);
  });

  it.each([
    [
      'hunter2',
      [
        '4:11  services[0].auth is a text that is not shown here; expected none, or a map with one of basic, bearer, oauth2 and sigv4',
      ],
    ],
    ['{}', ['4:11  services[0].auth is empty; expected one of basic, bearer, oauth2, sigv4 in it']],
    ['{ baerer: "x" }', ['4:13  services[0].auth.baerer is not known; did you mean "bearer"?']],
    [
      `{ bearer: "\${TOKEN}", sigv4: { service: execute-api, region: eu-west-1 } }`,
      ['4:33  services[0].auth.sigv4 is not allowed: auth can have only one kind; this one already has bearer'],
    ],
    [
      '{ bearer: hunter2 }',
      [
        '4:21  services[0].auth.bearer is a text that is not shown here; expected { secret: NAME-OR-ARN, key: KEY }, or "${NAME}": a secret must not be written in the file',
      ],
    ],
    [
      '{ basic: { user: "a:b", password: hunter2 } }',
      [
        '4:28  services[0].auth.basic.user is a text that is not shown here; expected the name of a user, without a colon',
        '4:45  services[0].auth.basic.password is a text that is not shown here; expected { secret: NAME-OR-ARN, key: KEY }, or "${NAME}": a secret must not be written in the file',
      ],
    ],
    [
      `{ basic: { user: "", password: "\${TOKEN}" } }`,
      [
        '4:28  services[0].auth.basic.user is a text that is not shown here; expected the name of a user: this one is empty',
      ],
    ],
    [
      '{ basic: { user: a } }',
      [
        '4:20  services[0].auth.basic.password is missing; expected a password, in quotes if YAML would read it as something else',
      ],
    ],
    [
      `{ oauth2: { tokenUrl: "https://me:hunter2@login.internal", clientId: a, clientSecret: "\${TOKEN}" } }`,
      [
        '4:33  services[0].auth.oauth2.tokenUrl is "https://***@login.internal"; expected the address of a token endpoint, such as https://login.company.com/oauth2/token, without user name and fragment',
      ],
    ],
    [
      '{ sigv4: { service: execute-api, region: here } }',
      ['4:52  services[0].auth.sigv4.region is "here"; expected a region of AWS, such as eu-central-1'],
    ],
  ])('%s is refused with each fault, and no secret is shown', (auth, faults) => {
    expect(faultsOf(withAuth(auth))).toEqual(faults);
    expect(faultsOf(withAuth(auth)).join()).not.toContain('hunter2');
  });
});

/** Two services: the first with `own`, both with `top`. */
const pair = (top: string, own: string) =>
  `${top}\nservices:\n  - id: a\n    baseUrl: https://a.internal\n    ${own}\n  - { id: b, baseUrl: https://b.internal }\n`;

describe('a header Authorization beside auth', () => {
  const bearer = 'auth: { bearer: "${TOKEN}" }';
  const header = 'headers: { authorization: "Bearer ${TOKEN}" }';

  it.each([
    [bearer, header, ['5:16  services[0].headers.authorization is not allowed: auth.bearer']],
    [header, bearer, ['1:12  headers.authorization is not allowed: services[0].auth.bearer']],
    [`${bearer}\n${header}`, '', ['2:12  headers.authorization is not allowed: auth.bearer']],
    [bearer, `${header}\n    auth: none`, []],
    [header, '', []],
    [bearer, 'headers: { X-Authorization: plain }', []],
  ])('for all %j, for a service %j: %j', (top, own, faults) => {
    const all = faults.map((fault) => `${fault} already sets the Authorization header`);
    expect(faultsOf(pair(top, own))).toEqual(all);
  });
});

describe('a token server', () => {
  const withServer = (tokenUrl: string) =>
    withAuth(`{ oauth2: { tokenUrl: "${tokenUrl}", clientId: a, clientSecret: "\${TOKEN}" } }`);

  // RFC 6749, 3.2: "the authorization server MUST require the use of TLS as described in Section 1.6 when sending requests to the token endpoint".
  it.each([
    ['https://login.internal/token', []],
    ['http://localhost:8080/token', []],
    ['http://127.0.0.1/token', []],
    ['http://login.internal/token', ['http:// is only for this machine, such as localhost']],
    ['http://10.0.0.7/token', ['http:// is only for this machine, such as localhost']],
  ])('at %s', (tokenUrl, faults) => {
    expect(faultsOf(withServer(tokenUrl))).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it('on the machine itself is none for a deployment', () => {
    const text = withServer('https://localhost/token').replace('"${TOKEN}"', '{ secret: client }');
    expect(faultsOf(text, { deploying: true })).toEqual([
      expect.stringContaining('tokenUrl is "https://localhost/token"; expected an address that the Lambda can reach'),
    ]);
  });

  it('takes as long as the service itself at most, which counts in the longest run', () => {
    const slow = `${withServer('https://login.internal/token')}timeout: 12s\nretry: { attempts: 2, backoff: 1s }\n`;
    expect(faultsOf(`${slow}interval: 49s\n`)).toEqual([]);
    expect(faultsOf(`${slow}interval: 48s\n`)).toEqual([
      '5:10  timeout is "12s"; expected less: 2 attempts of 12s each, as long again for their tokens, and the pauses between them can take 49s, longer than the interval of 48s',
    ]);
  });
});

describe('sigv4', () => {
  const signed = (baseUrl: string, keys: string) =>
    `services:\n  - id: a\n    baseUrl: "${baseUrl}"\n    auth: { sigv4: { ${keys} } }\n`;
  const API = 'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod';
  const API_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5';
  const FUNCTION_ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';

  it.each([
    [API, 'service: execute-api, region: eu-central-1', ['region is "eu-central-1"; expected eu-west-1, as in']],
    [API, 'service: lambda, region: eu-west-1', ['service is "lambda"; expected execute-api, as in']],
    [
      'https://abc.lambda-url.us-east-2.on.aws',
      'service: execute-api, region: us-east-1',
      ['service is "execute-api"; expected lambda, as in', 'region is "us-east-1"; expected us-east-2, as in'],
    ],
    ['https://api.shop.internal', 'service: s3, region: eu-west-1', []],
    [API, 'service: execute-api, region: eu-west-1, resource: "*"', ['expected the ARN of what is asked']],
  ])('at %s with %s', (baseUrl, keys, faults) => {
    expect(faultsOf(signed(baseUrl, keys))).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it.each([
    [API, 'service: execute-api, region: eu-west-1', []],
    [API, `service: execute-api, region: eu-west-1, resource: "${API_ARN}"`, []],
    [
      'https://api.shop.internal',
      'service: execute-api, region: eu-west-1',
      ['auth.sigv4 needs the key resource, since the address does not tell it; expected the ARN of the API'],
    ],
    [
      'https://abc.lambda-url.eu-west-1.on.aws',
      'service: lambda, region: eu-west-1',
      ['auth.sigv4 needs the key resource, since the address does not tell it; expected the ARN of the function'],
    ],
    ['https://abc.lambda-url.eu-west-1.on.aws', `service: lambda, region: eu-west-1, resource: "${FUNCTION_ARN}"`, []],
    [
      'https://search.internal',
      `service: es, region: eu-west-1, resource: "${FUNCTION_ARN}"`,
      [`resource is "${FUNCTION_ARN}"; expected the ARN of the domain: arn:aws:es:REGION:ACCOUNT:domain/NAME`],
    ],
    [
      'https://files.internal',
      'service: s3, region: eu-west-1',
      ['expected one of execute-api, lambda, vpc-lattice-svcs, es: a deployment knows the permissions of no other'],
    ],
  ])('at %s with %s is deployed with what its role then needs', (baseUrl, keys, faults) => {
    const found = faultsOf(signed(baseUrl, keys), { deploying: true });
    expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it('is refused for more resources than a role can be allowed', () => {
    const services = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const id = `a1b2c3${String(index).padStart(4, '0')}`;
        return `  - { id: s${index}, baseUrl: "https://${id}.execute-api.eu-west-1.amazonaws.com/prod" }`;
      });
    const text = (count: number) =>
      ['auth: { sigv4: { service: execute-api, region: eu-west-1 } }', 'services:', ...services(count)].join('\n');
    expect(faultsOf(text(80), { deploying: true })).toEqual([]);
    expect(faultsOf(text(90), { deploying: true })).toEqual([
      '2:1  services needs permissions for 90 signed resources, more than fit into the role of a function (10,240 characters); expected fewer services with auth.sigv4 in a deployment',
    ]);
  });
});

describe('tls.client', () => {
  it('is taken from the service, or else from all, each key of tls by itself', () => {
    const top = `tls: { caFile: ca.pem, client: { cert: "\${CERT}", key: "\${KEY}" } }`;
    const client = { cert: hidden(PEM, `\${CERT}`), key: hidden(KEY_PEM, `\${KEY}`), passphrase: null };
    expect(serviceOf(top, '').tls).toEqual({ caFile: 'ca.pem', ca: 'PEM', client });
    const own = 'tls: { client: { cert: { secret: mine, key: cert }, key: { secret: mine, key: key } } }';
    expect(serviceOf(top, own, { probing: 'none' }).tls?.client).toEqual({
      cert: reference('mine', 'cert'),
      key: reference('mine', 'key'),
      passphrase: null,
    });
  });

  it.each([
    [
      '{ cert: "hunter2", key: "${KEY}" }',
      'cert is a text that is not shown here; expected a certificate in PEM form: -----BEGIN CERTIFICATE-----',
    ],
    [
      '{ cert: "${CERT}", key: "${CERT}" }',
      'key is "${CERT}"; expected a private key in PEM form: -----BEGIN PRIVATE KEY-----',
    ],
    ['{ cert: "${CERT}" }', 'key is missing; expected a private key in PEM form: -----BEGIN PRIVATE KEY-----'],
    [
      '{ cert: "${CERT}", key: "${KEY}", passphrase: hunter2 }',
      'passphrase is a text that is not shown here; expected { secret: NAME-OR-ARN, key: KEY }, or "${NAME}": a secret must not be written in the file',
    ],
  ])('%s is refused', (client, fault) => {
    const [only, ...others] = faultsOf(
      `tls: { client: ${client} }\nservices: [{ id: a, baseUrl: https://a.internal }]`,
    );
    expect(only).toMatch(/^1:\d+ {2}tls\.client\./);
    expect(only).toContain(fault);
    expect(others).toEqual([]);
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

it('none for all is refused, unless it removes those of a config that this extends', () => {
  const text = 'auth: none\nservices: [{ id: a, baseUrl: https://a.internal }]';
  expect(faultsOf(text)).toEqual([
    '1:1  auth is none, which is for a single service; expected a map with one of basic, bearer, oauth2, sigv4, or no such key',
  ]);
  const readBase = () => ({ file: 'b', text: `auth: { bearer: "\${TOKEN}" }`, folder: '' });
  expect(configOf(`extends: b\n${text}`, { readBase }).services).toMatchObject([{ auth: null }]);
});

it('are named, read and put in as the secrets of headers are', async () => {
  const config = configOf(ALL, { deploying: true });
  expect(secretIds(config)).toEqual(['login', 'pair', 'token']);
  expect(config.services.map(isAskable)).toEqual([false, false, true]);
  const texts: Record<string, string> = {
    login: '{"user":"watch","password":"hunter2"}',
    pair: JSON.stringify({ cert: PEM, key: KEY_PEM }),
    token: 'hunter2-token',
  };
  const { config: revealed, failures } = await revealSecrets(config, async (id) => texts[id] ?? '');
  expect(failures).toEqual([]);
  expect(revealed.services.map(isAskable)).toEqual([true, true, true]);
  expect(revealed.services[0]?.tls?.client?.key).toMatchObject({ kind: 'hidden', value: KEY_PEM });
  // What a service may repeat is hidden; it never gets the key.
  expect(revealed.services.map(secretsOf)).toEqual([['watch', 'hunter2'], ['hunter2-token'], []]);
  expect(JSON.stringify(shownConfig(revealed))).not.toMatch(/hunter2|MII/);
});

it('that cannot be sent leave their service unasked: a token of two lines', async () => {
  const config = configOf(ALL, { deploying: true });
  const { config: revealed, failures } = await revealSecrets(config, async () => 'two\nlines');
  expect(revealed.services.map(isAskable)).toEqual([false, false, true]);
  expect(failures.map(({ message }) => message)).toContain('the secret token has no text that can be sent');
});

it('come from environment variables on a laptop, and each that is missing is a fault', () => {
  expect(faultsOf(ALL)).toEqual([
    expect.stringContaining(
      'auth.basic.user is a map; expected the environment variable STATUSWATCH_SECRET_LOGIN_USER',
    ),
    expect.stringContaining(
      'auth.basic.password is a map; expected the environment variable STATUSWATCH_SECRET_LOGIN_PASSWORD',
    ),
    expect.stringContaining('tls.client.cert is a map; expected the environment variable STATUSWATCH_SECRET_PAIR_CERT'),
    expect.stringContaining('tls.client.key is a map; expected the environment variable STATUSWATCH_SECRET_PAIR_KEY'),
    expect.stringContaining('auth.bearer is a map; expected the environment variable STATUSWATCH_SECRET_TOKEN'),
  ]);
  expect(faultsOf(ALL, { probing: 'none' })).toEqual([]);
});

it('from the environment are refused in a deployment: the bundle would have them', () => {
  const text = withAuth(`{ bearer: "\${TOKEN}" }`);
  expect(faultsOf(text, { deploying: true })).toEqual([
    `4:21  services[0].auth.bearer is "\${TOKEN}"; expected { secret: NAME-OR-ARN, key: KEY }: a value from the environment would be readable in the bundle`,
  ]);
});

describe('the address of a token server', () => {
  const withAddress = (address: string) =>
    withAuth(`{ oauth2: { tokenUrl: "${address}", clientId: x, clientSecret: "\${TOKEN}" } }`);

  it('has no secret from the environment, which would be shown', () => {
    const found = faultsOf(withAddress(`https://login.internal/token?k=\${TOKEN}`));
    expect(found).toEqual([expect.stringContaining('expected no secret in an address')]);
    expect(found.join()).not.toContain(ENVIRONMENT.TOKEN);
    expect(
      faultsOf(withAddress(`\${BASE}/token`), { environment: { ...ENVIRONMENT, BASE: 'https://a.internal' } }),
    ).toEqual([]);
  });
});

it('a reference to a secret has a name that Secrets Manager can have', () => {
  expect(faultsOf(withAuth('{ bearer: { secret: "two words" } }'))).toContainEqual(
    expect.stringContaining('expected the name or the ARN of a secret'),
  );
});
