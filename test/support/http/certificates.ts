/** Certificates made while the tests run: a private authority, and server certificates of every kind of fault. */

import 'reflect-metadata';
import { getDiffieHellman, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto);

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const RSA_2048 = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2_048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
} as const;
const DAY_MS = 86_400_000;

/** What a server shows, as PEM; with the end of its validity in milliseconds since 1970. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  readonly expiresAt: number;
}

export interface Certificates {
  /** The authority that signed all but the self-signed certificate, as PEM. */
  readonly ca: string;
  /** For localhost, 127.0.0.1 and ::1. */
  readonly valid: ServerCertificate;
  readonly expired: ServerCertificate;
  readonly notYetValid: ServerCertificate;
  readonly wrongHost: ServerCertificate;
  /** Expires in five days. */
  readonly soonExpiring: ServerCertificate;
  readonly selfSigned: ServerCertificate;
  /** Of an authority under `ca` that may sign for `.example` only, and signed for localhost all the same. */
  readonly outsideItsAuthority: ServerCertificate;
  /** Of an authority under `ca`, `Short Authority`, that expires in five days. */
  readonly underShort: ServerCertificate;
  /** `ca` as an older authority that has expired once signed it: no chain needs it where `ca` is trusted. PEM. */
  readonly crossSigned: string;
}

interface Issuer {
  readonly subject: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

interface CertificateOptions {
  readonly names?: x509.JsonGeneralNames;
  readonly fromDays?: number;
  readonly toDays?: number;
  readonly keyAlgorithm?: typeof ECDSA_P256 | typeof RSA_2048;
  /** What it may be used for alone; for anything if this is missing. */
  readonly purpose?: x509.ExtendedKeyUsage;
}

const LOOPBACK: x509.JsonGeneralNames = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  { type: 'ip', value: '::1' },
];

export async function makeCertificates(): Promise<Certificates> {
  const authority: Issuer = { subject: 'CN=Test Authority', keys: await newKeys() };
  const limited: Issuer = { subject: 'CN=Limited Authority', keys: await newKeys() };
  const exampleOnly = new x509.Extension('2.5.29.30', true, permittedSubtree('example'));
  const limitedCa = await authorityCertificate(limited, authority, [exampleOnly]);
  const outside = await serverCertificate(limited);
  const short: Issuer = { subject: 'CN=Short Authority', keys: await newKeys() };
  const shortCa = await authorityCertificate(short, authority, [], 5);
  const underShort = await serverCertificate(short);
  const older: Issuer = { subject: 'CN=Older Authority', keys: await newKeys() };
  return {
    ca: (await authorityCertificate(authority, authority)).toString('pem'),
    valid: await serverCertificate(authority),
    expired: await serverCertificate(authority, { fromDays: -30, toDays: -1 }),
    notYetValid: await serverCertificate(authority, { fromDays: 1 }),
    wrongHost: await serverCertificate(authority, { names: [{ type: 'dns', value: 'other.example' }] }),
    soonExpiring: await serverCertificate(authority, { toDays: 5 }),
    selfSigned: await serverCertificate(null),
    outsideItsAuthority: { ...outside, cert: `${outside.cert}\n${limitedCa.toString('pem')}` },
    underShort: { ...underShort, cert: `${underShort.cert}\n${shortCa.toString('pem')}` },
    crossSigned: (await authorityCertificate(authority, older, [], -1)).toString('pem'),
  };
}

/** A client's certificates, each with its key as PEM. Their authority is not that of any server. */
export interface ClientCertificates {
  /** The authority of all but `ofUnknownAuthority`, as PEM. */
  readonly ca: string;
  /** The revocation list of that authority, as PEM: `revoked` is in it. */
  readonly crl: string;
  readonly valid: ServerCertificate;
  /** Also valid, with another key. */
  readonly renewed: ServerCertificate;
  readonly expired: ServerCertificate;
  readonly notYetValid: ServerCertificate;
  /** Expires in five days. */
  readonly soonExpiring: ServerCertificate;
  readonly ofUnknownAuthority: ServerCertificate;
  /** May only be shown by servers. */
  readonly ofServers: ServerCertificate;
  readonly revoked: ServerCertificate;
  /** With its authority, `Short Authority`, that expires in five days. */
  readonly underShort: ServerCertificate;
}

export async function makeClientCertificates(): Promise<ClientCertificates> {
  const authority: Issuer = { subject: 'CN=Client Authority', keys: await newKeys() };
  const unknown: Issuer = { subject: 'CN=Unknown Authority', keys: await newKeys() };
  const short: Issuer = { subject: 'CN=Short Authority', keys: await newKeys() };
  const shortCa = await authorityCertificate(short, authority, [], 5);
  const underShort = await clientCertificate(short);
  const revoked = await clientCertificate(authority);
  const crl = await x509.X509CrlGenerator.create({
    issuer: authority.subject,
    thisUpdate: daysFromNow(-1),
    nextUpdate: daysFromNow(30),
    signingAlgorithm: ECDSA_P256,
    signingKey: authority.keys.privateKey,
    entries: [{ serialNumber: new x509.X509Certificate(revoked.cert).serialNumber }],
  });
  return {
    ca: (await authorityCertificate(authority, authority)).toString('pem'),
    // OpenSSL does not know the label that the library writes.
    crl: x509.PemConverter.encode(crl.rawData, 'X509 CRL'),
    valid: await clientCertificate(authority),
    renewed: await clientCertificate(authority),
    expired: await clientCertificate(authority, { fromDays: -30, toDays: -1 }),
    notYetValid: await clientCertificate(authority, { fromDays: 1 }),
    soonExpiring: await clientCertificate(authority, { toDays: 5 }),
    ofUnknownAuthority: await clientCertificate(unknown),
    ofServers: await clientCertificate(authority, { purpose: x509.ExtendedKeyUsage.serverAuth }),
    revoked,
    underShort: { ...underShort, cert: `${underShort.cert}\n${shortCa.toString('pem')}` },
  };
}

function clientCertificate(issuer: Issuer, options: CertificateOptions = {}): Promise<ServerCertificate> {
  return serverCertificate(issuer, { purpose: x509.ExtendedKeyUsage.clientAuth, ...options });
}

/** Self-signed, with the kind of key that DHE takes in TLS 1.2, which takes half a second to make. */
export function makeRsaCertificate(): Promise<ServerCertificate> {
  return serverCertificate(null, { keyAlgorithm: RSA_2048 });
}

async function authorityCertificate(
  { subject, keys }: Issuer,
  issuer: Issuer,
  extensions: readonly x509.Extension[] = [],
  toDays = 3_650,
): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer.subject,
    notBefore: daysFromNow(-60),
    notAfter: daysFromNow(toDays),
    signingAlgorithm: ECDSA_P256,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 2, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      ...extensions,
    ],
  });
}

/** Signed by `issuer`, or by itself where that is `null`. */
async function serverCertificate(
  issuer: Issuer | null,
  { names = LOOPBACK, fromDays = -1, toDays = 90, keyAlgorithm = ECDSA_P256, purpose }: CertificateOptions = {},
): Promise<ServerCertificate> {
  const keys = await newKeys(keyAlgorithm);
  const subject = 'CN=localhost';
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.subject ?? subject,
    notBefore: daysFromNow(fromDays),
    notAfter: daysFromNow(toDays),
    signingAlgorithm: ECDSA_P256,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    extensions: [
      new x509.SubjectAlternativeNameExtension(names),
      ...(purpose === undefined ? [] : [new x509.ExtendedKeyUsageExtension([purpose])]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
    expiresAt: certificate.notAfter.getTime(),
  };
}

async function newKeys(algorithm: CertificateOptions['keyAlgorithm'] = ECDSA_P256): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** Certificates count in whole seconds. */
function daysFromNow(days: number): Date {
  return new Date(Math.floor((Date.now() + days * DAY_MS) / 1_000) * 1_000);
}

/** The parameters of DHE with the modulus of 8,192 bits of RFC 3526, as PEM (PKCS #3): a modulus and its generator. */
export function dheParameters(): string {
  const group = getDiffieHellman('modp18');
  const parameters = der(0x30, derInteger(group.getPrime()), derInteger(group.getGenerator()));
  return x509.PemConverter.encode(parameters, 'DH PARAMETERS');
}

/** A positive integer begins with a byte below 128. */
export function derInteger(bytes: Buffer): Buffer {
  return der(0x02, Buffer.of(...((bytes[0] ?? 0) < 128 ? [] : [0])), bytes);
}

export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  return Buffer.concat([
    length < 128 ? Buffer.of(tag, length) : Buffer.of(tag, 0x82, length >> 8, length & 0xff),
    content,
  ]);
}

/** The DER of name constraints that permit one domain (RFC 5280, 4.2.1.10). */
function permittedSubtree(domain: string): ArrayBuffer {
  const tagged = (tag: number, content: number[]) => [tag, content.length, ...content];
  const name = tagged(0x82, [...Buffer.from(domain, 'ascii')]);
  return Uint8Array.from(tagged(0x30, tagged(0xa0, tagged(0x30, name)))).buffer;
}
