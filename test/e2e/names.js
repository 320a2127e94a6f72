/**
 * Loaded before a program, it answers as a name server would that knows the sample services, by names that a deployment takes, and nobody
 * else: so no command of a test asks anybody outside.
 */

const dns = require('node:dns');
const { isIP } = require('node:net');

const { lookup } = dns;
dns.lookup = (name, ...rest) => {
  if (/\.samples\.internal$/.test(name)) return lookup('127.0.0.1', ...rest);
  if (name === 'localhost' || isIP(name)) return lookup(name, ...rest);
  const error = new Error(`getaddrinfo ENOTFOUND ${name}`);
  process.nextTick(rest.at(-1), Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name }));
};
