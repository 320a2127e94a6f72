/** What can be done through the page, and by whom: over real HTTP, as browsers and others ask for it. */

import { once } from 'node:events';
import { request } from 'node:http';
import type { JsonObject } from '../../../lambda/core/words/json';
import type { Known } from '../../../lambda/view/known/known';
import type { PageAppOptions } from '../../../local/page/page-app';
import { silenceAt } from '../../support/core/silences';
import { stopAfterEach } from '../../support/http/servers';
import { knownOf } from '../../support/view/known';
import { askPage, handSource, OPEN, OWN, postForm, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const TOKEN = 'a token that nobody guesses';

let known: Known;
beforeAll(async () => {
  known = await knownOf({ shop: ['well', '503'] });
  const planned = { id: 'maintenance-1', planned: true, by: null, services: null };
  known = { ...known, silences: [silenceAt(known.now), silenceAt(known.now, planned)] };
});
const END = '/silences/k3v9x1/end';

async function start(more: Partial<PageAppOptions>, canSilence = true) {
  const asked: JsonObject[] = [];
  const answer = async (event: JsonObject) => {
    asked.push(event);
    return 'it is <b>done</b>';
  };
  const page = await stopLater(startPage(handSource(known), { control: { answer, canSilence }, ...more }));
  const host = `127.0.0.1:${page.port}`;
  const post = (
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
    from?: string,
  ) => postForm(page, path, fields, { host, origin: `http://${host}`, ...headers }, from);
  return { page, host, post, asked };
}

it('on this machine a service is silenced, acknowledged, or asked again', async () => {
  const { post, asked } = await start({ reach: OWN });
  const { status, text } = await post('/services/shop/silence', { for: '2h', reason: 'deploy' });
  expect([status, text.includes('it is &lt;b&gt;done&lt;/b&gt;')]).toEqual([200, true]);
  await post('/services/shop/silence', { for: 'well' });
  await post('/services/shop/ack', { reason: 'the database' });
  await post('/services/shop/ask');
  expect(asked).toEqual([
    { silence: ['shop'], for: '2h', reason: 'deploy', by: 'the page' },
    { silence: ['shop'], until: 'well', reason: '', by: 'the page' },
    { ack: ['shop'], note: 'the database', by: 'the page' },
    { ask: ['shop'] },
  ]);
});

it('on this machine a silence is ended by a button beside it; maintenance that is planned has none', async () => {
  const { page, asked, host } = await start({ reach: OWN });
  for (const path of ['/', '/services/shop']) {
    const html = await (await fetch(`http://${host}${path}`)).text();
    expect([...html.matchAll(/action="(\/silences\/[^"]*)"/g)].map(([, action]) => action)).toEqual([END]);
  }
  // A form without fields may come without a body.
  const type = 'application/x-www-form-urlencoded';
  const headers = { host, origin: `http://${host}`, 'content-type': type };
  const { status, text } = await askPage(page, END, { method: 'POST', headers });
  expect([status, text.includes('it is &lt;b&gt;done&lt;/b&gt;'), text.includes('<a href="/">')]).toEqual([
    200,
    true,
    true,
  ]);
  expect(asked).toEqual([{ unsilence: 'k3v9x1' }]);
});

it('only a service that has an incident can be acknowledged by a button', async () => {
  const buttonsOf = async (found: Known) => {
    const page = await stopLater(
      startPage(handSource(found), { control: { answer: async () => '', canSilence: true }, reach: OWN }),
    );
    const html = await (await fetch(`http://127.0.0.1:${page.port}/services/shop`)).text();
    return html.includes('formaction="/services/shop/ack"');
  };
  expect(await buttonsOf(known)).toBe(true);
  expect(await buttonsOf(await knownOf({ shop: ['well', 'well'] }))).toBe(false);
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['nobody who says so', { origin: 'null' }],
  ['a page that its browser calls another', { 'sec-fetch-site': 'cross-site' }],
  ['a name that leads here and is another', { host: 'evil.example', origin: 'http://evil.example' }],
])('what %s asks for is not done', async (_, headers) => {
  const { post, asked } = await start({ reach: OWN });
  for (const path of ['/services/shop/silence', END])
    expect((await post(path, { for: '2h' }, headers)).status).toBe(403);
  expect(asked).toEqual([]);
});

it('only a form that is sent does anything', async () => {
  const { page, post, asked } = await start({ reach: OWN });
  const base = `http://127.0.0.1:${page.port}`;
  for (const path of ['/services/shop/silence?for=2h', END]) expect((await fetch(base + path)).status).toBe(404);
  expect((await fetch(`${base}/services/shop/silence`, { method: 'PUT' })).status).toBe(405);
  // Without an origin.
  expect((await fetch(`${base}/services/shop/ask`, { method: 'POST' })).status).toBe(403);
  expect((await post('/services/nobody/ask')).status).toBe(404);
  expect((await post('/services/shop/remove')).status).toBe(405);
  expect((await post('/services/shop/ask', { reason: 'x'.repeat(10_000) })).status).toBe(413);
  expect(asked).toEqual([]);
});

it.each([
  ['multipart/form-data', 'no form'],
  ['application/json', '{ "for": "2h" }'],
  ['', ''],
])('what is sent as "%s" is refused: it is no bug', async (type, body) => {
  const { page, host, asked } = await start({ reach: OWN });
  const headers = { host, origin: `http://${host}`, ...(type === '' ? {} : { 'content-type': type }) };
  const sent = request({ port: page.port, path: '/services/shop/silence', method: 'POST', headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  expect([response.statusCode, asked]).toEqual([415, []]);
});

it('other machines can only read, unless they know the token', async () => {
  const reading = await start({ reach: OPEN });
  for (const path of ['/services/shop/ask', END]) expect((await reading.post(path)).status).toBe(405);
  for (const path of ['/services/shop', '/'])
    expect(await (await fetch(`http://${reading.host}${path}`)).text()).not.toContain('<form method="post"');

  const { post, asked, host } = await start({ reach: OPEN, token: TOKEN });
  const wrong = ['', 'another', `${TOKEN} `, TOKEN.slice(1)];
  for (const [index, token] of wrong.entries()) {
    for (const [place, path] of ['/services/shop/ask', END].entries()) {
      expect((await post(path, { token }, {}, `127.0.${place + 1}.${index + 1}`)).status).toBe(403);
    }
  }
  expect(asked).toEqual([]);
  for (const path of ['/services/shop/ask', END]) expect((await post(path, { token: TOKEN })).status).toBe(200);
  expect((await post('/services/shop/ask', { token: TOKEN }, { origin: 'http://evil.example' })).status).toBe(403);
  expect(asked).toEqual([{ ask: ['shop'] }, { unsilence: 'k3v9x1' }]);
  const html = await (await fetch(`http://${host}/services/shop`)).text();
  expect(html).toContain('type="password" name="token"');
  expect(html).not.toContain(TOKEN);
});

it('who gives a wrong token is not heard for a second, whatever comes next; others are', async () => {
  const { post, asked } = await start({ reach: OPEN, token: TOKEN });
  const tell = (token: string, from: string) => post('/services/shop/ask', { token }, {}, from);
  expect((await tell('another', '127.0.0.2')).status).toBe(403);
  const { status, headers } = await tell(TOKEN, '127.0.0.2');
  expect([status, headers['retry-after'], asked]).toEqual([429, '1', []]);
  expect((await tell(TOKEN, '127.0.0.3')).status).toBe(200);
  let later = await tell(TOKEN, '127.0.0.2');
  while (later.status === 429) later = await tell(TOKEN, '127.0.0.2');
  expect([later.status, asked]).toEqual([200, [{ ask: ['shop'] }, { ask: ['shop'] }]]);
});

it('where nothing keeps silences, a service can only be asked again', async () => {
  const { post, host } = await start({ reach: OWN }, false);
  const html = await (await fetch(`http://${host}/services/shop`)).text();
  expect([html.includes('Ask again now'), html.includes('>Silence<')]).toEqual([true, false]);
  expect(html).not.toContain('action="/silences');
  for (const path of ['/services/shop/silence', '/services/shop/ack', END])
    expect((await post(path, { for: '2h' })).status).toBe(404);
});
