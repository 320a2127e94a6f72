/** Servers that ask for a client certificate: which certificate they get, and how the probe explains their refusals. */

import { createPrivateKey } from 'node:crypto';
import tls, { type TLSSocket } from 'node:tls';
import { MOST_CONTEXTS } from '../../../../lambda/adapters/http/client-context';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { warmProbe } from '../../../../lambda/adapters/http/warm-probe';
import type { ClientIdentity } from '../../../../lambda/core/config/client-certificate';
import { ClientUnusable } from '../../../../lambda/core/probe/probe-request';
import { ask, judged, type ProbeOutcome, reportText } from '../../../support/http/asking';
import {
  type Certificates,
  type ClientCertificates,
  makeCertificates,
  makeClientCertificates,
} from '../../../support/http/certificates';
import { hasOpenssl, type OpensslServer, startOpenssl } from '../../../support/http/openssl-server';
import { startHttps, stopAfterEach } from '../../../support/http/servers';
import { startForging } from './forged-tls';

const using = stopAfterEach();
const DAY_MS = 86_400_000;
const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

let certificates: Certificates;
let clients: ClientCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
  clients = await makeClientCertificates();
});

type ClientName = Exclude<keyof ClientCertificates, 'ca' | 'crl'>;

function identity(name: ClientName, passphrase: string | null = null): ClientIdentity {
  const { cert, key } = clients[name];
  return { cert, key, passphrase };
}

/** A server of Node that lets in only clients of `clients.ca`, and keeps the names that it was shown. */
async function startAsking(version: (typeof VERSIONS)[number] = 'TLSv1.3') {
  const shown: (string | undefined)[] = [];
  const { key, cert } = certificates.valid;
  const options = { key, cert, ca: clients.ca, requestCert: true, rejectUnauthorized: true };
  const server = await using(
    startHttps({ ...options, minVersion: version, maxVersion: version }, ({ socket }, response) => {
      const { serialNumber } = (socket as TLSSocket).getPeerX509Certificate() ?? {};
      shown.push(serialNumber);
      response.end(reportText());
    }),
  );
  return { server, shown };
}

describe.each(VERSIONS)('a server that asks for a client certificate, over %s,', (version) => {
  it('gets it and answers', async () => {
    const { server, shown } = await startAsking(version);
    const outcome = await ask(server.url(), { ca: certificates.ca, client: identity('valid') });
    expect(judged(outcome)).toBe('healthy ok');
    expect(shown).toHaveLength(1);
    expect(outcome.observation.clientCertificate).toEqual({
      expiresAt: clients.valid.expiresAt,
      lifetimeMs: 91 * 86_400_000,
    });
  });

  it('gets one with an encrypted key', async () => {
    const { server } = await startAsking(version);
    const passphrase = 'correct horse';
    const key = createPrivateKey(clients.valid.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
      .toString();
    const client = { cert: clients.valid.cert, key, passphrase };
    expect(judged(await ask(server.url(), { ca: certificates.ca, client }))).toBe('healthy ok');
  });

  it('gets its authorities too, and the first of them to expire is reported', async () => {
    const { server } = await startAsking(version);
    const outcome = await ask(server.url(), { ca: certificates.ca, client: identity('underShort') });
    expect(judged(outcome)).toBe('healthy ok');
    expect(outcome.observation.clientCertificate).toMatchObject({ name: 'Short Authority' });
  });

  // Node's own servers close the connection without an alert.
  it('and closes the connection without an alert may have refused it', async () => {
    const { server, shown } = await startAsking(version);
    const outcome = await ask(server.url(), { ca: certificates.ca, client: identity('ofUnknownAuthority') });
    expect(judged(outcome)).toBe('unreachable connection_reset');
    expect(outcome.verdict.message).toMatch(
      /^connection closed before an answer \(.*: it may have refused the client certificate\)$/,
    );
    expect(shown).toEqual([]);
  });
});

it('a server that asks for none gets none', async () => {
  const { key, cert } = certificates.valid;
  const shown: unknown[] = [];
  const server = await using(
    startHttps({ key, cert }, ({ socket }, response) => {
      shown.push((socket as TLSSocket).getPeerX509Certificate());
      response.end(reportText());
    }),
  );
  expect(judged(await ask(server.url(), { ca: certificates.ca, client: identity('valid') }))).toBe('healthy ok');
  expect(shown).toEqual([undefined]);
});

it('a service without a client certificate shows none after another that has one', async () => {
  const { server } = await startAsking();
  expect(judged(await ask(server.url(), { ca: certificates.ca, client: identity('valid') }))).toBe('healthy ok');
  const without = await ask(server.url(), { ca: certificates.ca });
  expect(judged(without)).toBe('unreachable tls_handshake');
  expect(without.observation).not.toHaveProperty('clientCertificate');
});

interface Refusal {
  readonly title: string;
  readonly client: ClientName | null;
  /** The meaning of the alert in TLS 1.3, and in TLS 1.2 if that has another. */
  readonly alert: string;
  readonly meaning: string;
  readonly inTls12?: { readonly alert: string; readonly meaning: string };
  readonly options?: () => Partial<Parameters<typeof startOpenssl>[0]>;
}

/** Each alert is explained by a sentence of RFC 8446, 6.2 "Error Alerts". */
const REFUSALS: readonly Refusal[] = [
  {
    // "certificate_required: Sent by servers when a client certificate is desired but none was provided by the client."
    title: 'none',
    client: null,
    alert: 'CERTIFICATE_REQUIRED',
    meaning: 'it requires a client certificate, see tls.client',
    inTls12: { alert: 'HANDSHAKE_FAILURE', meaning: 'or requires a client certificate, see tls.client' },
  },
  {
    // "unknown_ca: A valid certificate chain or partial chain was received, but the certificate was not accepted because the CA certificate
    // could not be located or could not be matched with a known trust anchor."
    title: 'one from an authority that it does not know',
    client: 'ofUnknownAuthority',
    alert: 'UNKNOWN_CA',
    meaning: 'it does not trust the authority of the client certificate, or the chain is incomplete',
  },
  {
    // "certificate_expired: A certificate has expired or is not currently valid."
    title: 'one that has expired by its clock',
    client: 'valid',
    alert: 'CERTIFICATE_EXPIRED',
    meaning: 'by its clock the client certificate has expired',
    options: () => ({ now: Date.now() + 100 * DAY_MS }),
  },
  {
    // "bad_certificate: A certificate was corrupt, contained signatures that did not verify correctly, etc."
    title: 'one that is not valid yet by its clock',
    client: 'valid',
    alert: 'BAD_CERTIFICATE',
    meaning:
      'it refuses the client certificate, which may be damaged, not valid yet by its clock, or from an authority that it does not know',
    options: () => ({ now: Date.now() - 2 * DAY_MS }),
  },
  {
    // "unsupported_certificate: A certificate was of an unsupported type."
    title: 'one that is for servers alone',
    client: 'ofServers',
    alert: 'UNSUPPORTED_CERTIFICATE',
    meaning: 'it does not accept this client certificate: was it issued for TLS clients?',
  },
  {
    // "certificate_revoked: A certificate was revoked by its signer."
    title: 'one that was revoked',
    client: 'revoked',
    alert: 'CERTIFICATE_REVOKED',
    meaning: 'the client certificate has been revoked',
    options: () => ({ crl: clients.crl }),
  },
];

// OpenSSL comes with every Linux and with macOS, but there may be LibreSSL's in front of it.
(hasOpenssl() ? describe : describe.skip).each([
  ['TLS 1.2', 'tls1_2'],
  ['TLS 1.3', 'tls1_3'],
] as const)("OpenSSL's server, over %s,", (_, version) => {
  let running: OpensslServer | null = null;
  afterEach(async () => {
    await running?.stop();
    running = null;
  });

  async function start(options: Partial<Parameters<typeof startOpenssl>[0]> = {}): Promise<OpensslServer> {
    const own = certificates.valid;
    running = await startOpenssl({ own, clientCa: clients.ca, version, body: reportText(), ...options });
    return running;
  }

  it('answers the owner of a certificate that it trusts', async () => {
    const { url } = await start({ crl: clients.crl });
    expect(judged(await ask(url, { ca: certificates.ca, client: identity('valid') }))).toBe('healthy ok');
    expect(judged(await ask(url, { ca: certificates.ca, client: identity('renewed') }))).toBe('healthy ok');
  });

  it.each(REFUSALS)('refuses $title', async ({ client, alert, meaning, inTls12, options }) => {
    const { url } = await start(options?.());
    const expected = version === 'tls1_2' ? (inTls12 ?? { alert, meaning }) : { alert, meaning };
    // In TLS 1.3 the alert comes after the handshake, with the end of the connection behind it.
    for (let time = 0; time < 5; time++) {
      const outcome = await ask(url, { ca: certificates.ca, client: client && identity(client) });
      expect(judged(outcome)).toBe('unreachable tls_handshake');
      expect(outcome.verdict.errorCode).toMatch(new RegExp(`^ERR_SSL_.*_ALERT_${expected.alert}$`));
      expect(outcome.verdict.message).toContain(expected.meaning);
    }
  });
});

describe('an alert after the handshake', () => {
  const ALERTS: readonly (readonly [number: number, name: string, meaning: string])[] = [
    // "certificate_unknown: Some other (unspecified) issue arose in processing the certificate, rendering it unacceptable."
    [46, 'CERTIFICATE_UNKNOWN', 'it refuses the client certificate, and does not say why'],
    // "access_denied: A valid certificate or PSK was received, but when access control was applied, the sender decided not to proceed with negotiation."
    [49, 'ACCESS_DENIED', 'the client certificate is valid, but has no access'],
    [116, 'CERTIFICATE_REQUIRED', 'it does not accept this kind of key in the client certificate'],
  ];
  const askForged = async (
    end: (alert: Buffer, socket: import('node:net').Socket) => void,
    number: number,
  ): Promise<ProbeOutcome> => {
    const server = await using(startForging(certificates.valid, (socket, forge) => end(forge.alert(number), socket)));
    return ask(server.url(), { ca: certificates.ca, client: identity('valid') });
  };

  it.each(ALERTS)('%i is %s', async (number, name, meaning) => {
    const { verdict } = await askForged((alert, socket) => socket.end(alert), number);
    expect(verdict).toMatchObject({ reason: 'tls_handshake', errorCode: expect.stringContaining(`_ALERT_${name}`) });
    expect(verdict.message).toContain(meaning);
  });

  it('counts even if a reset follows at once', async () => {
    for (let time = 0; time < 20; time++) {
      const outcome = await askForged((alert, socket) => socket.write(alert, () => socket.resetAndDestroy()), 48);
      expect(judged(outcome)).toBe('unreachable tls_handshake');
    }
  });
});

// ngx_http_special_response.c, `ngx_http_error_496_page`: nginx ends the handshake and answers with a 400.
it('nginx accepts the handshake and then refuses the request', async () => {
  const { key, cert } = certificates.valid;
  const page =
    '<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>No required SSL certificate was sent</center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';
  const server = await using(
    startHttps({ key, cert }, (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'text/html' }).end(page),
    ),
  );
  const outcome = await ask(server.url(), { ca: certificates.ca });
  expect(judged(outcome)).toBe('invalid http_400');
  expect(outcome.verdict.statedCause).toEqual({ code: 'page_title', text: '400 No required SSL certificate was sent' });
});

describe('a client certificate that can’t be used', () => {
  const refused = async (client: ClientIdentity, url: string) => {
    try {
      await ask(url, { ca: certificates.ca, client });
    } catch (error) {
      return error;
    }
    throw new Error('it was asked');
  };

  it.each([
    ['has expired', () => identity('expired'), /^tls\.client\.cert: expected .* has expired, on /],
    ['is not valid yet', () => identity('notYetValid'), /^tls\.client\.cert: expected .* is not valid before /],
    [
      'has another key',
      () => ({ ...identity('valid'), key: clients.renewed.key }),
      /^tls\.client\.key: expected the private key of the certificate: this one belongs to another$/,
    ],
    ['is no PEM', () => ({ cert: 'a', key: 'b', passphrase: null }), /^tls\.client\.cert: .*; tls\.client\.key: /],
  ])('and %s fails the probe before the server is asked', async (_, client, message) => {
    const { server } = await startAsking();
    const error = await refused(client(), server.url());
    expect(error).toBeInstanceOf(ClientUnusable);
    expect((error as Error).message).toMatch(message);
    expect(server.connections).toEqual([]);
    // Once more, from what is kept.
    expect(await refused(client(), server.url())).toEqual(error);
  });

  it('does not prevent the others from being warmed', async () => {
    const { server } = await startAsking();
    await warmProbe([{ url: server.url(), ca: null, client: identity('expired') }]);
  });

  it('does not affect services without TLS', async () => {
    const request = { url: 'http://127.0.0.1:1', headers: {}, timeoutMs: 1_000, maxBodyBytes: 1_024, ca: null };
    const { kind } = await httpProbe({ ...request, client: { cert: 'a', key: 'b', passphrase: null } });
    expect(kind).toBe('failure');
  });
});

describe('TLS contexts', () => {
  const { createSecureContext } = tls;
  let built = 0;
  beforeEach(() => {
    built = 0;
    Object.assign(tls, {
      createSecureContext: (options: tls.SecureContextOptions) => {
        built++;
        return createSecureContext(options);
      },
    });
  });
  afterEach(() => void Object.assign(tls, { createSecureContext }));

  it('are built once for each client certificate, before the first request', async () => {
    const { server } = await startAsking();
    const client = identity('soonExpiring');
    await warmProbe([{ url: server.url(), ca: certificates.ca, client }]);
    const once = built;
    expect(once).toBeGreaterThan(0);
    for (let time = 0; time < 3; time++) {
      expect(judged(await ask(server.url(), { ca: certificates.ca, client: { ...client } }))).toBe('healthy ok');
    }
    expect(built).toBe(once);
  });

  it('of renewed secrets are dropped in the end', async () => {
    // A passphrase that no key needs makes another context.
    const warm = (index: number) =>
      warmProbe([{ url: 'https://a.internal', ca: null, client: identity('valid', `passphrase ${index}`) }]);
    for (let index = 0; index < MOST_CONTEXTS; index++) await warm(index);
    built = 0;
    await warm(MOST_CONTEXTS - 1);
    expect(built).toBe(0);
    await warm(0);
    expect(built).toBeGreaterThan(0);
  });
});
