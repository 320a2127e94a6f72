/** A certificate authority for a benchmark, and its certificates for 127.0.0.1 and localhost. */

import 'reflect-metadata';
import { randomUUID, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const NAMES = [
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
] as const;
const DAY_MS = 86_400_000;

type Shown = Pick<Certificate, 'cert' | 'key'>;

/** PEM texts. */
export interface Certificate {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A valid certificate, and faulty ones for the same server. */
export interface Certificates extends Certificate {
  readonly expired: Shown;
  readonly wrongHost: Shown;
  readonly selfSigned: Shown;
}

interface Faults {
  readonly names?: readonly { readonly type: 'ip' | 'dns'; readonly value: string }[];
  readonly toDays?: number;
}

export async function makeCertificate(): Promise<Certificate> {
  const { ca, cert, key } = await makeCertificates();
  return { ca, cert, key };
}

export async function makeCertificates(): Promise<Certificates> {
  cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0]);
  const keys = await makeKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    // With two authorities of the same name, a client may use the wrong one.
    name: `CN=statuswatch bench ${randomUUID()}`,
    keys,
    signingAlgorithm: KEYS,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
    notBefore: daysFromNow(-60),
    notAfter: daysFromNow(30),
  });
  const issuer = { name: ca.subject, key: keys.privateKey };
  return {
    ca: ca.toString('pem'),
    ...(await certificateBy(issuer)),
    expired: await certificateBy(issuer, { toDays: -1 }),
    wrongHost: await certificateBy(issuer, { names: [{ type: 'dns', value: 'other.example' }] }),
    selfSigned: await certificateBy(null),
  };
}

/** Signed by `issuer`, or by itself if that is `null`. */
async function certificateBy(
  issuer: { readonly name: string; readonly key: webcrypto.CryptoKey } | null,
  { names = NAMES, toDays = 30 }: Faults = {},
): Promise<Shown> {
  const keys = await makeKeys();
  const subject = 'CN=127.0.0.1';
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer?.name ?? subject,
    publicKey: keys.publicKey,
    signingKey: issuer?.key ?? keys.privateKey,
    signingAlgorithm: KEYS,
    extensions: [new SubjectAlternativeNameExtension([...names])],
    notBefore: daysFromNow(-30),
    notAfter: daysFromNow(toDays),
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}

const makeKeys = () => webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
