/** A replaced file: written completely or not at all, and flushed. */

import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { writeWhole } from '../../../local/store/write-whole';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();

it('is flushed before it gets its name, and then its folder', async () => {
  const file = folder.write('kept.txt', 'old');
  const handle = await open(file);
  const flushed: string[] = [];
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = prototype.sync;
  const spy = jest.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? 'folder' : 'file';
    flushed.push(`${what}, while the file holds "${readFileSync(file, 'utf8')}"`);
    await sync.call(this);
  });
  try {
    await writeWhole(file, ['n', 'e', 'w']);
  } finally {
    spy.mockRestore();
  }
  expect(flushed).toEqual(['file, while the file holds "old"', 'folder, while the file holds "new"']);
});

it('stays as it was if a step fails, and nothing is left beside it', async () => {
  mkdirSync(folder.file('parts'));
  const file = folder.write('parts/kept.txt', 'old');
  const parts = function* () {
    yield 'n';
    throw new Error('no more');
  };
  await expect(writeWhole(file, parts())).rejects.toThrow('no more');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder.file('parts'))).toEqual(['kept.txt']);
});

it('writes nothing else, whatever links are beside the file', async () => {
  mkdirSync(folder.file('shared'));
  const file = folder.write('shared/report.html', 'old');
  const secret = folder.write('secret.txt', 'secret');
  symlinkSync(secret, `${file}.draft`);
  await writeWhole(file, ['new']);
  expect([readFileSync(file, 'utf8'), readFileSync(secret, 'utf8')]).toEqual(['new', 'secret']);
  expect(lstatSync(file).isFile()).toBe(true);
});

it('has a draft with an unpredictable new name', async () => {
  mkdirSync(folder.file('drafts'));
  const file = folder.file('drafts/kept.txt');
  const names: string[] = [];
  const parts = function* () {
    names.push(...readdirSync(folder.file('drafts')));
    yield 'new';
  };
  for (let write = 0; write < 2; write++) await writeWhole(file, parts());
  const [first = '', ...others] = names.filter((name) => name !== 'kept.txt');
  expect(first).toMatch(/^kept\.txt\.[0-9a-f-]{36}\.draft$/);
  expect(others).toHaveLength(1);
  expect(others).not.toContain(first);
});
