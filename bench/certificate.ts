/** A certificate authority for a benchmark, and its certificate for 127.0.0.1 and localhost. */

import 'reflect-metadata';
import { randomUUID, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const NAMES = [
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
] as const;
const DAY_MS = 86_400_000;

/** PEM texts. */
export interface Certificate {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export async function makeCertificate(): Promise<Certificate> {
  cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0]);
  const makeKeys = () =>
    webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
  const [caKeys, keys] = await Promise.all([makeKeys(), makeKeys()]);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 30 * DAY_MS) };
  const ca = await X509CertificateGenerator.createSelfSigned({
    // With two authorities of the same name, a client may use the wrong one.
    name: `CN=statuswatch bench ${randomUUID()}`,
    keys: caKeys,
    signingAlgorithm: KEYS,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
    ...validity,
  });
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=127.0.0.1',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: KEYS,
    extensions: [new SubjectAlternativeNameExtension([...NAMES])],
    ...validity,
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
  return { ca: ca.toString('pem'), cert: certificate.toString('pem'), key };
}
