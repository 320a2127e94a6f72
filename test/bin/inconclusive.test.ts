/** A checker whose own network is gone, run as a user runs it: it accuses no service, and says what is wrong with itself. */

import { readFileSync } from 'node:fs';
import { type CommandResult, inOwnProcess, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { elements, parseXml } from '../support/laptop/well-formed-xml';
import { CUT_OFF, hasOwnNetworks, NO_OWN_NETWORK, WITHOUT_IPV6, withResolver } from './own-network';

const folder = temporaryFolder();
const ONCE = 'retry: { attempts: 1 }';

function configOf(name: string, hosts: readonly string[], lines: readonly string[] = [ONCE]): string {
  const services = hosts.map((host, index) => `  - { id: s${index}, baseUrl: "http://${host}" }`);
  return folder.write(`${name}.yaml`, [...lines, 'services:', ...services, ''].join('\n'));
}

const oneLine = ({ stdout }: CommandResult) => stdout.replace(/\s+/g, ' ');
const REASON =
  "problem: inconclusive: none of 3 services, on 3 hosts, could be checked, for reasons of the checker's own network; nothing is " +
  'concluded from this run';

// The broadcast address of the loopback, and two groups: Linux connects to none of them, and nothing leaves the machine.
(process.platform === 'linux' ? describe : describe.skip)('without a route to any service', () => {
  const UNROUTED = ['127.255.255.255', '224.0.0.1', '224.0.0.2'];
  let config: string;
  beforeAll(() => {
    config = configOf('unrouted', UNROUTED);
  });

  it('check says so once, and ends with 3', async () => {
    const ended = await statuswatch(['check', '--config', config]);
    expect(oneLine(ended)).toContain(' 0 of 3 healthy, 3 not checked · ');
    expect(oneLine(ended)).toContain(`${REASON} (s0: no route to the address (ENETUNREACH 127.255.255.255:80))`);
    expect(ended.stdout).not.toContain('✕');
    expect(ended.exitCode).toBe(3);
  });

  it('the JSON document and the JUnit report say so too', async () => {
    const file = folder.file('report.xml');
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, '--json', '--junit', file]);
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { total: 3, healthy: 0, unreachable: 0, notAsked: 3 },
      services: [],
      failures: [{ output: 'probe', service: null, message: expect.stringMatching(/^inconclusive: /) }],
    });
    const report = parseXml(readFileSync(file, 'utf8'));
    expect(elements(report, 'testsuite')[0]?.attributes).toMatchObject({ tests: '3', failures: '0', errors: '3' });
    expect(elements(report, 'error').map(({ attributes }) => attributes.type)).toEqual(Array(3).fill('inconclusive'));
    expect(exitCode).toBe(3);
  });

  it('a watch opens no incident', async () => {
    const state = folder.file('state');
    const ended = await statuswatch(['watch', '--once', '--config', config, '--state', state]);
    expect(oneLine(ended)).toContain(REASON);
    expect(oneLine(ended)).not.toContain('incident:');
    expect(ended.exitCode).toBe(3);
    expect(await statuswatch(['incidents', '--config', config, '--state', state])).toMatchObject({
      stdout: '  No incidents, open or past.\n',
    });
  });

  it('two hosts are enough', async () => {
    const two = configOf('two', [...UNROUTED.slice(0, 2), `${UNROUTED[1]}:8080`]);
    const ended = await statuswatch(['check', '--config', two]);
    expect(ended.stdout).toContain('problem: inconclusive: ');
    expect(ended.exitCode).toBe(3);
  });
});

const available = hasOwnNetworks();
(available ? it : it.skip)(
  `where IPv6 is off, a service of IPv6 alone is unreachable${available ? '' : `: ${NO_OWN_NETWORK}`}`,
  async () => {
    const one = configOf('ipv6', ['[2001:db8::1]']);
    const ended = await inOwnProcess(['check', '--config', one], { through: WITHOUT_IPV6 });
    expect(oneLine(ended)).toContain('└ no route to the address (EADDRNOTAVAIL 2001:db8::1:80)');
    expect(ended.exitCode).toBe(1);
  },
);

(available ? describe : describe.skip)(`a single host${available ? '' : `: ${NO_OWN_NETWORK}`}`, () => {
  const checkOne = (name: string, host: string, through: readonly string[]) =>
    inOwnProcess(['check', '--config', configOf(name, [host], [ONCE, 'timeout: 500ms'])], { through });

  it.concurrent.each([
    ['address', '192.0.2.7', 'it has no default route', 'no route to the address (ENETUNREACH 192.0.2.7:80)'],
    ['name', 'shop.internal', 'its resolver does not answer', 'name not resolved (getaddrinfo EAI_AGAIN'],
  ])('of a machine without any network is not accused: an %s', async (kind, host, cause, said) => {
    const ended = await checkOne(`one-${kind}`, host, CUT_OFF);
    expect(oneLine(ended)).toContain(`(${cause}); nothing is concluded from this run (s0: ${said}`);
    expect(ended.exitCode).toBe(3);
  });

  it.concurrent('that does not exist according to a resolver is unreachable', async () => {
    const ended = await checkOne('one-unknown', 'shop.internal', withResolver(3, folder));
    expect(oneLine(ended)).toContain(' 0 of 1 healthy, 1 down · ');
    expect(ended.exitCode).toBe(1);
  });

  it.concurrent('that a resolver answers without an address is unreachable', async () => {
    const ended = await checkOne('one-failed', 'shop.internal', withResolver(2, folder));
    expect(oneLine(ended)).toContain(' 0 of 1 healthy, 1 down · ');
    expect(ended.exitCode).toBe(1);
  });
});

(available ? describe : describe.skip)(`names${available ? '' : `: ${NO_OWN_NETWORK}`}`, () => {
  const NAMES = ['shop.internal', 'mail.internal', 'cart.internal'];
  const check = (through: readonly string[], lines?: readonly string[]) =>
    inOwnProcess(['check', '--config', configOf(lines ? 'impatient' : 'names', NAMES, lines)], { through });

  it.concurrent('are not a service failure if no resolver can be reached', async () => {
    const ended = await check(CUT_OFF);
    expect(oneLine(ended)).toMatch(/problem: inconclusive: .*s0: .*EAI_AGAIN shop\.internal/);
    expect(ended.exitCode).toBe(3);
  });

  it.concurrent('are not a service failure if no resolver answers in time', async () => {
    const ended = await check(withResolver('silent', folder), [ONCE, 'timeout: 500ms']);
    expect(oneLine(ended)).toMatch(/problem: inconclusive: .*s0: no connection within 500 ms/);
    // Before Node 22.15 a process with a lookup under way can only end by a signal.
    expect(ended.exitCode).toBe('execve' in process ? 3 : 1);
  });

  it.concurrent.each([
    ['there are none', 3, 'getaddrinfo ENOTFOUND shop.internal'],
    ['it has failed', 2, 'getaddrinfo EAI_AGAIN shop.internal, a resolver answered ESERVFAIL'],
  ])('are service failures if a resolver says that %s', async (_, rcode, said) => {
    const ended = await check(withResolver(rcode, folder));
    expect(oneLine(ended)).toContain(' 0 of 3 healthy, 3 down · ');
    expect(oneLine(ended)).toContain(`└ name not resolved (${said})`);
    expect(ended.exitCode).toBe(1);
  });
});
