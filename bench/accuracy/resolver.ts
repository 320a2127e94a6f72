/** A resolver on loopback whose names fail on demand, and programs that ask it instead of the machine's. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { runProgram, startProgram, writeTemporary } from '../workplace';

/** What a name is answered with: response codes of RFC 1035, 4.1.1, or silence. */
export type DnsFault = 'NXDOMAIN' | 'SERVFAIL' | 'silence';
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;
const TYPE_A = 1;
const HEADER_BYTES = 12;

export interface FailingResolver {
  /** Names that fail, and how; all others are this machine. */
  readonly faults: Map<string, DnsFault>;
  /** Starts a program whose names are resolved here. */
  start(command: string, args: readonly string[]): Promise<{ end(): void }>;
  end(): void;
}

/** `null` if the user may not replace `/etc/resolv.conf` for a program, or if port 53 is taken. */
export async function failingResolver(): Promise<FailingResolver | null> {
  const file = writeTemporary('resolv.conf', 'nameserver 127.0.0.1\n');
  const inNamespace = ['--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
  const faults = new Map<string, DnsFault>();
  const socket = createSocket('udp4');
  try {
    await runProgram('unshare', [...inNamespace, 'true']);
    socket.bind(53, '127.0.0.1');
    await once(socket, 'listening');
  } catch {
    socket.close();
    return null;
  }
  socket.on('message', (question, { port, address }) => {
    const fault = faults.get(nameOf(question));
    if (fault !== 'silence') socket.send(answerTo(question, fault), port, address);
  });
  return {
    faults,
    start: (command, args) => startProgram('unshare', [...inNamespace, command, ...args]),
    end: () => socket.close(),
  };
}

/** The name of the only question, in lower case. */
function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; (question[at] ?? 0) > 0; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

/** The question with a response code, and with the address 127.0.0.1 if it asks for one of IPv4 (RFC 1035, 4.1.3). */
function answerTo(question: Buffer, fault: Exclude<DnsFault, 'silence'> | undefined): Buffer {
  const end = HEADER_BYTES + nameOf(question).length + 2;
  const hasAddress = fault === undefined && question.readUInt16BE(end) === TYPE_A;
  const answer = Buffer.from(question.subarray(0, end + 4));
  answer.writeUInt16BE(0x8180 | (fault === undefined ? 0 : RCODES[fault]), 2);
  answer.writeUInt16BE(hasAddress ? 1 : 0, 6);
  answer.writeUInt16BE(0, 8);
  answer.writeUInt16BE(0, 10);
  if (!hasAddress) return answer;
  return Buffer.concat([answer, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])]);
}
