/** All files or none, and nothing that is there is touched. */

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { existing, writeNew } from '../../../local/init/new-files';
import { temporaryFolder } from '../../support/laptop/command-line';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/laptop/small-disk';

const folder = temporaryFolder();

function emptyFolder(name: string): string {
  mkdirSync(folder.file(name));
  return folder.file(name);
}

it('writes all, with the folders that they need', () => {
  const place = emptyFolder('all');
  const names = ['a.yaml', 'bin/app.ts', '.github/workflows/b.yml'];
  writeNew(new Map(names.map((name) => [join(place, name), name])));
  expect(readFileSync(join(place, '.github/workflows/b.yml'), 'utf8')).toBe('.github/workflows/b.yml');
  expect(readdirSync(place).sort()).toEqual(['.github', 'a.yaml', 'bin']);
});

it('finds what is there: a file, a folder, a link that leads nowhere, a file in place of a folder', () => {
  const place = emptyFolder('there');
  writeFileSync(join(place, 'bin'), '');
  mkdirSync(join(place, 'cdk.json'));
  symlinkSync('nowhere', join(place, 'package.json'));
  const paths = ['bin/app.ts', 'cdk.json', 'package.json', 'a.yaml'].map((name) => join(place, name));
  expect(existing(paths)).toEqual(paths.slice(0, 3));
});

it('takes back what it has written if a later one is there by now, and leaves that one', () => {
  const place = emptyFolder('late');
  writeFileSync(join(place, 'z.json'), 'theirs');
  const files = ['a.yaml', 'deep/er/b.ts', 'z.json'].map((name) => [join(place, name), 'ours'] as const);
  expect(() => writeNew(new Map(files))).toThrow(/^nothing was written: EEXIST.*z\.json/);
  expect(readdirSync(place)).toEqual(['z.json']);
  expect(readFileSync(join(place, 'z.json'), 'utf8')).toBe('theirs');
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

(disk ? it : it.skip)(`leaves nothing behind on a full disk${disk ? '' : ` (${NO_SMALL_DISK})`}`, () => {
  disk?.fill(8_192);
  const place = disk?.path ?? '';
  const files = ['a', 'b/c', 'd'].map((name) => [join(place, name), 'x'.repeat(4_000)] as const);
  expect(() => writeNew(new Map(files))).toThrow(/^nothing was written: ENOSPC/);
  disk?.clear();
  expect(readdirSync(place)).toEqual([]);
});
