/** Histories in files: read as they were written, despite kills, full disks, damage and wrong clocks. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { systemClock } from '../../../lambda/adapters/system/system-clock';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import { createHistoryFiles } from '../../../local/store/history-files';
import { createMemoryHistory } from '../../../local/store/memory-store';
import { runs, SEED } from '../../support/jest/lane';
import { temporaryFolder } from '../../support/laptop/command-line';
import { modesIn } from '../../support/laptop/modes';
import { DAY_MS, hourOf, storedIn, writeHours } from '../../support/laptop/past-hours';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/laptop/small-disk';

const DAY = Date.UTC(2026, 10, 22);

const folders = temporaryFolder();

async function newFolder(inside = folders.path) {
  const folder = join(await mkdtemp(join(inside, 'history-')), 'not', 'yet', 'there');
  const damage: string[] = [];
  let now = DAY;
  const clock = { ...systemClock, now: () => now };
  const open = (sleep = systemClock.sleep) =>
    createHistoryFiles({ folder, onDamage: (message) => damage.push(message), clock: { ...clock, sleep } });
  const files = () => readdirSync(folder).sort();
  const setClock = (time: number) => {
    now = time;
  };
  return { folder, damage, open, files, setClock, file: (name: string) => join(folder, name) };
}

const HOURS = { from: DAY - 10 * DAY_MS, to: DAY + DAY_MS, resolution: 'hours' } as const;
const FINE = { from: DAY, to: DAY + DAY_MS, resolution: 'fine' } as const;
const hoursFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => hourOf(start + index * HOUR_MS));
const hoursOf = (stored: Awaited<ReturnType<typeof storedIn>>) => stored.map(([from]) => (from - DAY) / HOUR_MS);

describe('a written hour', () => {
  it('is there at once, also for another process, as in a store in memory', async () => {
    const { open } = await newFolder();
    const services = ['mail', 'mail.fine', 'cart'];
    const hour = fc.record({
      service: fc.constantFrom(...services),
      day: fc.integer({ min: -40, max: 40 }),
      // The last hour of a day makes the bucket of the day.
      hour: fc.constantFrom(0, 5, 22, 23),
      count: fc.integer({ min: 1, max: 60 }),
    });
    const files = open();
    const memory = createMemoryHistory();
    for (const { service, day, hour: at, count } of fc.sample(hour, { numRuns: runs(20), seed: SEED })) {
      for (const store of [files, memory])
        await writeHours(store, service, [hourOf(DAY + day * DAY_MS + at * HOUR_MS, count)]);
    }
    for (const resolution of ['fine', 'hours', 'days'] as const) {
      const range = { from: DAY - 50 * DAY_MS, to: DAY + 50 * DAY_MS, resolution };
      for (const service of services) {
        const expected = await storedIn(memory, service, range, DAY);
        expect(expected.length).toBeGreaterThan(0);
        expect(await storedIn(files, service, range, DAY)).toEqual(expected);
        expect(await storedIn(open(), service, range, DAY)).toEqual(expected);
      }
    }
    expect(await storedIn(files, 'never-checked', HOURS)).toEqual([]);
  });

  it('is in few files, which only their owner may read', async () => {
    const { open, folder } = await newFolder();
    await writeHours(open(), 'mail', hoursFrom(DAY, 25));
    expect(modesIn(folder)).toEqual({
      '.': '700',
      'mail.fine.2026-11-22.json': '600',
      'mail.fine.2026-11-23.json': '600',
      'mail.hours.2026-11.json': '600',
      'mail.days.2026.json': '600',
    });
  });

  it('is read from the disk once; a write shows at once', async () => {
    const { open, file } = await newFolder();
    await writeHours(open(), 'mail', hoursFrom(DAY, 2));
    const store = open();
    expect(await storedIn(store, 'mail', FINE)).toHaveLength(24);
    expect(await storedIn(store, 'cart', FINE)).toEqual([]);
    const name = file('mail.fine.2026-11-22.json');
    const away = file('away');
    writeFileSync(file('cart.fine.2026-11-22.json'), readFileSync(name));
    renameSync(name, away);
    expect(await storedIn(store, 'mail', FINE)).toHaveLength(24);
    expect(await storedIn(store, 'cart', FINE)).toEqual([]);
    renameSync(away, name);
    await writeHours(store, 'mail', hoursFrom(DAY + 2 * HOUR_MS, 1));
    expect(await storedIn(store, 'mail', FINE)).toHaveLength(36);
  });

  it('is complete even if writes do not wait for each other', async () => {
    const { open } = await newFolder();
    const store = open();
    const hours = hoursFrom(DAY, 20);
    await Promise.all(hours.map((hour) => writeHours(store, 'mail', [hour])));
    // What was written meanwhile was not read: the hour stays owed.
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([0]);
    await writeHours(store, 'mail', hours);
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([...hours.keys()]);
  });
});

describe('old data', () => {
  it('is removed, also for services that are no longer watched', async () => {
    const { open, files, setClock } = await newFolder();
    const store = open();
    const write = async (service: string, time: number) => {
      setClock(time);
      await writeHours(store, service, [hourOf(time + 23 * HOUR_MS)]);
    };
    await write('gone', DAY);
    for (let day = 0; day < 6; day++) await write('mail', DAY + day * DAY_MS);
    const of = (resolution: string) => files().filter((name) => name.includes(`.${resolution}.`));
    expect(of('fine')).toEqual([24, 25, 26, 27].map((day) => `mail.fine.2026-11-${day}.json`));
    expect(files()).toContain('gone.hours.2026-11.json');
    for (let month = 0; month < 16; month++) await write('mail', Date.UTC(2027, month, 15));
    expect(of('hours')).toHaveLength(14);
    expect(of('hours')[0]).toBe('mail.hours.2027-03.json');
    await write('mail', Date.UTC(2029, 5, 1));
    expect(of('days')).toEqual([2027, 2028, 2029].map((year) => `mail.days.${year}.json`));
    expect(files().filter((name) => name.startsWith('gone'))).toEqual([]);
  });

  it.each([
    ['100 days ahead', 100 * DAY_MS],
    ['30 years ahead', 30 * 365 * DAY_MS],
    ['30 years behind', -30 * 365 * DAY_MS],
  ])('does not depend on a clock that is %s for hours, or at the start', async (_, offMs) => {
    const { open, setClock } = await newFolder();
    const store = open();
    await writeHours(store, 'gone', hoursFrom(DAY - 2 * DAY_MS, 3));
    await writeHours(store, 'mail', hoursFrom(DAY - 2 * DAY_MS, 48));
    const before = HOURS;
    const fine = { ...FINE, from: DAY - 2 * DAY_MS };
    const found = await storedIn(store, 'mail', before);
    expect(found).toHaveLength(48);
    setClock(DAY + offMs);
    await writeHours(store, 'mail', hoursFrom(DAY + offMs, 30));
    const again = open();
    await writeHours(again, 'mail', hoursFrom(DAY + offMs + 30 * HOUR_MS, 1));
    setClock(DAY);
    await writeHours(again, 'mail', hoursFrom(DAY, 1));
    const reader = open();
    expect((await storedIn(reader, 'mail', HOURS)).slice(0, 48)).toEqual(found);
    expect(await storedIn(reader, 'gone', HOURS)).toHaveLength(3);
    expect(await storedIn(reader, 'mail', fine)).toHaveLength(49 * 12);
  });
});

describe('a kill', () => {
  it('right before any call that changes a file loses no written hour, and damages nothing', async () => {
    const { folder, open, damage, files, setClock } = await newFolder();
    const program = folders.file('history-child.cjs');
    const esbuild = join(process.cwd(), 'node_modules/.bin/esbuild');
    const entry = join(__dirname, 'history-child.ts');
    execFileSync(esbuild, [entry, '--bundle', '--platform=node', '--log-level=error', `--outfile=${program}`]);
    const dieAtCall = join(__dirname, '../../support/laptop/die-at-call.js');
    let written = 0;
    let draftsLeft = 0;
    for (let call = 1; call <= 24; call++) {
      const child = spawn(process.execPath, ['--require', dieAtCall, program, folder, String(written), String(DAY)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, DIE_AT_CALL: String(call) },
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      await once(child, 'close');
      const numbers = output.split('\n').slice(0, -1).map(Number);
      expect(numbers).toEqual(numbers.map((_, index) => written + index));
      written += numbers.length;
      if (existsSync(folder) && files().some((name) => name.endsWith('.draft'))) draftsLeft++;
      const range = { from: DAY, to: DAY + (written + 1) * HOUR_MS, resolution: 'hours' } as const;
      const found = await storedIn(open(), 'mail', range, DAY);
      expect(found.slice(0, written)).toEqual(
        Array.from({ length: written }, (_, hour) => [DAY + hour * HOUR_MS, 60, 59]),
      );
    }
    expect(written).toBeGreaterThan(5);
    expect(draftsLeft).toBeGreaterThan(0);
    setClock(DAY + DAY_MS);
    await writeHours(open(), 'mail', [hourOf(DAY + DAY_MS)]);
    expect(files().filter((name) => name.endsWith('.draft'))).toEqual([]);
    expect(damage).toEqual([]);
  });
});

describe('a file with', () => {
  const NAME = 'mail.hours.2026-11.json';
  type Sound = Readonly<Record<string, { readonly buckets: readonly object[] }>>;

  it.each<[string, (sound: Sound) => string]>([
    ['no JSON', () => 'hello'],
    ['nothing', () => ''],
    ['JSON of another kind', () => '[1]'],
    ['a cut text', (sound) => JSON.stringify(sound).slice(0, -9)],
    ['a line of zeros', () => '\0'.repeat(4_096)],
  ])('%s is set aside and reported once, and replaced', async (_, damaged) => {
    const { open, file, files, damage } = await newFolder();
    await writeHours(open(), 'mail', hoursFrom(DAY, 3));
    const broken = damaged(JSON.parse(readFileSync(file(NAME), 'utf8')));
    writeFileSync(file(NAME), broken);
    const store = open();
    expect(await storedIn(store, 'mail', HOURS)).toEqual([]);
    expect(await storedIn(store, 'mail', FINE)).toHaveLength(36);
    await writeHours(store, 'mail', hoursFrom(DAY + 3 * HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([3]);
    const [aside = ''] = files().filter((name) => name.includes('.damaged-'));
    expect(readFileSync(file(aside), 'utf8')).toBe(broken);
    expect(damage).toEqual([expect.stringContaining(`${file(NAME)} is damaged; it was copied to ${file(aside)}`)]);
  });

  it.each<[string, (sound: Sound) => unknown]>([
    ['an item of another name', (sound) => ({ ...sound, 'weeks/2026-11': {} })],
    ['an item without a date', (sound) => ({ ...sound, hours: {} })],
    ['an item that is none', (sound) => ({ ...sound, 'hours/2026-11-23': 7 })],
    ['an item whose buckets are none', (sound) => ({ ...sound, 'hours/2026-11-23': { revision: 1, buckets: [7] } })],
  ])('%s loses only that item, and is reported once', async (_, damaged) => {
    const { open, file, damage } = await newFolder();
    await writeHours(open(), 'mail', hoursFrom(DAY, 3));
    writeFileSync(file(NAME), JSON.stringify(damaged(JSON.parse(readFileSync(file(NAME), 'utf8')))));
    for (const store of [open(), open()]) expect(hoursOf(await storedIn(store, 'mail', HOURS))).toEqual([0, 1, 2]);
    await writeHours(open(), 'mail', hoursFrom(DAY + 3 * HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([0, 1, 2, 3]);
    expect(damage).toHaveLength(1);
  });
});

describe('if the disk fails', () => {
  it('both calls reject with the cause, and the hour can be written later', async () => {
    const { open, file } = await newFolder();
    const store = open();
    await writeHours(store, 'mail', hoursFrom(DAY, 1));
    const name = file('mail.hours.2026-11.json');
    renameSync(name, `${name}.away`);
    mkdirSync(name);
    await expect(writeHours(open(), 'mail', hoursFrom(DAY + HOUR_MS, 1))).rejects.toThrow(/mail\.hours.*EISDIR/);
    await expect(storedIn(open(), 'mail', HOURS)).rejects.toThrow(/mail\.hours.*EISDIR/);
    rmSync(name, { recursive: true });
    renameSync(`${name}.away`, name);
    await writeHours(store, 'mail', hoursFrom(DAY + HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([0, 1]);
  });

  it('a removed or blocked folder loses only its own data', async () => {
    const { open, folder } = await newFolder();
    const store = open();
    await writeHours(store, 'mail', hoursFrom(DAY, 1));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(writeHours(store, 'cart', hoursFrom(DAY, 1))).rejects.toThrow(folder);
    rmSync(folder);
    // The first try finds that what was read is gone.
    await writeHours(store, 'mail', hoursFrom(DAY + HOUR_MS, 1));
    await writeHours(store, 'mail', hoursFrom(DAY + HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([1]);
  });

  it('a hanging disk delays only the first call; data in memory is read, and all continues after it', async () => {
    const { open, file } = await newFolder();
    await writeHours(open(), 'mail', hoursFrom(DAY, 1));
    let wake = () => {};
    const store = open(
      () =>
        new Promise((resolve) => {
          wake = resolve;
        }),
    );
    await storedIn(store, 'mail', FINE);
    const name = file('mail.hours.2026-11.json');
    renameSync(name, `${name}.away`);
    // Whoever opens it to read waits for somebody who writes.
    execFileSync('mkfifo', [name]);
    const first = storedIn(store, 'mail', HOURS);
    const next = writeHours(store, 'cart', hoursFrom(DAY, 1));
    await new Promise(setImmediate);
    wake();
    for (const call of [first, next, storedIn(store, 'cart', HOURS)]) {
      await expect(call).rejects.toThrow('the disk does not answer');
    }
    expect(await storedIn(store, 'mail', FINE)).toHaveLength(12);
    const writer = openSync(name, 'r+');
    writeSync(writer, readFileSync(`${name}.away`));
    renameSync(`${name}.away`, name);
    closeSync(writer);
    let hours: readonly number[] = [];
    while (hours.length === 0) {
      await new Promise(setImmediate);
      hours = hoursOf(await storedIn(store, 'mail', HOURS).catch(() => []));
    }
    expect(hours).toEqual([0]);
    await writeHours(store, 'mail', hoursFrom(DAY + HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([0, 1]);
  });
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

(disk ? describe : describe.skip)(`on a full disk${disk ? '' : ` (${NO_SMALL_DISK})`}`, () => {
  it('a write rejects with the cause, written data stays, and no draft is left', async () => {
    const { open, files, damage } = await newFolder(disk?.path);
    const store = open();
    await writeHours(store, 'mail', hoursFrom(DAY, 5));
    const names = files();
    disk?.fill();
    await expect(writeHours(store, 'mail', hoursFrom(DAY + 5 * HOUR_MS, 1))).rejects.toThrow('ENOSPC');
    expect(files()).toEqual(names);
    for (const reader of [store, open()])
      expect(hoursOf(await storedIn(reader, 'mail', HOURS))).toEqual([0, 1, 2, 3, 4]);
    disk?.clear();
    await writeHours(store, 'mail', hoursFrom(DAY + 5 * HOUR_MS, 1));
    expect(hoursOf(await storedIn(open(), 'mail', HOURS))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(damage).toEqual([]);
  });
});
