/** Only one watch writes a state folder, and a dead one does not block others. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../../local/input/user-error';
import { isWatched, lockFolder } from '../../../local/store/lock-folder';
import { temporaryFolder } from '../../support/laptop/command-line';
import { modesIn } from '../../support/laptop/modes';

const folders = temporaryFolder();
const newFolder = () => mkdtemp(join(folders.path, 'lock-'));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A process that does nothing, and lives. */
function idle(): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { stdio: 'ignore' });
  running.push(child);
  return child as ChildProcess & { pid: number };
}

const startTimeOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a folder', () => {
  it('becomes private to its owner, with all its files', async () => {
    const folder = join(await newFolder(), 'state');
    const names = ['mail.state.json', 'alerts.jsonl', join('history', 'mail.fine.2026-03-01.json')];
    mkdirSync(join(folder, 'history'), { recursive: true, mode: 0o755 });
    for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o644 });
    lockFolder(folder);
    expect(modesIn(folder)).toEqual({
      ...Object.fromEntries(names.map((name) => [name, '600'])),
      '.': '700',
      history: '700',
      lock: '600',
    });
  });

  it('is private to its owner when it is made', async () => {
    const folder = join(await newFolder(), 'not', 'yet', 'there');
    lockFolder(folder);
    expect(modesIn(folder)).toEqual({ '.': '700', lock: '600' });
    expect(modesIn(join(folder, '..', '..'))).toMatchObject({ '.': '700', yet: '700' });
  });

  it('is locked by one process, which the next one sees; after the release nothing is left', async () => {
    const folder = await newFolder();
    expect(isWatched(folder)).toBe(false);
    const release = lockFolder(folder);
    expect(isWatched(folder)).toBe(true);
    expect(() => lockFolder(folder)).toThrow(UserError);
    expect(() => lockFolder(folder)).toThrow(
      `another watch (process ${process.pid}) stores its state in ${folder}: stop it, or name another folder with --state`,
    );
    expect(readdirSync(folder)).toEqual(['lock']);
    release();
    expect(isWatched(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  it('is locked without writing through links from others', async () => {
    const folder = await newFolder();
    const elsewhere = await newFolder();
    const theirs = join(elsewhere, 'theirs');
    writeFileSync(theirs, 'theirs');
    for (const name of [`lock.${process.pid}`, `lock.${process.pid}.old`]) symlinkSync(theirs, join(folder, name));
    lockFolder(folder)();
    expect(readFileSync(theirs, 'utf8')).toBe('theirs');
  });

  it('is refused while the process with the lock lives', async () => {
    const folder = await newFolder();
    const { pid } = idle();
    writeFileSync(join(folder, 'lock'), `${pid} ${process.platform === 'linux' ? startTimeOf(pid) : ''}`.trim());
    expect(() => lockFolder(folder)).toThrow(`another watch (process ${pid})`);
  });

  it('is taken over at once from a process that was killed', async () => {
    const folder = await newFolder();
    const child = idle();
    writeFileSync(
      join(folder, 'lock'),
      `${child.pid} ${process.platform === 'linux' ? startTimeOf(child.pid) : ''}`.trim(),
    );
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
    expect(isWatched(folder)).toBe(false);
    const release = lockFolder(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('is taken over also where nobody has taken notice of the death, as in many containers', async () => {
    const folder = await newFolder();
    // Once the shell has become a program that asks after no children, the one that it began stays as a dead process.
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    running.push(parent);
    const pid = Number(await once(parent.stdout, 'data'));
    while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await wait(1);
    writeFileSync(join(folder, 'lock'), `${pid} ${startTimeOf(pid)}`);
    expect(isWatched(folder)).toBe(true);
    process.kill(pid, 'SIGKILL');
    while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await wait(1);
    expect(() => lockFolder(folder)()).not.toThrow();
  });

  onLinux('is taken over also where the number of the killed one belongs to another process by now', async () => {
    const folder = await newFolder();
    const { pid } = idle();
    writeFileSync(join(folder, 'lock'), `${pid} ${Number(startTimeOf(pid)) - 1}`);
    expect(() => lockFolder(folder)()).not.toThrow();
  });

  it.each([
    ['nothing', ''],
    ['no number', 'hello'],
    ['no process', '-1 5'],
    ['all processes', '0'],
  ])('is taken over if the lock contains %s', async (_, content) => {
    const folder = await newFolder();
    writeFileSync(join(folder, 'lock'), content);
    expect(() => lockFolder(folder)()).not.toThrow();
  });

  it('is refused at once if the lock is unreadable', async () => {
    const folder = await newFolder();
    mkdirSync(join(folder, 'lock'));
    expect(() => lockFolder(folder)).toThrow(/lock can't be read: if no watch runs on this folder, remove it/);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('is not released by a process whose lock was taken over', async () => {
    const folder = await newFolder();
    const release = lockFolder(folder);
    writeFileSync(join(folder, 'lock'), 'another');
    release();
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('another');
  });
});
