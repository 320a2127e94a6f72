/** TLS over a connection with limits: TLS itself would take whatever a server sends, however much work that is. */

import { Agent } from 'node:https';
import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** A server that wants a client certificate asks for a second handshake; without a limit such handshakes would take the CPU. */
const MAX_HANDSHAKES = 3;
/**
 * The most bytes that a server may send in a handshake. Verifying a chain of certificates in the 100 kB that OpenSSL takes costs up to
 * a second of CPU; the longest honest chains have 10 kB.
 */
const MAX_HANDSHAKE_BYTES = 24 * 1_024;

/** The codes of the errors that end a connection at a limit. */
export const HANDSHAKE_LIMIT = 'ERR_TLS_HANDSHAKE_LIMIT';
export const EMPTY_RECORDS = 'ERR_TLS_EMPTY_RECORDS';

/** An option of an HTTPS request by `tlsAgent`. */
export interface BelowTls {
  /** Called with the TCP connection before it is made: the TLS socket does not pass on its events. */
  readonly onTcp?: (tcp: Socket) => void;
}

/** Keeps neither connections nor TLS sessions: each request makes a new one, as a visitor would. */
export const tlsAgent = new Agent({ keepAlive: false });

tlsAgent.createConnection = (options) => {
  const { onTcp, ...rest } = options as TcpNetConnectOpts & ConnectionOptions & BelowTls;
  const { host, port, lookup, autoSelectFamilyAttemptTimeout } = rest;
  const tcp = connectTcp({ host, port, lookup, autoSelectFamilyAttemptTimeout } as TcpNetConnectOpts);
  onTcp?.(tcp);
  const stream = streamOver(tcp);
  const secure = connectTls({ ...rest, socket: stream });
  const end = (code: string, message: string) => void secure.destroy(Object.assign(new Error(message), { code }));
  let handshakes = 0;
  secure.on('secureConnect', () => {
    handshakes++;
    if (handshakes > MAX_HANDSHAKES) end(HANDSHAKE_LIMIT, 'renegotiations without end');
  });
  tcp.on('data', (bytes) => {
    if (handshakes === 0 && tcp.bytesRead > MAX_HANDSHAKE_BYTES)
      return end(HANDSHAKE_LIMIT, `${MAX_HANDSHAKE_BYTES} bytes, and a handshake without end`);
    if (!stream.push(bytes)) tcp.pause();
    // Records of one byte, new keys and session tickets cost work and contain no data.
    if (tcp.bytesRead > 2 * (MAX_HANDSHAKE_BYTES + secure.bytesRead))
      end(EMPTY_RECORDS, `${tcp.bytesRead} bytes of TLS that hold ${secure.bytesRead}`);
  });
  return secure;
};

/** A stream of the bytes that are written to `tcp`; its owner pushes the bytes that `tcp` receives into it. */
function streamOver(tcp: Socket): Duplex {
  const stream = new Duplex({
    read: () => void tcp.resume(),
    write: (bytes, _, done) => void tcp.write(bytes, done),
    final: (done) => void tcp.end(done),
    destroy: (error, done) => {
      tcp.destroy();
      done(error);
    },
  });
  tcp.once('end', () => stream.push(null));
  tcp.once('error', (error) => stream.destroy(error));
  tcp.once('close', () => stream.destroy());
  return stream;
}
