/** A replaced file: written completely or not at all, and flushed. */

import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeWhole } from '../../../local/store/write-whole';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();

it('is flushed under an unpredictable new name before it gets its own, and then its folder', async () => {
  mkdirSync(folder.file('flushed'));
  const file = folder.write('flushed/kept.txt', 'old');
  const handle = await open(file);
  const flushed: string[] = [];
  const drafts: string[] = [];
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = prototype.sync;
  const spy = jest.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? 'folder' : 'file';
    flushed.push(`${what}, while the file holds "${readFileSync(file, 'utf8')}"`);
    drafts.push(...readdirSync(dirname(file)).filter((name) => name !== 'kept.txt'));
    await sync.call(this);
  });
  try {
    await writeWhole(file, 'new');
    await writeWhole(file, 'newer');
  } finally {
    spy.mockRestore();
  }
  expect(flushed.slice(0, 2)).toEqual(['file, while the file holds "old"', 'folder, while the file holds "new"']);
  expect(drafts).toEqual([expect.stringMatching(/^kept\.txt\.[0-9a-f-]{36}\.draft$/), expect.any(String)]);
  expect(drafts[1]).not.toBe(drafts[0]);
});

it('leaves nothing beside it if a step fails', async () => {
  mkdirSync(folder.file('parts/in-the-way'), { recursive: true });
  await expect(writeWhole(folder.file('parts/in-the-way'), 'new')).rejects.toThrow(/EISDIR|EEXIST|ENOTEMPTY|EPERM/);
  expect(readdirSync(folder.file('parts'))).toEqual(['in-the-way']);
});

it('writes nothing else, whatever links are beside the file', async () => {
  mkdirSync(folder.file('shared'));
  const file = folder.write('shared/report.html', 'old');
  const secret = folder.write('secret.txt', 'secret');
  symlinkSync(secret, `${file}.draft`);
  await writeWhole(file, 'new');
  expect([readFileSync(file, 'utf8'), readFileSync(secret, 'utf8')]).toEqual(['new', 'secret']);
  expect(lstatSync(file).isFile()).toBe(true);
});
