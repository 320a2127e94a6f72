/** Tokens of services on loopback: shared, cached until shortly before they expire, fetched again once, and what token servers answer instead. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../../../lambda/core/auth/authorizer';
import type { OAuth2Auth } from '../../../../lambda/core/config/auth';
import type { Service } from '../../../../lambda/core/config/config';
import type { Authorizer } from '../../../../lambda/core/probe/authorization';
import { type Check, type CheckResult, hasVerdict } from '../../../../lambda/core/probe/check-result';
import { type CheckPorts, checkService } from '../../../../lambda/core/probe/check-service';
import { responseMs } from '../../../../lambda/core/probe/own-figures';
import { configOf } from '../../../support/core/runs';
import { reportText } from '../../../support/http/asking';
import { makeCertificates } from '../../../support/http/certificates';
import {
  closedPort,
  startAnswering,
  startHttp,
  startHttps,
  startTcp,
  stopAfterEach,
} from '../../../support/http/servers';

const stopLater = stopAfterEach();
const SECRET = 'hunter2-s3cret';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A token server that answers its requests in this order, the last answer for ever, and what it was asked. */
async function tokenServer(...answers: readonly Answer[]) {
  const asked: { readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const answer = answers[Math.min(asked.length, answers.length - 1)];
        asked.push({ authorization: request.headers.authorization, body });
        answer?.(request, response, body);
      });
    }),
  );
  return { tokenUrl: `${server.url()}/token`, asked, port: server.port, server };
}

const json =
  (status: number, value: unknown): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const token = (value: string, fields: object = {}) =>
  json(200, { access_token: value, token_type: 'Bearer', expires_in: 3_600, ...fields });
const refusal = json(401, { error: 'invalid_client', error_description: SECRET });

/** A service that takes these tokens, and what it was sent. */
async function guarded(...tokens: readonly string[]) {
  const sent: (string | undefined)[] = [];
  const valid = new Set(tokens);
  const server = await stopLater(
    startHttp((request, response) => {
      const { authorization = '' } = request.headers;
      sent.push(authorization);
      const isLetIn = valid.has(authorization.replace(/^Bearer /, ''));
      response.writeHead(isLetIn ? 200 : 401).end(isLetIn ? reportText() : JSON.stringify({ error: authorization }));
    }),
  );
  return { baseUrl: server.url(), sent, valid };
}

const hidden = (value: string) => ({ kind: 'hidden', value, text: '${X}', secrets: [value] }) as const;

function serviceOf(baseUrl: string, auth: Partial<OAuth2Auth>, rest: Partial<Service> = {}): Service {
  const [service] = configOf({ 'user-service': baseUrl }, ['retry: { attempts: 1 }']).services as [Service];
  const client = { clientId: hidden('client-id'), clientSecret: hidden(SECRET), scope: null, audience: null };
  return { ...service, timeoutMs: 20_000, auth: { kind: 'oauth2', tokenUrl: '', ...client, ...auth }, ...rest };
}

/** A checker of services whose clock can be set forward, as if it had slept. */
function checker(ports: Partial<CheckPorts> = {}) {
  let passed = 0;
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + passed,
    elapsed: () => systemClock.elapsed() + passed,
  };
  const authorizer: Authorizer = createAuthorizer({
    probe: httpProbe,
    clock,
    loadSigner: () => Promise.reject(new Error('nothing is signed')),
  });
  const all = { probe: httpProbe, clock, authorizer, gate: pLimit(50), ...ports };
  return {
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
    check: (service: Service, signal?: AbortSignal) => checkService(service, all, signal),
  };
}

function verdictOf(check: Check): CheckResult {
  if (!hasVerdict(check)) throw new Error(check.failure.message);
  return check;
}

const wordsOf = (check: Check) => {
  const { kind, reason, message } = verdictOf(check);
  return `${kind} ${reason}: ${message}`;
};

describe('a token', () => {
  it('is asked for once by all services with the same client, and kept', async () => {
    const server = await tokenServer(token('one'), token('two'));
    const service = await guarded('one');
    const { check } = checker();
    const alike = serviceOf(service.baseUrl, server);
    for (let round = 0; round < 2; round++) {
      const checks = await Promise.all(Array.from({ length: 20 }, (_, n) => check({ ...alike, id: `s${n}` })));
      expect(new Set(checks.map((found) => found.kind))).toEqual(new Set(['healthy']));
    }
    expect(server.asked).toHaveLength(1);
    expect(new Set(service.sent)).toEqual(new Set(['Bearer one']));
  });

  it.each<[string, Partial<OAuth2Auth>]>([
    ['scope', { scope: 'other' }],
    ['audience', { audience: 'other' }],
    ['id', { clientId: hidden('other-id') }],
    ['secret', { clientSecret: hidden('other-secret') }],
  ])('is another for a client with another %s', async (_, other) => {
    const server = await tokenServer(token('one'), token('two'));
    const service = await guarded('one', 'two');
    const { check } = checker();
    await check(serviceOf(service.baseUrl, server));
    await check(serviceOf(service.baseUrl, { ...server, ...other }));
    expect(service.sent).toEqual(['Bearer one', 'Bearer two']);
  });

  it.each([
    ['an hour', { expires_in: 3_600 }, 3_565_000, 3_575_000],
    ['forty seconds', { expires_in: 40 }, 15_000, 21_000],
    ['a time that the server does not say', { expires_in: undefined }, 295_000, 301_000],
    ['no time at all', { expires_in: 0 }, null, 0],
  ])('is used until shortly before its end if it is valid for %s', async (_, fields, keptMs, goneMs) => {
    const server = await tokenServer(token('one', fields), token('two'));
    const service = await guarded('one', 'two');
    const { check, pass } = checker();
    const asked = serviceOf(service.baseUrl, server);
    await check(asked);
    if (keptMs !== null) {
      pass(keptMs);
      await check(asked);
      expect(server.asked).toHaveLength(1);
    }
    pass(goneMs - (keptMs ?? 0));
    await check(asked);
    expect(server.asked).toHaveLength(2);
    expect(service.sent.at(-1)).toBe('Bearer two');
  });

  it('does not count towards the response time: the wait for it has its own time', async () => {
    const server = await tokenServer((request, response, body) =>
      setTimeout(() => token('one')(request, response, body), 400),
    );
    const service = await guarded('one');
    const { check } = checker();
    const begunAt = performance.now();
    const first = verdictOf(await check(serviceOf(service.baseUrl, server)));
    const wholeMs = performance.now() - begunAt;
    expect(first.timings.tokenMs).toBeGreaterThanOrEqual(390);
    // Each is rounded to a hundredth.
    expect((first.timings.tokenMs ?? 0) + (responseMs(first) ?? 0)).toBeLessThanOrEqual(wholeMs + 0.02);
    expect(verdictOf(await check(serviceOf(service.baseUrl, server))).timings).not.toHaveProperty('tokenMs');
  });

  it('is hidden if a service repeats it', async () => {
    const server = await tokenServer(token('t0ken-of-the-checker'));
    const service = await guarded();
    const found = verdictOf(await checker().check(serviceOf(service.baseUrl, server)));
    expect(found.message).toBe('HTTP 401 where 200 was expected: Bearer ***');
  });

  it('is verified with the authorities of the service', async () => {
    const { ca, valid } = await makeCertificates();
    const server = await stopLater(startHttps(valid, (request, response) => token('one')(request, response, '')));
    const service = await guarded('one');
    const auth = { tokenUrl: server.url() };
    const trusting = serviceOf(service.baseUrl, auth, { tls: { caFile: 'ca.pem', ca, client: null } });
    expect(wordsOf(await checker().check(trusting))).toMatch(/^healthy/);
    expect(wordsOf(await checker().check(serviceOf(service.baseUrl, auth)))).toMatch(
      /^unreachable token_unreachable: no token from the token server \(127\.0\.0\.1:\d+: TLS certificate not trusted, /,
    );
  });
});

describe('a token that a service refuses', () => {
  it('is fetched again once for all services that share it, and used in another request', async () => {
    const server = await tokenServer(token('one'), token('two'), token('three'));
    const service = await guarded('one', 'two');
    const { check } = checker();
    const alike = serviceOf(service.baseUrl, server);
    await check(alike);
    service.valid.delete('one');
    const checks = await Promise.all(Array.from({ length: 10 }, (_, n) => check({ ...alike, id: `s${n}` })));
    expect(new Set(checks.map(({ kind }) => kind))).toEqual(new Set(['healthy']));
    expect(server.asked).toHaveLength(2);
  });

  it('is fetched again whenever its service accepted the previous one, however soon', async () => {
    const server = await tokenServer(token('one'), token('two'), token('three'));
    const service = await guarded('one', 'two', 'three');
    const { check } = checker();
    const asked = serviceOf(service.baseUrl, server);
    for (const name of ['one', 'two', 'three']) {
      expect(wordsOf(await check(asked))).toMatch(/^healthy/);
      service.valid.delete(name);
    }
    expect(server.asked).toHaveLength(3);
  });

  it('is not fetched a third time, nor again in the next minutes: then it is not the reason', async () => {
    const server = await tokenServer(token('one'), token('two'), token('three'), token('four'));
    const service = await guarded();
    const { check, pass } = checker();
    const asked = serviceOf(service.baseUrl, server, { retry: { attempts: 2, backoffMs: 1 } });
    expect(wordsOf(await check(asked))).toMatch(/^invalid http_401/);
    expect(service.sent).toEqual(['Bearer one', 'Bearer two', 'Bearer two']);
    await check(asked);
    expect(server.asked).toHaveLength(2);
    pass(5 * 60_000);
    await check(asked);
    expect(server.asked).toHaveLength(3);
  });

  it('is kept after a 403: it is valid, and not for this (RFC 6750, 3.1)', async () => {
    const server = await tokenServer(token('one'), token('two'));
    const forbidding = await stopLater(startHttp((_, response) => void response.writeHead(403).end()));
    expect(wordsOf(await checker().check(serviceOf(forbidding.url(), server)))).toMatch(/^invalid http_403/);
    expect(server.asked).toHaveLength(1);
  });

  it('is fetched with a secret that has changed in the meantime, in one repetition', async () => {
    const server = await tokenServer(token('one'), token('two'));
    const service = await guarded('two');
    const auth = { tokenUrl: server.tokenUrl, clientSecret: hidden('new-secret') };
    const { check } = checker({ renewSecrets: async () => serviceOf(service.baseUrl, auth) });
    expect(wordsOf(await check(serviceOf(service.baseUrl, server)))).toMatch(/^healthy/);
    expect(service.sent).toEqual(['Bearer one', 'Bearer two']);
    const [first, second] = server.asked.map(({ authorization }) => atob(String(authorization).slice(6)));
    expect([first, second]).toEqual([`client-id:${SECRET}`, 'client-id:new-secret']);
  });
});

describe('a token server that refuses the client', () => {
  it('is asked in both styles, once, and named with its code alone', async () => {
    const server = await tokenServer(refusal);
    const { check } = checker();
    const service = serviceOf('http://127.0.0.1:9', server);
    const words = `unreachable token_refused: token server gave no token (127.0.0.1:${server.port} answered 401: invalid_client)`;
    expect(wordsOf(await check(service))).toBe(words);
    expect(
      server.asked.map(({ authorization, body }) => [authorization !== undefined, body.includes('secret')]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
    // Whoever counts wrong secrets counts one for each attempt from then on.
    expect(wordsOf(await check(service))).toBe(words);
    expect(server.asked).toHaveLength(3);
  });

  it('only for its style gets the other from then on', async () => {
    const server = await tokenServer((request, response, body) =>
      (body.includes(`client_secret=${SECRET}`) ? token('one', { expires_in: 0 }) : refusal)(request, response, body),
    );
    const service = await guarded('one');
    const { check } = checker();
    for (let round = 0; round < 2; round++)
      expect(wordsOf(await check(serviceOf(service.baseUrl, server)))).toMatch(/^healthy/);
    expect(server.asked).toHaveLength(3);
  });

  it('for a reason of another kind is asked in one style', async () => {
    const server = await tokenServer(json(400, { error: 'invalid_scope' }));
    expect(wordsOf(await checker().check(serviceOf('http://127.0.0.1:9', server)))).toContain(
      'answered 400: invalid_scope',
    );
    expect(server.asked).toHaveLength(1);
  });

  it('is asked with a secret that has changed, before anybody is notified', async () => {
    const service = await guarded('one');
    const server = await tokenServer((request, response, body) => {
      const isNew = atob(String(request.headers.authorization).slice(6)).endsWith(':new-secret');
      (isNew ? token('one') : refusal)(request, response, body);
    });
    const auth = { tokenUrl: server.tokenUrl, clientSecret: hidden('new-secret') };
    const { check } = checker({ renewSecrets: async () => serviceOf(service.baseUrl, auth) });
    expect(wordsOf(await check(serviceOf(service.baseUrl, server)))).toMatch(/^healthy/);
  });
});

describe('a token server', () => {
  const failing = async (tokenUrl: string, rest: Partial<Service> = {}) =>
    verdictOf(await checker().check(serviceOf('http://127.0.0.1:9', { tokenUrl }, rest)));

  it('gives no token if it redirects, and its answer is not shown', async () => {
    const { tokenUrl, asked, port } = await tokenServer(
      (_, response) => void response.writeHead(302, { location: `/login?secret=${SECRET}` }).end(),
    );
    const found = await failing(tokenUrl);
    expect(found).toMatchObject({ kind: 'unreachable', reason: 'token_refused', httpStatus: null, report: null });
    expect(found.message).toContain(`(127.0.0.1:${port} answered 302, a redirect, which is not followed`);
    expect(JSON.stringify(found)).not.toMatch(/"message":"[^"]*hunter2/);
    expect(asked).toHaveLength(1);
  });

  it('is unreachable if it fails, or with a closed port, garbage, or a connection that ends', async () => {
    const broken = await tokenServer(json(503, { error: SECRET }));
    const garbage = await stopLater(startAnswering((socket) => socket.end('hello\r\n\r\n')));
    const ending = await stopLater(startTcp((socket) => socket.destroy()));
    const port = await closedPort();
    const servers = [
      broken.tokenUrl,
      garbage.url(),
      ending.url(),
      `http://127.0.0.1:${port}`,
      'http://no-such.invalid',
    ];
    const found = await Promise.all(servers.map((tokenUrl) => failing(tokenUrl)));
    expect(found.map(({ reason }) => reason)).toEqual(Array(servers.length).fill('token_unreachable'));
    expect(found.map(({ message }) => message.replace(/:\d+/g, ':PORT'))).toEqual([
      'no token from the token server (127.0.0.1:PORT answered 503)',
      expect.stringMatching(/\(127\.0\.0\.1:PORT: answer is not HTTP, /),
      expect.stringMatching(/\(127\.0\.0\.1:PORT: connection closed before an answer, /),
      'no token from the token server (127.0.0.1:PORT: connection refused, ECONNREFUSED 127.0.0.1:PORT)',
      expect.stringMatching(/\(no-such\.invalid: name not resolved, /),
    ]);
    // What shares it shares its address: a clue.
    expect(found.map(({ remoteAddress }) => remoteAddress)).toEqual([...Array(4).fill('127.0.0.1'), undefined]);
    expect(found[3]?.errorCode).toBe('ECONNREFUSED');
  });

  it("is given up after the service's time limit if it hangs, and the service is not checked", async () => {
    const silent = await stopLater(startTcp(() => {}));
    const found = await failing(silent.url(), { timeoutMs: 300 });
    expect(found.message).toBe(`no token from the token server (127.0.0.1:${silent.port}: no answer within 300 ms)`);
    expect(found.timings).toMatchObject({ totalMs: 0, firstByteMs: null });
    expect(found.timings.tokenMs).toBeGreaterThanOrEqual(290);
    expect(responseMs(found)).toBeNull();
  });

  it('is waited for by each service up to its own limit if it is slow', async () => {
    const server = await tokenServer(
      () => {},
      (request, response, body) => void setTimeout(() => token('one')(request, response, body), 300),
    );
    const service = await guarded('one');
    const { check } = checker();
    const withLimit = (timeoutMs: number) =>
      check(serviceOf(service.baseUrl, server, { id: `s${timeoutMs}`, timeoutMs }));
    // The first begins the request; the second gives up before it; the third asks again once it is over.
    const [first, second, third] = await Promise.all([withLimit(500), withLimit(200), withLimit(20_000)]);
    expect(wordsOf(first)).toContain('token_unreachable');
    expect(wordsOf(second)).toContain('no answer within 200 ms');
    expect(wordsOf(third)).toMatch(/^healthy/);
    expect(server.asked).toHaveLength(2);
  });

  it('is left at once when the run is interrupted', async () => {
    const silent = await stopLater(startTcp(() => {}));
    const interrupted = new AbortController();
    const checking = checker().check(
      serviceOf('http://127.0.0.1:9', { tokenUrl: silent.url() }, { timeoutMs: 60_000 }),
      interrupted.signal,
    );
    setTimeout(() => interrupted.abort(), 100);
    expect(wordsOf(await checking)).toContain('token_unreachable');
  });
});

describe('a service', () => {
  it("is not asked without the client's secret, and the fault names its key", async () => {
    const secret = { kind: 'secret', secret: 'client', key: null } as const;
    const check = await checker().check(serviceOf('http://127.0.0.1:9', { clientSecret: secret }));
    expect(check).toMatchObject({
      kind: null,
      failure: { message: 'it could not be checked: the secret of auth.oauth2.clientSecret could not be read' },
    });
  });

  it('is not checked if the checker has no way to get a token', async () => {
    const check = await checker({ authorizer: undefined }).check(serviceOf('http://127.0.0.1:9', {}));
    expect(check).toMatchObject({ kind: null, failure: { message: expect.stringContaining('auth.oauth2') } });
  });
});
