/** TLS over a connection that can be watched and stopped: TLS itself would take whatever a server sends, however much work that is. */

import { Agent } from 'node:https';
import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** A server that wants a client certificate asks for a second handshake; without a limit such handshakes would take the CPU. */
export const MAX_HANDSHAKES = 3;
/**
 * The most that a server may send in a handshake. Verifying what a chain of certificates has room for costs up to a second of CPU
 * in the 100 kB that OpenSSL takes; the longest honest chains have 10 kB.
 */
export const MAX_HANDSHAKE_BYTES = 24 * 1_024;

/** Whether a server has sent far more than what it says, `heldBytes`: records of one byte, new keys and session tickets cost work and hold nothing. */
export function isEmptyTls({ bytesRead }: Pick<Socket, 'bytesRead'>, heldBytes: number): boolean {
  return bytesRead > 2 * (MAX_HANDSHAKE_BYTES + heldBytes);
}

/** What an HTTPS request says besides to `tlsAgent`. */
export interface BelowTls {
  readonly onTcp: (tcp: Socket) => void;
  /** Gets each piece that the server sends, before TLS does: that gets it by `pass`, and is done with it when `pass` returns. */
  readonly onPiece: (tcp: Socket, pass: () => void) => void;
}

/** Keeps neither connections nor TLS sessions: every request makes its own, as a visitor would. */
export const tlsAgent = new Agent({ keepAlive: false });

tlsAgent.createConnection = (options) => {
  const { onTcp, onPiece, ...rest } = options as TcpNetConnectOpts & ConnectionOptions & BelowTls;
  const { host, port, autoSelectFamilyAttemptTimeout } = rest;
  const tcp = connectTcp({ host, port, autoSelectFamilyAttemptTimeout } as TcpNetConnectOpts);
  onTcp(tcp);
  return connectTls({ ...rest, socket: passingOn(tcp, onPiece) });
};

function passingOn(tcp: Socket, onPiece: BelowTls['onPiece']): Duplex {
  const stream = new Duplex({
    read: () => void tcp.resume(),
    write: (bytes, _, done) => void tcp.write(bytes, done),
    final: (done) => void tcp.end(done),
    destroy: (error, done) => {
      tcp.destroy();
      done(error);
    },
  });
  tcp.on('data', (bytes) =>
    onPiece(tcp, () => {
      if (!stream.push(bytes)) tcp.pause();
    }),
  );
  tcp.once('end', () => stream.push(null));
  tcp.once('error', (error) => stream.destroy(error));
  tcp.once('close', () => stream.destroy());
  return stream;
}
