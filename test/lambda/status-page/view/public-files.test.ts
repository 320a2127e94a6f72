/** Tests of the files of the public page: their content, form and size. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Ajv2020 from 'ajv/dist/2020';
import { SCRIPT_HASH, STYLE_HASH } from '../../../../lambda/status-page/core/content-policy';
import { PAGE_SCRIPT } from '../../../../lambda/status-page/view/page-script';
import { PUBLIC_STYLE } from '../../../../lambda/status-page/view/public-style';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { parseXml } from '../../../support/laptop/well-formed-xml';
import { failing, healthy, publicWorld } from '../public-world';
import schema from '../statuspage/statuspage.schema.json';

const HOSTILE = `</title><script>alert(1)</script>"'&<`;
const CONFIG = configOf(
  { checkout: 'https://checkout.internal', cart: 'https://cart.internal', pay: 'https://pay.internal' },
  [
    'retry: { attempts: 1 }',
    'maintenance: [{ name: secret move, services: [pay], from: "2026-03-01T13:00Z", to: "2026-03-01T14:00Z" }]',
    `statusPage: { minDuration: 0ms, title: ${JSON.stringify(HOSTILE)}, services: [{ id: checkout, name: Checkout, under: Shop }, { id: cart, name: Cart, under: Shop }, { id: pay, name: Payments }] }`,
  ],
);

/** An incident goes through all of its stages, beside maintenance. */
async function story() {
  const world = publicWorld(CONFIG);
  const stages: [string, Record<string, unknown>][] = [];
  const stage = async (name: string, minute: number, isDown: boolean) => {
    await world.run(minute, (id) => (isDown && id === 'checkout' ? failing() : healthy(id)));
    stages.push([name, world.json('api/v2/summary.json')]);
  };
  await stage('all is well', 0, false);
  await stage('an outage', 1, true);
  const [incident] = [...world.states().values()].flatMap(({ state }) => state.incidents);
  world.posts.push({
    id: 'p1',
    kind: 'update',
    service: 'checkout',
    incident: incident?.id ?? '',
    status: 'identified',
    text: HOSTILE,
    at: NOW + 90_000,
  });
  await stage('what people know', 2, true);
  await stage('a recovery', 3, false);
  await stage('a relapse', 4, true);
  for (const minute of [5, 6, 7, 8, 9, 10]) await stage('a recovery', minute, false);
  world.posts.push({
    id: 'p2',
    kind: 'update',
    service: 'checkout',
    incident: incident?.id ?? '',
    status: 'postmortem',
    text: 'It was a disk.',
    at: NOW + 700_000,
  });
  await stage('an end', 12, false);
  await stage('maintenance', 70, false);
  await stage('its end', 130, false);
  return { world, stages };
}

/** Something that has begun, and planned work, each with a text about it. */
async function announce(world: Awaited<ReturnType<typeof story>>['world']) {
  const at = NOW + 140 * 60_000;
  const announced = { kind: 'announcement', text: HOSTILE, services: null, at } as const;
  const update = { kind: 'update', service: null, at: at + 1 } as const;
  world.posts.push(
    { ...announced, id: 'a1', title: HOSTILE, from: at, until: null },
    { ...announced, id: 'a2', title: 'Work', from: at + 3_600_000, until: at + 7_200_000 },
    { ...update, id: 'a3', incident: 'a1', status: 'monitoring', text: HOSTILE },
    { ...update, id: 'a4', incident: 'a2', status: null, text: 'It will take longer.' },
  );
  await world.run(141);
}

describe('the JSON of Statuspage', () => {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addSchema(schema, 'statuspage');
  const faultsOf = (path: string, document: unknown) => {
    const validate = ajv.getSchema(`statuspage#/$defs/${path}`);
    if (!validate) throw new Error(`no schema for ${path}`);
    return validate(document) ? [] : validate.errors;
  };

  it('passes a strict reader at each stage', async () => {
    const { world, stages } = await story();
    for (const [, summary] of stages) expect(faultsOf('summary.json', summary)).toEqual([]);
    await announce(world);
    expect(world.json('api/v2/summary.json')).toMatchObject({
      incidents: [{ name: HOSTILE, impact: 'none' }],
      scheduled_maintenances: [{ name: 'Work', status: 'scheduled' }],
    });
    for (const path of ['summary.json', 'status.json'])
      expect([path, faultsOf(path, world.json(`api/v2/${path}`))]).toEqual([path, []]);
    // The schema finds what is wrong.
    expect(faultsOf('status.json', { ...world.json('api/v2/status.json'), more: 1 })).toHaveLength(1);
  });

  it('has an incident from its beginning to its postmortem', async () => {
    const { world, stages } = await story();
    const told = stages.map(([name, summary]) => {
      const { status, incidents, components, scheduled_maintenances: planned } = summary as never as Summary;
      return [
        `${name}: ${status.indicator}, ${incidents.map((one) => one.status).join()}`,
        `${components.map((one) => one.status.slice(0, 5)).join()} ${planned.map((one) => one.status).join()}`,
      ].join('; ');
    });
    expect(told.slice(0, 5)).toEqual([
      'all is well: none, ; opera,opera,opera scheduled',
      'an outage: major, investigating; major,opera,opera scheduled',
      'what people know: major, identified; major,opera,opera scheduled',
      'a recovery: minor, monitoring; degra,opera,opera scheduled',
      'a relapse: major, investigating; major,opera,opera scheduled',
    ]);
    expect(told.slice(-3)).toEqual([
      'an end: none, ; opera,opera,opera scheduled',
      'maintenance: none, ; opera,opera,under in_progress',
      'its end: none, ; opera,opera,opera ',
    ]);
    expect(world.facts().incidents[0]).toMatchObject({
      title: 'Checkout not available',
      status: 'postmortem',
      impact: 'major',
      updates: [
        { status: 'postmortem', text: 'It was a disk.' },
        { status: 'resolved', text: 'Checkout is available again. It was down for 3 min.' },
        { status: 'identified', text: HOSTILE },
        { status: 'investigating', text: 'Checkout is not available.' },
      ],
    });
    expect(world.facts().maintenances).toMatchObject([{ title: 'Maintenance of Payments', status: 'completed' }]);
  });
});

interface Summary {
  readonly status: { readonly indicator: string };
  readonly incidents: readonly { readonly status: string }[];
  readonly components: readonly { readonly status: string }[];
  readonly scheduled_maintenances: readonly { readonly status: string }[];
}

describe('updated_at', () => {
  const updatedAt = (world: ReturnType<typeof publicWorld>) =>
    (world.json('api/v2/status.json').page as { readonly updated_at: string }).updated_at.slice(11, 16);

  it('changes only with the content, also in another process', async () => {
    const world = publicWorld(CONFIG);
    await world.run(0);
    await world.run(1);
    world.restart();
    await world.run(2);
    expect(updatedAt(world)).toBe('12:00');
    await world.run(3, failing);
    expect(updatedAt(world)).toBe('12:03');
    await world.run(4, failing);
    world.restart();
    await world.run(5, failing);
    expect(updatedAt(world)).toBe('12:03');
  });
});

describe('the feed', () => {
  it('is well-formed and keeps the rules of RFC 4287', async () => {
    const { world } = await story();
    await announce(world);
    const feed = world.text('feed.atom');
    expect(feed).toContain('It will take longer.');
    expect(parseXml(feed)).toMatchObject({ name: 'feed' });
    expect(faultsByJing(feed)).toBe('');
    expect(faultsByJing(feed.replace('<updated>', '<changed>').replace('</updated>', '</changed>'))).toContain(
      'changed',
    );
  });
});

/** What jing has to say; nothing where it is not installed, but then it must not be asked by CI. */
function faultsByJing(feed: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-feed-'));
  try {
    writeFileSync(join(folder, 'feed.atom'), feed);
    execFileSync('jing', ['-c', join(__dirname, '../../../fixtures/atom/feed.rnc'), join(folder, 'feed.atom')]);
    return '';
  } catch (error) {
    const { code, stdout } = error as NodeJS.ErrnoException & { readonly stdout?: Buffer };
    if (code !== 'ENOENT') return String(stdout);
    if (process.env.CI) throw new Error('jing is missing: apt-get install jing');
    process.stderr.write('left out: the feed is not held against RFC 4287, since jing is missing\n');
    return feed.includes('<changed>') ? 'changed' : '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the page', () => {
  it('names its style and its script by their hashes', () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    expect({ style: STYLE_HASH, script: SCRIPT_HASH }).toEqual({
      style: hashOf(PUBLIC_STYLE),
      script: hashOf(PAGE_SCRIPT),
    });
  });

  it('has a script of less than 5 kB', () => {
    expect(Buffer.byteLength(PAGE_SCRIPT)).toBeLessThan(5_000);
  });

  it('escapes hostile texts', async () => {
    const { world } = await story();
    await announce(world);
    const page = world.text('index.html');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('has at most 36 kB, 8 kB compressed, for a few dozen services after a bad month', async () => {
    const ids = Array.from({ length: 36 }, (_, index) => `service-${index}`);
    const lines = ids.map((id, index) => `{ id: ${id}, name: The service ${index}, under: Part ${index % 5} }`);
    const config = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])), [
      'retry: { attempts: 1 }',
      `statusPage: { title: Company, services: [${lines.join(', ')}] }`,
    ]);
    const world = publicWorld(config);
    for (let day = 0; day < 30; day++) {
      const isDown = (id: string) => ids.indexOf(id) % 7 === day % 7;
      await world.run(day * 1_440, healthy);
      if (day % 5 !== 0) continue;
      await world.run(day * 1_440 + 1, (id) => (isDown(id) ? failing() : healthy(id)));
      for (const minute of [2, 3, 4, 5, 6]) await world.run(day * 1_440 + minute, healthy);
    }
    expect(world.text('index.html').length).toBeGreaterThan(10_000);
    expect(Buffer.byteLength(world.text('index.html'))).toBeLessThan(36_000);
    expect(gzipSync(world.text('index.html')).length).toBeLessThan(8_000);
  });
});
