/** How addresses are asked to find their services: gently, and no longer than it takes to know. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { discover } from '../../../local/init/discover';
import { USUAL_PATHS } from '../../../local/init/places';
import { readOptions } from '../../../local/init/read-options';
import { reportText } from '../../support/http/asking';
import { closedPort, startHttp, stopAfterEach } from '../../support/http/servers';

const stopLater = stopAfterEach();

type Answers = Readonly<Record<string, readonly [httpStatus: number, body: unknown, headers?: Record<string, string>]>>;

/** A server that knows some paths, and answers all others with `other`; and the paths that it was asked for. */
async function serving(answers: Answers, other: RequestListener = (_, response) => response.writeHead(404).end()) {
  const asked: string[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      asked.push(String(request.url));
      const known = answers[String(request.url)];
      if (known === undefined) return other(request, response);
      const [httpStatus, body, headers] = known;
      response.writeHead(httpStatus, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    }),
  );
  return { url: server.url(), asked };
}

async function found(address: string, timeoutMs = 20_000) {
  const { draft } = readOptions({}, [address], 'shop');
  const services = draft.services.map((service) => ({ ...service, timeoutMs }));
  const [discovery] = await discover({ ...draft, services }, new AbortController().signal, () => {});
  if (discovery === undefined) throw new Error('nothing was discovered');
  const { place, form, origin, problem, isUnknown } = discovery;
  return { baseUrl: place.baseUrl, path: place.path, contract: form?.contract ?? 'own', origin, problem, isUnknown };
}

it('asks a service that keeps our contract once', async () => {
  const { url, asked } = await serving({ '/status': [200, reportText()] });
  expect(await found(url)).toMatchObject({ path: '/status', contract: 'own', problem: null, isUnknown: false });
  expect(asked).toEqual(['/status']);
});

it('asks one path after the other until an answer is known', async () => {
  const { url, asked } = await serving({ '/actuator/health': [200, { status: 'UP' }], '/up': [200, 'OK'] });
  expect(await found(url)).toMatchObject({ path: '/actuator/health', contract: 'common' });
  expect(asked).toEqual(['/status', '/health', '/healthz', '/actuator/health']);
});

it('knows a failing service by what it says', async () => {
  const { url } = await serving({ '/health': [503, { status: 'DOWN' }] });
  const problem = 'reports itself unhealthy ("DOWN", HTTP 503)';
  expect(await found(url)).toMatchObject({ path: '/health', contract: 'common', problem });
});

it('follows a redirect to the same path with a slash, and no other', async () => {
  const login = { location: 'https://login.internal/' };
  const { url, asked } = await serving({
    '/status': [302, '', login],
    '/health': [301, '', { location: '/health/' }],
    '/health/': [200, { status: 'pass' }],
  });
  expect(await found(url)).toMatchObject({ path: '/health/', contract: 'common' });
  expect(asked).toEqual(['/status', '/health', '/health/']);
});

describe('a good answer without a word', () => {
  it('counts by its HTTP status, if no other path says more', async () => {
    const { url, asked } = await serving({ '/healthz': [200, '<html></html>'] });
    expect(await found(url)).toMatchObject({ path: '/healthz', contract: 'http' });
    expect(asked).toHaveLength(USUAL_PATHS.length + 2);
  });

  it('gives way to a later path that says more', async () => {
    const { url } = await serving({ '/health': [200, '<html></html>'], '/livez': [200, 'ok'] });
    expect(await found(url)).toMatchObject({ path: '/livez', contract: 'text' });
  });

  it('says nothing if every path is answered well', async () => {
    const page: RequestListener = (_, response) => response.end('<html></html>');
    const { url } = await serving({}, page);
    expect(await found(url)).toMatchObject({
      isUnknown: true,
      problem: expect.stringMatching(/and 6 more \(and the same at any path\)$/),
    });
  });

  it('is believed at a path that was given', async () => {
    const page: RequestListener = (_, response) => response.end('<html></html>');
    const { url, asked } = await serving({}, page);
    expect(await found(`${url}/up`)).toMatchObject({ baseUrl: url, path: '/up', contract: 'http' });
    expect(asked).toEqual(['/up', '/up/status']);
  });
});

it('lists the answers if none has a known form', async () => {
  const { url, asked } = await serving({ '/actuator/health': [401, { status: 'error' }] });
  expect(await found(url)).toMatchObject({
    isUnknown: true,
    path: '/health',
    contract: 'common',
    problem:
      'it answers 404 at /status, /health, /healthz and 5 more; 401 at /actuator/health (credentials may be missing)',
  });
  expect(asked).toHaveLength(USUAL_PATHS.length + 1);
});

describe('asks no further', () => {
  it('if nobody answers', async () => {
    const port = await closedPort();
    expect(await found(`http://127.0.0.1:${port}`)).toMatchObject({
      path: '/status',
      contract: 'own',
      problem: expect.stringMatching(/^connection refused/),
      isUnknown: false,
    });
  });

  it('if it fails without a word', async () => {
    const { url, asked } = await serving({ '/status': [502, 'Bad Gateway'] });
    expect(await found(url)).toMatchObject({
      path: '/status',
      contract: 'own',
      problem: expect.stringContaining('502'),
    });
    expect(asked).toEqual(['/status', '/status']);
  });

  it('if it asks to be left alone', async () => {
    const { url, asked } = await serving({ '/health': [429, ''] });
    expect(await found(url)).toMatchObject({ isUnknown: true });
    expect(asked).toEqual(['/status', '/health']);
  });

  it('if a usual path hangs', async () => {
    const { url, asked } = await serving({ '/status': [404, ''] }, () => {});
    expect(await found(url, 2_000)).toMatchObject({ isUnknown: true, problem: 'it answers 404 at /status' });
    expect(asked).toEqual(['/status', '/health']);
  });
});

it('a service that fails at the path that was given is asked there', async () => {
  const { url } = await serving({ '/healthz': [500, 'no'] });
  expect(await found(`${url}/healthz`)).toMatchObject({
    baseUrl: url,
    path: '/healthz',
    contract: 'http',
    problem: 'HTTP 500',
  });
});

it('finds the Origin that a service needs', async () => {
  const answers = (request: IncomingMessage, response: ServerResponse) =>
    request.headers.origin === undefined ? response.writeHead(403).end() : response.end(reportText());
  const { url } = await serving({}, answers);
  expect(await found(url)).toMatchObject({ path: '/status', contract: 'own', origin: url });
});

it('takes no word for an API that answers every request with an error', async () => {
  const { url } = await serving({}, (_, response) => {
    response.writeHead(404).end(JSON.stringify({ status: 'error', message: 'Not Found' }));
  });
  expect(await found(url)).toMatchObject({ isUnknown: true });
});
