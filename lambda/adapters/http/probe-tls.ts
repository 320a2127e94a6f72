/** TLS as the probe uses it: which authorities it trusts, what it offers, and what it reads from a certificate. */

import { X509Certificate } from 'node:crypto';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls';
import type { Observation } from '../../core/probe/observation';

/**
 * The ciphers and groups that are offered. Node offers DHE too, and lets the server choose the modulus: with 8,192 bits a handshake takes
 * a quarter of a second of CPU, which all services of a run share. Elliptic curves take a millisecond. DHE has two places: in TLS 1.2 the
 * ciphers, in TLS 1.3 the groups (RFC 8446, 4.2.7). All groups listed here are other than DHE.
 */
const OFFERED = { ciphers: `${DEFAULT_CIPHERS}:!kDHE`, ecdhCurve: 'X25519:P-256:X448:P-521:P-384' };

/** Building a context parses every authority, so each distinct context is built once in a process. */
const contexts = new Map<string | null, SecureContext>();

/** The context that trusts the public authorities and `ca`, which is PEM. */
export function secureContextFor(ca: string | null): SecureContext {
  const known = contexts.get(ca);
  if (known) return known;
  const context = createSecureContext(contextOptions(ca));
  contexts.set(ca, context);
  return context;
}

/** The options of a context that trusts the public authorities and `ca`. */
export function contextOptions(ca: string | null): SecureContextOptions {
  return { ...OFFERED, ...(ca === null ? {} : { ca: [...rootCertificates, ca] }) };
}

/**
 * Keeps only the first certificate of the chain for Node's check of the host's name. Node would make an object of each, and reads only the
 * first: an eighth of a handshake's work. The chain itself is still verified, before this.
 */
export function spareTheChain(socket: TLSSocket): void {
  socket.getPeerCertificate = socket.getPeerCertificate.bind(socket, false) as TLSSocket['getPeerCertificate'];
}

/** A server may send more certificates than any chain needs. */
const LONGEST_CHAIN = 10;

/** The names of the authorities that are trusted with a `ca`, by that `ca`; made when they are first needed. */
const trusted = new Map<string | null, ReadonlySet<string>>();

function trustedWith(ca: string | null): ReadonlySet<string> {
  const known = trusted.get(ca);
  if (known) return known;
  const pems =
    ca === null ? rootCertificates : (ca.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []);
  const names = new Set(pems.flatMap(subjectOf));
  trusted.set(ca, names);
  return names;
}

/** Returns nothing for a certificate that can't be read: it is trusted by nobody either. */
function subjectOf(pem: string): string[] {
  try {
    return [new X509Certificate(pem).subject];
  } catch {
    return [];
  }
}

/**
 * The earliest expiry of the certificates that the server has sent, in milliseconds since 1970, and the name of the certificate that
 * expires then, unless it is the server's own; `null` if unknown. Certificates after that of a trusted authority are needed by no chain:
 * often an older authority has signed that authority, and may have expired years ago. `ca` as for `secureContextFor`.
 */
export function firstExpiryOf(
  socket: TLSSocket,
  ca: string | null,
): Pick<Observation, 'certificateExpiresAt' | 'certificateName' | 'certificateLifetimeMs'> | null {
  const isTrusted = (name: string) => trustedWith(null).has(name) || (ca !== null && trustedWith(ca).has(name));
  const own = socket.getPeerX509Certificate();
  let first: { expiresAt: number; certificate: X509Certificate } | null = null;
  const issuers: string[] = [];
  let certificate = own;
  for (let length = 0; certificate && length < LONGEST_CHAIN; length++) {
    const expiresAt = Date.parse(certificate.validTo);
    if (!Number.isNaN(expiresAt) && (first === null || expiresAt < first.expiresAt)) {
      // Most chains expire later than the server's own certificate: then the names are not needed.
      if (issuers.some(isTrusted)) break;
      first = { expiresAt, certificate };
    }
    issuers.push(certificate.issuer);
    certificate = certificate.issuerCertificate;
  }
  if (first === null) return null;
  const name = first.certificate === own ? {} : { certificateName: subjectName(first.certificate) };
  return { certificateExpiresAt: first.expiresAt, ...name, certificateLifetimeMs: lifetimeOf(first.certificate) };
}

/** How long a certificate is valid in all, in milliseconds. */
export function lifetimeOf({ validFrom, validTo }: X509Certificate): number {
  return Date.parse(validTo) - Date.parse(validFrom);
}

/** The common name of a certificate's subject, or the whole subject in one line. */
export function subjectName({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject ?? '')?.[1] ?? (subject ?? '').split('\n').join(', ');
}
