/** TLS over a connection that can be watched and stopped: TLS itself would take whatever a server sends, however much work that is. */

import { Agent } from 'node:https';
import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

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
