/** A TLS 1.3 server that says whatever a test wants after an honest handshake, record by record (RFC 8446, 5 and 7). */

import { createCipheriv, createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ServerCertificate } from '../../../support/http/certificates';
import { type RunningServer, startTcp } from '../../../support/http/servers';

const CONTENT = { alert: 21, handshake: 22, data: 23 } as const;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;

/** Makes records that the client takes for the server's. */
export interface Forge {
  /** A record of any text. */
  data(text: string): Buffer;
  /** A fatal alert, by its number (RFC 8446, 6). */
  alert(description: number): Buffer;
  /** The request for new keys, which count from then on. */
  keyUpdate(): Buffer;
  /** A record with as many session tickets. */
  tickets(count: number): Buffer;
}

/** `answer` gets the connection once the client is done with the handshake. */
export async function startForging(
  { key, cert }: Pick<ServerCertificate, 'key' | 'cert'>,
  answer: (socket: Socket, forge: Forge) => void,
): Promise<RunningServer> {
  const secureContext = createSecureContext({ key, cert, minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' });
  return startTcp((socket) => {
    let secret: Buffer | null = null;
    let isDone = false;
    const below = new Duplex({
      read: () => undefined,
      // What the server itself says after the handshake would count as the first record of its keys.
      write: (bytes, _, done) => (isDone ? done() : void socket.write(bytes, done)),
    });
    const tls = new TLSSocket(below, { isServer: true, secureContext });
    tls.on('error', () => undefined);
    tls.on('keylog', (line) => {
      const [label, , hex] = line.toString('latin1').trim().split(' ');
      if (label === 'SERVER_TRAFFIC_SECRET_0') secret = Buffer.from(hex ?? '', 'hex');
    });
    socket.on('data', (bytes: Buffer) => {
      const isFirst = !isDone && secret !== null;
      isDone ||= isFirst;
      below.push(bytes);
      if (isFirst && secret) answer(socket, forgeWith(secret));
    });
  }, 'https');
}

function forgeWith(first: Buffer): Forge {
  let secret = first;
  let sequence = 0;
  const record = (type: number, content: Buffer) => {
    const key = expanded(secret, 'key', KEY_BYTES);
    const base = expanded(secret, 'iv', NONCE_BYTES);
    const nonce = Buffer.from(base);
    nonce.writeUInt32BE((nonce.readUInt32BE(NONCE_BYTES - 4) ^ sequence++) >>> 0, NONCE_BYTES - 4);
    const header = Buffer.of(CONTENT.data, 3, 3, 0, 0);
    header.writeUInt16BE(content.length + 17, 3);
    const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(header);
    const sealed = cipher.update(Buffer.concat([content, Buffer.of(type)]));
    return Buffer.concat([header, sealed, cipher.final(), cipher.getAuthTag()]);
  };
  return {
    data: (text) => record(CONTENT.data, Buffer.from(text, 'latin1')),
    alert: (description) => record(CONTENT.alert, Buffer.of(2, description)),
    keyUpdate: () => {
      const sealed = record(CONTENT.handshake, Buffer.of(24, 0, 0, 1, 0));
      secret = expanded(secret, 'traffic upd', secret.length);
      sequence = 0;
      return sealed;
    },
    // NewSessionTicket: a lifetime, an age to add, a nonce of two bytes, a ticket of one, no extensions.
    tickets: (count) =>
      record(
        CONTENT.handshake,
        Buffer.concat(
          Array.from({ length: count }, (_, index) =>
            Buffer.of(4, 0, 0, 16, 0, 0, 1, 0, 0, 0, 0, 0, 2, index >> 8, index & 0xff, 0, 1, 7, 0, 0),
          ),
        ),
      ),
  };
}

/** HKDF-Expand-Label with an empty context, for no more bytes than the hash has (RFC 8446, 7.1). */
function expanded(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.of(0, length, name.length), name, Buffer.of(0, 1)]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}
