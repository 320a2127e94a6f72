/** What the probe sends: one GET with the headers of the config, over a connection of its own. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import type { Service } from '../../../../lambda/core/config/config';
import { probeRequestFor } from '../../../../lambda/core/probe/probe-request';
import { version } from '../../../../package.json';
import { understood } from '../../../support/core/parsed';
import { ask, reportText, SERVICE } from '../../../support/http/asking';
import { type RunningServer, startAnswering, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const REPORT = reportText();
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: ${REPORT.length}\r\n\r\n${REPORT}`;

/** Remembers the head of each request, and leaves the connections open. */
async function startListening(): Promise<{ readonly server: RunningServer; readonly heads: readonly string[] }> {
  const heads: string[] = [];
  const server = await using(
    startAnswering((socket, head) => {
      heads.push(head);
      socket.write(ANSWER);
    }),
  );
  return { server, heads };
}

/** The service of a config that says of it what `keys` say. */
function serviceAt(baseUrl: string, keys: Readonly<Record<string, unknown>> = {}): Service {
  const text = JSON.stringify({ services: [{ id: SERVICE, baseUrl, ...keys }] });
  const { config } = understood('', { text, environment: { TOKEN: 'abcd' }, readCa: () => 'PEM' });
  return config.services[0] as Service;
}

/** The lines that a probe of the service sends, less those that Node adds for the connection. */
async function linesSent(keys: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { server, heads } = await startListening();
  await httpProbe(probeRequestFor(serviceAt(server.url(), keys)));
  expect(heads).toHaveLength(1);
  const lines = (heads[0] as string).split('\r\n');
  expect(lines).toContain(`Host: 127.0.0.1:${server.port}`);
  expect(lines.slice(-2)).toEqual(['', '']);
  return lines.slice(0, -2).filter((line) => !/^(host|connection):/i.test(line));
}

const OWN = [`User-Agent: statuswatch/${version}`, 'Accept: application/json', 'Cache-Control: no-cache'];

const SENT: readonly (readonly [name: string, keys: Readonly<Record<string, unknown>>, headers: readonly string[]])[] =
  [
    ['no header configured', {}, OWN],
    ['an origin', { origin: 'https://shop.example' }, [...OWN, 'Origin: https://shop.example']],
    [
      'headers of the service',
      {
        headers: {
          'X-Tenant': 'a b',
          Authorization: 'Bearer ${TOKEN}',
        },
      },
      [...OWN, 'X-Tenant: a b', 'Authorization: Bearer abcd'],
    ],
    [
      'headers that win over the own ones, whatever their case',
      {
        origin: 'https://shop.example',
        headers: { 'user-agent': 'me', ACCEPT: '*/*', oRigin: 'https://other.example' },
      },
      ['user-agent: me', 'ACCEPT: */*', 'Cache-Control: no-cache', 'oRigin: https://other.example'],
    ],
  ];

/** Sources of what each contract accepts: `probe-request.ts`. */
const ACCEPTED = [
  ['own', 'application/json'],
  ['common', 'application/json, application/health+json'],
  ['text', 'text/plain, */*;q=0.5'],
  ['http', '*/*'],
] as const;

describe('a request', () => {
  it('without settings is byte for byte that of our own contract', async () => {
    const { server, heads } = await startListening();
    await httpProbe(probeRequestFor(serviceAt(server.url())));
    expect(heads).toEqual([
      [
        'GET /status HTTP/1.1',
        `User-Agent: statuswatch/${version}`,
        'Accept: application/json',
        'Cache-Control: no-cache',
        `Host: 127.0.0.1:${server.port}`,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    ]);
  });

  it.each(ACCEPTED)('of the contract %s accepts %s', async (contract, accept) => {
    const [first, ...rest] = await linesSent({ contract });
    expect(first).toBe('GET /status HTTP/1.1');
    expect(rest).toEqual([`User-Agent: statuswatch/${version}`, `Accept: ${accept}`, 'Cache-Control: no-cache']);
    expect(await linesSent({ contract, headers: { accept: 'a/b' } })).toContain('accept: a/b');
  });

  it.each(['/healthz', '/', '/a/b/?fresh=1&x=%2F', '//x?y', '/%C3%BC?q=a;b'])('asks at the path %s', async (path) => {
    expect((await linesSent({ path }))[0]).toBe(`GET ${path} HTTP/1.1`);
  });

  it.each(SENT)('with %s sends exactly these headers', async (_name, keys, headers) => {
    const [first, ...rest] = await linesSent(keys);
    expect(first).toBe('GET /status HTTP/1.1');
    expect([...rest].sort()).toEqual([...headers].sort());
  });

  it('keeps the path of the base URL', async () => {
    const { server, heads } = await startListening();
    await httpProbe(probeRequestFor(serviceAt(`${server.url()}/api/v1`)));
    expect(heads[0]).toMatch(/^GET \/api\/v1\/status HTTP\/1\.1\r\n/);
  });

  it('has the limits and the authority of its service', () => {
    const request = probeRequestFor(
      serviceAt('https://a.example', { timeout: '1234ms', maxBodyBytes: 4_321, tls: { caFile: 'ca.pem' } }),
    );
    expect(request).toMatchObject({
      url: 'https://a.example/status',
      timeoutMs: 1_234,
      maxBodyBytes: 4_321,
      ca: 'PEM',
    });
  });

  it('uses a new connection each time, although the server offers to keep the last one', async () => {
    const { server, heads } = await startListening();
    const request = probeRequestFor(serviceAt(server.url()));
    for (let probe = 0; probe < 3; probe++) await httpProbe(request);
    expect(heads).toHaveLength(3);
    expect(server.connections).toHaveLength(3);
  });

  it('that Node refuses to send says nothing about the service', async () => {
    const { server, heads } = await startListening();
    await expect(ask(server.url(), { headers: { 'X-A': 'a\r\nX-B: c' } })).rejects.toThrow('X-A');
    expect(heads).toHaveLength(0);
  });
});
