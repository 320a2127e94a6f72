/** Tests of the bundled function of the page of a deployment, run as in Lambda, on the table of the checker in the emulated AWS. */

import { PAGE_STYLE } from '../../lambda/view/page/page-style';
import { WALL_STYLE } from '../../lambda/view/page/wall-style';
import { type NewSession, REMEMBERED_MS, sessionsOf } from '../../lambda/web/sessions';
import { type DeployedPage, PAGE_TOKEN, startDeployedPage } from '../support/aws/deployed-page';
import { describeOnAws } from '../support/aws/moto';
import { faultsOf } from '../support/core/document-schemas';

const HTML = { accept: 'text/html' };
const FORM = 'application/x-www-form-urlencoded';
const HOSTILE = '<script>alert(1)</script>';

describeOnAws('the page of a deployment', (aws) => {
  let page: DeployedPage;
  let cookie: string;

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${page.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...HTML, ...(init.headers as Record<string, string>) },
    });
  const read = async (path: string, given = cookie) => {
    const response = await ask(path, { headers: { cookie: given } });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': FORM, origin: page.url, ...headers },
    });
  const unlock = async (password = PAGE_TOKEN, back = '/', remember = '') => {
    const response = await post('/unlock', { name: 'ana', password, back, remember });
    return { response, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };

  beforeAll(async () => {
    page = await startDeployedPage(aws().url);
    await page.run();
    const refuse = (response: import('node:http').ServerResponse) => {
      response
        .writeHead(503)
        .end(JSON.stringify({ error: HOSTILE, timestamp: new Date().toISOString(), service: 'x' }));
    };
    await page.run({ 'payment-service': refuse });
    ({ cookie } = await unlock());
  });
  afterAll(() => page.stop());

  it('answers every request without a session with the form that unlocks it', async () => {
    const data = ['/api/deployment', '/api/page?at=/', '/api/services', '/api/incidents'];
    const paths = ['/', '/?wall', '/services/payment-service', '/incidents', ...data];
    for (const path of [...paths, '/live.js', '/icon.svg', '/nothing', '/unlock', '/ask']) {
      const { status, text } = await read(path, '');
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('<form method="post" action="/unlock" class="unlock">');
      expect(text).not.toContain('user-service');
    }
    for (const path of ['/', '/api/services', '/live.js']) {
      const response = await ask(path, { headers: { accept: '*/*' } });
      expect([response.status, await response.text()]).toEqual([403, 'This needs the token: unlock the page first.\n']);
    }
    expect((await post('/silence', { services: 'payment-service', for: '1h' })).status).toBe(403);
  });

  it('accepts the token, with a cookie for itself alone', async () => {
    const { response } = await unlock(PAGE_TOKEN, '/services/user-service?range=24h', 'on');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/services/user-service?range=24h']);
    const [set = ''] = response.headers.getSetCookie();
    expect(set.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
    expect(set).toMatch(/^__Host-statuswatch-shop-\d+=\d+\.ana\.[\w%]+;/);
    expect((await unlock()).response.headers.getSetCookie()[0]).not.toContain('Max-Age');
    for (const back of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', ''])
      expect((await unlock(PAGE_TOKEN, back)).response.headers.get('location')).toBe('/');
  });

  it('refuses any other token', async () => {
    for (const token of ['', 'f3a9', `${PAGE_TOKEN} `, PAGE_TOKEN.toUpperCase(), `${PAGE_TOKEN}0`]) {
      const { response } = await unlock(token);
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
      expect(await response.text()).toContain('Wrong token: check it, and try again.');
    }
  });

  it('refuses a cookie that is forged, expired, or signed with another token', async () => {
    const now = Date.now();
    const [name = '', value = ''] = decodeURIComponent(cookie).split(/=(.*)/s);
    const deployment = name.replace('__Host-statuswatch-', '');
    const begun = async (changed: Partial<NewSession>, token = PAGE_TOKEN, of = deployment) => {
      const session = { name: 'ana', now, isRemembered: true, isSecure: true, ...changed };
      const [set = ''] = (await sessionsOf(token, of).begin(session)).split(';');
      return `${name}=${set.split('=')[1]}`;
    };
    expect((await read('/', await begun({}))).status).toBe(200);
    for (const forged of [
      `${name}=`,
      `${name}=${encodeURIComponent(value.replace('.ana.', '.ben.'))}`,
      await begun({ now: now - REMEMBERED_MS - 1 }),
      // A clock that is far ahead.
      await begun({ now: now + 3_600_000 }),
      await begun({}, `${PAGE_TOKEN.slice(0, -1)}0`),
      await begun({}, PAGE_TOKEN, 'another'),
    ])
      expect([forged, (await read('/', forged)).status]).toEqual([forged, 403]);
  });

  it('draws the views from the table, and escapes hostile reports', async () => {
    const views: readonly (readonly [path: string, status: number, holds: string])[] = [
      ['/', 200, '1 of 2 down'],
      ['/?range=24h&sort=slowest', 200, '1 of 2 down'],
      ['/?wall', 200, '1 of 2 down'],
      ['/report', 200, 'Service report: '],
      ['/services/payment-service?range=7d', 200, 'payment-service'],
      ['/services/nothing', 404, 'There is no service'],
      ['/incidents', 200, 'Open <span class="count">1</span>'],
      ['/nothing', 404, 'There is no page'],
    ];
    for (const [path, status, holds] of views) {
      const { text, ...answer } = await read(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(text).toContain(holds);
      expect(text).not.toContain(HOSTILE);
      expect(text).not.toContain('Silence 1 h');
    }
    const [, incident = ''] =
      /href="(\/incidents\/payment-service\/[^"]+)"/.exec((await read('/incidents')).text) ?? [];
    expect((await read(incident)).text).toContain('http_503');
  });

  it('gives services and incidents as data', async () => {
    const services = JSON.parse((await read('/api/services')).text);
    expect(services.map(({ service, state }: Record<string, unknown>) => [service, state])).toEqual([
      ['payment-service', 'unhealthy'],
      ['user-service', 'healthy'],
    ]);
    expect(JSON.parse((await read('/api/incidents?kind=outage')).text)).toMatchObject([{ service: 'payment-service' }]);
  });

  it('gives the deployment, and the document of each page, as data', async () => {
    const deployment = JSON.parse((await read('/api/deployment')).text);
    expect(deployment).toMatchObject({ deployed: true, counts: { down: 1, healthy: 1 }, problems: [] });
    expect(faultsOf('deployment', deployment)).toEqual([]);
    const page = JSON.parse((await read('/api/page?at=/')).text);
    expect({ ...page.deployment, at: deployment.at }).toEqual(deployment);
    for (const path of ['/?range=24h', '/services/payment-service?range=7d', '/incidents', '/services/nothing']) {
      const { status, text } = await read(`/api/page?at=${encodeURIComponent(path)}`);
      expect([path, status]).toEqual([path, path === '/services/nothing' ? 404 : 200]);
      expect(faultsOf('page', JSON.parse(text))).toEqual([]);
    }
  });

  it('tells browsers to load nothing else, store nothing, and use TLS only', async () => {
    for (const { headers } of [await read('/'), await read('/', ''), await read('/api/services')]) {
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toMatch(/^default-src 'none'; script-src 'self'; style-src( 'sha256-[^']+'){3}; img-src 'self'/);
      expect(csp).toContain("frame-ancestors 'none'");
      expect(Object.fromEntries(headers)).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        // With "no-referrer" a browser names no origin for its forms.
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
      });
    }
    expect(`${PAGE_STYLE}${WALL_STYLE}`).not.toMatch(/url\(|@import/);
  });

  it('accepts forms from its own origin only, and no actions without controls', async () => {
    for (const origin of ['https://evil.example', 'null', '', `${page.url}0`]) {
      const response = await post('/unlock', { password: PAGE_TOKEN }, { origin });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await post('/silence', { services: 'payment-service', for: '1h' }, { cookie })).status).toBe(405);
    expect(page.asked).toEqual([]);
  });

  it('ends a session with a form', async () => {
    const response = await post('/lock', { back: '/incidents' }, { cookie });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/incidents']);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-statuswatch-shop-\d+=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await post('/lock', {}, { cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('compresses its answers', async () => {
    const { headers, text } = await read('/');
    expect([headers.get('content-encoding'), text.length > 10_000]).toEqual(['gzip', true]);
  });

  it('refuses a configured token that can be guessed, and says why only in the log', async () => {
    await page.setToken('correct-horse-battery-staple-and-more');
    await page.restart();
    const { status, text } = await read('/');
    expect([status, text]).toEqual([503, 'Nobody can unlock this page: the log of this function says why.\n']);
    expect(JSON.stringify(page.log())).toMatch(
      /the token in the secret statuswatch\/page-shop-\d+ is refused: it can be guessed/,
    );
    await page.setToken('0b1c2d3e4f5061728394a5b6c7d8e9fa');
    await page.restart();
    expect((await read('/')).status).toBe(403);
  });
});

describeOnAws('the page of a deployment with controls', (aws) => {
  let page: DeployedPage;
  beforeAll(async () => {
    page = await startDeployedPage(aws().url, { controls: true });
    await page.run();
  });
  afterAll(() => page.stop());

  it('invokes the checker, and shows its answer', async () => {
    const send = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
      fetch(`${page.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': FORM, origin: page.url, ...headers },
      });
    const [session = ''] =
      (await send('/unlock', { name: 'ana', password: PAGE_TOKEN }, {})).headers.getSetCookie()[0]?.split(';') ?? [];
    const own = { cookie: session };
    const both = { services: 'user-service payment-service' };
    const silenced = await send('/silence', { ...both, for: '1h', reason: 'deploy', back: '/?range=7d' }, own);
    // The page itself shows that they are silenced.
    expect([silenced.status, silenced.headers.get('location'), silenced.headers.getSetCookie()]).toEqual([
      303,
      '/?range=7d',
      [],
    ]);
    const asked = await send('/ask', { services: 'user-service', back: '/?range=24h' }, own);
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/?range=24h']);
    const [answer = ''] = asked.headers.getSetCookie()[0]?.split(';') ?? [];
    const shown = await fetch(`${page.url}/?range=24h`, { headers: { ...HTML, cookie: `${session}; ${answer}` } });
    expect(await shown.text()).toMatch(/<p id="answer" role="status">user-service is healthy/);
    expect(shown.headers.getSetCookie()[0]).toMatch(/^__Host-statuswatch-answer=; Max-Age=0/);
    const details = await (
      await fetch(`${page.url}/services/user-service`, { headers: { ...HTML, cookie: session } })
    ).text();
    const [, ids = ''] = /formaction="\/end" name="ids" value="(\w+)"/.exec(details) ?? [];
    expect((await send('/end', { ids }, own)).headers.get('location')).toBe('/');
    const afterwards = await (await fetch(page.url, { headers: { ...HTML, ...own } })).text();
    expect(afterwards).not.toContain('formaction="/end"');
    expect((await send('/ask', { services: 'nothing' }, own)).status).toBe(404);
    expect((await send('/ask', both, { ...own, origin: 'https://evil.example' })).status).toBe(403);
    expect(page.asked).toEqual([
      {
        path: expect.stringMatching(/^\/2015-03-31\/functions\/shop-\d+-checker\/invocations$/),
        event: { silence: ['user-service', 'payment-service'], for: '1h', reason: 'deploy', by: 'ana' },
      },
      { path: expect.anything(), event: { ask: ['user-service'] } },
      { path: expect.anything(), event: { unsilence: ids } },
    ]);
  });
});
