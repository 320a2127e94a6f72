/** The history in its file: back as it was, whatever was killed, full, torn, damaged or forged. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { rollupOf, sumUp } from '../../../lambda/core/history/history';
import type { CheckResult } from '../../../lambda/core/probe/check-result';
import { pastLines } from '../../../local/history/history-lines';
import { type History, memoryHistory, openHistory } from '../../../local/history/history-log';
import { temporaryFolder } from '../../support/command-line';
import { modesIn } from '../../support/modes';
import { answer, failure, NOW, reportOf } from '../../support/observations';
import { resultOf } from '../../support/runs';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/small-disk';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const folders = temporaryFolder();

async function newFolder(inside = folders.path) {
  const folder = join(await mkdtemp(join(inside, 'history-')), 'not', 'yet', 'there');
  const damage: string[] = [];
  const open = (rest: { now?: number; keepMs?: number } = {}) =>
    openHistory({ folder, onDamage: (message) => damage.push(message), now: NOW, ...rest });
  return { folder, damage, open, file: join(folder, 'history.jsonl'), draft: join(folder, 'history.jsonl.draft') };
}

const well = resultOf('mail', answer(200, reportOf({ service: 'mail' })));
const down = resultOf('mail', answer(503, { error: 'down' }));
const away = resultOf('mail', failure('connection_refused'));

const at = (time: number, result = well, id = 'mail'): CheckResult => ({
  ...result,
  service: { ...result.service, id },
  at: time,
});

/** Runs of one service, a minute apart. */
async function recordRuns(history: History, count: number, start = NOW): Promise<void> {
  for (let time = start; time < start + count * MINUTE_MS; time += MINUTE_MS) await history.record([at(time)], time);
}

const timesOf = (history: History, id = 'mail') => history.of(id).map(({ from }) => from);
const checksOf = (history: History, id = 'mail') => sumUp(history.of(id), 0, 1).checks;
const runTimes = (count: number) => Array.from({ length: count }, (_, index) => NOW + index * MINUTE_MS);

describe('what is recorded', () => {
  it('is there at once, and after a restart as it was', async () => {
    const { open } = await newFolder();
    const history = await open();
    const results = [at(NOW + 3), at(NOW - 4, down, 'cart'), at(NOW, away, 'shop')];
    await history.record(results, NOW);
    await history.record([at(NOW + MINUTE_MS, down), at(NOW + MINUTE_MS, well, 'cart')], NOW + MINUTE_MS);
    for (const reader of [history, await open()]) {
      expect(reader.of('mail')).toEqual([at(NOW + 3), at(NOW + MINUTE_MS, down)].map(rollupOf));
      expect(reader.of('cart')).toEqual([at(NOW - 4, down), at(NOW + MINUTE_MS)].map(rollupOf));
      expect(reader.of('shop')).toEqual([rollupOf(at(NOW, away))]);
      expect(reader.of('never-checked')).toEqual([]);
    }
  });

  it('may be read by its owner alone, even if the file is written anew', async () => {
    const { folder, file, open } = await newFolder();
    await recordRuns(await open(), 1);
    expect(modesIn(folder)).toEqual({ '.': '700', 'history.jsonl': '600' });
    appendFileSync(file, '{"torn');
    const before = statSync(file).ino;
    await recordRuns(await open(), 1, NOW + MINUTE_MS);
    expect(statSync(file).ino).not.toBe(before);
    expect(modesIn(folder)).toEqual({ '.': '700', 'history.jsonl': '600' });
  });

  it('changes no list that was given out before', async () => {
    const { open } = await newFolder();
    const history = await open();
    await recordRuns(history, 2);
    const before = history.of('mail');
    await recordRuns(history, 2, NOW + DAY_MS);
    expect(before).toHaveLength(2);
  });

  it('counts once even if nobody waits for one run before the next', async () => {
    const { open, file } = await newFolder();
    const history = await open();
    await Promise.all(runTimes(5).map((time) => history.record([at(time)], time)));
    expect(timesOf(await open())).toEqual(runTimes(5));
    appendFileSync(file, '{"at"');
    const again = await open();
    await Promise.all(runTimes(9).map((time) => again.record([at(time + DAY_MS)], time + DAY_MS)));
    expect(timesOf(await open())).toEqual([...runTimes(5), ...runTimes(9).map((time) => time + DAY_MS)]);
  });

  it('while the disk is busy waits for it together, and is written at once', async () => {
    const { open, file } = await newFolder();
    const history = await open();
    const [time = 0, ...times] = runTimes(5);
    const first = history.record([at(time)], time);
    await Promise.resolve();
    const others = times.map((later) => history.record([at(later)], later));
    await Promise.all([first, ...others]);
    expect(new Set(others).size).toBe(1);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
    // More than is worth to be kept waiting: the file is written anew.
    const many = Array.from({ length: 6_000 }, (_, index) => at(NOW + HOUR_MS, well, `service-${index}`));
    await Promise.all([1, 2, 3].map(() => history.record(many, NOW + HOUR_MS)));
    const reader = await open({ now: NOW + HOUR_MS });
    expect(timesOf(reader)).toEqual(runTimes(5));
    for (const id of ['service-0', 'service-5999']) expect(checksOf(reader, id)).toBe(3);
  });

  it('stays within bounds, on disk too, and comes back with the same sums', async () => {
    const { open, file } = await newFolder();
    const history = await open({ keepMs: 4 * DAY_MS });
    await recordRuns(history, 12_000);
    const now = NOW + 12_000 * MINUTE_MS;
    const reader = await open({ now, keepMs: 4 * DAY_MS });
    for (const { length } of [history.of('mail'), reader.of('mail')]) {
      expect(length).toBeGreaterThan(1_500);
      expect(length).toBeLessThan(1_650 + 4 * 24);
    }
    // Four days, and the rest of the hour in which they begin.
    expect(checksOf(history)).toBeGreaterThanOrEqual(4 * 24 * 60);
    expect(checksOf(history)).toBeLessThanOrEqual(4 * 24 * 60 + 60);
    expect(reader.of('mail').slice(-1_500)).toEqual(history.of('mail').slice(-1_500));
    expect(Math.abs(checksOf(reader) - checksOf(history))).toBeLessThanOrEqual(60);
    expect(statSync(file).size).toBeLessThan(60 * 2 * 1_750);
  });

  it('is left out after 90 days, also of a service that is watched no more', async () => {
    const { open, file } = await newFolder();
    const history = await open();
    await history.record([at(NOW), at(NOW, well, 'gone')], NOW);
    const later = NOW + 90 * DAY_MS;
    expect((await open({ now: later })).of('gone')).toHaveLength(1);
    expect((await open({ now: later + 1 })).of('gone')).toEqual([]);
    await history.record([at(later + 1)], later + 1);
    expect([history.of('gone'), timesOf(history)]).toEqual([[], [later + 1]]);
    await recordRuns(history, 4_000, later + MINUTE_MS);
    expect(readFileSync(file, 'utf8')).not.toContain('gone');
  });

  it('by a clock that was set back, and then forth, is in order and counts once', async () => {
    const { open } = await newFolder();
    const history = await open();
    await recordRuns(history, 2_000);
    await recordRuns(history, 100, NOW - 40 * MINUTE_MS);
    await recordRuns(history, 100, NOW + 2_000 * MINUTE_MS);
    for (const reader of [history, await open({ now: NOW + 2_100 * MINUTE_MS })]) {
      const rollups = reader.of('mail');
      expect(checksOf(reader)).toBe(2_200);
      expect(rollups.every(({ from }, index) => from >= (rollups[index - 1]?.to ?? 0))).toBe(true);
    }
  });
});

describe('a wrong clock', () => {
  it.each([
    ['100 days ahead', 100 * DAY_MS],
    ['30 years ahead', 30 * 365 * DAY_MS],
    ['30 years behind', -30 * 365 * DAY_MS],
  ])('that is %s for an hour costs nothing of what was seen before, here or on disk', async (_, offMs) => {
    const { open } = await newFolder();
    const history = await open();
    await history.record([at(NOW - DAY_MS, down, 'gone')], NOW - DAY_MS);
    await recordRuns(history, 2_000);
    const before = history.of('mail');
    await recordRuns(history, 60, NOW + offMs);
    const next = NOW + 2_000 * MINUTE_MS;
    // As one does who starts anew while the clock is wrong.
    const again = await open({ now: NOW + offMs });
    for (const reader of [history, again, await open({ now: next })]) {
      await reader.record([at(next)], next);
      expect(checksOf(reader)).toBe(2_001);
      expect(reader.of('mail').slice(-1_400)).toEqual([...before, rollupOf(at(next))].slice(-1_400));
      expect(reader.of('gone')).toHaveLength(1);
    }
  });

  it('leaves no check that stays the newest: it is shown when its time has come', async () => {
    for (const history of [await (await newFolder()).open(), memoryHistory()]) {
      await recordRuns(history, 3);
      const ahead = NOW + 5 * DAY_MS;
      await history.record([at(ahead)], ahead);
      expect(timesOf(history)).toEqual([...runTimes(3), ahead]);
      await recordRuns(history, 1, NOW + 3 * MINUTE_MS);
      expect(timesOf(history)).toEqual(runTimes(4));
      await history.record([at(ahead + MINUTE_MS)], ahead + MINUTE_MS);
      expect(timesOf(history)).toEqual([...runTimes(4), ahead, ahead + MINUTE_MS]);
    }
  });
});

describe('a kill', () => {
  it('at any byte of a line loses that run alone, is no damage, and costs the next run nothing', async () => {
    const { open, file, damage } = await newFolder();
    await recordRuns(await open(), 2);
    const whole = readFileSync(file, 'utf8');
    const firstLine = whole.indexOf('\n') + 1;
    for (let end = firstLine; end <= whole.length; end++) {
      writeFileSync(file, whole.slice(0, end));
      const history = await open();
      const found = end >= whole.length - 1 ? 2 : 1;
      expect(timesOf(history)).toEqual(runTimes(found));
      await history.record([at(NOW + HOUR_MS)], NOW + HOUR_MS);
      await history.record([at(NOW + DAY_MS)], NOW + DAY_MS);
      expect(timesOf(await open())).toEqual([...runTimes(found), NOW + HOUR_MS, NOW + DAY_MS]);
    }
    expect(damage).toEqual([]);
  });

  it('before or after the file is replaced counts no check twice', async () => {
    const { open, file, draft, folder, damage } = await newFolder();
    await recordRuns(await open(), 2_000);
    appendFileSync(file, '{"at"');
    copyFileSync(file, join(folder, 'before'));
    const history = await open();
    await history.record([at(NOW + 2_000 * MINUTE_MS)], NOW);
    const after = readFileSync(file, 'utf8');
    expect(after).toContain('"hours"');
    copyFileSync(join(folder, 'before'), file);
    for (const content of ['', after.slice(0, 5_000), after]) {
      writeFileSync(draft, content);
      expect(checksOf(await open())).toBe(2_000);
      expect(existsSync(draft)).toBe(false);
    }
    writeFileSync(file, after);
    expect(checksOf(await open())).toBe(2_001);
    expect(damage).toEqual([]);
  });

  it('of a real process loses at most the run that it was writing, and counts none twice', async () => {
    const { folder, file, draft, open, damage } = await newFolder();
    const program = folders.file('history-child.cjs');
    const esbuild = join(process.cwd(), 'node_modules/.bin/esbuild');
    const entry = join(__dirname, '../../support/history-child.ts');
    execFileSync(esbuild, [entry, '--bundle', '--platform=node', '--log-level=error', `--outfile=${program}`]);
    const ids = Array.from({ length: 40 }, (_, index) => `service-${index}`);
    const template = JSON.stringify(ids.map((id) => at(0, well, id)));
    // So much that a kill falls into its writing.
    const checks = Array.from({ length: 1_000 }, (_, time) => rollupOf(at(time)));
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${ids.map((id) => pastLines(id, { hours: [], checks })).join('')}{"at":`);
    let [recorded, killsOfDrafts] = [checks.length, 0];
    for (let attempt = 0; attempt < 12; attempt++) {
      const child = spawn(process.execPath, [program, folder, template], { stdio: ['ignore', 'pipe', 'inherit'] });
      const closed = once(child, 'close');
      const lines: string[] = [];
      // Every other attempt ends while the first run replaces the file that was torn, each a little later.
      let writes = 0;
      const watcher = watch(folder, (_, name) => {
        if (attempt % 2 === 0 && name === basename(draft) && ++writes > 2 * attempt) child.kill('SIGKILL');
      });
      for await (const line of createInterface({ input: child.stdout })) {
        if (lines.push(line) === 40) child.kill('SIGKILL');
      }
      await closed;
      watcher.close();
      const acknowledged = lines.filter((line) => line === 'recorded').length;
      expect(lines.length).toBe(acknowledged + 1);
      if (existsSync(draft)) killsOfDrafts++;
      const history = await open({ now: 0 });
      for (const id of ids) expect(timesOf(history, id)).toEqual([...history.of(ids[0] as string).keys()]);
      const found = checksOf(history, ids[0]);
      expect([acknowledged, acknowledged + 1]).toContain(found - recorded);
      recorded = found;
      appendFileSync(file, '{"at":');
    }
    expect(damage).toEqual([]);
    expect(killsOfDrafts).toBeGreaterThan(0);
  });
});

describe('a file in which there is', () => {
  const check = (...fields: unknown[]) => JSON.stringify({ at: NOW, checks: [fields] });
  const hour = (...fields: unknown[]) => JSON.stringify({ at: NOW, hours: [fields] });

  it.each([
    ['no JSON', 'hello'],
    ['JSON of another kind', '[1]'],
    ['a cut line', check('mail', 0, 1, 2).slice(0, 30)],
    ['a line of zeros', '\0'.repeat(4_096)],
    ['bytes that are no text', '\uFFFD{}'],
    ['a line without a time', '{"checks":[]}'],
    ['a time that is none', JSON.stringify({ at: 1e300, checks: [] })],
    ['a line without checks', JSON.stringify({ at: NOW })],
    ['checks that are none', JSON.stringify({ at: NOW, checks: { length: 1 } })],
    ['a check that is none', JSON.stringify({ at: NOW, checks: [null] })],
    ['a check of no service', check(7, 0, 1, 2)],
    ['a check without a time', check('mail', null, 1, 2)],
    ['a check beyond all time', check('mail', 1e300, 1, 2)],
    ['a time below zero', check('mail', 0, -1, 2)],
    ['a response time that is a text', check('mail', 0, '1', 2)],
    ['a response time whose sum would be infinite', `{"at":${NOW},"checks":[["mail",0,1e308,2]]}`],
    ['a response time of more than a day', check('mail', 0, 86_400_001, 2)],
    ['a mean of more than a day', hour('mail', 0, 60, 86_400_001, 2, 3)],
    ['memory that is no finite number', `{"at":${NOW},"checks":[["mail",0,1,1e999]]}`],
    ['an unknown verdict', check('mail', 0, 1, 2, 'sick', 'http_500')],
    ['a verdict of the prototype', check('mail', 0, 1, 2, '__proto__', 'http_500')],
    ['a failure without a reason', check('mail', 0, 1, 2, 'error')],
    ['a reason that is markup', check('mail', 0, 1, 2, 'error', '<script>')],
    ['an hour that begins in between', hour('mail', 5, 60, 1, 2, 3)],
    ['an hour without checks', hour('mail', 0, 0, 1, 2, 3)],
    ['an hour with half a check', hour('mail', 0, 0.5, 1, 2, 3)],
    ['an hour with more failures than checks', hour('mail', 0, 60, 1, 2, 3, { error: 61 })],
    ['an hour with negative failures', hour('mail', 0, 60, 1, 2, 3, { error: -1 })],
    ['an hour with unknown failures', `{"at":${NOW},"hours":[["mail",0,60,1,2,3,{"__proto__":1}]]}`],
    ['an hour whose failures are none', hour('mail', 0, 60, 1, 2, 3, [1])],
    ['an hour without a mean', hour('mail', 0, 60)],
  ])('%s costs that alone, is reported once, and is gone after the next run', async (_, line) => {
    const { open, file, folder, damage } = await newFolder();
    mkdirSync(folder, { recursive: true });
    const sound = [
      hour('mail', -DAY_MS, 60, 5, 9, 3, { error: 2 }),
      check('mail', 60, 1.5, 2),
      check('cart', 0, null, null),
    ];
    writeFileSync(file, [sound[0], line, sound[1], sound[2], ''].join('\n'));
    const history = await open();
    const expected = [
      { from: NOW - DAY_MS, to: NOW - DAY_MS + HOUR_MS, checks: 60, failures: { error: 2 }, meanMs: 5, maxMs: 9 },
      { from: NOW + 60, to: NOW + 60, checks: 1, failures: {}, meanMs: 1.5, maxMs: 1.5 },
    ];
    expect(history.of('mail')).toMatchObject(expected);
    expect(history.of('cart')).toHaveLength(1);
    expect(damage).toEqual([`${file}: an entry is damaged and left out; the rest of the history is kept`]);
    await history.record([at(NOW + HOUR_MS)], NOW + HOUR_MS);
    expect((await open()).of('mail')).toMatchObject([...expected, { from: NOW + HOUR_MS }]);
    expect(damage).toHaveLength(1);
  });

  it.each([1e300, -1, 1.1e15])(
    'memory of %d, as a service may have reported, counts as not reported',
    async (memory) => {
      const { open, file, folder, damage } = await newFolder();
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, [check('mail', 60, 1.5, memory), hour('mail', 0, 60, 5, 9, memory), ''].join('\n'));
      expect((await open()).of('mail').map(({ memoryUsedMb }) => memoryUsedMb)).toEqual([null, null]);
      expect(damage).toEqual([]);
    },
  );

  it('an hour twice, or checks of before the last hour, is read without overlaps', async () => {
    const { open, file, folder } = await newFolder();
    mkdirSync(folder, { recursive: true });
    const lines = [
      check('mail', 5, 7, 2),
      hour('mail', 0, 10, 1, 2, 3),
      hour('mail', 0, 20, 1, 2, 3),
      check('mail', -5, 7, 2),
    ];
    writeFileSync(file, [...lines, ''].join('\n'));
    expect((await open()).of('mail').map(({ from, to, checks }) => [from - NOW, to - NOW, checks])).toEqual([
      [-HOUR_MS, 0, 1],
      [0, 5, 30],
      [5, 5, 1],
    ]);
  });
});

describe('if the disk fails', () => {
  it('a folder that is a file rejects, and so does a file that is a folder', async () => {
    const { open, folder, file } = await newFolder();
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(open()).rejects.toThrow(folder);
    rmSync(folder);
    mkdirSync(file, { recursive: true });
    await expect(open()).rejects.toThrow('EISDIR');
  });

  it('a run counts in memory, and is written with the next that can be', async () => {
    const { open, file } = await newFolder();
    const history = await open();
    await recordRuns(history, 1);
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(recordRuns(history, 1, NOW + MINUTE_MS)).rejects.toThrow('EISDIR');
    await expect(recordRuns(history, 1, NOW + 2 * MINUTE_MS)).rejects.toThrow('EISDIR');
    expect(timesOf(history)).toEqual(runTimes(3));
    rmSync(file, { recursive: true });
    await recordRuns(history, 1, NOW + 3 * MINUTE_MS);
    expect(timesOf(await open())).toEqual(runTimes(4));
  });

  it('one that hangs holds nothing but what a run found: all wait for one writing, and are there when it goes on', async () => {
    const { open, file } = await newFolder();
    const history = await open();
    await recordRuns(history, 1);
    renameSync(file, `${file}.away`);
    // Whoever opens it to write waits for somebody who reads.
    execFileSync('mkfifo', [file]);
    const [, first = 0, ...later] = runTimes(5);
    const hung = history.record([at(first)], first);
    await new Promise(setImmediate);
    // Threads take what they are asked for in turn: once these have an answer, one hangs in opening the file.
    for (let count = 0; count < 20; count++) await stat(dirname(file));
    const waiting = later.map((time) => history.record([at(time)], time));
    expect(new Set([hung, ...waiting]).size).toBe(2);
    expect(timesOf(history)).toEqual(runTimes(5));
    const reader = openSync(file, 'r+');
    renameSync(`${file}.away`, file);
    await Promise.all([hung, ...waiting]);
    closeSync(reader);
    expect(timesOf(await open())).toEqual(runTimes(5).filter((time) => time !== first));
  });

  it('a folder that is removed comes back with all that is known, a run later', async () => {
    const { open, folder } = await newFolder();
    const history = await open();
    await recordRuns(history, 1);
    rmSync(folder, { recursive: true });
    await expect(recordRuns(history, 1, NOW + MINUTE_MS)).rejects.toThrow('ENOENT');
    await recordRuns(history, 1, NOW + 2 * MINUTE_MS);
    expect(timesOf(await open())).toEqual(runTimes(3));
  });
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

(disk ? describe : describe.skip)(`on a full disk${disk ? '' : ` (${NO_SMALL_DISK})`}`, () => {
  it('a run rejects with the cause, what was written stays, no draft stays, and nothing is lost once there is room', async () => {
    const { open, folder, damage } = await newFolder(disk?.path);
    const history = await open();
    await recordRuns(history, 100);
    disk?.fill();
    const recordUntilFull = async () => {
      for (let run = 100; run < 300; run++) await recordRuns(history, 1, NOW + run * MINUTE_MS);
    };
    await expect(recordUntilFull()).rejects.toThrow('ENOSPC');
    const before = history.of('mail').length;
    await expect(recordRuns(history, 1, NOW + before * MINUTE_MS)).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual(['history.jsonl']);
    expect(timesOf(await open())).toEqual(runTimes(before - 1));
    disk?.clear();
    await recordRuns(history, 1, NOW + (before + 1) * MINUTE_MS);
    expect(timesOf(await open())).toEqual(runTimes(before + 2));
    expect(damage).toEqual([]);
  });
});

it('in memory alone the bounds are the same', async () => {
  const history = memoryHistory();
  await recordRuns(history, 2_000);
  expect(history.of('mail').length).toBeLessThan(1_700);
  expect(checksOf(history)).toBe(2_000);
  await recordRuns(history, 1, NOW + 91 * DAY_MS);
  expect(checksOf(history)).toBeLessThan(2_000);
  expect(history.of('cart')).toEqual([]);
});
