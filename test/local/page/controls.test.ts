/** Tests of the actions of the page and of who may use them, over real HTTP. */

import { once } from 'node:events';
import { request } from 'node:http';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import type { JsonObject } from '../../../lambda/core/words/json';
import type { PageAppOptions } from '../../../local/page/page-app';
import { knownOf } from '../../support/core/deployment-facts';
import { ackAt, silenceAt } from '../../support/core/silences';
import { stopAfterEach } from '../../support/http/servers';
import { askPage, handSource, OPEN, OWN, postForm, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const TOKEN = 'a token that nobody guesses';

let known: DeploymentFacts;
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
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    postForm(page, path, fields, { host, origin: `http://${host}`, ...headers });
  return { page, host, post, asked };
}

it('a browser on this machine can silence, acknowledge and check a service', async () => {
  const { post, asked } = await start({ reach: OWN });
  await post('/services/shop/silence', { for: '2h', reason: 'deploy' });
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

it.each([
  ['ana', 'ana'],
  ['  ana\n\u202e ', 'ana'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
  [' \u0000 ', 'the page'],
])('an action is stored under the given name, cleaned: %j', async (given, by) => {
  const { post, asked } = await start({ reach: OWN });
  await post('/services/shop/ack', { reason: '', by: given });
  await post('/services/shop/silence', { for: '1h', by: given });
  expect(asked).toMatchObject([
    { ack: ['shop'], by },
    { silence: ['shop'], by },
  ]);
});

it('without a script the answer is shown on the previous page, and a reload does not repeat the action', async () => {
  const { post, asked, host } = await start({ reach: OWN });
  const places: readonly (readonly [string, string])[] = [
    ['/?range=7d', '/?range=7d&answer='],
    ['', '/services/shop?answer='],
    ['https://evil.example/', '/?answer='],
    ['//evil.example/x', '/services/shop?answer='],
    ['/nothing', '/services/shop?answer='],
  ];
  for (const [back, expected] of places) {
    const { status, headers } = await post('/services/shop/ask', { back });
    expect([status, headers.location?.replace(/[\da-f-]{36}$/, '')]).toEqual([303, expected]);
    for (let load = 0; load < 2; load++) {
      const html = await (await fetch(`http://${host}${headers.location}`)).text();
      expect(html).toContain('<p id="answer" role="status">it is &lt;b&gt;done&lt;/b&gt;</p>');
    }
  }
  expect(asked).toHaveLength(places.length);
  for (const unknown of ['/?answer=x', '/'])
    expect(await (await fetch(`http://${host}${unknown}`)).text()).toContain('<p id="answer" role="status"></p>');
});

it('the script of the page gets the answer as text', async () => {
  const { post } = await start({ reach: OWN });
  const { status, text, headers } = await post('/services/shop/ask', {}, { accept: 'text/plain' });
  expect([status, text, headers['content-type']]).toEqual([200, 'it is <b>done</b>', 'text/plain; charset=UTF-8']);
});

it('rows and incidents have buttons to act and to undo', async () => {
  const buttonsAt = async (found: DeploymentFacts) => {
    const control = { answer: async () => '', canSilence: true };
    const page = await stopLater(startPage(handSource(found), { control, reach: OWN }));
    const html = await (await fetch(`http://127.0.0.1:${page.port}/`)).text();
    const buttons = [...html.matchAll(/<button type="submit" form="act" formaction="([^"]*)" aria-label="([^"]*)"/g)];
    return [...new Set(buttons.map(([, action, name]) => `${name} → ${action}`))];
  };
  const sick = await knownOf({ shop: ['well', '503'] });
  expect(await buttonsAt(sick)).toEqual([
    'Acknowledge: shop → /services/shop/ack',
    'Silence 1 h: shop → /services/shop/silence',
    'Check now: shop → /services/shop/ask',
  ]);
  // Only an incident can be acknowledged.
  expect(await buttonsAt(await knownOf({ shop: ['well', 'well'] }))).toEqual([
    'Silence 1 h: shop → /services/shop/silence',
    'Check now: shop → /services/shop/ask',
  ]);
  const held = { silences: [silenceAt(sick.now)], acks: [ackAt(sick.now)] };
  expect(await buttonsAt({ ...sick, ...held })).toEqual([
    'Unacknowledge: shop → /silences/a7c1d2/end',
    `End silence: shop → ${END}`,
    'Check now: shop → /services/shop/ask',
  ]);
});

it('a silence has a button to stop it, planned maintenance has none', async () => {
  const { page, asked, host } = await start({ reach: OWN });
  for (const path of ['/', '/services/shop']) {
    const html = await (await fetch(`http://${host}${path}`)).text();
    expect([...html.matchAll(/ action="(\/silences\/[^"]*)"/g)].map(([, action]) => action)).toEqual([END]);
  }
  // A form without fields may come without a body.
  const type = 'application/x-www-form-urlencoded';
  const headers = { host, origin: `http://${host}`, 'content-type': type };
  const { status, headers: given } = await askPage(page, END, { method: 'POST', headers });
  expect([status, given.location]).toEqual([303, expect.stringMatching(/^\/\?answer=/)]);
  // An acknowledgement is undone in the same way.
  await askPage(page, '/silences/a7c1d2/end', { method: 'POST', headers });
  expect(asked).toEqual([{ unsilence: 'k3v9x1' }, { unsilence: 'a7c1d2' }]);
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an unknown origin', { origin: 'null' }],
  ['a page that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['another host name of this machine', { host: 'evil.example', origin: 'http://evil.example' }],
])('a form from %s is refused', async (_, headers) => {
  const { post, asked } = await start({ reach: OWN });
  for (const path of ['/services/shop/silence', END])
    expect((await post(path, { for: '2h' }, headers)).status).toBe(403);
  expect(asked).toEqual([]);
});

it('only a posted form has an effect', async () => {
  const { page, post, asked } = await start({ reach: OWN });
  const base = `http://127.0.0.1:${page.port}`;
  // Whoever goes to such an address comes to where its form stands.
  for (const path of ['/services/shop/silence?for=2h', END]) {
    const { status, url } = await fetch(base + path);
    expect([status, url]).toEqual([200, base + (path === END ? '/' : '/services/shop')]);
  }
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
])('a body of type "%s" is refused', async (type, body) => {
  const { page, host, asked } = await start({ reach: OWN });
  const headers = { host, origin: `http://${host}`, ...(type === '' ? {} : { 'content-type': type }) };
  const sent = request({ port: page.port, path: '/services/shop/silence', method: 'POST', headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  expect([response.statusCode, asked]).toEqual([415, []]);
});

it('other machines can only read without the token', async () => {
  const reading = await start({ reach: OPEN });
  for (const path of ['/services/shop/ask', END]) expect((await reading.post(path)).status).toBe(405);
  for (const path of ['/services/shop', '/'])
    expect(await (await fetch(`http://${reading.host}${path}`)).text()).not.toContain('<form method="post"');

  const { post, asked, host } = await start({ reach: OPEN, token: TOKEN });
  const wrong = ['', 'another', `${TOKEN} `, TOKEN.slice(1)];
  for (const token of wrong) {
    for (const path of ['/services/shop/ask', END]) expect((await post(path, { token })).status).toBe(403);
  }
  expect(asked).toEqual([]);
  for (const path of ['/services/shop/ask', END]) expect((await post(path, { token: TOKEN })).status).toBe(303);
  expect((await post('/services/shop/ask', { token: TOKEN }, { origin: 'http://evil.example' })).status).toBe(403);
  expect(asked).toEqual([{ ask: ['shop'] }, { unsilence: 'k3v9x1' }]);
  for (const path of ['/', '/services/shop'])
    expect(await (await fetch(`http://${host}${path}`)).text()).not.toContain(TOKEN);
});

it('without a script an action without the token is answered with a form that asks for it', async () => {
  const { post, asked } = await start({ reach: OPEN, token: TOKEN });
  const action = '/services/shop/silence';
  const fields = { for: '2h', reason: '"><script>alert(1)</script>', back: '/services/shop' };
  const first = await post(action, fields);
  expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    403,
    'text/html; charset=UTF-8',
    'no-store',
  ]);
  expect(first.text).toContain(`<form method="post" action="${action}">`);
  expect(first.text).toContain('<input type="hidden" name="for" value="2h"');
  expect(first.text).toContain('type="password" id="token" name="token"');
  expect(first.text).not.toContain('<script>alert');
  expect(first.text).not.toContain('not the token');
  const wrong = await post(action, { ...fields, token: 'another' });
  expect(wrong.text).toContain('This is not the token of this watch.');
  expect(wrong.text).not.toContain('value="another"');
  const right = await post(action, { ...fields, token: TOKEN });
  expect([right.status, asked.length]).toEqual([303, 1]);
  // The script gets a line, and asks for the token by itself.
  const line = await post(action, fields, { accept: 'text/plain' });
  expect([line.status, line.text]).toEqual([403, 'This needs the token of the watch.\n']);
});

it('the right token is accepted after wrong ones from the same address, as behind a proxy', async () => {
  const { post, asked } = await start({ reach: OPEN, token: TOKEN });
  for (const token of ['another', 'one more']) expect((await post('/services/shop/ask', { token })).status).toBe(403);
  expect((await post('/services/shop/ask', { token: TOKEN })).status).toBe(303);
  expect(asked).toEqual([{ ask: ['shop'] }]);
});

it('without a store for silences a service can only be checked again', async () => {
  const { post, host } = await start({ reach: OWN }, false);
  const html = await (await fetch(`http://${host}/services/shop`)).text();
  expect([html.includes('Check now'), html.includes('>Silence<')]).toEqual([true, false]);
  expect(html).not.toContain('action="/silences');
  for (const path of ['/services/shop/silence', '/services/shop/ack', END])
    expect((await post(path, { for: '2h' })).status).toBe(404);
});
