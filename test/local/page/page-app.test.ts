/** Tests of the answers of the page's server, over HTTP. */

import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { START } from '../../../lambda/core/documents/address';
import { type Documents, documentsFrom } from '../../../lambda/core/documents/documents';
import type { DeploymentFacts, ServiceFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { type PageDocument, pageDocument } from '../../../lambda/core/documents/page-document';
import { drawPage } from '../../../lambda/view/page/page';
import { FRAME_STYLE, PAGE_STYLE } from '../../../lambda/view/page/page-style';
import { WALL_STYLE } from '../../../lambda/view/page/wall-style';
import { COLORS, FILLS } from '../../../lambda/view/parts/colors';
import type { Reach } from '../../../local/page/reach';
import { knownOf, often } from '../../support/core/deployment-facts';
import { NOW } from '../../support/core/observations';
import { allClosed, stopAfterEach } from '../../support/http/servers';
import { renderPage } from '../../support/view/drawn-page';
import { askPage, handSource, OPEN, OWN, postForm, SCRIPT, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const OVERVIEW = START;
const STYLE_HASHES = [FRAME_STYLE, PAGE_STYLE, WALL_STYLE].map(
  (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
);
const CSP = `default-src 'none'; script-src 'self'; style-src ${STYLE_HASHES.join(' ')}; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const HOSTILE = '<script>alert("x")</script>';
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({
    shop: [...often('well', 3), '503'],
    'till-2': [...often('well', 2), { version: HOSTILE, [HOSTILE]: `${HOSTILE}\u202e` }],
    new: [],
  });
});
const start = (more: Partial<Parameters<typeof startPage>[1]> = {}) => stopLater(startPage(handSource(known), more));

describe('a page', () => {
  it.each([
    ['/', OVERVIEW],
    ['/?range=24h&show=failing&find=sh', { ...OVERVIEW, range: '24h', show: 'failing', find: 'sh' } as const],
    ['/services/shop', { ...OVERVIEW, service: 'shop' }],
    ['/services/till-2?range=7d', { ...OVERVIEW, service: 'till-2', range: '7d' } as const],
  ])('%s is drawn for its address, and not cached', async (path, address) => {
    const { status, headers, text } = await askPage(await start(), path);
    expect({ status, text }).toEqual({ status: 200, text: renderPage(known, address) });
    expect(headers).toMatchObject({ 'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i) });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is drawn for a filter that is cut within an emoji', async () => {
    const page = await start();
    const at = `/incidents?service=${'x'.repeat(99)}${encodeURIComponent('😀')}`;
    expect(await askPage(page, at)).toMatchObject({ status: 200, text: expect.not.stringContaining('\ufffd') });
  });

  it.each([
    ['/services/shap', 'service &quot;shap&quot;'],
    [`/services/${encodeURIComponent(HOSTILE)}`, 'service &quot;&lt;script&gt;'],
    ['/services/%E0%A4%A', 'service &quot;%E0%A4%A&quot;'],
    ['/services/', 'page &quot;/services/&quot;'],
    ['/nowhere', 'page &quot;/nowhere&quot;'],
    ['/api', 'page &quot;/api&quot;'],
    ['/badge/shap.svg', 'badge &quot;shap.svg&quot;'],
    ['/badge/shop', 'badge &quot;shop&quot;'],
  ])('%s does not exist, and the services are linked', async (path, named) => {
    const { status, headers, text } = await askPage(await start(), path);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain(`There is no ${named}`);
    expect(text).toContain('<li><a href="/services/shop">shop</a></li>');
    expect(text).not.toContain(HOSTILE);
  });

  it('a missing page has no styles of views', async () => {
    expect((await askPage(await start(), '/nowhere')).text.length).toBeLessThan(12_000);
  });
});

it('a page that fails to draw is an error that asks to report a bug', async () => {
  const [shop] = known.services;
  if (!shop) throw new Error('the shop is missing');
  const broken = Object.defineProperty({ service: shop.service, state: shop.state }, 'buckets', {
    get: () => {
      throw new Error('<b>no</b> buckets');
    },
  }) as ServiceFacts;
  const page = await stopLater(startPage(handSource({ ...known, services: [broken] })));
  const { status, headers, text } = await askPage(page, '/');
  expect([status, headers['content-type']]).toEqual([500, 'text/plain; charset=UTF-8']);
  expect(text).toBe('This is a bug in statuswatch, please report it: <b>no</b> buckets\n');
});

describe('requests at the same time', () => {
  /** A page whose source counts how often it is asked, and reads no history until `read` is called. */
  async function startCounting() {
    const source = handSource(known);
    let asked = 0;
    let read = () => {};
    const reading = new Promise<void>((resolve) => {
      read = resolve;
    });
    const counting = {
      ...source,
      find: async () => {
        asked++;
        await reading;
        return source.known();
      },
    };
    const untilAsked = async (times: number) => {
      const limit = performance.now() + 4_000;
      while (asked < times) {
        if (performance.now() > limit) throw new Error(`asked ${asked} times, and not ${times}`);
        await new Promise(setImmediate);
      }
    };
    const page = await stopLater(startPage(counting));
    return { read, asked: () => asked, untilAsked, page };
  }

  it('are limited except for the status, and make room when they are dropped', async () => {
    const { read, untilAsked, page } = await startCounting();
    const waiting = Array.from({ length: 200 }, (_, index) =>
      request({ host: '127.0.0.1', port: page.port, path: `/?find=${index}`, agent: false })
        .on('error', () => undefined)
        .end(),
    );
    await untilAsked(200);
    const documents = ['/', '/services/shop', '/api/deployment', '/api/page?at=/', '/api/services', '/api/incidents'];
    for (const path of [...documents, '/live.js', '/icon.svg', '/badge/shop.svg', '/nowhere']) {
      const { status, headers, text } = await askPage(page, path);
      expect({ path, status, retry: headers['retry-after'] }).toEqual({ path, status: 503, retry: '5' });
      expect(text).toBe('Too many requests at the same time: try again in a few seconds.\n');
    }
    const form = await postForm(page, '/ask', {}, {});
    expect([form.status, form.headers['retry-after']]).toEqual([503, '5']);
    expect((await askPage(page, '/status')).status).toBe(200);
    for (const sent of waiting) sent.destroy();
    await allClosed(page);
    read();
    let { status } = await askPage(page, '/');
    while (status === 503) ({ status } = await askPage(page, '/'));
    expect(status).toBe(200);
  });

  it('for the same page share its drawing', async () => {
    const { read, asked, untilAsked, page } = await startCounting();
    const answers = Promise.all(Array.from({ length: 20 }, () => askPage(page, '/')));
    await untilAsked(1);
    read();
    expect(new Set((await answers).map(({ text }) => text)).size).toBe(1);
    expect(asked()).toBe(1);
  });
});

describe('every answer', () => {
  const DATA = ['/api/deployment', '/api/page?at=%2F', '/api/services', '/api/incidents'];
  const PATHS = ['/', '/services/shop', '/live.js', '/icon.svg', '/status', ...DATA, '/nowhere'];
  it.each([...PATHS, '/badge/shop.svg'])('from %s has the security headers', async (path) => {
    const { headers } = await askPage(await start(), path);
    expect(headers).toMatchObject({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each(PATHS)('from %s can be requested without its body', async (path) => {
    const page = await start();
    const whole = await askPage(page, path);
    const head = await askPage(page, path, { method: 'HEAD' });
    expect({ status: head.status, type: head.headers['content-type'], text: head.text }).toEqual({
      status: whole.status,
      type: whole.headers['content-type'],
      text: '',
    });
  });

  it('to a HEAD request for the stream ends, and subscribes to nothing', async () => {
    const source = handSource(known);
    const page = await stopLater(startPage(source));
    const listening = source.listeners();
    const { status, headers } = await askPage(page, '/live', { method: 'HEAD' });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' });
    expect(source.listeners()).toBe(listening);
  });

  it('is blocked on other sites, except for a badge of an open page', async () => {
    const policies = async (reach: Reach) => {
      const page = await start({ reach });
      const answers = [await askPage(page, '/'), await askPage(page, '/badge/shop.svg')];
      return answers.map(({ headers }) => headers['cross-origin-resource-policy']);
    };
    expect(await policies(OWN)).toEqual(['same-origin', 'same-origin']);
    expect(await policies(OPEN)).toEqual(['same-origin', 'cross-origin']);
  });
});

describe('a page that is read-only', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('refuses %s', async (method) => {
    const page = await start();
    for (const path of ['/', '/status', '/api/incidents', '/nowhere']) {
      const { status, headers } = await askPage(page, path, { method });
      expect({ status, allow: headers.allow, policy: headers['content-security-policy'] }).toEqual({
        status: 405,
        allow: 'GET, HEAD',
        policy: CSP,
      });
    }
  });
});

describe('a host name', () => {
  it.each([
    'localhost',
    'LOCALHOST:80',
    'status.internal:4280',
    '127.0.0.1:4280',
    '192.0.2.7',
    '[::1]',
    '[2001:db8::7]:4280',
  ])('%s is accepted', async (host) => {
    expect((await askPage(await start(), '/status', { headers: { host } })).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example:4280', '127.0.0.1.evil.example', 'internal', 'evil.example.:80'])(
    '"%s" is refused, with how to allow it',
    async (host) => {
      const page = await start();
      for (const path of ['/', '/live', '/api/services', '/live.js', '/status']) {
        const { status, text } = await askPage(page, path, { headers: { host } });
        expect(status).toBe(403);
        expect(text).toMatch(/allow this name too, .* --allow-host/);
        expect(text).not.toContain('status.internal');
      }
    },
  );
});

describe('an asset', () => {
  it('is the script, which is loaded again only if it has changed', async () => {
    const page = await start();
    const { headers, text } = await askPage(page, '/live.js');
    expect(text).toBe(SCRIPT);
    expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
    const again = await askPage(page, '/live.js', { headers: { 'if-none-match': String(headers.etag) } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    const packed = await askPage(page, '/live.js', {
      headers: { 'if-none-match': `W/${headers.etag}`, 'accept-encoding': 'gzip' },
    });
    expect(packed.status).toBe(304);
  });

  it.each(['/', '/live.js', '/api/services'])('%s is compressed if the client accepts that', async (path) => {
    const page = await start();
    const plain = await askPage(page, path);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const packed = await askPage(page, path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(packed.text.length).toBeLessThan(plain.text.length);
    const unpacked = await fetch(page.url() + path);
    expect(await unpacked.text()).toBe(plain.text);
  });

  it('is an icon with a shape for each state', async () => {
    const page = await start();
    const icons = await Promise.all(
      ['healthy', 'degraded', 'failing', 'unknown', '', HOSTILE].map((state) =>
        askPage(page, `/icon.svg?state=${encodeURIComponent(state)}`),
      ),
    );
    const [healthy, degraded, failing, unknown, ...others] = icons.map(({ text }) => text.replace(/#\w+/g, ''));
    expect(new Set([healthy, degraded, failing, unknown]).size).toBe(4);
    expect(others).toEqual([unknown, unknown]);
    const { degradedFill, downFill, grey } = FILLS;
    expect(icons.map(({ text }) => text.match(/#\w{6}/)?.[0])).toEqual(
      [COLORS.healthy, degradedFill, downFill, grey, grey, grey].map(([light]) => light),
    );
    expect(icons.map(({ headers }) => headers['content-type'])).toEqual(
      icons.map(() => 'image/svg+xml; charset=utf-8'),
    );
  });

  it('is a badge for each service', async () => {
    const page = await start();
    const { status, headers, text } = await askPage(page, '/badge/till-2.svg');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/svg+xml; charset=utf-8' });
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).toMatch(/^<svg .*till-2.*<\/svg>$/s);
  });
});

describe('/api', () => {
  it.each<[string, (documents: Documents) => Promise<() => unknown>]>([
    ['/api/deployment', ({ deployment }) => deployment()],
    ['/api/services', ({ services }) => services()],
    ['/api/incidents', ({ incidents }) => incidents({})],
  ])('%s gives its documents as JSON', async (path, make) => {
    const { headers, text } = await askPage(await start(), path);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const document = (await make(documentsFrom(async () => known)))();
    expect(JSON.parse(text)).toEqual(asJson(document));
  });

  it.each([
    ['/', OVERVIEW, 200],
    ['/?range=24h&show=failing&find=sh', { ...OVERVIEW, range: '24h', show: 'failing', find: 'sh' } as const, 200],
    ['/?wall', { ...OVERVIEW, isWall: true }, 200],
    ['/report?days=7', { ...OVERVIEW, of: 'report', days: 7 } as const, 200],
    ['/services/shop?range=7d', { ...OVERVIEW, service: 'shop', range: '7d' } as const, 200],
    ['/services/shap', { ...OVERVIEW, service: 'shap' }, 404],
    ['/incidents', { ...OVERVIEW, of: 'incidents' } as const, 200],
    ['/incidents/shop/none', { ...OVERVIEW, of: 'incidents', service: 'shop', incident: 'none' } as const, 404],
  ])('/api/page gives the document of %s', async (path, address, expected) => {
    const { status, headers, text } = await askPage(await start(), `/api/page?at=${encodeURIComponent(path)}`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      expected,
      'application/json',
      'no-store',
    ]);
    const document: PageDocument = JSON.parse(text);
    expect(document).toEqual(asJson(pageDocument(known, address)));
    expect(String(drawPage(document, address, null))).toBe(renderPage(known, address));
  });

  it.each(['', '?at=', '?at=services/shop', '?at=/nowhere', '?at=/api/services', '?at=http://127.0.0.1/', '?at=//x/y'])(
    '/api/page%s is refused',
    async (query) => {
      const { status, headers, text } = await askPage(await start(), `/api/page${query}`);
      expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=UTF-8']);
      expect(text).toBe('at is not the path of a page; expected a path such as /services/user-service?range=24h\n');
    },
  );

  describe('/api/incidents', () => {
    const startPast = async () => {
      const past = await knownOf({ old: ['500', 'well', 'well', 'well'], shop: ['well', 'refused'] });
      return stopLater(startPage(handSource(past)));
    };

    it.each([
      ['', ['shop', 'old']],
      ['?service=old', ['old']],
      ['?kind=outage&since=', ['shop', 'old']],
      ['?kind=condition', []],
      ['?since=119s', ['shop']],
      ['?since=2m', ['shop', 'old']],
      [`?since=${new Date(NOW).toISOString()}`, ['shop']],
      ['?since=2026-03-01', ['shop', 'old']],
      ['?since=2026-03-02', ['shop']],
      ['?service=old&since=30s', []],
    ])('is filtered by "%s"', async (query, expected) => {
      const { status, text } = await askPage(await startPast(), `/api/incidents${query}`);
      expect([status, JSON.parse(text).map(({ service }: { service: string }) => service)]).toEqual([200, expected]);
    });

    it.each([
      ['service=odl', 'service names "odl", which has no recorded data: its services are old, shop'],
      ['kind=fire', 'kind is "fire"; expected one of outage, condition, objective'],
      ['since=yesterday', 'since is "yesterday"; expected a duration such as 7d or 12h, or an instant such as'],
      ['services=old', '"services" is not known: expected service, kind, since'],
    ])('refuses %s', async (query, expected) => {
      const { status, headers, text } = await askPage(await startPast(), `/api/incidents?${query}`);
      expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=UTF-8']);
      expect(text).toContain(expected);
    });

    it('is linked with the filters of the list', async () => {
      const page = await startPast();
      const list = await askPage(page, '/incidents?service=old&kind=outage&since=2026-03-01&page=2');
      const [, path = ''] = /<a href="(\/api\/incidents[^"]*)"/.exec(list.text) ?? [];
      const { text } = await askPage(page, path.replaceAll('&amp;', '&'));
      expect([path.includes('?'), JSON.parse(text).length]).toEqual([true, 1]);
      expect((await askPage(page, '/')).text).toContain('<a href="/api/incidents">');
    });
  });
});
