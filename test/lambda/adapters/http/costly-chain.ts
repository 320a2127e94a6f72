/** A chain of certificates that costs more to verify than any other of its length: DSA with the largest modulus that OpenSSL takes. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { der, derInteger } from '../../../support/http/certificates';

const MODULUS_BYTES = 1_250;
const DSA = '2a8648ce380401';
const DSA_WITH_SHA256 = '608648016503040302';

/** For a server, as PEM: each certificate says that the next has signed it. No signature is right, and the last one's issuer is unknown. */
export function costlyChain(length: number): { readonly key: string; readonly cert: string } {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [own.publicKey.export({ format: 'der', type: 'spki' }), ...Array.from({ length }, dsaKey)];
  return {
    key: own.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: keys.map((key, index) => pemOf(certificate(index, key))).join('\n'),
  };
}

function certificate(index: number, key: Buffer): Buffer {
  const algorithm = der(0x30, oid(DSA_WITH_SHA256));
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('400101000000Z')));
  const body = der(0x30, derInteger(Buffer.of(index + 1)), algorithm, name(index + 1), validity, name(index), key);
  // Both halves are less than any number of 32 bytes that begins as `number` does.
  const half = () => derInteger(Buffer.concat([Buffer.of(0x7f), randomBytes(31)]));
  return der(0x30, body, algorithm, bits(der(0x30, half(), half())));
}

function dsaKey(): Buffer {
  const parameters = der(0x30, number(MODULUS_BYTES), number(32), derInteger(Buffer.of(2)));
  return der(0x30, der(0x30, oid(DSA), parameters), bits(derInteger(Buffer.of(3))));
}

/** Odd, and of no fewer bits than it has room for. */
function number(bytes: number): Buffer {
  const random = randomBytes(bytes);
  random[0] = 0xff;
  random[bytes - 1] = 0xff;
  return derInteger(random);
}

function name(index: number): Buffer {
  return der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(String(index))))));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function bits(content: Buffer): Buffer {
  return der(0x03, Buffer.of(0), content);
}

function pemOf(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----`;
}
