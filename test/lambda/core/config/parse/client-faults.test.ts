/** Client certificates in a config → its faults: as many as the values show, with their places, and without the values. */

import { createPrivateKey } from 'node:crypto';
import { checkClient } from '../../../../../lambda/adapters/http/client-certificate';
import { faultsOf, type Options } from '../../../../support/core/parsed';
import { type ClientCertificates, makeClientCertificates } from '../../../../support/http/certificates';

const PASSPHRASE = 'hunter2-passphrase';

let clients: ClientCertificates;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  clients = await makeClientCertificates();
  const { valid, expired, renewed } = clients;
  const encrypted = createPrivateKey(valid.key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
    .toString();
  environment = {
    CERT: valid.cert,
    KEY: valid.key,
    ENCRYPTED: encrypted,
    PASSPHRASE,
    OTHER_KEY: renewed.key,
    EXPIRED: expired.cert,
    EXPIRED_KEY: expired.key,
    STATUSWATCH_SECRET_PAIR_CERT: valid.cert,
    STATUSWATCH_SECRET_PAIR_KEY: renewed.key,
  };
});

function clientFaults(client: string, options: Options = {}, baseUrl = 'https://a.internal'): readonly string[] {
  const text = `services:\n  - id: a\n    baseUrl: ${baseUrl}\n    tls:\n      client: ${client}\n`;
  const lines = faultsOf(text, { environment, checkClient, ...options });
  return lines.map((line) => line.replace(/^\d+:\d+ {2}services\[0\]\.tls\./, ''));
}

/** A YAML text of several lines, as the value of a key of `client`. */
const block = (pem: string) => `|\n${pem.trim().replace(/^/gm, '          ')}`;

it.each([
  `{ cert: "\${CERT}", key: "\${KEY}" }`,
  `{ cert: "\${CERT}", key: "\${ENCRYPTED}", passphrase: "\${PASSPHRASE}" }`,
])('%s is right', (client) => {
  expect(clientFaults(client)).toEqual([]);
});

it('a certificate may stand in the file', () => {
  expect(clientFaults(`\n        key: "\${KEY}"\n        cert: ${block(clients.valid.cert)}`)).toEqual([]);
});

it.each([
  [
    `{ cert: "\${CERT}", key: "\${OTHER_KEY}" }`,
    [`client.key is "\${OTHER_KEY}"; expected the private key of the certificate: this one belongs to another`],
  ],
  [
    `{ cert: "\${CERT}", key: "\${ENCRYPTED}", passphrase: "\${KEY_OF_NOBODY:-hunter2}" }`,
    [
      `client.passphrase is "\${KEY_OF_NOBODY:-***}"; expected the passphrase of the private key: this one does not open it`,
    ],
  ],
  [
    `{ cert: "\${CERT}", key: "\${ENCRYPTED}" }`,
    [
      `client.key is "\${ENCRYPTED}"; expected a private key that is not encrypted, or its passphrase in tls.client.passphrase`,
    ],
  ],
  [
    `{ cert: { secret: pair, key: cert }, key: { secret: pair, key: key } }`,
    ['client.key is a map; expected the private key of the certificate: this one belongs to another'],
  ],
])('%s has a fault', (client, faults) => {
  expect(clientFaults(client)).toEqual(faults);
});

it('an expired certificate has a fault, with its date', () => {
  expect(clientFaults(`{ cert: "\${EXPIRED}", key: "\${EXPIRED_KEY}" }`)).toEqual([
    expect.stringMatching(
      /^client\.cert is "\$\{EXPIRED\}"; expected a certificate that is valid: this one has expired, on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    ),
  ]);
});

it('all faults are listed at once, each once', () => {
  const text = `tls: { client: { cert: "\${EXPIRED}", key: "\${ENCRYPTED}" } }\nservices:\n  - { id: a, baseUrl: https://a.internal, timeout: 3 sec }\n  - { id: b, baseUrl: https://b.internal, tls: { client: { cert: "\${CERT}", key: "\${OTHER_KEY}" } } }`;
  expect(faultsOf(text, { environment, checkClient }).map((line) => line.split(' ')[2])).toEqual([
    'tls.client.cert',
    'tls.client.key',
    'services[0].timeout',
    'services[1].tls.client.key',
  ]);
});

it('a value that is refused for its form is not looked at again, and the other is', () => {
  expect(clientFaults(`{ cert: "\${KEY}", key: "\${KEY}" }`)).toEqual([
    expect.stringMatching(/^client\.cert is "\$\{KEY\}"; expected a certificate in PEM form/),
  ]);
});

it('a secret that is not set is missing, and nothing else is wrong with it', () => {
  expect(clientFaults('{ cert: { secret: none }, key: { secret: none } }')).toEqual([
    expect.stringMatching(/^client\.cert is a map; expected the environment variable STATUSWATCH_SECRET_NONE to be/),
    expect.stringMatching(/^client\.key is a map; expected the environment variable STATUSWATCH_SECRET_NONE to be/),
  ]);
});

it('a private key beside a certificate in the file is a fault', () => {
  const both = `\n        key: "\${KEY}"\n        cert: ${block(`${clients.valid.cert}\n${clients.valid.key}`)}`;
  expect(clientFaults(both)).toEqual([
    'client.cert is a text that is not shown here; expected only certificates: a private key must not be in the file',
  ]);
});

it('a service without TLS can have none of its own', () => {
  const pair = `{ cert: "\${CERT}", key: "\${KEY}" }`;
  expect(clientFaults(pair, {}, 'http://a.internal')).toEqual(['client needs a baseUrl with https://']);
  const text = `tls: { client: ${pair} }\nservices: [{ id: a, baseUrl: http://a.internal }]`;
  expect(faultsOf(text, { environment, checkClient })).toEqual([]);
});

it('an expired certificate is right where no service is checked', () => {
  expect(clientFaults(`{ cert: "\${EXPIRED}", key: "\${EXPIRED_KEY}" }`, { probing: 'none' })).toEqual([]);
});

it('a deployment knows only the certificate in the file', () => {
  const inFile = (cert: string) => `\n        key: { secret: pair, key: key }\n        cert: ${block(cert)}`;
  expect(clientFaults(inFile(clients.valid.cert), { deploying: true })).toEqual([]);
  expect(clientFaults(inFile(clients.expired.cert), { deploying: true })).toEqual([
    expect.stringMatching(/this one has expired/),
  ]);
  expect(clientFaults('{ cert: { secret: pair, key: cert }, key: { secret: pair } }', { deploying: true })).toEqual([]);
});
