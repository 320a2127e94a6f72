/** Tests of the actions of the page and of who may use them, over real HTTP. */

import { once } from 'node:events';
import { request } from 'node:http';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { ID_LIMIT } from '../../../lambda/core/words/ids';
import type { JsonObject } from '../../../lambda/core/words/json';
import type { PageAppOptions } from '../../../local/page/page-app';
import { knownOf } from '../../support/core/deployment-facts';
import { ackAt, silenceAt } from '../../support/core/silences';
import { stopAfterEach } from '../../support/http/servers';
import { handSource, OPEN, OWN, postForm, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({ shop: ['well', '503'], till: ['well'] });
  const planned = { id: 'maintenance-1', planned: true, by: null, services: null };
  known = { ...known, silences: [silenceAt(known.now), silenceAt(known.now, planned)] };
});
/** The kinds of answers by the keys of events. */
const KINDS: Readonly<Record<string, string>> = { ack: 'acknowledged', silence: 'silenced', unsilence: 'unsilenced' };
const SHOP = { services: 'shop' };
const END = { ids: 'k3v9x1' };

async function start(more: Partial<PageAppOptions>, canSilence = true) {
  const asked: JsonObject[] = [];
  const answer = async (event: JsonObject) => {
    asked.push(event);
    const [key = ''] = Object.keys(event);
    return { kind: KINDS[key] ?? 'asked', text: 'it is <b>done</b>' };
  };
  const page = await stopLater(startPage(handSource(known), { control: { answer, canSilence }, ...more }));
  const host = `127.0.0.1:${page.port}`;
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    postForm(page, path, fields, { host, origin: `http://${host}`, ...headers });
  return { page, host, post, asked };
}

it('a browser on this machine can silence, acknowledge and check services, all in one request', async () => {
  const { post, asked } = await start({ reach: OWN });
  const both = { services: 'shop till gone' };
  await post('/silence', { ...both, for: '2h', reason: 'deploy' });
  await post('/silence', { ...SHOP, for: 'well' });
  await post('/ack', { ...both, reason: 'the database' });
  await post('/ask', both);
  await post('/end', { ids: 'k3v9x1 a7c1d2' });
  expect(asked).toEqual([
    { silence: ['shop', 'till'], for: '2h', reason: 'deploy', by: 'the page' },
    { silence: ['shop'], until: 'well', reason: '', by: 'the page' },
    { ack: ['shop', 'till'], note: 'the database', by: 'the page' },
    { ask: ['shop', 'till'] },
    { unsilence: 'k3v9x1' },
    { unsilence: 'a7c1d2' },
  ]);
});

it('the ids of 200 services fit into a request', async () => {
  const { post, asked } = await start({ reach: OWN });
  const longest = Array.from({ length: 200 }, (_, index) => `${index}-`.padEnd(ID_LIMIT, 'x'));
  expect((await post('/ack', { services: [...longest, 'shop'].join(' ') })).status).toBe(303);
  expect(asked).toMatchObject([{ ack: ['shop'] }]);
});

it('the answer to a check is shown once on the previous page, and a reload does not repeat the check', async () => {
  const { post, asked, host } = await start({ reach: OWN });
  const places = {
    '/?range=7d': '/?range=7d',
    '': '/',
    'https://evil.example/': '/',
    '//evil.example/x': '/',
    '/nothing': '/',
  };
  for (const [back, expected] of Object.entries(places)) {
    const { status, headers } = await post('/ask', { ...SHOP, back });
    expect([status, headers.location]).toEqual([303, expected]);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    const shown = await fetch(`http://${host}${expected}`, { headers: { cookie } });
    expect(await shown.text()).toContain('<p id="answer" role="status">it is &lt;b&gt;done&lt;/b&gt;</p>');
    expect(shown.headers.getSetCookie()).toEqual([expect.stringMatching(/^statuswatch-answer=; Max-Age=0;.*HttpOnly/)]);
  }
  expect(asked).toHaveLength(Object.keys(places).length);
  expect(await (await fetch(`http://${host}/`)).text()).toContain('<p id="answer" role="status"></p>');
});

it('a page that shows itself what was done says nothing above', async () => {
  const { post } = await start({ reach: OWN });
  const back = { back: '/?range=7d' };
  for (const [path, fields] of Object.entries({ '/ack': SHOP, '/silence': { ...SHOP, for: '1h' }, '/end': END }))
    expect((await post(path, { ...fields, ...back })).headers.location).toBe('/?range=7d');
});

it('rows and incidents have buttons to act and to undo', async () => {
  const buttonsAt = async (found: DeploymentFacts) => {
    const control = { answer: async () => ({ kind: 'asked', text: '' }), canSilence: true };
    const page = await stopLater(startPage(handSource(found), { control, reach: OWN }));
    const html = await (await fetch(`http://127.0.0.1:${page.port}/`)).text();
    const buttons = [...html.matchAll(/formaction="([^"]*)" name="([^"]*)" value="([^"]*)" aria-label="([^"]*)"/g)];
    return [...new Set(buttons.map(([, action, field, value, name]) => `${name} → ${action} ${field}=${value}`))];
  };
  const sick = await knownOf({ shop: ['well', '503'] });
  expect(await buttonsAt(sick)).toEqual([
    'Acknowledge: shop → /ack services=shop',
    'Check now: shop → /ask services=shop',
    'Silence 1 h: shop → /silence services=shop',
  ]);
  // Only an incident can be acknowledged.
  expect(await buttonsAt(await knownOf({ shop: ['well', 'well'] }))).toEqual([
    'Silence 1 h: shop → /silence services=shop',
    'Check now: shop → /ask services=shop',
  ]);
  // Of what is silenced nobody is waited for.
  expect(await buttonsAt({ ...sick, silences: [silenceAt(sick.now)] })).toEqual([
    'End silence: shop → /end ids=k3v9x1',
    'Check now: shop → /ask services=shop',
    'End it, the silence: all services → /end ids=k3v9x1',
  ]);
  expect(await buttonsAt({ ...sick, acks: [ackAt(sick.now)] })).toEqual([
    'Undo the acknowledgement: shop → /end ids=a7c1d2',
    'Check now: shop → /ask services=shop',
    'Unacknowledge: shop → /end ids=a7c1d2',
    'Silence 1 h: shop → /silence services=shop',
  ]);
});

it('a silence has a button to stop it, planned maintenance has none', async () => {
  const { host } = await start({ reach: OWN });
  for (const path of ['/', '/services/shop']) {
    const html = await (await fetch(`http://${host}${path}`)).text();
    expect(new Set(html.match(/(?<=formaction="\/end" name="ids" value=")[^"]*/g))).toEqual(new Set(['k3v9x1']));
  }
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an unknown origin', { origin: 'null' }],
  ['a page that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['another host name of this machine', { host: 'evil.example', origin: 'http://evil.example' }],
])('a form from %s is refused', async (_, headers) => {
  const { post, asked } = await start({ reach: OWN });
  for (const path of ['/silence', '/end'])
    expect((await post(path, { ...SHOP, ...END, for: '2h' }, headers)).status).toBe(403);
  expect(asked).toEqual([]);
});

it('only a posted form has an effect', async () => {
  const { page, post, asked } = await start({ reach: OWN });
  const base = `http://127.0.0.1:${page.port}`;
  for (const path of ['/silence?services=shop&for=2h', '/end?ids=k3v9x1']) {
    const { status, url } = await fetch(base + path);
    expect([status, url]).toEqual([200, `${base}/`]);
  }
  expect((await fetch(`${base}/silence`, { method: 'PUT' })).status).toBe(405);
  // Without an origin.
  expect((await fetch(`${base}/ask`, { method: 'POST' })).status).toBe(403);
  for (const [path, services] of Object.entries({ '/ask': 'nobody', '/ack': '', '/end': 'shop' }))
    expect([path, (await post(path, { services })).status]).toEqual([path, 404]);
  expect((await post('/remove', SHOP)).status).toBe(405);
  expect((await post('/ask', { ...SHOP, reason: 'x'.repeat(20_000) })).status).toBe(413);
  expect(asked).toEqual([]);
});

it.each([
  ['multipart/form-data', 'no form'],
  ['application/json', '{ "for": "2h" }'],
  ['', ''],
])('a body of type "%s" is refused', async (type, body) => {
  const { page, host, asked } = await start({ reach: OWN });
  const headers = { host, origin: `http://${host}`, ...(type === '' ? {} : { 'content-type': type }) };
  const sent = request({ port: page.port, path: '/silence', method: 'POST', headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  expect([response.statusCode, asked]).toEqual([415, []]);
});

it('other machines can only read without the token', async () => {
  const reading = await start({ reach: OPEN });
  for (const path of ['/ask', '/end']) expect((await reading.post(path)).status).toBe(405);
  for (const path of ['/services/shop', '/'])
    expect(await (await fetch(`http://${reading.host}${path}`)).text()).not.toContain('<form method="post"');
});

it('without a store for silences a service can only be checked again', async () => {
  const { post, host } = await start({ reach: OWN }, false);
  const html = await (await fetch(`http://${host}/services/shop`)).text();
  expect([html.includes('Check now'), html.includes('popover')]).toEqual([true, false]);
  expect(html).not.toContain('formaction="/end"');
  for (const path of ['/silence', '/ack', '/end'])
    expect((await post(path, { ...SHOP, ...END, for: '2h' })).status).toBe(404);
});
