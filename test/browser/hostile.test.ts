/** Tests that hostile reports stay text in a real browser, run nothing and break no layout. */

import type { Page } from 'playwright-core';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { cleanText } from '../../lambda/core/words/clean-text';
import { startRuns } from '../../local/commands/start-runs';
import { createMemoryHistory } from '../../local/store/memory-store';
import { memoryOutputs } from '../support/core/memory-outputs';
import { configOf } from '../support/core/runs';
import { startHttp } from '../support/http/servers';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';

/** Of a phone: no service may take more of it. In pixels. */
const SCREEN = 800;

const MARKUP = [
  '<script>window.hacked=1</script>',
  '"><img src=/canary onerror=window.hacked=1>',
  '<svg onload=window.hacked=1>',
  '<svg><script>window.hacked=1</script></svg>',
  `' onmouseover=window.hacked=1 onfocus=window.hacked=1 autofocus x='`,
  '" style="position:fixed;inset:0;background:red" onclick="window.hacked=1',
  '</style><style>body{display:none}</style>',
  '</title></textarea></noscript></script><script src=/canary></script>',
  '<iframe srcdoc="<script>top.hacked=1</script>"></iframe>',
  '<a href="javascript:window.hacked=1">runbook</a>',
  'javascript:window.hacked=1',
  '<meta http-equiv=refresh content="0;url=/canary"><base href=http://127.0.0.1:1/>',
  '<link rel=stylesheet href=/canary><object data=/canary></object>',
  '--><!-- ]]><![CDATA[ <template><!--',
  '{{constructor.constructor("window.hacked=1")()}}${window.hacked=1}<%= 1 %>',
  '&lt;script&gt;&#60;script&#62;&amp;',
  '</div></main></li></ul><h1>All is well</h1>',
] as const;

// In `many-fields` they stand 22 times, which is the most that a body may hold.
const LONG = ['W'.repeat(10_000), '永'.repeat(3_000), 'many words '.repeat(900), '-.'.repeat(60)] as const;

const MARKS = [
  '\u202egnp.\u202dexe \u2066\u2067\u2068 \u200f\u200e',
  'שלום עולם, גרסה 3 (בדיקה)',
  `a\u200b\u200c\u200d\u2060\ufeffb\u00ad`,
  'Z\u0301\u0336\u0334\u030d\u0353'.padEnd(190, '\u0301\u0336\u034f\u0325'),
  '\r\n\t\0\u001b[31m\u0085\u2028\u2029'.repeat(50),
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20),
  '\ud800 \udc00 \ufffe',
] as const;

const KINDS = ['fields', 'liar', 'sick', 'failing', 'stranger', 'afar', 'many-fields'] as const;
type Kind = (typeof KINDS)[number];

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the service `id` answers while all that it says is `text`. */
function answerOf(kind: Kind, id: string, text: string): Answer {
  const timestamp = new Date().toISOString();
  const memory = { used: 96, total: 512 };
  const report = { status: 'healthy', service: id, timestamp, environment: text, version: text, uptime: 60, memory };
  const others = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}${text}`, text]));
  const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
  switch (kind) {
    case 'fields':
      return json(200, report);
    case 'liar':
      return json(200, { ...report, service: text, timestamp: text });
    case 'sick':
      return json(503, { ...report, status: 'unhealthy', error: text });
    case 'failing':
      return json(500, { error: text, timestamp: text, service: text });
    case 'stranger':
      return { status: 200, body: text, headers: { 'Content-Type': 'text/html' } };
    case 'afar':
      return {
        status: 302,
        body: '',
        headers: { Location: `/${encodeURIComponent(text.slice(0, 60).replace(/\p{Cs}/gu, ''))}` },
      };
    case 'many-fields':
      return json(200, { ...report, [text]: text, ...others });
  }
}

interface RunningWatch {
  readonly url: string;
  /** Checks all of them. */
  check(): Promise<void>;
  end(): Promise<void>;
}

/** Checks one service for each of the `texts`, and of each kind, as a watch does. */
async function watch(texts: readonly (() => string)[]): Promise<RunningWatch> {
  const server = await startHttp(({ url = '' }, response) => {
    const [, kind, index] = url.split('/');
    const { status, body, headers } = answerOf(kind as Kind, `${kind}-${index}`, texts[Number(index)]?.() ?? '');
    response.writeHead(status, headers).end(body);
  });
  const ids = KINDS.flatMap((kind) => texts.map((_, index) => [kind, index] as const));
  const baseUrls = Object.fromEntries(
    ids.map(([kind, index]) => [`${kind}-${index}`, `${server.url()}/${kind}/${index}`]),
  );
  let output = '';
  const { store, send } = memoryOutputs();
  const runs = await startRuns({
    config: configOf(baseUrls, ['maxBodyBytes: 262144', 'retry: { attempts: 1 }']),
    outlets: { receivers: [{ id: TOPIC, send }] },
    ports: {
      probe: httpProbe,
      // Notifications go out at once, not one after the other at the pace that mailboxes bear.
      clock: { ...systemClock, sleep: async () => undefined },
      outputs: {
        store,
        history: createMemoryHistory(),
        publish: async () => undefined,
      },
    },
    place: { host: '127.0.0.1', port: 0 },
    screen: {
      say: (line) => {
        output += line;
      },
    },
    interrupted: new AbortController().signal,
  });
  await runs.next();
  return {
    url: /http:\/\/[^/]+/.exec(output)?.[0] ?? '',
    check: async () => {
      await runs.next();
    },
    end: async () => {
      await runs.end();
      await server.stop();
    },
  };
}

/** What can run, load or look like something else; the view has none of it. */
const ALIEN = 'script,style,iframe,object,embed,img,link,meta,base,template,foreignObject,use,[style]';

/** The addresses that a view may lead to besides itself: those of the services, as the config has them, and of the docs. */
const CONFIGURED =
  '^(?:http://127\\.0\\.0\\.1:\\d+/[a-z-]+/\\d+/status|https://www\\.npmjs\\.com/package/statuswatch)$';

/** What came of a text besides text; empty where nothing did. */
function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(
    ([alien, configured]) => {
      const view = document.getElementById('view');
      const elements = [...(view?.querySelectorAll('*') ?? [])];
      return [
        ...('hacked' in window ? ['a script ran'] : []),
        ...(view === null ? ['the view is gone'] : []),
        ...elements.filter((element) => element.matches(alien)).map((element) => element.outerHTML),
        ...elements
          .flatMap((element) => element.getAttributeNames())
          .filter((name) => name.startsWith('on') || name === 'srcdoc' || name === 'autofocus'),
        ...elements
          .filter((element) => element instanceof HTMLAnchorElement)
          .filter((link) => !link.href.startsWith(`${location.origin}/`))
          .map((link) => link.href)
          .filter((href) => !new RegExp(configured).test(href)),
      ];
    },
    [ALIEN, CONFIGURED] as const,
  );
}

describeInBrowser('a hostile report', (visit) => {
  const running: RunningWatch[] = [];
  const startWatch = async (texts: readonly (() => string)[]) => {
    const watched = await watch(texts);
    running.push(watched);
    return watched;
  };
  afterEach(() => Promise.all(running.splice(0).map(({ end }) => end())));

  it('stays text in an update of an open page', async () => {
    let text = '1.0.0';
    const { url, check } = await startWatch([() => text]);
    const page = await visit(url);
    const details = await visit(`${url}/services/many-fields-0`);
    for (const each of [...MARKUP, ...MARKS]) {
      text = each;
      await check();
      // Some texts begin alike.
      const version = cleanText(text, 12);
      const field = JSON.stringify(cleanText(text).slice(0, 60)).slice(1, -1);
      await Promise.all([
        page.waitForFunction(
          (shown) => document.querySelector('#service-fields-0 .version dd')?.textContent === shown,
          version,
        ),
        details.waitForFunction(
          (shown) => document.querySelector('#response-body')?.textContent.includes(shown),
          field,
        ),
      ]);
      expect([text, ...(await Promise.all([page, details].map(tracesIn)))]).toEqual([text, [], []]);
    }
    expect([page.url(), details.url()]).toEqual([`${url}/`, `${url}/services/many-fields-0`]);
  });

  it('breaks no layout if it is long or strange', async () => {
    const texts = [MARKUP[5], ...LONG, ...MARKS];
    const { url } = await startWatch(texts.map((text) => () => text));
    const page = await visit(url);
    const details = texts.map((_, index) => `/services/many-fields-${index}`);
    for (const path of ['/', '/services/failing-1', ...details]) {
      if (path !== '/') await page.goto(url + path);
      expect([path, await tracesIn(page)]).toEqual([path, []]);
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect([path, width, await layoutFaults(page)]).toEqual([path, width, []]);
        if (path !== '/') continue;
        const heights = await page
          .locator('li[data-service]')
          .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
        expect(heights).toHaveLength(KINDS.length * texts.length);
        expect([width, heights.filter((height) => height > SCREEN)]).toEqual([width, []]);
      }
    }
  });

  it('runs nothing if it is opened as data', async () => {
    const { url } = await startWatch(MARKUP.map((text) => () => text));
    const requests: string[] = [];
    const before = async (opened: Page) =>
      opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const page = await visit(`${url}/badge/fields-0.svg`, { before });
    for (const path of ['/badge/fields-0.svg', '/badge/sick-2.svg', '/api/services', '/api/incidents']) {
      requests.splice(0);
      await page.goto(url + path);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      // A browser asks for an icon of its own accord.
      expect(requests.filter((asked) => asked !== '/favicon.ico')).toEqual([path]);
    }
  });
});
