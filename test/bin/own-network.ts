/** Networks of a process's own: none at all, or one whose only machine is a resolver. Linux has them, where it allows. */

import { execFileSync } from 'node:child_process';
import type { Folder } from '../support/laptop/command-line';

/** The reason stands in the name of a test that is skipped for it. */
export const NO_OWN_NETWORK = 'needs a network namespace: Linux, with the right to make one';

/** For `through` of the command line: no route leads anywhere, not even to a resolver. */
export const CUT_OFF: readonly string[] = ['unshare', '--map-root-user', '--net'];

/** For `through` of the command line: it has a route, but no IPv6, as on a machine where that is off. */
export const WITHOUT_IPV6: readonly string[] = [
  ...CUT_OFF,
  'sh',
  '-c',
  'sysctl -qw net.ipv6.conf.all.disable_ipv6=1 && ip link set lo up && ip route add default dev lo && exec "$0" "$@"',
];

/** Whether these can be had here. */
export function hasOwnNetworks(): boolean {
  try {
    const script = 'ip link set lo up && mount --bind /etc/hosts /etc/resolv.conf';
    execFileSync('unshare', ['--map-root-user', '--net', '--mount', 'sh', '-c', script], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * For `through` of the command line: a network whose resolver answers every question with `rcode` (RFC 1035, 4.1.1), or is
 * silent.
 */
export function withResolver(rcode: number | 'silent', folder: Folder): readonly string[] {
  const resolvConf = folder.write('resolv.conf', 'nameserver 127.0.0.1\n');
  const resolver = folder.write(`resolver-${rcode}.cjs`, RESOLVER);
  const script = 'ip link set lo up && mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const node = [process.execPath, resolver, String(rcode)];
  return ['unshare', '--map-root-user', '--net', '--mount', 'sh', '-c', script, resolvConf, ...node];
}

/**
 * For `through` of the command line: a network with a healthy service at port 80 of each name. The name server says of names that begin
 * with `hangs` that its answer is too long for UDP, and never answers over TCP (RFC 1035, 4.2.2); those that begin with `none` do not exist.
 */
export function withHangingNames(folder: Folder): readonly string[] {
  const resolvConf = folder.write('resolv.conf', 'nameserver 127.0.0.1\n');
  const server = folder.write('hanging-names.cjs', HANGING_NAMES);
  const script = 'ip link set lo up && mount --bind "$0" /etc/resolv.conf && exec "$@"';
  return ['unshare', '--map-root-user', '--net', '--mount', 'sh', '-c', script, resolvConf, process.execPath, server];
}

const HANGING_NAMES = `
const { createSocket } = require('node:dgram');
const { createServer } = require('node:http');
const [command, ...args] = process.argv.slice(2);
const server = createSocket('udp4');
server.on('message', (question, { port, address }) => {
  let end = 12;
  while (question[end] !== 0) end += question[end] + 1;
  const name = question.toString('latin1', 13, end);
  const hasAddress = !/^(hangs|none)/.test(name) && question.readUInt16BE(end + 1) === 1;
  const answer = Buffer.from(question.subarray(0, end + 5));
  answer.writeUInt16BE(name.startsWith('hangs') ? 0x8380 : name.startsWith('none') ? 0x8183 : 0x8180, 2);
  answer.writeUInt16BE(hasAddress ? 1 : 0, 6);
  answer.writeUInt16BE(0, 10);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  server.send(hasAddress ? Buffer.concat([answer, record]) : answer, port, address);
});
require('node:net').createServer(() => {}).listen(53, '127.0.0.1');
const http = createServer(({ headers }, response) =>
  response.end(JSON.stringify({ status: 'healthy', service: headers.host.split('.')[0], timestamp: new Date().toISOString(),
    environment: 'production', version: '1', uptime: 1, memory: { used: 1, total: 2 } })));
http.listen(80, '127.0.0.1', () => server.bind(53, '127.0.0.1', () => {
  const child = require('node:child_process').spawn(command, args, { stdio: 'inherit' });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + require('node:os').constants.signals[signal]));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}));
`;

/** Answers each question with itself and a response code; runs the command of its further arguments, and ends as that does. */
const RESOLVER = `
const [rcode, command, ...args] = process.argv.slice(2);
const server = require('node:dgram').createSocket('udp4');
server.on('message', (question, { port, address }) => {
  if (rcode === 'silent') return;
  let end = 12;
  while (question[end] !== 0) end += question[end] + 1;
  const answer = Buffer.from(question.subarray(0, end + 5));
  answer.writeUInt16BE(0x8180 | Number(rcode), 2);
  answer.writeUInt16BE(0, 10);
  server.send(answer, port, address);
});
server.bind(53, '127.0.0.1', () => {
  require('node:child_process').spawn(command, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
});
`;
