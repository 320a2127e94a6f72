/** Reads the values of a client certificate, and finds what is wrong with them. Passes on neither texts of OpenSSL nor values. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { ClientFault, ClientIdentity } from '../../core/config/client-certificate';

/** The forms that OpenSSL reads. Source: `PEM_STRING_X509`, `_OLD` and `_TRUSTED` of its <openssl/pem.h>. */
const CERTIFICATE = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \1-----/g;
/** Between the lines of a key there may be headers, as in RFC 1421: `Proc-Type: 4,ENCRYPTED`. */
const PRIVATE_KEY = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]*?-----END \1-----/;
const ENCRYPTED = /BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type: 4,ENCRYPTED/m;

/** More certificates than any chain needs. */
const LONGEST_CHAIN = 10;

/** A client certificate that can be used, as long as it is valid. */
export interface ReadClient {
  /** The values for TLS, without what else stood in the PEM texts. */
  readonly identity: ClientIdentity;
  readonly certificate: X509Certificate;
  /** The authorities that are sent with it. */
  readonly authorities: readonly X509Certificate[];
}

export type ClientResult =
  | { readonly ok: true; readonly client: ReadClient }
  | { readonly ok: false; readonly faults: readonly ClientFault[] };

/** Reads the values, whatever the time is. */
export function readClient(values: ClientIdentity): ClientResult {
  const faults: ClientFault[] = [];
  const chain = readChain(values.cert, faults);
  const key = readKey(values.key, values.passphrase, faults);
  if (chain === null || key === null) return { ok: false, faults };
  const [certificate, ...authorities] = chain.certificates;
  const identity = { cert: chain.pem, key: key.pem, passphrase: values.passphrase };
  const fault = pairFault(certificate, authorities, key.key) ?? tlsFault(identity);
  if (fault !== null) return { ok: false, faults: [fault] };
  return { ok: true, client: { identity, certificate, authorities } };
}

/** Why a certificate can't be used at `now`, in milliseconds since 1970; `null` if it can. Sent outside its validity, it makes a service look sick. */
export function validityFault(certificate: X509Certificate, now: number): ClientFault | null {
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now > to) return fault('cert', `expected a certificate that is valid: this one has expired, on ${minute(to)}`);
  if (now < from)
    return fault('cert', `expected a certificate that is valid: this one is not valid before ${minute(from)}`);
  return null;
}

/** `2026-03-06 12:00 UTC`: a certificate that is renewed on the last day is a matter of hours. */
function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function fault(name: keyof ClientIdentity, expected: string): ClientFault {
  return { name, expected };
}

interface Chain {
  readonly pem: string;
  /** The client's own first: RFC 8446, 4.4.2, "The sender's certificate MUST come in the first CertificateEntry in the list." */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

function readChain(cert: string, faults: ClientFault[]): Chain | null {
  const found = cert.match(CERTIFICATE) ?? [];
  const certificates = found.slice(0, LONGEST_CHAIN).map(readCertificate);
  const [first, ...rest] = certificates.filter((certificate) => certificate !== null);
  if (found.length === 0)
    faults.push(
      fault(
        'cert',
        `expected the PEM text of a certificate, which begins with -----BEGIN CERTIFICATE-----${hint(cert)}`,
      ),
    );
  else if (first === undefined || certificates.includes(null))
    faults.push(fault('cert', `expected the PEM text of a certificate${damage(cert)}`));
  else if (found.length > LONGEST_CHAIN)
    faults.push(
      fault('cert', `expected a certificate and its authorities, ${LONGEST_CHAIN} at most: these are ${found.length}`),
    );
  else return { pem: found.join('\n'), certificates: [first, ...rest] };
  return null;
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** Returns what kind of PEM the text is instead, if known. Never shows any of the text itself. */
function hint(text: string): string {
  const kind = /-----BEGIN ((?:[A-Z]+ )?(?:CERTIFICATE|PUBLIC KEY|PRIVATE KEY|CERTIFICATE REQUEST))-----/.exec(
    text,
  )?.[1];
  if (kind === undefined) return '';
  return text.includes(`-----END ${kind}-----`)
    ? `: this is a ${kind.toLowerCase()}`
    : `: this ${kind.toLowerCase()} has no end`;
}

/** Why a text with PEM can't be read. Many tools write a text of several lines into one. */
function damage(text: string): string {
  if (/-----BEGIN [A-Z ]+-----\\[nr]/.test(text)) return ', with line breaks: this one has \\n in their place';
  return ': this one is damaged, or of an unknown kind';
}

function readKey(
  text: string,
  passphrase: string | null,
  faults: ClientFault[],
): { readonly pem: string; readonly key: KeyObject } | null {
  const pem = PRIVATE_KEY.exec(text)?.[0];
  if (pem === undefined) {
    faults.push(
      fault(
        'key',
        `expected the PEM text of a private key, which begins with -----BEGIN PRIVATE KEY-----${hint(text)}`,
      ),
    );
    return null;
  }
  const isEncrypted = ENCRYPTED.test(pem);
  if (isEncrypted && passphrase === null) {
    faults.push(
      fault('key', 'expected a private key that is not encrypted, or its passphrase in tls.client.passphrase'),
    );
    return null;
  }
  try {
    return { pem, key: createPrivateKey({ key: pem, ...(isEncrypted && { passphrase: passphrase ?? '' }) }) };
  } catch {
    faults.push(
      isEncrypted
        ? fault('passphrase', 'expected the passphrase of the private key: this one does not open it')
        : fault('key', `expected the PEM text of a private key${damage(text)}`),
    );
    return null;
  }
}

function pairFault(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
  key: KeyObject,
): ClientFault | null {
  if (certificate.checkPrivateKey(key)) return null;
  const place = authorities.findIndex((other) => other.checkPrivateKey(key));
  if (place >= 0) {
    return fault(
      'cert',
      `expected the certificate of the private key first, then its authorities: it comes as number ${place + 2}`,
    );
  }
  return fault('key', 'expected the private key of the certificate: this one belongs to another');
}

/** TLS refuses some pairs that fit, such as keys that are too short. Its codes name the reason. */
function tlsFault({ cert, key, passphrase }: ClientIdentity): ClientFault | null {
  try {
    createSecureContext({ cert, key, ...(passphrase !== null && { passphrase }) });
    return null;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return fault(
      'cert',
      `expected a certificate that TLS can use: OpenSSL refuses it (${code
        .replace(/^ERR_(OSSL|SSL)_/, '')
        .replaceAll('_', ' ')
        .toLowerCase()})`,
    );
  }
}
