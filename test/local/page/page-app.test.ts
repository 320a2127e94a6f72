/** What the page's server answers, over HTTP. */

import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { TOPIC } from '../../../lambda/core/deliver/receiver';
import { START } from '../../../lambda/core/documents/address';
import { deploymentDocument } from '../../../lambda/core/documents/deployment-document';
import type { DeploymentFacts, ServiceFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { type PageDocument, pageDocument } from '../../../lambda/core/documents/page-document';
import type { ServiceDocument } from '../../../lambda/core/documents/service-document';
import { drawPage } from '../../../lambda/view/page/page';
import { PAGE_STYLE } from '../../../lambda/view/page/page-style';
import { WALL_STYLE } from '../../../lambda/view/page/wall-style';
import { COLORS, FILLS } from '../../../lambda/view/parts/colors';
import type { Reach } from '../../../local/page/reach';
import { degrade, knownOf, often } from '../../support/core/deployment-facts';
import { faultsOf } from '../../support/core/document-schemas';
import { NOW, TIMINGS } from '../../support/core/observations';
import { silenceAt } from '../../support/core/silences';
import { allClosed, stopAfterEach } from '../../support/http/servers';
import { renderPage } from '../../support/view/drawn-page';
import { askPage, handSource, OPEN, OWN, postForm, SCRIPT, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const OVERVIEW = START;
const STYLE_HASHES = [PAGE_STYLE, WALL_STYLE].map(
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
  ])('%s is the one of its address, and is not kept', async (path, address) => {
    const { status, headers, text } = await askPage(await start(), path);
    expect({ status, text }).toEqual({ status: 200, text: renderPage(known, address) });
    expect(headers).toMatchObject({ 'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i) });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('a filter that is cut within an emoji is drawn', async () => {
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
  ])('%s is not there, and what is there is named', async (path, named) => {
    const { status, headers, text } = await askPage(await start(), path);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain(`There is no ${named}`);
    expect(text).toContain('<li><a href="/services/shop">shop</a></li>');
    expect(text).not.toContain(HOSTILE);
  });
});

it('a page that can not be drawn is an error, which says that it is a bug', async () => {
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

describe('many who ask at once', () => {
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

  it('are bounded, whatever they ask for but the status, and make room when they go', async () => {
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
    const form = await postForm(page, '/services/shop/ask', {}, {});
    expect([form.status, form.headers['retry-after']]).toEqual([503, '5']);
    expect((await askPage(page, '/status')).status).toBe(200);
    for (const sent of waiting) sent.destroy();
    await allClosed(page);
    read();
    let { status } = await askPage(page, '/');
    while (status === 503) ({ status } = await askPage(page, '/'));
    expect(status).toBe(200);
  });

  it('for the same are given the same drawing', async () => {
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
  it.each([...PATHS, '/badge/shop.svg'])('from %s is safe to look at', async (path) => {
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

  it.each(PATHS)('from %s can be asked for without its body', async (path) => {
    const page = await start();
    const whole = await askPage(page, path);
    const head = await askPage(page, path, { method: 'HEAD' });
    expect({ status: head.status, type: head.headers['content-type'], text: head.text }).toEqual({
      status: whole.status,
      type: whole.headers['content-type'],
      text: '',
    });
  });

  it('of a stream that is asked for without its body ends, and is followed by nobody', async () => {
    const source = handSource(known);
    const page = await stopLater(startPage(source));
    const listening = source.listeners();
    const { status, headers } = await askPage(page, '/live', { method: 'HEAD' });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' });
    expect(source.listeners()).toBe(listening);
  });

  it('is kept from other sites; a badge of a page that others may see is for theirs too', async () => {
    const policies = async (reach: Reach) => {
      const page = await start({ reach });
      const answers = [await askPage(page, '/'), await askPage(page, '/badge/shop.svg')];
      return answers.map(({ headers }) => headers['cross-origin-resource-policy']);
    };
    expect(await policies(OWN)).toEqual(['same-origin', 'same-origin']);
    expect(await policies(OPEN)).toEqual(['same-origin', 'cross-origin']);
  });
});

describe('nothing can be written:', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s is refused', async (method) => {
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

describe('the name that it is called by', () => {
  it.each([
    'localhost',
    'LOCALHOST:80',
    'status.internal:4280',
    '127.0.0.1:4280',
    '192.0.2.7',
    '[::1]',
    '[2001:db8::7]:4280',
  ])('%s is its own', async (host) => {
    expect((await askPage(await start(), '/status', { headers: { host } })).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example:4280', '127.0.0.1.evil.example', 'internal', 'evil.example.:80'])(
    '"%s" is another one, and gets nothing but how to allow it',
    async (host) => {
      const page = await start();
      for (const path of ['/', '/live', '/api/services', '/live.js', '/status']) {
        const { status, text } = await askPage(page, path, { headers: { host } });
        expect(status).toBe(403);
        expect(text).toMatch(/called by another name.* --allow-host/);
        expect(text).not.toContain('status.internal');
      }
    },
  );
});

describe('what a page needs', () => {
  it.each([['/live.js', 'text/javascript; charset=utf-8', SCRIPT]])(
    '%s is asked for again only when it has changed',
    async (path, type, content) => {
      const page = await start();
      const { headers, text } = await askPage(page, path);
      expect(text).toBe(content);
      expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
      const again = await askPage(page, path, { headers: { 'if-none-match': String(headers.etag) } });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      const packed = await askPage(page, path, {
        headers: { 'if-none-match': `W/${headers.etag}`, 'accept-encoding': 'gzip' },
      });
      expect(packed.status).toBe(304);
    },
  );

  it.each(['/', '/live.js', '/api/services'])('%s is packed if that is understood', async (path) => {
    const page = await start();
    const plain = await askPage(page, path);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const packed = await askPage(page, path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(packed.text.length).toBeLessThan(plain.text.length);
    const unpacked = await fetch(page.url() + path);
    expect(await unpacked.text()).toBe(plain.text);
  });

  it('has an icon of another shape for each state', async () => {
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

  it('has a badge for each service', async () => {
    const page = await start();
    const { status, headers, text } = await askPage(page, '/badge/till-2.svg');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/svg+xml; charset=utf-8' });
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).toMatch(/^<svg .*till-2.*<\/svg>$/s);
  });
});

describe('for programs:', () => {
  it('each service is a document, in the order of the config', async () => {
    const { headers, text } = await askPage(await start(), '/api/services');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const documents: readonly ServiceDocument[] = JSON.parse(text);
    expect(documents.flatMap((document) => faultsOf('service', document))).toEqual([]);
    const now = new Date(NOW).toISOString();
    const [shop, till] = documents;
    expect(documents).toMatchObject([
      {
        service: 'shop',
        state: 'unhealthy',
        reason: 'http_503',
        since: now,
        timings: TIMINGS,
        responseMs: 15,
        errorBody: { error: 'Database connection failed', timestamp: now, service: 'shop' },
        incident: { id: expect.stringMatching(/Z-1$/), alerts: [{ receiver: TOPIC, event: 'opened', sentAt: now }] },
        open: [shop?.incident?.id],
        availability: 0.75,
        checksInMaintenance: 0,
      },
      {
        service: 'till-2',
        state: 'healthy',
        reason: 'ok',
        since: new Date(NOW - 2 * 60_000).toISOString(),
        incident: null,
        availability: 1,
      },
      { service: 'new', state: 'unknown', verdict: null, checkedAt: null, incident: null, availability: null },
    ]);
    // As it was sent but for what can't be seen; that it is markup is nothing to JSON, and no browser takes it for a page.
    expect(till?.report).toMatchObject({ version: HOSTILE, others: { [HOSTILE]: HOSTILE } });
  });

  it('the deployment is a document', async () => {
    const { headers, text } = await askPage(await start(), '/api/deployment');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(JSON.parse(text)).toEqual(asJson(deploymentDocument(known)));
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
  ])('a page is drawn from a document: %s', async (path, address, expected) => {
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
    'no page is at %s',
    async (query) => {
      const { status, headers, text } = await askPage(await start(), `/api/page${query}`);
      expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=UTF-8']);
      expect(text).toBe('at is no path of a page; expected one such as /services/user-service?range=24h\n');
    },
  );

  it('a service that was not checked for long is unknown, and what was known last is shown', async () => {
    const source = handSource({ ...known, now: NOW + known.staleAfterMs + 1 });
    const { text } = await askPage(await stopLater(startPage(source)), '/api/services');
    const [shop, till] = JSON.parse(text);
    expect([shop.state, till.state]).toEqual(['unknown', 'unknown']);
    expect([shop.reason, till.reason]).toEqual(['http_503', 'ok']);
  });

  it('a service says what is not right about it, and how its objective stands', async () => {
    const aim = ['alerts: { successThreshold: 2 }', 'objective: { responseTime: { under: 800ms, share: 99% } }'];
    const of = degrade(await knownOf({ shop: often('well', 10), till: ['well'] }, {}, aim), 'shop', { slow: 2 });
    const { text } = await askPage(await stopLater(startPage(handSource(of))), '/api/services');
    const [shop, till] = JSON.parse(text);
    const instant = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
    expect(shop).toMatchObject({
      state: 'degraded',
      reason: 'ok',
      conditions: [{ code: 'slow', since: instant(2), message: 'slow in figures' }],
      objective: [
        {
          aim: 'responseTime',
          target: 0.99,
          underMs: 800,
          windowSeconds: 30 * 86_400,
          since: instant(9),
          checks: 10,
          bad: 0,
          reached: 1,
          budgetLeftSeconds: 25_920,
          burnRate: 0,
        },
      ],
    });
    expect(Object.keys(shop.objective[0])).toHaveLength(10);
    expect(till).toMatchObject({ state: 'healthy', conditions: [], objective: [{ checks: 1 }] });
  });

  it('a service that is silenced says so', async () => {
    const source = handSource({ ...known, silences: [silenceAt(NOW, { services: ['shop'] })] });
    const { text } = await askPage(await stopLater(startPage(source)), '/api/services');
    const [shop, till] = JSON.parse(text);
    const until = new Date(NOW + 3_600_000).toISOString();
    expect(shop).toMatchObject({
      state: 'unhealthy',
      silence: { id: 'k3v9x1', by: 'ana', reason: 'deploy 2.5.0', until },
    });
    expect(till.silence).toBeNull();
  });

  it('incidents are those of all services, open ones first', async () => {
    const past = await knownOf({ old: ['500', 'well', 'well'], shop: ['well', 'refused'] });
    const { headers, text } = await askPage(await stopLater(startPage(handSource(past))), '/api/incidents');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({ service: 'shop', open: true, verdict: 'unreachable', resolvedAt: null }),
      expect.objectContaining({ service: 'old', open: false, verdict: 'error', durationSeconds: 60 }),
    ]);
  });

  describe('incidents are narrowed down', () => {
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
    ])('by %s', async (query, expected) => {
      const { status, text } = await askPage(await startPast(), `/api/incidents${query}`);
      expect([status, JSON.parse(text).map(({ service }: { service: string }) => service)]).toEqual([200, expected]);
    });

    it.each([
      ['service=odl', 'service names "odl", of which nothing is kept: its services are old, shop'],
      ['kind=fire', 'kind is "fire"; expected one of outage, condition, objective'],
      ['since=yesterday', 'since is "yesterday"; expected a duration such as 7d or 12h, or an instant such as'],
      ['services=old', '"services" is not known: expected service, kind, since'],
    ])('and %s is refused by its name', async (query, expected) => {
      const { status, headers, text } = await askPage(await startPast(), `/api/incidents?${query}`);
      expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=UTF-8']);
      expect(text).toContain(expected);
    });

    it('by the same filters as in the list that leads to them', async () => {
      const page = await startPast();
      const list = await askPage(page, '/incidents?service=old&kind=outage&since=2026-03-01&page=2');
      const [, path = ''] = /<a href="(\/api\/incidents[^"]*)"/.exec(list.text) ?? [];
      const { text } = await askPage(page, path.replaceAll('&amp;', '&'));
      expect([path.includes('?'), JSON.parse(text).length]).toEqual([true, 1]);
      expect((await askPage(page, '/')).text).toContain('<a href="/api/incidents">');
    });
  });
});
