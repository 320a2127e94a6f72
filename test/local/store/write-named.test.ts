/** A file that a person has named: written completely or left as it was. Other things than files stay what they are. */

import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNamed } from '../../../local/store/write-named';
import { temporaryFolder } from '../../support/laptop/command-line';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/laptop/small-disk';

const folder = temporaryFolder();

it('gets the usual permissions when it is new, and keeps its own otherwise', async () => {
  const file = folder.file('report.html');
  await writeNamed(file, 'new');
  expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
  chmodSync(file, 0o640);
  await writeNamed(file, 'newer');
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o640, 'newer']);
});

it('stays a link, and its target is written', async () => {
  const file = folder.write('real.html', 'old');
  const link = folder.file('link.html');
  symlinkSync(file, link);
  await writeNamed(link, 'new');
  expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
});

it('is made at the target of a dangling link', async () => {
  const file = folder.file('later.html');
  const link = folder.file('early.html');
  symlinkSync(file, link);
  await writeNamed(link, 'new');
  expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
});

(process.platform === 'win32' ? it.skip : it)('is written if it is a pipe, and stays one', async () => {
  const pipe = folder.file('pipe');
  execFileSync('mkfifo', [pipe]);
  const [text] = await Promise.all([readFile(pipe, 'utf8'), writeNamed(pipe, 'new')]);
  expect([text, statSync(pipe).isFIFO()]).toEqual(['new', true]);
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

(disk ? it : it.skip)(`stays as it was on a full disk${disk ? '' : ` (${NO_SMALL_DISK})`}`, async () => {
  const path = disk?.path ?? '';
  writeFileSync(join(path, 'old.html'), 'old');
  disk?.fill();
  for (const name of ['old.html', 'new.html']) {
    await expect(writeNamed(join(path, name), 'x'.repeat(9_000))).rejects.toThrow('ENOSPC');
  }
  expect(readFileSync(join(path, 'old.html'), 'utf8')).toBe('old');
  expect(readdirSync(path).sort()).toEqual(['ballast', 'old.html']);
});

(disk ? it : it.skip)(`is written if it is mounted by itself${disk ? '' : ` (${NO_SMALL_DISK})`}`, async () => {
  const file = folder.write('outside.xml', 'old');
  const mounted = folder.write('inside.xml', '');
  execFileSync('mount', ['--bind', file, mounted]);
  try {
    await writeNamed(mounted, 'new');
  } finally {
    execFileSync('umount', [mounted]);
  }
  expect([readFileSync(file, 'utf8'), readFileSync(mounted, 'utf8')]).toEqual(['new', '']);
});
