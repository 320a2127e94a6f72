/** Tests of the metrics of a deployment: who may read them, and how often the table is read. */

import { documentsFrom } from '../../../lambda/core/documents/documents';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { createDeployedApp, type DeployedAppPorts } from '../../../lambda/web/deployed-app';
import { knownOf, often } from '../../support/core/deployment-facts';
import { NOW } from '../../support/core/observations';

const TOKEN = 'f3a9c1e07b5d42688d10c7e4ab93f652';
const METRICS_TOKEN = 'q8Zr5Yt2Lw9Xc4Vb7Nm1Kp';
const AT = 'https://page.lambda-url.example';

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({ shop: [...often('well', 3), '503'] }, { isDeployed: true });
});

function start(ports: Partial<DeployedAppPorts> = {}) {
  const read = { times: 0, now: NOW, logged: [] as string[] };
  const app = createDeployedApp({
    deployment: 'shop',
    services: ['shop'],
    now: () => read.now,
    readToken: async () => TOKEN,
    readMetricsToken: async () => METRICS_TOKEN,
    documents: documentsFrom(async () => {
      read.times++;
      return { ...known, now: read.now };
    }),
    answer: null,
    script: '',
    log: (message) => read.logged.push(message),
    ...ports,
  });
  const ask = async (authorization?: string, path = '/metrics') =>
    app.request(`${AT}${path}`, { headers: authorization === undefined ? {} : { authorization } });
  return { read, ask };
}

it('answers a request with its token', async () => {
  const answer = await start().ask(`Bearer ${METRICS_TOKEN}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toContain('probe_success{instance="https://shop.internal/status",service="shop"} 0');
});

it('renders a piece once the previous one was read', async () => {
  const body = (await start().ask(`Bearer ${METRICS_TOKEN}`)).body?.pipeThrough(new TextDecoderStream()).getReader();
  const pieces = [await body?.read(), await body?.read()].map((read) => read?.value ?? '');
  expect(pieces.map((piece) => piece.match(/# HELP \S+/g))).toEqual([
    ['# HELP probe_success'],
    ['# HELP probe_duration_seconds'],
  ]);
});

it.each([undefined, '', 'Bearer', 'Bearer x', `Basic ${METRICS_TOKEN}`, `Bearer ${TOKEN}`, `Bearer ${METRICS_TOKEN} `])(
  'refuses %j, and asks for a bearer token',
  async (authorization) => {
    const { ask, read } = start();
    const answer = await ask(authorization);
    expect(answer.status).toBe(authorization?.endsWith(' ') ? 200 : 401);
    if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(read.logged).toEqual([]);
  },
);

it('refuses its token for every other path', async () => {
  const { ask } = start();
  for (const path of ['/', '/api/services', '/api/deployment', '/services/shop'])
    expect((await ask(`Bearer ${METRICS_TOKEN}`, path)).status).toBe(403);
});

it('needs a login if there is no token', async () => {
  expect((await start({ readMetricsToken: null }).ask(`Bearer ${METRICS_TOKEN}`)).status).toBe(403);
});

it('says only in the log why the metrics cannot be read', async () => {
  const { ask, read } = start({ readMetricsToken: () => Promise.reject(new Error('the secret shop/metrics is gone')) });
  const answer = await ask(`Bearer ${METRICS_TOKEN}`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain('shop/metrics');
  expect(read.logged).toEqual(['nobody can read the metrics: the secret shop/metrics is gone']);
});

it('reads the table once until the next run is due, then at most every ten seconds', async () => {
  const { ask, read } = start();
  const askAfter = async (ms: number) => {
    read.now = NOW + ms;
    await ask(`Bearer ${METRICS_TOKEN}`);
    return read.times;
  };
  expect([await askAfter(0), await askAfter(15_000), await askAfter(59_999)]).toEqual([1, 1, 1]);
  expect([await askAfter(60_000), await askAfter(65_000), await askAfter(70_001)]).toEqual([2, 2, 3]);
});

it('reads again after a failed read', async () => {
  let isBroken = true;
  const documents = documentsFrom(async () => {
    if (isBroken) throw new Error('the table is unreachable');
    return known;
  });
  const { ask } = start({ documents });
  expect((await ask(`Bearer ${METRICS_TOKEN}`)).status).toBe(500);
  isBroken = false;
  expect((await ask(`Bearer ${METRICS_TOKEN}`)).status).toBe(200);
});
