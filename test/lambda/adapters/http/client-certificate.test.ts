/** The values of a client certificate → its faults: each says what would be right, and none quotes a value. */

import { createPrivateKey } from 'node:crypto';
import { readClient, validityFault } from '../../../../lambda/adapters/http/client-certificate';
import type { ClientIdentity } from '../../../../lambda/core/config/client-certificate';
import { type ClientCertificates, makeClientCertificates } from '../../../support/http/certificates';

const PASSPHRASE = 'correct horse battery staple';
const NOW = Date.now();
const DAY_MS = 86_400_000;

let clients: ClientCertificates;
let encrypted: string;
beforeAll(async () => {
  clients = await makeClientCertificates();
  encrypted = encryptedWith(PASSPHRASE);
});

function encryptedWith(passphrase: string): string {
  const key = createPrivateKey(clients.valid.key);
  return key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
}

function faultsOf(overrides: Partial<ClientIdentity> = {}, now = NOW) {
  const { cert, key } = clients.valid;
  const read = readClient({ cert, key, passphrase: null, ...overrides });
  return read.ok ? [validityFault(read.client.certificate, now) ?? []].flat() : read.faults;
}

describe('values that fit have no fault:', () => {
  it('a certificate and its key', () => {
    expect(faultsOf()).toEqual([]);
  });

  it('an encrypted key and its passphrase', () => {
    expect(faultsOf({ key: encrypted, passphrase: PASSPHRASE })).toEqual([]);
  });

  it('a passphrase that no key needs', () => {
    expect(faultsOf({ passphrase: PASSPHRASE })).toEqual([]);
  });

  it.each([
    ['sec1', 'EC PRIVATE KEY'],
    ['pkcs8', 'PRIVATE KEY'],
  ] as const)('a key in the form %s', (type, label) => {
    const key = createPrivateKey(clients.valid.key).export({ type, format: 'pem' }).toString();
    expect(key).toContain(`BEGIN ${label}`);
    expect(faultsOf({ key })).toEqual([]);
  });

  it('a key in the old encrypted form', () => {
    const key = createPrivateKey(clients.valid.key)
      .export({ type: 'sec1', format: 'pem', cipher: 'aes-128-cbc', passphrase: PASSPHRASE })
      .toString();
    expect(key).toContain('Proc-Type: 4,ENCRYPTED');
    expect(faultsOf({ key, passphrase: PASSPHRASE })).toEqual([]);
    expect(faultsOf({ key }).map(({ name }) => name)).toEqual(['key']);
  });

  // `openssl pkcs12 -nodes` and `cat cert.pem key.pem` write such files, and many keep them as a single secret.
  it('a single text with both, and what tools write around them', () => {
    const both = `Bag Attributes\n    friendlyName: status\n${clients.valid.cert}\r\n${clients.valid.key}\n`;
    expect(faultsOf({ cert: both, key: both })).toEqual([]);
    const read = readClient({ cert: both, key: both, passphrase: null });
    expect(read).toMatchObject({ ok: true, client: { identity: { cert: clients.valid.cert.trim() } } });
  });
});

describe('a fault says which value is wrong and what would be right:', () => {
  it('a key of another certificate', () => {
    expect(faultsOf({ key: clients.renewed.key })).toEqual([
      { name: 'key', expected: 'expected the private key of the certificate: this one belongs to another' },
    ]);
  });

  it('a chain that does not begin with its own certificate', () => {
    const [own = '', authority = ''] = clients.underShort.cert.split(/\n(?=-----BEGIN)/);
    expect(faultsOf({ cert: `${authority}\n${own}`, key: clients.underShort.key })).toEqual([
      {
        name: 'cert',
        expected: 'expected the certificate of the private key first, then its authorities: it comes as number 2',
      },
    ]);
  });

  it('a wrong passphrase', () => {
    expect(faultsOf({ key: encrypted, passphrase: 'not this one' })).toEqual([
      { name: 'passphrase', expected: 'expected the passphrase of the private key: this one does not open it' },
    ]);
  });

  it('a missing passphrase', () => {
    expect(faultsOf({ key: encrypted, passphrase: null })).toEqual([
      {
        name: 'key',
        expected: 'expected a private key that is not encrypted, or its passphrase in tls.client.passphrase',
      },
    ]);
  });

  it('a certificate that has expired', () => {
    const [fault] = faultsOf({ ...clients.expired, passphrase: null });
    expect(fault?.name).toBe('cert');
    expect(fault?.expected).toMatch(
      /^expected a certificate that is valid: this one has expired, on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
  });

  it('a certificate that is not valid yet', () => {
    const [fault] = faultsOf({ ...clients.notYetValid, passphrase: null });
    expect(fault?.expected).toMatch(/: this one is not valid before \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  });

  it('the moment decides: valid to its last second', () => {
    expect(faultsOf({}, clients.valid.expiresAt)).toEqual([]);
    expect(faultsOf({}, clients.valid.expiresAt + 1)).toHaveLength(1);
    expect(faultsOf({}, NOW - 2 * DAY_MS)).toHaveLength(1);
  });

  const BEGINS = 'which begins with -----BEGIN';
  it.each([
    ['cert', 'hunter2-and-more', `expected the PEM text of a certificate, ${BEGINS} CERTIFICATE-----`],
    ['key', 'hunter2-and-more', `expected the PEM text of a private key, ${BEGINS} PRIVATE KEY-----`],
  ] as const)('a %s that is no PEM', (name, text, expected) => {
    expect(faultsOf({ [name]: text })).toEqual([{ name, expected }]);
  });

  it('values that were mixed up', () => {
    const { cert, key } = clients.valid;
    expect(faultsOf({ cert: key, key: cert }).map(({ expected }) => expected)).toEqual([
      expect.stringMatching(/: this is a private key$/),
      expect.stringMatching(/: this is a certificate$/),
    ]);
  });

  it('line breaks that were written as \\n', () => {
    const inOneLine = (pem: string) => pem.replaceAll('\n', '\\n');
    const { cert, key } = clients.valid;
    expect(faultsOf({ cert: inOneLine(cert), key: inOneLine(key) }).map(({ expected }) => expected)).toEqual([
      expect.stringMatching(/, with line breaks: this one has \\n in their place$/),
      expect.stringMatching(/, with line breaks: this one has \\n in their place$/),
    ]);
  });

  it('a text that breaks off', () => {
    expect(faultsOf({ key: clients.valid.key.slice(0, 80) })[0]?.expected).toMatch(/: this private key has no end$/);
  });

  it('a damaged text', () => {
    const damaged = (pem: string) => pem.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    const { cert, key } = clients.valid;
    expect(faultsOf({ cert: damaged(cert), key: damaged(key) }).map(({ expected }) => expected)).toEqual([
      'expected the PEM text of a certificate: this one is damaged, or of an unknown kind',
      'expected the PEM text of a private key: this one is damaged, or of an unknown kind',
    ]);
  });

  it('more certificates than a chain has', () => {
    expect(faultsOf({ cert: `${clients.valid.cert}\n`.repeat(11) })[0]?.expected).toMatch(
      /, 10 at most: these are 11$/,
    );
  });
});

it('no fault quotes a value, nor a part of it', () => {
  const secret = 'hunter2-and-more';
  const marked = `-----BEGIN ${secret.toUpperCase()}-----\n${secret}\n-----END ${secret.toUpperCase()}-----`;
  const wrong: readonly Partial<ClientIdentity>[] = [
    { key: secret },
    { key: marked },
    { cert: marked },
    { key: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` },
    {
      key: `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${secret}\n-----END ENCRYPTED PRIVATE KEY-----`,
      passphrase: secret,
    },
    { key: encrypted, passphrase: secret },
    { key: clients.renewed.key },
  ];
  for (const values of wrong) {
    const text = JSON.stringify(faultsOf(values)).toLowerCase();
    expect(text).not.toBe('[]');
    for (const part of ['hunter2', ...clients.renewed.key.split('\n').slice(1, 3)]) {
      expect(text).not.toContain(part.toLowerCase());
    }
  }
});
