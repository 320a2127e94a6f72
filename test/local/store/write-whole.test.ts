/** A file that is replaced: whole or not at all, and there to stay. */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { writeWhole } from '../../../local/store/write-whole';
import { temporaryFolder } from '../../support/command-line';

const folder = temporaryFolder();

it('is flushed before it takes its name, and the folder with that name after it', async () => {
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

it('stays as it was if a part can not be made, and nothing is left beside it', async () => {
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
