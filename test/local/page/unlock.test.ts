/** Tests of unlocking the page of a watch over real HTTP: by its token, by a link that works once, and for how long. */

import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import type { JsonObject } from '../../../lambda/core/words/json';
import { REMEMBERED_MS, SESSION_MS } from '../../../lambda/web/sessions';
import type { PageAppOptions } from '../../../local/page/page-app';
import { CODE_MS, createUnlockCode } from '../../../local/page/unlock-code';
import { knownOf } from '../../support/core/deployment-facts';
import { stopAfterEach } from '../../support/http/servers';
import { type Answer, askPage, handSource, OPEN, OWN, postForm, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const TOKEN = 'a token that nobody guesses';
const RIGHT = { name: 'ana', password: TOKEN };
const TLS = 'https://status.internal';
const HTML = { accept: 'text/html' };
const START = Date.UTC(2026, 10, 20);

let known: DeploymentFacts;
let now: number;
beforeAll(async () => {
  known = await knownOf({ shop: ['well', '503'] });
});
beforeEach(() => {
  now = START;
});

async function start(more: Partial<PageAppOptions> = {}) {
  const asked: JsonObject[] = [];
  const answer = async (event: JsonObject) => {
    asked.push(event);
    return { kind: 'acknowledged', text: 'done' };
  };
  const clock = () => now;
  const unlockCode = createUnlockCode(clock);
  const options = { control: { answer, canSilence: true }, reach: OPEN, token: TOKEN, now: clock, unlockCode, ...more };
  const page = await stopLater(startPage(handSource(known), options));
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const { origin = `http://127.0.0.1:${page.port}` } = headers;
    return postForm(page, path, fields, { origin, host: new URL(origin).host, ...headers });
  };
  const unlock = (fields: Record<string, string>, headers = {}) => post('/unlock', fields, headers);
  const act = (cookie: string) => post('/ack', { services: 'shop' }, { cookie });
  const read = async (cookie: string, path = '/') => (await askPage(page, path, { headers: { ...HTML, cookie } })).text;
  return { asked, unlock, post, act, read, code: unlockCode.text };
}

const cookieIn = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const attributesIn = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split('; ').slice(1) ?? [];

it('actions need the token, and are stored under the name that was given with it', async () => {
  const { unlock, act, asked, read } = await start();
  expect((await act('')).status).toBe(403);
  const unlocked = await unlock({ ...RIGHT, back: '/?range=7d' });
  expect([unlocked.status, unlocked.headers.location]).toEqual([303, '/?range=7d']);
  expect((await act(cookieIn(unlocked))).status).toBe(303);
  expect(asked).toEqual([{ ack: ['shop'], note: '', by: 'ana' }]);
  const [locked, open] = [await read(''), await read(cookieIn(unlocked))];
  expect(locked).toContain('href="/unlock" aria-label="Unlock actions"');
  expect(locked).not.toContain('data-reader');
  expect(open).toContain('data-reader="ana"');
  // Two readers of an address don't share a drawing.
  expect(await read('')).toBe(locked);
  expect(`${locked}${open}`).not.toContain(TOKEN);
});

it.each(['', 'another', `${TOKEN} `, TOKEN.slice(1)])(
  'the token %j is refused, and the right one after it is accepted',
  async (password) => {
    const { unlock } = await start();
    const refused = await unlock({ name: 'ana', password });
    expect([refused.status, refused.text, cookieIn(refused)]).toEqual([
      403,
      'Wrong token: check it, and try again.\n',
      '',
    ]);
    expect((await unlock(RIGHT)).status).toBe(303);
  },
);

it.each([
  ['ana', 'ana'],
  ['  ana\n\u202e ', 'ana'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
  ['ana; Path=/ü😀.', 'ana; Path=/ü😀.'],
  [' \u0000 ', 'the page'],
])('a page without a token stores actions under the given name, cleaned: %j', async (name, by) => {
  const { unlock, act, asked } = await start({ reach: OWN, token: null });
  await act(cookieIn(await unlock({ name })));
  expect(asked).toMatchObject([{ ack: ['shop'], by }]);
});

it.each([
  ['on', REMEMBERED_MS, ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Strict']],
  ['', SESSION_MS, ['Path=/', 'HttpOnly', 'SameSite=Strict']],
])('a session with remember=%j ends after %d ms', async (remember, lengthMs, attributes) => {
  const { unlock, act } = await start();
  const unlocked = await unlock({ ...RIGHT, remember });
  expect(attributesIn(unlocked)).toEqual(attributes);
  now += lengthMs - 1;
  expect((await act(cookieIn(unlocked))).status).toBe(303);
  now += 1;
  expect((await act(cookieIn(unlocked))).status).toBe(403);
});

it('a session that begins after now is refused: a clock was far ahead', async () => {
  const { unlock, act } = await start();
  now += 1;
  const cookie = cookieIn(await unlock({ ...RIGHT, remember: 'on' }));
  now -= 1;
  expect((await act(cookie)).status).toBe(403);
});

it('behind a proxy with TLS, browsers send the cookie over TLS alone', async () => {
  const { unlock, act } = await start();
  const unlocked = await unlock(RIGHT, { origin: TLS });
  expect(cookieIn(unlocked)).toMatch(/^__Host-statuswatch-/);
  expect(attributesIn(unlocked)).toContain('Secure');
  expect((await act(cookieIn(unlocked))).status).toBe(303);
});

it('another token ends all sessions', async () => {
  const cookie = cookieIn(await (await start()).unlock(RIGHT));
  const { act } = await start({ token: `${TOKEN}!` });
  expect((await act(cookie)).status).toBe(403);
});

it('a cookie that was changed is refused', async () => {
  const { unlock, act } = await start();
  const cookie = decodeURIComponent(cookieIn(await unlock(RIGHT)));
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const [until = '', reader, signature = ''] = value.split('.');
  expect((await act(`${name}=${encodeURIComponent(value)}`)).status).toBe(303);
  for (const forged of [
    '',
    until,
    `${until}.${reader}`,
    `${until}.ben.${signature}`,
    `${Number(until) + 1}.${reader}.${signature}`,
    `${until}.${reader}.${'A'.repeat(43)}=`,
  ])
    expect([forged, (await act(`${name}=${encodeURIComponent(forged)}`)).status]).toEqual([forged, 403]);
});

it('locking ends the session of this browser', async () => {
  const { unlock, post } = await start();
  const cookie = cookieIn(await unlock(RIGHT));
  const locked = await post('/lock', { back: '/incidents' }, { cookie });
  expect([locked.status, locked.headers.location]).toEqual([303, '/incidents']);
  expect(locked.headers['set-cookie']?.map((set) => set.split('; ').slice(0, 2))).toEqual([
    [`__Host-${cookie.split('=')[0]}=`, 'Max-Age=0'],
    [`${cookie.split('=')[0]}=`, 'Max-Age=0'],
  ]);
});

it('forms of other sites neither unlock nor lock', async () => {
  const { unlock, post } = await start();
  const evil = { host: '127.0.0.1', origin: 'https://evil.example' };
  expect((await unlock(RIGHT, evil)).headers['set-cookie']).toBeUndefined();
  expect((await post('/lock', {}, evil)).headers['set-cookie']).toBeUndefined();
});

it('without a script a locked action is answered with a form that unlocks the page', async () => {
  const { post, unlock } = await start();
  const refused = await post('/silence', { services: 'shop', for: '2h', back: '/incidents' }, HTML);
  expect([refused.status, refused.headers['cache-control']]).toEqual([403, 'no-store']);
  expect(refused.text).toContain('<form method="post" action="/unlock" class="unlock">');
  expect(refused.text).toContain('<input type="hidden" name="back" value="/incidents"');
  const wrong = await unlock({ name: '"><b>', password: 'another', back: '/incidents' }, HTML);
  expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(wrong.text).toContain('<p id="wrong" role="alert">Wrong token: check it, and try again.</p>');
  expect(wrong.text).not.toContain('another');
});

describe('the link', () => {
  const USED = 'This link has been used, has expired, or came without TLS. Use the token.\n';

  it('unlocks one browser within ten minutes', async () => {
    const { unlock, act, asked, code } = await start();
    expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    now += CODE_MS - 1;
    const unlocked = await unlock({ name: 'ben', code });
    await act(cookieIn(unlocked));
    expect(asked).toMatchObject([{ by: 'ben' }]);
    const again = await unlock({ name: 'eve', code });
    expect([again.status, again.text, cookieIn(again)]).toEqual([403, USED, '']);
  });

  it('has expired after ten minutes', async () => {
    const { unlock, code } = await start();
    now += CODE_MS;
    expect(await unlock({ name: 'ben', code })).toMatchObject({ status: 403, text: USED });
  });

  it.each([
    [TLS, 303],
    ['http://localhost:4280', 303],
    ['http://[::1]:4280', 303],
    ['http://status.internal', 403],
    ['http://192.0.2.1:4280', 403],
  ])('used at %s is answered with %d', async (origin, status) => {
    const { unlock, code } = await start();
    expect((await unlock({ name: 'ben', code }, { origin })).status).toBe(status);
  });

  it('with another code does nothing, and stays valid', async () => {
    const { unlock, code } = await start();
    expect((await unlock({ name: 'eve', code: code.replace(/.$/, '!') })).status).toBe(403);
    expect((await unlock({ name: 'ben', code })).status).toBe(303);
  });

  it('is not there without one', async () => {
    const { unlock } = await start({ unlockCode: null });
    expect((await unlock({ name: 'eve', code: 'null' })).status).toBe(403);
  });
});
