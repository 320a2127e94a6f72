/** Silences in files: written atomically by any process, readable only by their owner, and deleted some time after their end. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Silence } from '../../../lambda/core/silences/silence';
import { createSilenceFiles } from '../../../local/store/silence-files';
import { temporaryFolder } from '../../support/laptop/command-line';
import { modesIn } from '../../support/laptop/modes';

const NOON = Date.parse('2026-11-22T12:00:00.000Z');
const HOUR = 3_600_000;
const folders = temporaryFolder();

async function newStore() {
  const folder = join(await mkdtemp(join(folders.path, 'silences-')), 'not', 'yet');
  const damage: string[] = [];
  const open = () => createSilenceFiles({ folder, onDamage: (message) => damage.push(message) });
  return { folder, damage, open, store: open() };
}

const silenceOf = (id: string, fields: Partial<Silence> = {}): Silence => ({
  id,
  services: ['payment-service'],
  from: NOON,
  until: NOON + HOUR,
  untilWell: false,
  reason: 'deploy',
  by: 'ana',
  planned: false,
  ...fields,
});

it('silences are read by every process until they end, sorted by start', async () => {
  const { open, store } = await newStore();
  expect(await store.read(NOON)).toEqual([]);
  const later = silenceOf('aaaaaa', { from: NOON + 1 });
  const first = silenceOf('bbbbbb', { services: null, by: null });
  await store.put(later);
  await open().put(first);
  expect(await store.read(NOON)).toEqual([first, later]);
  expect(await open().read(NOON + HOUR - 1)).toEqual([first, later]);
  expect(await store.read(NOON + HOUR)).toEqual([]);
});

it('a silence can be removed once', async () => {
  const { open, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  await store.put(silenceOf('bbbbbb'));
  expect([await open().remove('aaaaaa'), await store.remove('aaaaaa')]).toEqual([true, false]);
  expect((await store.read(NOON)).map(({ id }) => id)).toEqual(['bbbbbb']);
});

it('nothing outside the folder is removed', async () => {
  const { folder, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  writeFileSync(join(folder, 'other.json'), '{}');
  expect(await store.remove('../other')).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['other.json', 'silences']);
});

it('an ended silence is deleted when another is stored', async () => {
  const { folder, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  await store.put(silenceOf('bbbbbb', { until: NOON + 3 * HOUR }));
  await store.put(silenceOf('cccccc', { from: NOON + HOUR, until: NOON + 3 * HOUR }));
  expect(readdirSync(join(folder, 'silences')).sort()).toEqual(['bbbbbb.json', 'cccccc.json']);
});

it.each(['{"id": "dddd', '[]', '{}', JSON.stringify(silenceOf('eeeeee'))])(
  'a damaged file (%j) is reported once, is left as it is, and costs the others nothing',
  async (content) => {
    const { folder, damage, store } = await newStore();
    await store.put(silenceOf('aaaaaa'));
    const file = join(folder, 'silences', 'dddddd.json');
    writeFileSync(file, content);
    writeFileSync(join(folder, 'silences', `ffffff.json.${randomUUID()}.draft`), 'half of one');
    for (let read = 0; read < 2; read++) expect(await store.read(NOON)).toEqual([silenceOf('aaaaaa')]);
    await store.put(silenceOf('bbbbbb'));
    expect(damage).toEqual([`${file} is damaged and silences nothing; remove it`]);
    expect(readdirSync(join(folder, 'silences'))).toContain('dddddd.json');
  },
);

it('a file whose name is not an id is not read, since it might control a terminal', async () => {
  const { folder, damage, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  writeFileSync(join(folder, 'silences', '\u001b[2J.json'), '{}');
  expect([await store.read(NOON), damage]).toEqual([[silenceOf('aaaaaa')], []]);
});

it('an unreadable silence is an error instead of missing', async () => {
  const { folder, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  const unreadable = join(folder, 'silences', 'bbbbbb.json');
  mkdirSync(unreadable);
  await expect(store.read(NOON)).rejects.toThrow(`${unreadable}: EISDIR`);
  await store.put(silenceOf('cccccc'));
  expect(await store.remove('aaaaaa')).toBe(true);
  expect(readdirSync(join(folder, 'silences')).sort()).toEqual(['bbbbbb.json', 'cccccc.json']);
});

it('an unreadable silence is left out and reported with onUnreadable', async () => {
  const { folder, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  mkdirSync(join(folder, 'silences', 'bbbbbb.json'));
  const reported: string[] = [];
  const tolerant = createSilenceFiles({
    folder,
    onDamage: () => undefined,
    onUnreadable: (message) => reported.push(message),
  });
  expect(await tolerant.read(NOON)).toEqual([silenceOf('aaaaaa')]);
  expect(reported).toEqual([expect.stringContaining(`${join(folder, 'silences', 'bbbbbb.json')}: EISDIR`)]);
});

(process.platform === 'win32' ? it.skip : it)('is for its owner alone', async () => {
  const { folder, store } = await newStore();
  await store.put(silenceOf('aaaaaa'));
  expect(modesIn(folder)).toEqual({ '.': '700', silences: '700', 'silences/aaaaaa.json': '600' });
});
