/** Certificates and handshakes, good and bad → what the probe makes of them, over real TLS. */

import type { ServerOptions } from 'node:https';
import tls, { type TLSSocket } from 'node:tls';
import { ask, judged, reportText } from '../../../support/http/asking';
import {
  type Certificates,
  dheParameters,
  makeCertificates,
  makeRsaCertificate,
  type ServerCertificate,
} from '../../../support/http/certificates';
import { startHttp, startHttps, startTcp, stopAfterEach } from '../../../support/http/servers';
import { costlyChain } from './costly-chain';
import { type Forge, startForging } from './forged-tls';

const using = stopAfterEach();

let certificates: Certificates;
let rsa: ServerCertificate;
beforeAll(async () => {
  certificates = await makeCertificates();
  rsa = await makeRsaCertificate();
});

type CertificateName = Exclude<keyof Certificates, 'ca' | 'crossSigned'>;

function startWith(name: CertificateName, options: ServerOptions = {}) {
  const { key, cert } = certificates[name];
  return using(startHttps({ key, cert, ...options }, (_request, response) => response.end(reportText())));
}

describe('a certificate', () => {
  const rows: readonly (readonly [name: CertificateName, trusted: boolean, verdict: string])[] = [
    ['valid', true, 'healthy ok'],
    ['soonExpiring', true, 'healthy ok'],
    ['expired', true, 'unreachable tls_certificate_expired'],
    ['wrongHost', true, 'unreachable tls_certificate_host'],
    ['notYetValid', true, 'unreachable tls_certificate_untrusted'],
    ['selfSigned', true, 'unreachable tls_certificate_untrusted'],
    ['outsideItsAuthority', true, 'unreachable tls_certificate_untrusted'],
    ['valid', false, 'unreachable tls_certificate_untrusted'],
    ['selfSigned', false, 'unreachable tls_certificate_untrusted'],
  ];
  it.each(rows)('%s, its authority trusted: %s', async (name, trusted, verdict) => {
    const server = await startWith(name);
    expect(judged(await ask(server.url(), { ca: trusted ? certificates.ca : null }))).toBe(verdict);
  });

  it('holds for the name localhost, and each phase is timed', async () => {
    const server = await startWith('valid');
    const { observation, verdict } = await ask(server.url('localhost'), { ca: certificates.ca });
    expect(verdict).toMatchObject({ reason: 'ok', warnings: [] });
    for (const phaseMs of Object.values(observation.timings)) expect(phaseMs).toBeGreaterThanOrEqual(0);
    expect(observation.timings.tlsMs).toBeGreaterThan(0);
    expect(observation.remoteAddress).toBe('127.0.0.1');
  });

  it('is reported with its expiry', async () => {
    const server = await startWith('valid');
    const { observation } = await ask(server.url(), { ca: certificates.ca });
    expect(observation.certificateExpiresAt).toBe(certificates.valid.expiresAt);
  });

  it('that expires soon is reported with the days left', async () => {
    const server = await startWith('soonExpiring');
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    const lifetimeMs = 6 * 86_400_000;
    expect(verdict.certificate).toEqual({ expiresAt: certificates.soonExpiring.expiresAt, daysLeft: 4, lifetimeMs });
  });

  it('of an authority in the chain is named if it expires first', async () => {
    const server = await startWith('underShort');
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    expect(verdict).toMatchObject({ kind: 'healthy', certificate: { daysLeft: 4, name: 'Short Authority' } });
  });

  it('that no chain needs does not count, since its authority is trusted itself', async () => {
    const server = await startWith('valid', { cert: `${certificates.valid.cert}\n${certificates.crossSigned}` });
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    expect(verdict.kind).toBe('healthy');
    expect(verdict.certificate?.expiresAt).toBe(certificates.valid.expiresAt);
  });

  it('trusted for one service is not trusted for another', async () => {
    const server = await startWith('valid');
    expect(judged(await ask(server.url(), { ca: certificates.ca }))).toBe('healthy ok');
    expect(judged(await ask(server.url()))).toBe('unreachable tls_certificate_untrusted');
  });

  it('that is not valid yet keeps its code', async () => {
    const server = await startWith('notYetValid');
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    expect(verdict).toMatchObject({ errorCode: 'CERT_NOT_YET_VALID' });
    expect(verdict.message).toMatch(/^TLS certificate not valid yet \(/);
  });

  it('that is refused gets no request', async () => {
    let requests = 0;
    const { key, cert } = certificates.wrongHost;
    const server = await using(startHttps({ key, cert }, () => requests++));
    await ask(server.url(), { ca: certificates.ca, headers: { Authorization: 'Bearer secret' } });
    expect(requests).toBe(0);
  });
});

describe('a handshake', () => {
  it('with a port that speaks plain HTTP', async () => {
    const server = await using(startHttp((_request, response) => response.end(reportText())));
    const outcome = await ask(`https://127.0.0.1:${server.port}`);
    expect(judged(outcome)).toBe('unreachable tls_handshake');
    // Where in its sources OpenSSL has noticed it helps nobody.
    expect(outcome.verdict.message).toMatch(
      /^TLS handshake failed \((EPROTO|ERR_SSL_\w+), [a-z ]+: the server does not speak TLS\)$/,
    );
  });

  it('with a port that speaks something else', async () => {
    const server = await using(startTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'https'));
    expect(judged(await ask(server.url()))).toBe('unreachable tls_handshake');
  });

  it('with a server that wants a certificate of its client', async () => {
    const server = await startWith('valid', { requestCert: true, rejectUnauthorized: true, ca: certificates.ca });
    const outcome = await ask(server.url(), { ca: certificates.ca });
    expect(judged(outcome)).toBe('unreachable tls_handshake');
    expect(outcome.verdict.message).toMatch(/: it requires a client certificate, see tls\.client\)$/);
  });

  it('without a common version', async () => {
    const old: ServerOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const server = await startWith('valid', old);
    const outcome = await ask(server.url(), { ca: certificates.ca });
    expect(judged(outcome)).toBe('unreachable tls_handshake');
    expect(outcome.verdict.message).toMatch(/: there is no TLS version in common\)$/);
  });

  // With a modulus of 8,192 bits one such handshake takes a quarter of a second of CPU, which every service shares.
  const DHE: readonly (readonly [name: string, options: ServerOptions])[] = [
    ['TLS 1.2', { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256' }],
    ['TLS 1.3', { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe2048:ffdhe3072:ffdhe4096:ffdhe8192' }],
  ];
  describe.each(DHE)('with a server that accepts only DHE, over %s,', (_version, options) => {
    it.each([true, false])('fails before it costs anything, its authority trusted: %s', async (trusted) => {
      const { key, cert } = rsa;
      const server = await using(startHttps({ key, cert, dhparam: dheParameters(), ...options }, () => {}));
      const { verdict } = await ask(server.url(), { ca: trusted ? cert : null });
      expect(verdict).toMatchObject({ kind: 'unreachable', reason: 'tls_handshake' });
      expect(verdict.message).toContain('it accepts none of the versions and ciphers offered (DHE never is)');
    });
  });

  it('with a server that would rather take DHE takes another key exchange', async () => {
    const { key, cert } = rsa;
    const ciphers = ['DHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'];
    const taken: string[] = [];
    const server = await using(
      startHttps(
        {
          key,
          cert,
          maxVersion: 'TLSv1.2',
          dhparam: dheParameters(),
          ciphers: ciphers.join(':'),
          honorCipherOrder: true,
        },
        ({ socket }, response) => {
          taken.push((socket as TLSSocket).getCipher().name);
          response.end(reportText());
        },
      ),
    );
    expect(judged(await ask(server.url(), { ca: cert }))).toBe('healthy ok');
    expect(taken).toEqual(['ECDHE-RSA-AES128-GCM-SHA256']);
  });

  it('that the server starts again and again is ended', async () => {
    // Node's own servers end a connection on which there were more than this.
    Object.assign(tls, { CLIENT_RENEG_LIMIT: 1_000 });
    let renegotiations = 0;
    const { key, cert } = certificates.valid;
    const server = await using(
      startHttps({ key, cert, maxVersion: 'TLSv1.2' }, ({ socket }, response) => {
        const again = (error: Error | null) => {
          if (error) return;
          renegotiations++;
          // Enough to be seen as one that would go on; then the answer.
          if (renegotiations === 50) response.end(reportText());
          else (socket as TLSSocket).renegotiate({}, again);
        };
        (socket as TLSSocket).renegotiate({}, again);
      }),
    );
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    expect(verdict).toMatchObject({ reason: 'tls_handshake', message: expect.stringContaining('without end') });
    expect(renegotiations).toBeLessThan(10);
  });

  it('that the server requests once more is made', async () => {
    const { key, cert } = certificates.valid;
    const server = await using(
      startHttps({ key, cert, maxVersion: 'TLSv1.2' }, ({ socket }, response) => {
        (socket as TLSSocket).renegotiate({}, () => response.end(reportText()));
      }),
    );
    expect(judged(await ask(server.url(), { ca: certificates.ca }))).toBe('healthy ok');
  });

  // A chain of that length takes up to a second of CPU to verify, which every service shares.
  it('of more than 24 kB is ended before its certificates are read', async () => {
    const server = await startWith('valid', {
      cert: `${certificates.valid.cert}\n${`${certificates.crossSigned}\n`.repeat(80)}`,
    });
    const { verdict } = await ask(server.url(), { ca: certificates.ca });
    expect(verdict).toMatchObject({
      reason: 'tls_handshake',
      message: expect.stringContaining('a handshake without end'),
    });
  });

  // The most costly chain that is let in. An idle machine needs less than 100 ms of CPU for it; a longer chain takes minutes.
  it('of the most costly certificates takes little CPU', async () => {
    const server = await using(startHttps(costlyChain(14), () => {}));
    const before = process.cpuUsage();
    const { verdict } = await ask(server.url(), { timeoutMs: 60_000 });
    expect(verdict).toMatchObject({ reason: 'tls_certificate_untrusted' });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it('with as many bytes as an honest chain may have succeeds', async () => {
    const server = await startWith('valid', {
      cert: `${certificates.valid.cert}\n${`${certificates.crossSigned}\n`.repeat(50)}`,
    });
    expect(judged(await ask(server.url(), { ca: certificates.ca }))).toBe('healthy ok');
  });

  it('that the server closes', async () => {
    const server = await using(startTcp((socket) => socket.once('data', () => socket.end()), 'https'));
    expect(judged(await ask(server.url()))).toBe('unreachable connection_reset');
  });

  it('that never ends is a timeout of the connection', async () => {
    const server = await using(startTcp(() => {}, 'https'));
    const { observation, verdict } = await ask(server.url(), { timeoutMs: 2_000 });
    expect(verdict).toMatchObject({ kind: 'unreachable', reason: 'timeout_connect' });
    expect(observation).toMatchObject({ remoteAddress: '127.0.0.1', certificateExpiresAt: null });
    expect(observation.timings).toMatchObject({ tlsMs: expect.any(Number), firstByteMs: null, downloadMs: null });
  });
});

describe('after the handshake', () => {
  it('a server without an answer is a timeout of the response', async () => {
    const { key, cert } = certificates.valid;
    const server = await using(startHttps({ key, cert }, () => {}));
    const { observation, verdict } = await ask(server.url(), { ca: certificates.ca, timeoutMs: 4_000 });
    expect(verdict).toMatchObject({ kind: 'unreachable', reason: 'timeout_response' });
    expect(verdict.certificate?.expiresAt).toBe(certificates.valid.expiresAt);
    expect(observation.timings.firstByteMs).toBeGreaterThan(0);
  });

  it('TLS spoken to plain HTTP is malformed or reset, and never an answer', async () => {
    const server = await startWith('valid');
    const { verdict } = await ask(`http://127.0.0.1:${server.port}`);
    expect(verdict.kind).toBe('unreachable');
    expect(['malformed_response', 'connection_reset']).toContain(verdict.reason);
  });

  const whole = () => {
    const body = reportText();
    return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  };
  const many = (count: number, record: () => Buffer) => Array.from({ length: count }, record);
  const inRecordsOf = (bytes: number, text: string, { data }: Forge) =>
    (text.match(new RegExp(`[^]{1,${bytes}}`, 'g')) ?? []).map(data);
  // With nothing but their number against them, 20,000 of each take a second or more of CPU.
  it.each<[string, (forge: Forge) => Buffer[]]>([
    ['of one byte', (forge) => inRecordsOf(1, `HTTP/1.1 200 OK\r\n\r\n${' '.repeat(20_000)}${reportText()}`, forge)],
    ['with new keys', (forge) => [...many(20_000, forge.keyUpdate), forge.data(whole())]],
    ['with session tickets', (forge) => [...many(25, () => forge.tickets(800)), forge.data(whole())]],
  ])('records %s that never end are cut off', async (_, records) => {
    const server = await using(
      startForging(certificates.valid, (socket, forge) => socket.end(Buffer.concat(records(forge)))),
    );
    const { verdict } = await ask(server.url(), { ca: certificates.ca, timeoutMs: 20_000 });
    expect(verdict).toMatchObject({
      reason: 'malformed_response',
      message: expect.stringContaining('bytes of TLS that hold'),
    });
  });

  it.each<[string, (forge: Forge) => Buffer[]]>([
    ['in records of ten bytes', (forge) => inRecordsOf(10, whole(), forge)],
    [
      'large, in records of fifty bytes',
      (forge) => inRecordsOf(50, `HTTP/1.1 200 OK\r\n\r\n${' '.repeat(60_000)}${reportText()}`, forge),
    ],
    ['after new keys and tickets', (forge) => [forge.tickets(10), ...many(20, forge.keyUpdate), forge.data(whole())]],
  ])('an answer %s is one', async (_, records) => {
    const server = await using(
      startForging(certificates.valid, (socket, forge) => socket.end(Buffer.concat(records(forge)))),
    );
    expect(judged(await ask(server.url(), { ca: certificates.ca }))).toBe('healthy ok');
  });
});
