/** States in files: written completely or not at all, independent of each other, and read as they were written. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Alert } from '../../../lambda/core/message/alert';
import { notificationOf } from '../../../lambda/core/message/notification';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import { storedForm } from '../../../lambda/core/state/stored-state';
import { DEPLOYMENT } from '../../../lambda/core/words/ids';
import { createFileStore, readStates } from '../../../local/store/file-store';
import { createNotificationLog } from '../../../local/store/notification-log';
import { alertOn } from '../../support/core/alerts';
import { pastOutage } from '../../support/core/past-services';
import { temporaryFolder } from '../../support/laptop/command-line';
import { modesIn } from '../../support/laptop/modes';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/laptop/small-disk';

const folders = temporaryFolder();

async function newStore(inside = folders.path) {
  const folder = join(await mkdtemp(join(inside, 'store-')), 'not', 'yet', 'there');
  const damage: string[] = [];
  const open = () => createFileStore({ folder, onDamage: (message) => damage.push(message) });
  return { folder, damage, open, file: (name: string) => join(folder, name) };
}

const stateOf = (incidentCount: number, message = ''): ServiceState => ({
  ...NEW_STATE,
  incidentCount,
  pending: { since: 1, runs: 1 },
  incidents: [pastOutage(1, 2, { message })],
});

describe('a saved state', () => {
  it('is read as it was saved, also by another process, with a revision that grows by one', async () => {
    const { open } = await newStore();
    const store = open();
    expect(await store.load()).toEqual([]);
    expect(await store.save('mail', stateOf(1), null)).toBe('saved');
    expect(await store.save('mail', stateOf(2), 1)).toBe('saved');
    expect(await open().load()).toEqual([{ service: 'mail', revision: 2, state: storedForm(stateOf(2)) }]);
  });

  it('may be that of the deployment itself, which is not listed as a service', async () => {
    const { open, folder } = await newStore();
    const store = open();
    await store.load();
    await store.save(DEPLOYMENT, stateOf(1), null);
    expect(await open().load()).toEqual([{ service: DEPLOYMENT, revision: 1, state: storedForm(stateOf(1)) }]);
    expect(await readStates(folder)).toEqual({ states: [], damaged: [] });
  });

  it('is refused without a change if the revision is not the expected one', async () => {
    const { open } = await newStore();
    const store = open();
    await store.load();
    await store.save('mail', stateOf(1), null);
    expect(await store.save('mail', stateOf(9), null)).toBe('conflict');
    await expect(store.save('mail', stateOf(9), 7)).rejects.toThrow('revision 1 where 7 was expected');
    await expect(store.save('cart', stateOf(9), 1)).rejects.toThrow('no revision where 1 was expected');
    expect(await store.load()).toEqual([{ service: 'mail', revision: 1, state: storedForm(stateOf(1)) }]);
  });

  it('is readable only by its owner, also after a replacement; so is the log of alerts', async () => {
    const { folder, open } = await newStore();
    const store = open();
    await store.load();
    await store.save('mail', stateOf(1), null);
    await store.save('mail', stateOf(2), 1);
    await createNotificationLog(folder)(notificationOf(alertOn('opened')));
    expect(modesIn(folder)).toEqual({ '.': '700', 'mail.state.json': '600', 'alerts.jsonl': '600' });
  });

  it('is never written through a symbolic link, nor is the log of alerts', async () => {
    const { folder, open } = await newStore();
    const store = open();
    await store.load();
    const target = join(folder, 'target');
    writeFileSync(target, 'mine\n');
    for (const name of ['alerts.jsonl', 'mail.state.json']) symlinkSync(target, join(folder, name));
    await expect(createNotificationLog(folder)(notificationOf(alertOn('opened')))).rejects.toThrow(
      `${join(folder, 'alerts.jsonl')} is a symbolic link; remove it`,
    );
    await store.save('mail', stateOf(1), null);
    expect(readFileSync(target, 'utf8')).toBe('mine\n');
  });

  it('is complete at any moment, even while it is written', async () => {
    const { folder, open } = await newStore();
    const store = open();
    await store.load();
    await store.save('mail', stateOf(1, 'x'.repeat(300_000)), null);
    let isWriting = true;
    const writing = (async () => {
      for (let revision = 1; revision < 60; revision++) {
        await store.save('mail', stateOf(revision + 1, 'y'.repeat(1_000 * (revision % 7) * 60)), revision);
      }
      isWriting = false;
    })();
    let reads = 0;
    for (; isWriting; reads++) {
      const { states, damaged } = await readStates(folder);
      expect({ damaged, count: states.length }).toEqual({ damaged: [], count: 1 });
    }
    await writing;
    expect(reads).toBeGreaterThan(5);
  });
});

it('a file whose name is not an id is not read, since it might control a terminal', async () => {
  const { folder, file, damage, open } = await newStore();
  mkdirSync(folder, { recursive: true });
  for (const name of ['\u001b[2J', 'MAIL', '']) writeFileSync(file(`${name}.state.json`), '{}');
  expect([await open().load(), damage]).toEqual([[], []]);
});

describe('a file that is', () => {
  const whole = `${JSON.stringify({ revision: 3, state: storedForm(stateOf(1)) })}\n`;

  it.each([
    ['empty', ''],
    ['cut short', whole.slice(0, 40)],
    ['no JSON', 'hello'],
    ['JSON of another kind', '[]'],
    ['without a state', JSON.stringify({ revision: 1, state: null })],
    ['full of zeros', '\0'.repeat(4_096)],
  ])('%s is set aside and reported once; the others stay', async (_, content) => {
    const { folder, file, damage, open } = await newStore();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file('mail.state.json'), content);
    writeFileSync(file('cart.state.json'), whole);
    const store = open();
    expect(await store.load()).toEqual([{ service: 'cart', revision: 3, state: storedForm(stateOf(1)) }]);
    expect(await store.load()).toHaveLength(1);
    const [aside] = readdirSync(folder).filter((name) => name.startsWith('mail.state.json.damaged-'));
    expect(readFileSync(file(aside as string), 'utf8')).toBe(content);
    expect(damage).toHaveLength(1);
    expect(damage[0]).toContain(`${file('mail.state.json')} is damaged; it was renamed to ${file(aside as string)}`);
    expect(await store.save('mail', stateOf(1), null)).toBe('saved');
  });

  it.each([
    ['missing', undefined],
    ['a text', '7'],
    ['a fraction', 1.5],
  ])('complete except for a revision that is %s is read, and the revision starts again', async (_, revision) => {
    const { folder, file, damage, open } = await newStore();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file('mail.state.json'), JSON.stringify({ revision, state: storedForm(stateOf(1)) }));
    const store = open();
    expect(await store.load()).toEqual([{ service: 'mail', revision: null, state: storedForm(stateOf(1)) }]);
    expect(await store.save('mail', stateOf(2), null)).toBe('saved');
    expect(await store.load()).toEqual([{ service: 'mail', revision: 1, state: storedForm(stateOf(2)) }]);
    expect(damage).toEqual([]);
  });

  it('a draft from a killed process is not a state, and is deleted when the store is read', async () => {
    const { folder, file, damage, open } = await newStore();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file(`mail.state.json.${randomUUID()}.draft`), whole.slice(0, 40));
    writeFileSync(file('mail.state.json'), whole);
    expect(await open().load()).toHaveLength(1);
    expect(damage).toEqual([]);
    expect(readdirSync(folder)).toEqual(['mail.state.json']);
  });
});

describe('if the disk fails', () => {
  it('a file in place of the folder rejects, and is named', async () => {
    const { folder, open } = await newStore();
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(open().load()).rejects.toThrow(folder);
    await expect(open().save('mail', stateOf(1), null)).rejects.toThrow(folder);
  });

  const unreadable: [string, (file: string) => void][] = [
    ['a folder', (file) => mkdirSync(file)],
    ['a link to itself', (file) => symlinkSync(file, file)],
    ['closed to everybody', (file) => writeFileSync(file, '{}', { mode: 0 })],
  ];
  // Root may read all.
  it.each(process.getuid?.() === 0 ? unreadable.slice(0, 2) : unreadable)(
    'a state that is %s rejects, is named, and stays, since it is not damaged',
    async (_, make) => {
      const { folder, file, damage, open } = await newStore();
      const store = open();
      await store.load();
      await store.save('shop', stateOf(1), null);
      make(file('mail.state.json'));
      await expect(store.load()).rejects.toThrow(file('mail.state.json'));
      expect({ names: readdirSync(folder).sort(), damage }).toEqual({
        names: ['mail.state.json', 'shop.state.json'],
        damage: [],
      });
      rmSync(file('mail.state.json'), { recursive: true });
      expect(await store.load()).toEqual([{ service: 'shop', revision: 1, state: storedForm(stateOf(1)) }]);
    },
  );

  it('a failed save leaves the old state, and the next save succeeds', async () => {
    const { folder, open } = await newStore();
    const store = open();
    await store.load();
    await store.save('mail', stateOf(1), null);
    renameSync(folder, `${folder}-away`);
    await expect(store.save('mail', stateOf(2), 1)).rejects.toThrow('ENOENT');
    renameSync(`${folder}-away`, folder);
    expect((await readStates(folder)).states).toEqual([
      { service: 'mail', revision: 1, state: storedForm(stateOf(1)) },
    ]);
    expect(await store.save('mail', stateOf(2), 1)).toBe('saved');
  });
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

(disk ? describe : describe.skip)(`on a full disk${disk ? '' : ` (${NO_SMALL_DISK})`}`, () => {
  afterEach(() => disk?.clear());

  it('a save rejects with the cause, the old state stays, no draft is left, and saves succeed once there is room', async () => {
    const { folder, open } = await newStore(disk?.path);
    const store = open();
    await store.load();
    await store.save('mail', stateOf(1), null);
    disk?.fill();
    await expect(store.save('mail', stateOf(2, 'x'.repeat(20_000)), 1)).rejects.toThrow('ENOSPC');
    await expect(store.save('cart', stateOf(1, 'x'.repeat(20_000)), null)).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual(['mail.state.json']);
    expect(await store.load()).toEqual([{ service: 'mail', revision: 1, state: storedForm(stateOf(1)) }]);
    disk?.clear();
    expect(await store.save('mail', stateOf(2), 1)).toBe('saved');
  });

  it('an alert that was written only in part does not lose its line in the log, nor that of the next', async () => {
    const { folder, open } = await newStore(disk?.path);
    await open().load();
    const log = createNotificationLog(folder);
    const alertOf = (id: string) => notificationOf({ id, message: 'x'.repeat(6_000) } as Alert);
    disk?.fill(8_192);
    await log(alertOf('first'));
    await expect(log(alertOf('second'))).rejects.toThrow('ENOSPC');
    disk?.clear();
    await log(alertOf('second'));
    await log(alertOf('third'));
    const lines = readFileSync(join(folder, 'alerts.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['first', 'second', 'third']);
  });
});
